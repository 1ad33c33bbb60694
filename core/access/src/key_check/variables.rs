//! Reads a deployment from environment variables.

use waybill_base::error::{Error, code};
use waybill_base::secret::Secret;

use super::Deployment;
use crate::environment::{Credentials, Environment, EnvironmentKind, Login};

/// Variables that contain a secret. Instead of a variable, systemd may provide a file with its name in lower case.
pub const SECRET_VARIABLES: [&str; 3] = ["WAYBILL_API_KEY", "WAYBILL_PASSWORD", "WAYBILL_REFRESH_TOKEN"];

/// Variables that contain no secret.
const OPEN_VARIABLES: [&str; 8] = [
    "WAYBILL_ENVIRONMENT",
    "WAYBILL_BASE_URL",
    "WAYBILL_PROXY_URL",
    "WAYBILL_COMMERCE_URL",
    "WAYBILL_AUTH_URL",
    "WAYBILL_MOCK_URL",
    "WAYBILL_REALM",
    "WAYBILL_USERNAME",
];

impl Deployment {
    /// Returns the names of all variables that [`Deployment::from_variables`] reads.
    pub fn variables() -> impl Iterator<Item = &'static str> {
        OPEN_VARIABLES.into_iter().chain(SECRET_VARIABLES)
    }

    /// Reads a deployment from variables: one environment, named after its kind, and its credentials. An empty value is treated
    /// as unset.
    ///
    /// # Errors
    /// `credentials.variable` if `WAYBILL_ENVIRONMENT` is not set or is no kind of environment.
    pub fn from_variables(value: impl Fn(&str) -> Option<String>) -> Result<Deployment, Error> {
        let value = |name: &str| value(name).filter(|value| !value.is_empty());
        let Some(name) = value("WAYBILL_ENVIRONMENT") else {
            return Err(Error::new(code::CREDENTIALS_VARIABLE, "WAYBILL_ENVIRONMENT is not set".to_owned()));
        };
        let kind = match name.as_str() {
            "development" => EnvironmentKind::Development,
            "staging" => EnvironmentKind::Staging,
            "sandbox" => EnvironmentKind::Sandbox,
            "production" => EnvironmentKind::Production,
            // The value is not shown: it may be a secret in the wrong variable.
            _ => {
                let message = "WAYBILL_ENVIRONMENT must be development, staging, sandbox or production";
                return Err(Error::new(code::CREDENTIALS_VARIABLE, message.to_owned()));
            }
        };
        let secret = |name: &str| value(name).map(Secret::new);
        let (realm, username) = (value("WAYBILL_REALM"), value("WAYBILL_USERNAME"));
        let (password, refresh_token) = (secret("WAYBILL_PASSWORD"), secret("WAYBILL_REFRESH_TOKEN"));
        let has_login = realm.is_some() || username.is_some() || password.is_some() || refresh_token.is_some();
        let login = has_login.then(|| Login {
            realm: realm.unwrap_or_default(),
            username: username.unwrap_or_default(),
            password,
            refresh_token,
        });
        let environment = Environment {
            base_url: value("WAYBILL_BASE_URL"),
            proxy_url: value("WAYBILL_PROXY_URL"),
            commerce_url: value("WAYBILL_COMMERCE_URL"),
            auth_url: value("WAYBILL_AUTH_URL"),
            mock_url: value("WAYBILL_MOCK_URL"),
            ..Environment::new(&name, kind)
        };
        let credentials = Credentials { environment: name.clone(), api_key: secret("WAYBILL_API_KEY"), login };
        Ok(Deployment { environment: name, environments: vec![environment], credentials: vec![credentials] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Deployment, Error> {
        Deployment::from_variables(|name| {
            assert!(Deployment::variables().any(|known| known == name), "{name} is not listed");
            variables.iter().find(|(given, _)| *given == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn one_environment_and_its_credentials_are_read() {
        let given = [
            ("WAYBILL_ENVIRONMENT", "sandbox"),
            ("WAYBILL_BASE_URL", "https://a.example/api/v1"),
            ("WAYBILL_MOCK_URL", ""),
            ("WAYBILL_API_KEY", "key"),
            ("WAYBILL_REALM", "shop"),
            ("WAYBILL_PASSWORD", "password"),
        ];
        let Deployment { environment, environments, credentials } = read(&given).unwrap();
        let [served] = environments.as_slice() else { panic!("{environments:?}") };
        assert_eq!((environment.as_str(), served.kind), ("sandbox", EnvironmentKind::Sandbox));
        assert_eq!((served.base_url.as_deref(), served.mock_url.as_deref()), (Some("https://a.example/api/v1"), None));
        let [Credentials { api_key, login: Some(login), .. }] = credentials.as_slice() else {
            panic!("{credentials:?}")
        };
        assert_eq!(api_key.as_ref().map(Secret::expose), Some("key"));
        assert_eq!((login.realm.as_str(), login.username.as_str()), ("shop", ""));
        let without = read(&[("WAYBILL_ENVIRONMENT", "production")]).unwrap();
        assert_eq!(without.credentials.first().unwrap().login, None);
    }

    #[test]
    fn invalid_environment_is_rejected_without_its_value() {
        for given in [&[][..], &[("WAYBILL_ENVIRONMENT", "")], &[("WAYBILL_ENVIRONMENT", "canary")]] {
            let error = read(given).unwrap_err();
            assert_eq!(error.code, code::CREDENTIALS_VARIABLE);
            assert!(error.message.contains("WAYBILL_ENVIRONMENT") && !error.message.contains("canary"), "{error}");
        }
    }
}
