//! Credentials, and the checks that keep each in its own environment.

use waybill_base::error::{Error, code};
use waybill_base::internal::{ErrorExt as _, MAX_TEXT_BYTES, SecretExt as _};
use waybill_base::secret::Secret;

use super::Environments;

/// Credentials for one environment: an API key, a commerce login, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Name of the environment.
    pub environment: String,
    /// The platform's API key, a JWT. Sent as bearer token to the platform and through its commerce proxy.
    pub api_key: Option<Secret>,
    /// The login at the identity provider, for direct commerce calls.
    pub login: Option<Login>,
}

impl Credentials {
    /// Creates credentials with an API key alone.
    #[must_use]
    pub fn from_api_key(environment: impl Into<String>, api_key: Secret) -> Credentials {
        Credentials { environment: environment.into(), api_key: Some(api_key), login: None }
    }

    /// Creates credentials with a login alone.
    #[must_use]
    pub fn from_login(environment: impl Into<String>, login: Login) -> Credentials {
        Credentials { environment: environment.into(), api_key: None, login: Some(login) }
    }
}

/// A user at the identity provider. Without a password or a refresh token, no token can be requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    /// The provider's realm.
    pub realm: String,
    /// The user's name.
    pub username: String,
    /// The user's password, for the password grant (RFC 6749 section 4.3).
    pub password: Option<Secret>,
    /// A refresh token obtained earlier (RFC 6749 section 6).
    pub refresh_token: Option<Secret>,
}

impl Login {
    /// Creates a login with a password.
    #[must_use]
    pub fn from_password(realm: impl Into<String>, username: impl Into<String>, password: Secret) -> Login {
        Login { realm: realm.into(), username: username.into(), password: Some(password), refresh_token: None }
    }
}

/// API keys of other environments, with the environments' names. None of them may be used for this environment.
pub(crate) type ForeignKeys = Vec<(String, Secret)>;

/// Checks all credentials of a host. Returns those of environment `served`, and the API keys of all others.
pub(crate) fn choose_credentials(
    held: Vec<Credentials>,
    served: &str,
    environments: &Environments,
) -> Result<(Option<Credentials>, ForeignKeys), Error> {
    let mut own = None;
    let mut foreign: ForeignKeys = Vec::new();
    let others: Vec<String> = held.iter().map(|credentials| credentials.environment.clone()).collect();
    for credentials in held {
        if environments.named(&credentials.environment).is_none() {
            let message = format!(
                "credentials belong to environment `{}`, which is not configured; configured: {}",
                credentials.environment,
                environments.names()
            );
            return Err(Error::new(code::CREDENTIALS_UNKNOWN_ENVIRONMENT, message));
        }
        check_texts(&credentials)?;
        if credentials.environment == served {
            if own.replace(credentials).is_some() {
                let message = format!("two sets of credentials belong to environment `{served}`; pass one");
                return Err(Error::new(code::CREDENTIALS_DUPLICATE, message));
            }
        } else if let Some(key) = credentials.api_key {
            check_not_shared(&key, &credentials.environment, &foreign)?;
            foreign.push((credentials.environment, key));
        }
    }
    if let Some(key) = own.as_ref().and_then(|credentials| credentials.api_key.as_ref()) {
        check_not_shared(key, served, &foreign)?;
    }
    if let (None, Some(other)) = (&own, others.first()) {
        return Err(wrong_environment(other, served));
    }
    Ok((own, foreign))
}

/// Checks credentials that replace those of environment `served`.
pub(crate) fn check_credentials(credentials: &Credentials, served: &str, foreign: &ForeignKeys) -> Result<(), Error> {
    if credentials.environment != served {
        return Err(wrong_environment(&credentials.environment, served));
    }
    check_texts(credentials)?;
    credentials.api_key.as_ref().map_or(Ok(()), |key| check_not_shared(key, served, foreign))
}

fn wrong_environment(given: &str, served: &str) -> Error {
    let message = format!("credentials belong to environment `{given}`, but this client serves `{served}`");
    Error::new(code::CREDENTIALS_WRONG_ENVIRONMENT, message)
        .remedy("use URLs that match the credentials: tokens and keys of one environment are not valid in another")
}

fn check_not_shared(key: &Secret, environment: &str, foreign: &ForeignKeys) -> Result<(), Error> {
    let Some((other, _)) = foreign.iter().find(|(other, held)| other != environment && held == key) else {
        return Ok(());
    };
    let message = format!("the same API key is set for environments `{other}` and `{environment}`");
    Err(Error::new(code::CREDENTIALS_SHARED_KEY, message).remedy("create a separate API key in each environment"))
}

fn check_texts(credentials: &Credentials) -> Result<(), Error> {
    let Credentials { environment, api_key, login } = credentials;
    let refuse = |field: &str, expected: &str| {
        let message = format!("the {field} of environment `{environment}` must be {expected}");
        Err(Error::new(code::CREDENTIALS_INVALID, message))
    };
    if api_key.as_ref().is_some_and(|key| key.expose().is_empty()) {
        return refuse("API key", "non-empty, or omitted");
    }
    if api_key.as_ref().is_some_and(|key| !key.fits_header()) {
        return refuse(
            "API key",
            "at most 64 KiB of visible ASCII characters without spaces; check for a line break at its end",
        );
    }
    let Some(Login { realm, username, password, refresh_token }) = login else { return Ok(()) };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    if realm.is_empty() || realm == "." || realm == ".." || !realm.bytes().all(plain) {
        return refuse("login's realm", "letters, digits, `-`, `_`, `.` and `~`");
    }
    if !(1..=MAX_TEXT_BYTES).contains(&username.len()) {
        return refuse("login's user name", "1 byte to 64 KiB long");
    }
    if password.as_ref().is_some_and(|password| password.expose().is_empty()) {
        return refuse("login's password", "non-empty, or omitted");
    }
    if refresh_token.as_ref().is_some_and(|token| !token.fits_header()) {
        return refuse(
            "login's refresh token",
            "at most 64 KiB of visible ASCII characters without spaces, or omitted",
        );
    }
    Ok(())
}
