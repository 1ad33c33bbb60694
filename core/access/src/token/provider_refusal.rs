//! What a provider's refusal says, as far as it was understood.

use waybill_base::error::ProviderError;

use super::held_tokens::HeldTokens;
use crate::foreign_text::clean_text;

/// What a description has room for, in characters, and a code.
const MAX_DESCRIPTION: usize = 200;
const MAX_CODE: usize = 60;

/// A refusal, as far as it was understood.
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) retry_after: Option<i64>,
    /// What the answer's JSON says of the error.
    pub(super) said: Option<ProviderError>,
    pub(super) json: bool,
}

impl Refusal {
    /// What was said, fit to be shown: a provider that repeats the password or a token is not repeated.
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

/// A refresh token that the provider says is not valid.
pub(super) struct RefusedRefresh {
    pub(super) refusal: Refusal,
    /// Whether it had been sent before, and the answer to that was lost.
    pub(super) was_spent: bool,
}
