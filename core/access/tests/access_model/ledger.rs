//! What became of each refresh token that was sent: a provider that rotates ends the whole session when one comes twice.

use std::collections::BTreeSet;

/// The refresh tokens that a provider may have used up, as the machine's table says it (rows 5, 11, 13 and 14).
#[derive(Default)]
pub(crate) struct Ledger {
    spent: BTreeSet<String>,
    /// The token of the exchange in flight, and whether it was spent before.
    on_its_way: Option<(String, bool)>,
}

impl Ledger {
    /// Invariant 3: a spent refresh token is sent again only where nothing else is held, and that is noted.
    pub(crate) fn sent(&mut self, token: &str, is_noted: bool, password_is_held: bool) {
        let was_spent = self.is_spent(token);
        assert!(!(was_spent && password_is_held), "{token} is sent twice beside a password");
        assert_eq!(was_spent, is_noted, "a last try is noted, and nothing else is: {token}");
        self.spent.insert(token.to_owned());
        self.on_its_way = Some((token.to_owned(), was_spent));
    }

    pub(crate) fn is_spent(&self, token: &str) -> bool {
        self.spent.contains(token)
    }

    /// Whether the exchange in flight carries this token.
    pub(crate) fn carries(&self, token: &str) -> bool {
        self.on_its_way.as_ref().is_some_and(|(sent, _)| sent == token)
    }

    /// An exchange of another grant is in flight.
    pub(crate) fn other_grant_sent(&mut self) {
        self.on_its_way = None;
    }

    /// The provider did not use it: it is what it was before.
    pub(crate) fn restored(&mut self) {
        if let Some((token, false)) = &self.on_its_way {
            self.spent.remove(token);
        }
    }

    /// The provider used it and said that it stays.
    pub(crate) fn kept(&mut self) {
        if let Some((token, _)) = &self.on_its_way {
            self.spent.remove(token);
        }
    }
}
