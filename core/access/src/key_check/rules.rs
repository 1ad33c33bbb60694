//! The rules: one key per environment, at most 90 days old in production, not expired, and used in its own environment.

use std::borrow::Cow;

use waybill_base::error::{Error, code};
use waybill_base::internal::{TimestampExt as _, describe_span};
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::{Deployment, FindingLevel, KeyFinding};
use crate::environment::{
    Credentials, Environment, EnvironmentKind, Environments, Login, MAX_KEY_AGE_MILLIS, choose_credentials,
};
use crate::token::Claims;

/// Remaining time, in milliseconds, below which a key should be replaced now.
const SOON_MILLIS: i64 = 14 * 86_400_000;

const REPLACE: &str =
    "create an API key (settings, section API Keys, action Create New Key), set it, and delete the old one";

impl Deployment {
    /// Checks the deployment at a time. Returns the findings in order of severity. Of the problems that prevent a client from
    /// starting, only the first is found.
    #[must_use]
    pub fn check(&self, now: Timestamp) -> Vec<KeyFinding> {
        let mut findings = match self.check_configuration() {
            Err(error) => vec![refused(error)],
            Ok(environments) => self.check_credentials(&environments, now),
        };
        findings.sort_by_key(|finding| finding.level);
        findings
    }

    /// Checks the configuration as a client does when it starts.
    fn check_configuration(&self) -> Result<Environments, Error> {
        let environments = Environments::new(self.environments.clone())?;
        if environments.named(&self.environment).is_none() {
            let message =
                format!("environment `{}` is not configured; configured: {}", self.environment, environments.names());
            return Err(Error::new(code::ENVIRONMENT_UNKNOWN, message));
        }
        choose_credentials(self.credentials.clone(), &self.environment, &environments)?;
        Ok(environments)
    }

    fn check_credentials(&self, environments: &Environments, now: Timestamp) -> Vec<KeyFinding> {
        let mut findings = Vec::new();
        if self.credentials.iter().all(|held| held.api_key.is_none() && held.login.is_none()) {
            let message = format!("there are no credentials for environment `{}`", self.environment);
            findings.push(finding("credentials.none", FindingLevel::Error, message, REPLACE));
        }
        for Credentials { environment: name, api_key, login } in &self.credentials {
            let Some(environment) = environments.named(name) else { continue };
            if let Some(key) = api_key {
                let other = environments.issuers_of_others(environment);
                let issued_by = |issuer: &str| other.environment_of(issuer).map(ToOwned::to_owned);
                check_key(environment, key, issued_by, now, &mut findings);
            }
            if let Some(Login { password: None, refresh_token: None, .. }) = login {
                let message = format!("the login of environment `{name}` has neither a password nor a refresh token");
                let remedy = "add the password, or a refresh token from an earlier sign-in";
                findings.push(finding("login.incomplete", FindingLevel::Error, message, remedy));
            }
        }
        findings
    }
}

fn check_key(
    environment: &Environment,
    key: &Secret,
    issued_by: impl Fn(&str) -> Option<String>,
    now: Timestamp,
    findings: &mut Vec<KeyFinding>,
) {
    let the_key = format!("the API key of environment `{}`", environment.name);
    let mut say = |code, level, message: String, remedy| findings.push(finding(code, level, message, remedy));
    let Some(claims) = Claims::read(key) else {
        let message = format!("{the_key} is not a JSON Web Token: its age and scopes cannot be read");
        say("key.unreadable", FindingLevel::Warning, message, "check that the whole key was copied");
        return;
    };
    if let Some(other) = claims.issuer.as_deref().and_then(issued_by) {
        let message = format!("{the_key} was issued by environment `{other}`");
        say("key.environment", FindingLevel::Error, message, "use the key and the URLs of one environment");
    }
    match claims.expires_at.map(|end| end.millis_since(now)) {
        Some(left) if left <= 0 => {
            let message = format!("{the_key} expired {} ago", describe_span(-left));
            say("key.expired", FindingLevel::Error, message, REPLACE);
        }
        Some(left) if left < SOON_MILLIS => {
            let message = format!("{the_key} expires in {}", describe_span(left));
            say("key.expiring", FindingLevel::Warning, message, REPLACE);
        }
        Some(left) => {
            say("key.expiry", FindingLevel::Note, format!("{the_key} expires in {}", describe_span(left)), "");
        }
        None => say("key.expiry", FindingLevel::Note, format!("{the_key} has no expiry time"), ""),
    }
    match claims.issued_at.map(|start| now.millis_since(start)) {
        Some(age) if age > MAX_KEY_AGE_MILLIS && environment.kind == EnvironmentKind::Production => {
            let message =
                format!("{the_key} was issued {} ago; production keys are rotated every 90 days", describe_span(age));
            say("key.old", FindingLevel::Error, message, REPLACE);
        }
        Some(age) if age < 0 => {
            let message = format!("{the_key} was issued {} in the future", describe_span(-age));
            say("key.issued-later", FindingLevel::Warning, message, "check this machine's clock");
        }
        Some(age) => say("key.age", FindingLevel::Note, format!("{the_key} was issued {} ago", describe_span(age)), ""),
        None => say("key.age", FindingLevel::Note, format!("{the_key} has no issue time"), ""),
    }
    let scopes = match claims.scopes.as_slice() {
        [] => format!("{the_key} lists no scopes"),
        scopes => {
            let named: Vec<String> = scopes.iter().map(|scope| format!("`{}`", scope.escape_debug())).collect();
            format!("{the_key} has the scopes {}: check that it needs all of them", named.join(", "))
        }
    };
    say("key.scopes", FindingLevel::Note, scopes, "");
}

fn refused(error: Error) -> KeyFinding {
    let Error { code, message, remedy, .. } = error;
    KeyFinding { code: code.as_str(), level: FindingLevel::Error, message, remedy }
}

fn finding(code: &'static str, level: FindingLevel, message: String, remedy: &'static str) -> KeyFinding {
    KeyFinding { code, level, message, remedy: Cow::Borrowed(remedy) }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    const DAY: i64 = 86_400_000;
    const NOW: i64 = 1_000 * DAY;

    fn key(claims: &str) -> Secret {
        Secret::new(format!("eyJhbGciOiJSUzI1NiJ9.{}.canary", URL_SAFE_NO_PAD.encode(claims)))
    }

    fn environment(name: &str, kind: EnvironmentKind) -> Environment {
        let mut environment = Environment::new(name, kind);
        environment.base_url = Some(format!("https://{name}.example/api/v1"));
        environment
    }

    fn findings(kind: EnvironmentKind, key: Secret) -> Vec<(&'static str, &'static str)> {
        let environments = vec![environment("own", kind), environment("other", EnvironmentKind::Sandbox)];
        let credentials = vec![Credentials::from_api_key("own", key)];
        let deployment = Deployment { environment: "own".to_owned(), environments, credentials };
        let findings = deployment.check(Timestamp::from_millis(NOW));
        assert!(!format!("{findings:?} {deployment:?}").contains("canary"), "{findings:?}");
        findings.iter().map(|finding| (finding.level.as_str(), finding.code)).collect()
    }

    fn seconds(days: i64) -> i64 {
        (NOW / DAY + days) * 86_400
    }

    #[test]
    fn a_key_in_order_is_described() {
        let claims = format!(r#"{{"iat":{},"exp":{},"scope":"flows:run"}}"#, seconds(-89), seconds(15));
        let described = [("note", "key.expiry"), ("note", "key.age"), ("note", "key.scopes")];
        assert_eq!(findings(EnvironmentKind::Production, key(&claims)), described);
        assert_eq!(findings(EnvironmentKind::Production, key("{}")), described);
    }

    #[test]
    fn production_replaces_keys_after_90_days_and_others_need_not() {
        let claims = format!(r#"{{"iat":{}}}"#, seconds(-91));
        assert_eq!(findings(EnvironmentKind::Production, key(&claims)).first(), Some(&("error", "key.old")));
        assert!(findings(EnvironmentKind::Sandbox, key(&claims)).iter().all(|(level, _)| *level == "note"));
    }

    #[test]
    fn a_key_out_of_force_or_soon_is_found() {
        for (days, found) in [(-1, ("error", "key.expired")), (13, ("warning", "key.expiring"))] {
            let claims = format!(r#"{{"exp":{}}}"#, seconds(days));
            assert_eq!(findings(EnvironmentKind::Sandbox, key(&claims)).first(), Some(&found));
        }
        let later = format!(r#"{{"iat":{}}}"#, seconds(1));
        assert_eq!(findings(EnvironmentKind::Sandbox, key(&later)).first(), Some(&("warning", "key.issued-later")));
    }

    #[test]
    fn another_environments_key_is_found_by_its_issuer() {
        let claims = r#"{"iss":"https://other.example/keys"}"#;
        assert_eq!(findings(EnvironmentKind::Production, key(claims)).first(), Some(&("error", "key.environment")));
    }

    #[test]
    fn key_check_reports_the_error_codes_of_the_client() {
        assert_eq!(
            findings(EnvironmentKind::Sandbox, Secret::new("canary \n".to_owned())),
            [("error", "credentials.invalid")]
        );
        let code =
            |deployment: &Deployment| deployment.check(Timestamp::from_millis(NOW)).first().map(|found| found.code);
        let environments =
            vec![environment("a", EnvironmentKind::Sandbox), environment("b", EnvironmentKind::Production)];
        let own = |name: &str, key: &str| Credentials::from_api_key(name, Secret::new(key.to_owned()));
        let mut deployment = Deployment { environment: "a".to_owned(), environments, credentials: Vec::new() };
        assert_eq!(code(&deployment), Some("credentials.none"));
        deployment.credentials = vec![own("a", "one-key"), own("b", "one-key")];
        assert_eq!(code(&deployment), Some("credentials.shared-key"));
        deployment.environment = "c".to_owned();
        assert_eq!(code(&deployment), Some("environment.unknown"));
    }
}
