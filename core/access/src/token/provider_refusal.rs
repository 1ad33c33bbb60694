//! An identity provider's error response, as far as it was understood.

use waybill_base::error::ProviderError;

use super::held_tokens::HeldTokens;
use crate::foreign_text::clean_text;

/// Maximum number of characters of a description.
const MAX_DESCRIPTION: usize = 200;
/// Maximum number of characters of an error code.
const MAX_CODE: usize = 60;

/// An error response, as far as it was understood.
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) retry_after: Option<i64>,
    /// Error members of the response's JSON.
    pub(super) said: Option<ProviderError>,
    pub(super) json: bool,
}

impl Refusal {
    /// Returns this response with text that is safe to show: one that repeats a password or token is dropped.
    pub(super) fn cleaned(self, held: &HeldTokens) -> Refusal {
        let secrets = || {
            let refresh = [&held.refresh, &held.given].into_iter().flatten().map(|token| &token.secret);
            let passwords =
                [&held.password, &held.sent_password].into_iter().flatten().map(|password| &password.secret);
            refresh.chain(passwords)
        };
        let said = self.said.map(|said| ProviderError {
            error: clean_text(&said.error, MAX_CODE, secrets()).unwrap_or_default(),
            description: said.description.and_then(|text| clean_text(&text, MAX_DESCRIPTION, secrets())),
        });
        Refusal { said, ..self }
    }
}

/// A refresh token that the provider rejected as invalid.
pub(super) struct RefusedRefresh {
    pub(super) refusal: Refusal,
    /// True if the token had been sent before and that response was lost.
    pub(super) was_spent: bool,
}
