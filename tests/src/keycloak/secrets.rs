//! Tokens and passwords by number, in the order in which they appear: nothing that is written shows one.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// The first characters of a token, from which on it is taken for one that was cut off; all tokens begin alike.
const SHORTEST: usize = 32;

/// The secrets of one run. Tokens and passwords consist of letters, digits, `.`, `_` and `-`, so they stand in a text
/// between other characters.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    names: Mutex<HashMap<String, String>>,
}

impl Secrets {
    /// The name of a secret such as `refresh-3`, given when it first appears.
    pub(super) fn name(&self, kind: &str, secret: &str) -> String {
        let mut names = self.names();
        if let Some(name) = names.get(secret) {
            return name.clone();
        }
        let prefix = format!("{kind}-");
        let number = names.values().filter(|name| name.starts_with(&prefix)).count() + 1;
        let name = format!("{prefix}{number}");
        names.insert(secret.to_owned(), name.clone());
        name
    }

    /// The name of a secret that has appeared before.
    pub(super) fn known(&self, secret: &str) -> Option<String> {
        self.names().get(secret).cloned()
    }

    /// The same value with names in place of secrets, wherever they stand in it.
    pub(super) fn redact(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.redact_text(text)),
            Value::Array(items) => Value::Array(items.iter().map(|item| self.redact(item)).collect()),
            Value::Object(members) => {
                Value::Object(members.iter().map(|(name, value)| (name.clone(), self.redact(value))).collect())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }

    /// The same text with names in place of secrets.
    pub(super) fn redact_text(&self, text: &str) -> String {
        let names = self.names();
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let length = rest.find(|c| !may_be_in_a_secret(c)).unwrap_or(rest.len());
            let (piece, after) = rest.split_at(length);
            match name_of(&names, piece) {
                Some(name) => out.push_str(&name),
                None => out.push_str(piece),
            }
            let next = after.find(may_be_in_a_secret).unwrap_or(after.len());
            let (between, after) = after.split_at(next);
            out.push_str(between);
            rest = after;
        }
        out
    }

    /// The name of the first secret that a text shows.
    pub(super) fn shown_in(&self, text: &str) -> Option<String> {
        let names = self.names();
        text.split(|c| !may_be_in_a_secret(c)).find_map(|piece| name_of(&names, piece))
    }

    fn names(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a secret, or of one that begins so.
fn name_of(names: &HashMap<String, String>, piece: &str) -> Option<String> {
    if let Some(name) = names.get(piece) {
        return Some(name.clone());
    }
    let mut beginning = names.iter().filter(|(secret, _)| piece.len() >= SHORTEST && secret.starts_with(piece));
    beginning.next().map(|(_, name)| format!("{name}-cut"))
}

fn may_be_in_a_secret(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Secrets;

    #[test]
    fn secrets_are_numbered_by_kind_and_redacted_everywhere() {
        let secrets = Secrets::default();
        let (first, second) = ("eyJhbGciOiJIUzI1NiJ9.first-token", "eyJhbGciOiJIUzI1NiJ9.second-token");
        assert_eq!(secrets.name("refresh", first), "refresh-1");
        assert_eq!(secrets.name("access", second), "access-1");
        assert_eq!(secrets.name("refresh", first), "refresh-1");
        let body = format!("grant_type=refresh_token&refresh_token={first}");
        let value = json!({"body": body, "headers": [["authorization", format!("Bearer {second}")]], "n": 1});
        let expected = json!({
            "body": "grant_type=refresh_token&refresh_token=refresh-1",
            "headers": [["authorization", "Bearer access-1"]],
            "n": 1,
        });
        assert_eq!(secrets.redact(&value), expected);
        assert_eq!(secrets.shown_in(&value.to_string()).as_deref(), Some("refresh-1"));
        assert_eq!(secrets.shown_in(&expected.to_string()), None);
    }
}
