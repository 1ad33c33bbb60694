//! The credentials file of a deployment: JSON with the schema [`super::FILE_SCHEMA`].

use serde::Deserialize;
use waybill_base::error::{Error, code};
use waybill_base::secret::Secret;

use super::Deployment;
use crate::environment::{Credentials, Environment, EnvironmentKind, Login};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "$schema", default)]
    _schema: Option<String>,
    environment: String,
    environments: Vec<EnvironmentInFile>,
    credentials: Vec<CredentialsInFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct EnvironmentInFile {
    name: String,
    kind: KindInFile,
    base_url: Option<String>,
    proxy_url: Option<String>,
    commerce_url: Option<String>,
    auth_url: Option<String>,
    mock_url: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindInFile {
    Development,
    Staging,
    Sandbox,
    Production,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct CredentialsInFile {
    environment: String,
    api_key: Option<String>,
    login: Option<LoginInFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct LoginInFile {
    realm: String,
    username: String,
    password: Option<String>,
    refresh_token: Option<String>,
}

impl Deployment {
    /// Parses a credentials file.
    ///
    /// # Errors
    /// `credentials.file` with line and column if the file does not match its schema. The message contains no value of the file.
    pub fn read(json: &[u8]) -> Result<Deployment, Error> {
        let file: File = serde_json::from_slice(json).map_err(|error| unreadable(&error))?;
        Ok(Deployment {
            environment: file.environment,
            environments: file.environments.into_iter().map(Into::into).collect(),
            credentials: file.credentials.into_iter().map(Into::into).collect(),
        })
    }
}

/// Returns the error of a file that cannot be parsed. Only messages of serde that quote no value are used.
fn unreadable(error: &serde_json::Error) -> Error {
    let text = error.to_string();
    let is_open = ["missing field", "unknown field", "duplicate field", "EOF", "trailing", "expected"];
    let what = if is_open.iter().any(|beginning| text.starts_with(beginning)) {
        let said = text.rsplit_once(" at line ").map_or(text.as_str(), |(said, _)| said);
        without_odd_name(said).unwrap_or_else(|| said.to_owned())
    } else {
        "the value there has another type".to_owned()
    };
    let message = format!("line {}, column {}: {what}", error.line(), error.column());
    Error::new(code::CREDENTIALS_FILE, message)
}

/// Replaces the message for an unknown field whose name is not a plain word, because it may be a misplaced key.
fn without_odd_name(said: &str) -> Option<String> {
    const LONGEST_NAME: usize = 30;
    let (name, known) = said.strip_prefix("unknown field `")?.rsplit_once("`, expected ").unwrap_or_default();
    let is_plain =
        !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    (!is_plain).then(|| format!("an unknown field; expected {known}"))
}

impl From<EnvironmentInFile> for Environment {
    fn from(given: EnvironmentInFile) -> Self {
        let EnvironmentInFile { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url } = given;
        let kind = match kind {
            KindInFile::Development => EnvironmentKind::Development,
            KindInFile::Staging => EnvironmentKind::Staging,
            KindInFile::Sandbox => EnvironmentKind::Sandbox,
            KindInFile::Production => EnvironmentKind::Production,
        };
        Environment { name, kind, base_url, proxy_url, commerce_url, auth_url, mock_url }
    }
}

impl From<CredentialsInFile> for Credentials {
    fn from(given: CredentialsInFile) -> Self {
        let CredentialsInFile { environment, api_key, login } = given;
        let login = login.map(|LoginInFile { realm, username, password, refresh_token }| Login {
            realm,
            username,
            password: password.map(Secret::new),
            refresh_token: refresh_token.map(Secret::new),
        });
        Credentials { environment, api_key: api_key.map(Secret::new), login }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whole() {
        let json = br#"{"environment": "a", "environments": [{"name": "a", "kind": "production", "baseUrl": "https://a.example/api/v1"}],
            "credentials": [{"environment": "a", "apiKey": "k", "login": {"realm": "r", "username": "u", "refreshToken": "t"}}]}"#;
        let Deployment { environment, environments, credentials } = Deployment::read(json).unwrap();
        assert_eq!((environment.as_str(), environments.len(), credentials.len()), ("a", 1, 1));
        assert_eq!(environments.first().unwrap().kind, EnvironmentKind::Production);
        let login = credentials.first().unwrap().login.as_ref().unwrap();
        assert_eq!(login.refresh_token.as_ref().map(Secret::expose), Some("t"));
    }

    #[test]
    fn file_error_has_a_location_but_no_value() {
        for (json, said) in [
            (
                r#"{"environment": "a", "environments": [], "credentials": ["canary"]}"#,
                "line 1, column 65: the value there has another type",
            ),
            (r#"{"environment": "a", "environments": []}"#, "missing field `credentials`"),
            (
                r#"{"environment": "a", "environments": [], "credentials": [{"apikey": "canary"}]}"#,
                "unknown field `apikey`",
            ),
            (r#"{"environment": "a", "environments": [{"name": "a", "kind": "canary"}]}"#, "another type"),
            (r#"{"canary-key": ""}"#, "an unknown field; expected one of `$schema`, `environment`"),
            (r#"{"x`, canary-key": ""}"#, "an unknown field"),
            (r#"{"environment": canary"#, "expected value"),
            ("", "EOF"),
        ] {
            let error = Deployment::read(json.as_bytes()).unwrap_err();
            assert_eq!(error.code, code::CREDENTIALS_FILE);
            assert!(error.message.contains(said) && !error.message.contains("canary"), "{}", error.message);
        }
    }
}
