//! Notes about scopes that an operation needs and the API key does not list. No call is rejected for that.
//!
//! A key's claims are not verified, and the platform does not publish the scopes of its operations: either may be wrong.

use std::collections::BTreeSet;

use waybill_base::note::Note;
use waybill_base::secret::Secret;

use super::request::PreparedRequest;
use crate::environment::Environment;
use crate::foreign_text::clean_text;
use crate::token::Claims;

/// Maximum number of scopes noted for one key, because a host may generate scope names.
const MOST_NOTED: usize = 100;

/// Maximum number of characters of a scope or template in a note.
const SHOWN: usize = 100;

/// The scopes already noted for the API key in use.
#[derive(Debug, Default)]
pub(super) struct MissingScopes {
    /// Version of the API key.
    version: u64,
    noted: BTreeSet<String>,
}

impl MissingScopes {
    /// Returns a note for each scope that the request needs and the key does not list, once for each key.
    pub(super) fn note(
        &mut self,
        request: &PreparedRequest,
        (key, version): &(Secret, u64),
        environment: &Environment,
    ) -> Vec<Note> {
        let listed = Claims::read(key).map(|claims| claims.scopes).unwrap_or_default();
        if listed.is_empty() {
            return Vec::new();
        }
        if self.version != *version {
            *self = Self { version: *version, noted: BTreeSet::new() };
        }
        let missing = request.scopes.iter().filter(|scope| !listed.contains(scope));
        let new = missing.filter(|scope| self.noted.len() < MOST_NOTED && self.noted.insert((*scope).clone()));
        new.filter_map(|scope| describe(scope, request, key, environment)).collect()
    }
}

fn describe(scope: &str, request: &PreparedRequest, key: &Secret, environment: &Environment) -> Option<Note> {
    let (scope, template) = (clean_text(scope, SHOWN, [key])?, clean_text(&request.template, SHOWN, [key])?);
    let message = format!(
        "`{} {template}` needs the scope `{scope}`, as its caller declares, but the API key of environment `{}` does not list it (read \
         without checking the signature): settings, section API Keys",
        request.head.method, environment.name
    );
    Some(Note { code: "key.scope", message })
}
