//! An engine's credentials: an API key, a login's token machine, and guards against mix-ups.

use waybill_base::error::{Error, code};
use waybill_base::internal::{TimestampExt as _, describe_span};
use waybill_base::note::Note;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::missing_scopes::MissingScopes;
use super::request::{Credential, PreparedRequest};
use crate::environment::{
    Credentials, Environment, EnvironmentKind, ForeignKeys, Issuers, Login, MAX_KEY_AGE_MILLIS, check_credentials,
};
use crate::store::SharedStore;
use crate::token::{Account, Claims, Effect, Machine, Times};

pub(super) struct HeldCredentials {
    api_key: Option<Secret>,
    /// Issue time of the API key, if it is known.
    key_issued_at: Option<Timestamp>,
    /// Number of API keys so far. Distinguishes the rejection of an old key from that of the current one.
    version: u64,
    tokens: Option<Machine>,
    /// API keys of other environments.
    others: ForeignKeys,
    issuers: Issuers,
    seed: u64,
    times: Times,
    store: Option<SharedStore>,
    /// Version of the API key that was last noted as old.
    noted_version: u64,
    missing_scopes: MissingScopes,
}

impl HeldCredentials {
    pub(super) fn new(
        others: ForeignKeys,
        issuers: Issuers,
        seed: u64,
        times: Times,
        store: Option<SharedStore>,
    ) -> Self {
        let missing_scopes = MissingScopes::default();
        let (version, noted_version) = (0, 0);
        Self {
            api_key: None,
            key_issued_at: None,
            version,
            tokens: None,
            others,
            issuers,
            seed,
            times,
            store,
            noted_version,
            missing_scopes,
        }
    }

    /// Checks that these credentials may replace the current ones.
    pub(super) fn check(&self, credentials: &Credentials, environment: &Environment) -> Result<(), Error> {
        check_credentials(credentials, &environment.name, &self.others)?;
        let Some(Login { realm, username, .. }) = &credentials.login else { return Ok(()) };
        if environment.auth_url.is_none() {
            let message = format!("environment `{}` has no `auth_url`, which a login needs", environment.name);
            return Err(Error::new(code::ENVIRONMENT_NO_URL, message));
        }
        if self.tokens.as_ref().is_some_and(|machine| !machine.serves(realm, username)) {
            let message =
                "the login belongs to another user or realm than this client's; create a separate client for it";
            return Err(Error::new(code::CREDENTIALS_OTHER_USER, message.to_owned()));
        }
        Ok(())
    }

    /// Stores the credentials. Fields that are `None` keep their value.
    pub(super) fn set(&mut self, credentials: Credentials, environment: &Environment) -> Result<Vec<Effect>, Error> {
        self.check(&credentials, environment)?;
        let Credentials { environment: name, api_key, login } = credentials;
        if api_key.is_some() && api_key != self.api_key {
            self.key_issued_at = api_key.as_ref().and_then(Claims::read).and_then(|claims| claims.issued_at);
            self.api_key = api_key;
            self.version += 1;
        }
        if let (Some(login), Some(auth_url)) = (login, &environment.auth_url) {
            let Login { realm, username, password, refresh_token } = login;
            if let Some(machine) = &mut self.tokens {
                return Ok(machine.set_credentials(password, refresh_token));
            }
            let issuers = self.issuers.clone();
            let auth_url = auth_url.clone();
            let account = Account { environment: name, auth_url, realm, username, issuers };
            let mut machine = Machine::new(account, self.seed, self.times, self.store);
            machine.set_initial_credentials(password, refresh_token);
            self.tokens = Some(machine);
        }
        Ok(Vec::new())
    }

    /// Checks that a credential of this kind is available.
    pub(super) fn check_held(&self, credential: Credential, environment: &Environment) -> Result<(), Error> {
        let name = &environment.name;
        match credential {
            Credential::ApiKey if self.api_key.is_none() => {
                let message = format!("this call needs an API key of environment `{name}`, but none is configured");
                Err(Error::new(code::CREDENTIALS_NO_API_KEY, message))
            }
            Credential::AccessToken if self.tokens.is_none() => {
                let message =
                    format!("this call needs a commerce login of environment `{name}`, but none is configured");
                Err(Error::new(code::CREDENTIALS_NO_LOGIN, message))
            }
            Credential::ApiKey | Credential::AccessToken => Ok(()),
        }
    }

    /// Returns the API key and its version.
    pub(super) fn api_key(&self) -> Option<(Secret, u64)> {
        self.api_key.clone().map(|key| (key, self.version))
    }

    /// Returns the issuers of other environments.
    pub(super) const fn issuers(&self) -> &Issuers {
        &self.issuers
    }

    /// Returns a note if a production API key is older than the rotation period, once for each key. A key without `iat`
    /// passes.
    pub(super) fn note_old_key(&mut self, environment: &Environment, now: Timestamp) -> Option<Note> {
        if environment.kind != EnvironmentKind::Production || self.noted_version == self.version {
            return None;
        }
        let age = now.millis_since(self.key_issued_at?);
        if age <= MAX_KEY_AGE_MILLIS {
            return None;
        }
        self.noted_version = self.version;
        let message = format!(
            "the API key of environment `{}` was issued {} ago; production keys are rotated every 90 days: settings, \
             section API Keys, action Create New Key",
            environment.name,
            describe_span(age)
        );
        Some(Note { code: "key.old", message })
    }

    /// Returns notes about scopes that the request needs and the API key does not list, once for each key.
    pub(super) fn note_missing_scopes(&mut self, request: &PreparedRequest, environment: &Environment) -> Vec<Note> {
        // Most calls declare no scopes; this saves a copy of the key.
        let key = if request.scopes.is_empty() { None } else { self.api_key() };
        key.map(|key| self.missing_scopes.note(request, &key, environment)).unwrap_or_default()
    }

    /// True if another API key has replaced the one with this version.
    pub(super) const fn is_replaced(&self, version: u64) -> bool {
        self.version != version
    }

    pub(super) fn is_exchanging(&self) -> bool {
        self.tokens.as_ref().is_some_and(Machine::is_exchanging)
    }

    pub(super) fn wake_at(&self) -> Option<Timestamp> {
        self.tokens.as_ref().and_then(Machine::wake_at)
    }

    /// Returns the token machine, if there is a login.
    pub(super) const fn tokens(&self) -> Option<&Machine> {
        self.tokens.as_ref()
    }

    pub(super) const fn tokens_mut(&mut self) -> Option<&mut Machine> {
        self.tokens.as_mut()
    }
}
