//! An identity provider of a few lines that does what a measured Keycloak does: refresh tokens rotate, and one that is sent
//! twice ends the login.

use std::collections::BTreeMap;

/// What a token request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    Password(String),
    Refresh(String),
}

/// What the provider answers.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
    /// The tokens in it.
    pub(crate) given: Option<Given>,
}

#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub(crate) access: String,
    pub(crate) refresh: String,
    pub(crate) lifetime: i64,
}

pub(crate) struct Provider {
    pub(crate) password: String,
    /// Seconds its access tokens live.
    pub(crate) lifetime: i64,
    /// The refresh token of each login that is current.
    current: BTreeMap<u64, String>,
    /// The login of every refresh token that was ever given.
    logins: BTreeMap<String, u64>,
    given: u64,
}

impl Provider {
    pub(crate) fn new() -> Self {
        Self {
            password: "pass-1".to_owned(),
            lifetime: 60,
            current: BTreeMap::new(),
            logins: BTreeMap::new(),
            given: 0,
        }
    }

    /// A refresh token of a login made elsewhere.
    pub(crate) fn log_in_elsewhere(&mut self) -> String {
        let login = self.given + 1;
        self.give(login).refresh
    }

    pub(crate) fn end_all_logins(&mut self) {
        self.current.clear();
    }

    pub(crate) fn answer(&mut self, asked: &Asked) -> Answer {
        let login = match asked {
            Asked::Password(password) => (*password == self.password).then_some(self.given + 1),
            Asked::Refresh(token) => {
                let login = self.logins.get(token).copied();
                let is_current = login.is_some_and(|login| self.current.get(&login) == Some(token));
                if !is_current {
                    // One replay loses the login.
                    login.and_then(|login| self.current.remove(&login));
                }
                login.filter(|_| is_current)
            }
        };
        let Some(login) = login else {
            let status = if matches!(asked, Asked::Password(_)) { 401 } else { 400 };
            return Answer { status, body: r#"{"error":"invalid_grant"}"#.to_owned(), given: None };
        };
        let given = self.give(login);
        let body = format!(
            r#"{{"access_token":"{}","expires_in":{},"refresh_token":"{}","token_type":"Bearer"}}"#,
            given.access, given.lifetime, given.refresh
        );
        Answer { status: 200, body, given: Some(given) }
    }

    fn give(&mut self, login: u64) -> Given {
        self.given += 1;
        let refresh = format!("refresh-canary-{}", self.given);
        self.current.insert(login, refresh.clone());
        self.logins.insert(refresh.clone(), login);
        Given { access: format!("access-canary-{}", self.given), refresh, lifetime: self.lifetime }
    }
}
