//! The identity provider as the model plays it: what it gave out, and what it knows of the secrets the engine holds.

use std::collections::BTreeMap;

use crate::host::Flight;
use crate::ledger::Ledger;

const LIVES: [&str; 6] = ["300", "60", "20", "4", "0", "1e400"];

/// The provider's side of the account.
pub(crate) struct Provider {
    /// Access tokens given out, with the moment they expire.
    tokens: BTreeMap<String, i64>,
    numbers: u64,
    /// The refresh token that the engine should hold.
    refresh: Option<String>,
    /// The one that the host gave during an exchange: it is the one held once that is over.
    given: Option<String>,
    /// A short token came with it: what the engine does with it is its own affair.
    is_ending: bool,
    ledger: Ledger,
    password: Option<String>,
    /// It was refused, and not replaced since.
    is_refused: bool,
    rejected: bool,
}

impl Provider {
    pub(crate) fn new(has_password: bool, has_refresh: bool) -> Self {
        Self {
            tokens: BTreeMap::new(),
            numbers: 10,
            refresh: has_refresh.then(|| "canary-refresh-0".to_owned()),
            given: None,
            is_ending: false,
            ledger: Ledger::default(),
            password: has_password.then(|| "canary-password-1".to_owned()),
            is_refused: false,
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
        (self.is_refused, self.rejected) = (false, false);
    }

    pub(crate) fn refresh_token_set(&mut self, number: u64, is_exchanging: bool) {
        self.given = Some(format!("canary-refresh-{number}"));
        self.rejected = false;
        if !is_exchanging {
            self.settle_given();
        }
    }

    fn settle_given(&mut self) {
        if self.given.is_some() {
            self.refresh = self.given.take();
            self.is_ending = false;
        }
    }

    /// When an access token ends.
    pub(crate) fn expiry(&self, token: &str) -> i64 {
        *self.tokens.get(token).expect("an access token that the provider gave")
    }

    /// Writes a token endpoint's answer, and takes account of what it does to the tokens held.
    pub(crate) fn answer(&mut self, flight: &Flight, answer: usize, complete: bool, now: i64) -> String {
        if answer < 12 && (200..300).contains(&flight.status) {
            return self.tokens(flight, LIVES[answer % LIVES.len()], answer < 6, complete.then_some(now));
        }
        let error = ["invalid_grant", "invalid_client", "unauthorized_client", "no_such_error", "<html>"][answer % 5];
        self.refuse(flight, error, complete && error != "<html>");
        if error == "<html>" { error.to_owned() } else { format!(r#"{{"error":"{error}"}}"#) }
    }

    fn tokens(&mut self, flight: &Flight, life: &str, rotates: bool, read_at: Option<i64>) -> String {
        let number = self.next_number();
        let seconds = life.parse::<i64>().unwrap_or(i64::MAX / 1_000_000);
        let (access, refresh) = (format!("canary-access-{number}"), format!("canary-refresh-{number}"));
        if let Some(now) = read_at {
            let expiry = flight.sent_at + seconds * 1_000;
            self.tokens.insert(access.clone(), expiry);
            // A token that is expired when it comes leads to the password too (row 10).
            let is_short = seconds < 30 || expiry <= now;
            if rotates {
                self.refresh = Some(refresh.clone());
                self.is_ending = is_short;
            } else if is_refresh(&flight.form) {
                self.ledger.kept();
                self.is_ending |= is_short;
            } else {
                self.refresh = None;
            }
        }
        let member = if rotates { format!(r#","refresh_token":"{refresh}""#) } else { String::new() };
        format!(r#"{{"access_token":"{access}","expires_in":{life},"token_type":"Bearer"{member}}}"#)
    }

    fn refuse(&mut self, flight: &Flight, error: &str, is_read: bool) {
        let refreshing = is_refresh(&flight.form);
        match (error, flight.status) {
            ("invalid_grant", _) if is_read && refreshing => {
                self.refresh = self.refresh.take().filter(|held| !self.ledger.carries(held));
                let has_password = self.password.is_some() && !self.is_refused;
                self.rejected |= self.refresh.is_none() && !has_password && self.given.is_none();
            }
            ("invalid_grant", _) if is_read => {
                let is_current = |password: &String| flight.form.ends_with(&format!("password={password}"));
                self.is_refused |= self.password.as_ref().is_some_and(is_current);
                self.rejected |= self.is_refused && self.given.is_none();
            }
            ("invalid_client", _) | (_, 404) if is_read => self.ledger.restored(),
            // A provider that does not allow refreshing makes every refresh token worthless to whoever can log in.
            ("unauthorized_client", _) if is_read && refreshing && self.password.is_some() && !self.is_refused => {
                self.refresh = None;
            }
            (_, 429) => self.ledger.restored(),
            // Everything else leaves open what became of it.
            _ => {}
        }
    }

    /// What was sent did not reach the provider, or it did not look at it.
    pub(crate) fn unused(&mut self) {
        self.ledger.restored();
    }

    pub(crate) fn check_grant(&mut self, form: &str, is_last_try: bool) {
        // 10: what was rejected is not tried again by itself.
        assert!(!self.rejected, "a request follows a rejected login");
        self.settle_given();
        if is_refresh(form) {
            // 3: of the refresh tokens the one held is sent, and not twice.
            let held = self.refresh.as_ref().expect("a refresh token is held");
            assert!(form.ends_with(&format!("&refresh_token={held}")), "an old refresh token is sent");
            let can_log_in = self.password.is_some() && !self.is_refused;
            self.ledger.sent(held, is_last_try, can_log_in);
        } else {
            // 4: the password is not sent while a usable refresh token is held.
            let usable = self.refresh.as_ref().filter(|held| !self.is_ending && !self.ledger.is_spent(held));
            assert_eq!(usable, None, "the password is sent beside a usable refresh token");
            assert!(!self.is_refused, "a refused password is sent again");
            let password = self.password.as_ref().expect("a password is held");
            assert!(form.ends_with(&format!("&password={password}")), "an old password is sent");
            assert!(!is_last_try, "a login is no last try");
            self.ledger.other_grant_sent();
        }
    }
}

fn is_refresh(form: &str) -> bool {
    form.starts_with("grant_type=refresh_token&")
}
