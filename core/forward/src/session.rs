//! The session of the app's user: the user's id, and the claims that parameters are bound to.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;
use waybill_base::error::{Error, code};

/// A session that the host has verified. The core does not check signatures.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    pub(super) user: String,
    claims: BTreeMap<String, Vec<String>>,
}

impl Session {
    /// Creates a session from a user and a JSON object of claims, such as the payload of a verified token. Claims may
    /// be strings, numbers, booleans, or arrays of these. Other claims are ignored.
    ///
    /// # Errors
    /// `forward.session` if the user is empty or the claims are not a JSON object.
    pub fn read(user: impl Into<String>, claims: &[u8]) -> Result<Session, Error> {
        let user = user.into();
        if user.is_empty() {
            return Err(Error::new(code::FORWARD_SESSION, "the session has no user".to_owned()));
        }
        let Ok(Value::Object(members)) = serde_json::from_slice(claims) else {
            return Err(Error::new(code::FORWARD_SESSION, "the session's claims are not a JSON object".to_owned()));
        };
        let claims = members.into_iter().map(|(name, value)| (name, values(value))).collect();
        Ok(Session { user, claims })
    }

    /// Returns the values of a claim. Empty if the session does not have it.
    pub(super) fn claim(&self, name: &str) -> &[String] {
        self.claims.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the value of a claim that has exactly one.
    pub(super) fn only_value(&self, name: &str) -> Option<&String> {
        match self.claim(name) {
            [only] => Some(only),
            _ => None,
        }
    }
}

fn values(value: Value) -> Vec<String> {
    // Depth: 2, because arrays in arrays are left out.
    match value {
        Value::String(text) => vec![text],
        Value::Number(number) => vec![number.to_string()],
        Value::Bool(value) => vec![value.to_string()],
        Value::Array(elements) => elements.into_iter().filter(|element| !element.is_array()).flat_map(values).collect(),
        Value::Null | Value::Object(_) => Vec::new(),
    }
}

impl fmt::Debug for Session {
    /// Shows only the names of the claims.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Session").field("claims", &self.claims.keys()).finish_non_exhaustive()
    }
}
