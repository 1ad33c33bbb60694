//! The identity provider as the model plays it: what it gave out, and what it knows of the secrets the engine holds.

use std::collections::BTreeMap;

use crate::host::Flight;

/// What is known of the refresh token the engine should hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Refresh {
    None,
    /// Held, and as good as new.
    Usable(String),
    /// Sent, expired or of an ending session: what the engine does with it is its own affair.
    Doubtful(String),
}

const LIVES: [&str; 6] = ["300", "60", "20", "4", "0", "1e400"];

/// The provider's side of the account.
pub(crate) struct Provider {
    /// Access tokens given out, with the moment they expire.
    tokens: BTreeMap<String, i64>,
    numbers: u64,
    refresh: Refresh,
    password: Option<String>,
    rejected: bool,
}

impl Provider {
    pub(crate) fn new(has_password: bool, has_refresh: bool) -> Self {
        Self {
            tokens: BTreeMap::new(),
            numbers: 10,
            refresh: if has_refresh { Refresh::Usable("canary-refresh-0".to_owned()) } else { Refresh::None },
            password: has_password.then(|| "canary-password-1".to_owned()),
            rejected: false,
        }
    }

    /// A number that no secret has yet.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    pub(crate) fn password_set(&mut self, number: u64) {
        self.password = Some(format!("canary-password-{number}"));
        self.rejected = false;
    }

    pub(crate) fn refresh_token_set(&mut self, number: u64) {
        self.refresh = Refresh::Usable(format!("canary-refresh-{number}"));
        self.rejected = false;
    }

    /// When an access token ends.
    pub(crate) fn expiry(&self, token: &str) -> i64 {
        *self.tokens.get(token).expect("an access token that the provider gave")
    }

    /// Writes a token endpoint's answer, and takes account of what it does to the tokens held.
    pub(crate) fn answer(&mut self, flight: &Flight, answer: usize, complete: bool) -> String {
        let refreshing = flight.form.contains("grant_type=refresh_token");
        if answer < 12 && (200..300).contains(&flight.status) {
            let number = self.next_number();
            let life = LIVES[answer % LIVES.len()];
            let seconds = life.parse::<i64>().unwrap_or(i64::MAX / 1_000_000);
            let (access, refresh) = (format!("canary-access-{number}"), format!("canary-refresh-{number}"));
            let rotates = answer < 6;
            if complete {
                self.tokens.insert(access.clone(), flight.sent_at + seconds * 1_000);
                let doubtful = seconds < 30;
                match (rotates, refreshing) {
                    (true, _) if doubtful => self.refresh = Refresh::Doubtful(refresh.clone()),
                    (true, _) => self.refresh = Refresh::Usable(refresh.clone()),
                    (false, true) if doubtful => self.doubt_refresh(),
                    (false, true) => self.settle_refresh(flight, Refresh::Doubtful),
                    (false, false) => self.refresh = Refresh::None,
                }
            } else {
                self.settle_refresh(flight, Refresh::Doubtful);
            }
            let member = if rotates { format!(r#","refresh_token":"{refresh}""#) } else { String::new() };
            return format!(r#"{{"access_token":"{access}","expires_in":{life},"token_type":"Bearer"{member}}}"#);
        }
        self.settle_refresh(flight, Refresh::Doubtful);
        let error = ["invalid_grant", "invalid_client", "unauthorized_client", "no_such_error", "<html>"][answer % 5];
        let is_current = self.password.as_ref().is_some_and(|password| flight.form.ends_with(password.as_str()));
        if complete && error == "invalid_grant" && is_current {
            self.rejected = true;
        }
        // A provider that does not allow refreshing makes every refresh token worthless.
        if complete && refreshing && error == "unauthorized_client" && self.password.is_some() {
            self.refresh = Refresh::None;
        }
        format!(r#"{{"error":"{error}"}}"#).replace(r#"{"error":"<html>"}"#, "<html>")
    }

    /// What became of the refresh token that a flight carried, unless another took its place.
    pub(crate) fn settle_refresh(&mut self, flight: &Flight, outcome: impl Fn(String) -> Refresh) {
        let (Refresh::Usable(held) | Refresh::Doubtful(held)) = self.refresh.clone() else { return };
        if !flight.form.ends_with(&format!("refresh_token={held}")) {
            return;
        }
        // What was in doubt before it was sent stays so.
        let outcome = outcome(held);
        if !(matches!(self.refresh, Refresh::Doubtful(_)) && matches!(outcome, Refresh::Usable(_))) {
            self.refresh = outcome;
        }
    }

    /// A short token shows that the session ends, whichever refresh token is held.
    fn doubt_refresh(&mut self) {
        if let Refresh::Usable(held) = self.refresh.clone() {
            self.refresh = Refresh::Doubtful(held);
        }
    }

    pub(crate) fn check_grant(&mut self, form: &str) {
        // 10: what was rejected is not tried again by itself.
        assert!(!self.rejected, "a request follows a rejected password");
        if form.contains("grant_type=password") {
            // 4: the password is not sent while a usable refresh token is held.
            assert!(!matches!(self.refresh, Refresh::Usable(_)), "the password is sent beside {:?}", self.refresh);
            let password = self.password.as_ref().expect("a password is held");
            assert!(form.ends_with(&format!("password={password}")), "an old password is sent");
        } else {
            // 3: a refresh token of doubtful state is sent only where no password is held. One whose answer kept it, or
            // whose session is ending, is doubtful to this account but not to the engine.
            let held = match &self.refresh {
                Refresh::Usable(held) | Refresh::Doubtful(held) => held,
                Refresh::None => panic!("a refresh token is sent that nobody holds"),
            };
            assert!(form.ends_with(&format!("refresh_token={held}")), "an old refresh token is sent");
        }
    }
}
