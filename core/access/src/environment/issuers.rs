//! The issuers of the environments' tokens and keys. They show which environment a token belongs to.

use super::Environment;

/// The issuers of the environments that an engine does not serve.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Issuers {
    others: Vec<Issuer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Issuer {
    environment: String,
    /// The identity provider, whose realms issue access tokens.
    provider: Option<String>,
    /// Scheme, host and port of the platform.
    platform: Option<String>,
}

impl Issuers {
    /// Returns the issuers of all environments but `own`. URLs that they share with `own` are left out: they identify neither.
    pub(crate) fn of_others(all: &[Environment], own: &Environment) -> Issuers {
        let own_platform = own.base_url.as_deref().map(origin);
        let others = all.iter().filter(|other| other.name != own.name).map(|other| Issuer {
            environment: other.name.clone(),
            provider: other.auth_url.clone().filter(|url| Some(url) != own.auth_url.as_ref()),
            platform: other.base_url.as_deref().map(origin).filter(|url| Some(*url) != own_platform).map(str::to_owned),
        });
        Issuers { others: others.collect() }
    }

    /// Returns the other environment whose identity provider has this issuer as a realm.
    pub(crate) fn environment_of_provider(&self, issuer: &str) -> Option<&str> {
        let is_realm = |provider: &str| issuer.strip_prefix(provider).is_some_and(|rest| rest.starts_with("/realms/"));
        self.find(|other| other.provider.as_deref().is_some_and(is_realm))
    }

    /// Returns the other environment that has this issuer: as a realm of its identity provider, or as its platform.
    pub(crate) fn environment_of(&self, issuer: &str) -> Option<&str> {
        let is_at =
            |platform: &str| issuer.strip_prefix(platform).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.environment_of_provider(issuer).or_else(|| self.find(|other| other.platform.as_deref().is_some_and(is_at)))
    }

    fn find(&self, is_issuer: impl Fn(&Issuer) -> bool) -> Option<&str> {
        self.others.iter().find(|other| is_issuer(other)).map(|other| other.environment.as_str())
    }
}

/// Returns scheme, host and port of a URL that was checked.
fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    let end = url.get(host..).and_then(|rest| rest.find('/')).map_or(url.len(), |slash| host + slash);
    url.get(..end).unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::EnvironmentKind;

    fn environment(name: &str, host: &str) -> Environment {
        Environment {
            base_url: Some(format!("https://{host}/api/v1")),
            auth_url: Some(format!("https://id.{host}")),
            ..Environment::new(name, EnvironmentKind::Sandbox)
        }
    }

    #[test]
    fn issuer_belongs_to_the_environment_of_its_host() {
        let all = [environment("own", "own.example"), environment("other", "other.example")];
        let issuers = Issuers::of_others(&all, &all[0]);
        for issuer in ["https://id.other.example/realms/r", "https://other.example", "https://other.example/keys"] {
            assert_eq!(issuers.environment_of(issuer), Some("other"), "{issuer}");
        }
        for issuer in
            ["", "https://own.example", "https://id.own.example/realms/r", "https://other.example.evil", "other"]
        {
            assert_eq!(issuers.environment_of(issuer), None, "{issuer}");
        }
        assert_eq!(issuers.environment_of_provider("https://other.example"), None);
    }

    #[test]
    fn issuer_shared_by_environments_identifies_none() {
        let all = [environment("own", "a.example"), environment("other", "a.example")];
        assert_eq!(Issuers::of_others(&all, &all[0]).environment_of("https://id.a.example/realms/r"), None);
    }
}
