//! Environments: their URLs, and the credentials that may be sent there.
//!
//! All environments are checked together, so that a key of one cannot be sent to another.

mod credentials;
mod issuers;

pub use credentials::{Credentials, Login};
pub(crate) use credentials::{ForeignKeys, check_credentials, choose_credentials};
pub(crate) use issuers::Issuers;

use waybill_base::error::{Error, code};
use waybill_base::internal::{Ending, check_open_url, check_url};

/// Maximum age of production's API keys, in milliseconds. The platform has them rotated every 90 days.
pub(crate) const MAX_KEY_AGE_MILLIS: i64 = 90 * 86_400_000;

/// The purpose of an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnvironmentKind {
    /// A developer's own environment. Only this kind has a mock service.
    Development,
    /// Shared tests before a release, with test connections.
    Staging,
    /// The platform's public trial environment.
    Sandbox,
    /// Real carriers, real shipments.
    Production,
}

/// One deployment of the platform. All URLs are absolute and https, without userinfo, query or fragment. http is allowed
/// for loopback addresses and for the mock service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// Unique name among the configured environments. Credentials refer to it.
    pub name: String,
    /// Purpose of the environment.
    pub kind: EnvironmentKind,
    /// The platform API; ends in `/api/v1`.
    pub base_url: Option<String>,
    /// The commerce API through the platform; ends in `/api/commerce`.
    pub proxy_url: Option<String>,
    /// The commerce API itself; ends in `/api`.
    pub commerce_url: Option<String>,
    /// The identity provider, without its `/realms/...` part.
    pub auth_url: Option<String>,
    /// The mock service. Only for kind development.
    pub mock_url: Option<String>,
}

impl Environment {
    /// Creates an environment without URLs. Set those that you call.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: EnvironmentKind) -> Environment {
        Environment {
            name: name.into(),
            kind,
            base_url: None,
            proxy_url: None,
            commerce_url: None,
            auth_url: None,
            mock_url: None,
        }
    }
}

/// The configured environments, after all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Environments(Vec<Environment>);

impl Environments {
    /// Checks the names and URLs of all environments.
    pub(crate) fn new(environments: Vec<Environment>) -> Result<Self, Error> {
        for (position, environment) in environments.iter().enumerate() {
            check_name(&environment.name)?;
            if environments.iter().take(position).any(|earlier| earlier.name == environment.name) {
                let message = format!("two environments are named `{}`; give each a unique name", environment.name);
                return Err(Error::new(code::ENVIRONMENT_NAME, message));
            }
            check_urls(environment)?;
        }
        Ok(Self(environments))
    }

    /// Returns the environment with this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Environment> {
        self.0.iter().find(|environment| environment.name == name)
    }

    /// Returns the names, for messages.
    pub(crate) fn names(&self) -> String {
        let quoted: Vec<String> = self.0.iter().map(|environment| format!("`{}`", environment.name)).collect();
        if quoted.is_empty() { "none".to_owned() } else { quoted.join(", ") }
    }

    /// Returns the issuers of the other environments.
    pub(crate) fn issuers_of_others(&self, own: &Environment) -> Issuers {
        Issuers::of_others(&self.0, own)
    }
}

fn check_name(name: &str) -> Result<(), Error> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = "an environment's name must be visible ASCII characters without spaces, such as `sandbox`";
        return Err(Error::new(code::ENVIRONMENT_NAME, message.to_owned()));
    }
    Ok(())
}

fn check_urls(environment: &Environment) -> Result<(), Error> {
    let Environment { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url } = environment;
    let urls = [
        ("base_url", base_url, Ending::Is("/api/v1")),
        ("proxy_url", proxy_url, Ending::Is("/api/commerce")),
        ("commerce_url", commerce_url, Ending::Is("/api")),
        ("auth_url", auth_url, Ending::Any),
    ];
    // The URL itself is not shown: one with userinfo holds a password.
    let refuse = |field: &str, problem: String| {
        Error::new(code::ENVIRONMENT_URL, format!("`{field}` of environment `{name}` {problem}"))
    };
    for (field, url, ending) in urls {
        if let Some(url) = url {
            check_url(url, ending).map_err(|problem| refuse(field, problem))?;
        }
    }
    if let Some(url) = mock_url {
        check_open_url(url).map_err(|problem| refuse("mock_url", problem))?;
    }
    if auth_url.as_ref().is_some_and(|url| url.contains("/realms/") || url.ends_with("/realms")) {
        let problem = "must end before `/realms`: the realm is part of the login";
        let message = format!("`auth_url` of environment `{name}` {problem}");
        return Err(Error::new(code::ENVIRONMENT_URL, message));
    }
    if mock_url.is_some() && *kind != EnvironmentKind::Development {
        let message = format!(
            "environment `{name}` has a `mock_url`, but the mock service exists only in development; {}",
            match kind {
                EnvironmentKind::Production => "use the real carrier connections",
                EnvironmentKind::Development | EnvironmentKind::Staging | EnvironmentKind::Sandbox =>
                    "use test connections",
            }
        );
        return Err(Error::new(code::ENVIRONMENT_MOCK, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
