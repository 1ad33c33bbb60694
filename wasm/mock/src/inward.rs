//! Input from JavaScript: plain camelCase objects, and their conversions to the types of the mock service.
//!
//! The conversions name every member, so that a new setting does not compile here until it is converted.

use std::collections::BTreeMap;

use http::{HeaderName, HeaderValue, Request};
use serde::Deserialize;
use waybill_base::error::code;
use waybill_mock::service::{ActionRule, LogLimits, ServiceSettings, Settings};

use crate::outward::Failure;

/// The settings of the mock service. No member has a default.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettingsIn {
    soap_action: ActionIn,
    declared_namespaces: bool,
    validate: bool,
    sample_seed: u64,
    day: Option<i64>,
    services: BTreeMap<String, ServiceIn>,
    log: LogLimitsIn,
}

/// The rule for the `SOAPAction` header.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum ActionIn {
    OperationName,
    Declared,
    Any,
}

/// The settings of one service.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ServiceIn {
    soap_action: Option<ActionIn>,
    validate: Option<bool>,
}

/// The limits of the request log.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
struct LogLimitsIn {
    entries: usize,
    bytes: usize,
    body: usize,
}

impl From<ActionIn> for ActionRule {
    fn from(rule: ActionIn) -> ActionRule {
        match rule {
            ActionIn::OperationName => ActionRule::OperationName,
            ActionIn::Declared => ActionRule::Declared,
            ActionIn::Any => ActionRule::Any,
        }
    }
}

impl From<ServiceIn> for ServiceSettings {
    fn from(settings: ServiceIn) -> ServiceSettings {
        let ServiceIn { soap_action, validate } = settings;
        ServiceSettings { action: soap_action.map(ActionRule::from), validate }
    }
}

impl From<SettingsIn> for Settings {
    fn from(settings: SettingsIn) -> Settings {
        let SettingsIn { soap_action, declared_namespaces, validate, sample_seed, day, services, log } = settings;
        let LogLimitsIn { entries, bytes, body } = log;
        Settings {
            action: soap_action.into(),
            declared_namespaces,
            validate,
            seed: sample_seed,
            day,
            services: services.into_iter().map(|(id, settings)| (id, settings.into())).collect(),
            log: LogLimits { entries, bytes, body },
            // Callers use the mock service directly: there is no page or host to allow or reject.
            cors_origins: Vec::new(),
            allowed_hosts: Vec::new(),
            https: false,
        }
    }
}

/// The head of a request. The URL is absolute. Each character of a header value is a byte, as in the Fetch API.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeadIn {
    method: String,
    url: String,
    headers: Vec<(String, String)>,
}

impl HeadIn {
    /// Returns the request with this head.
    ///
    /// # Errors
    /// A [`Failure`] if the method, the address or a header is not valid in HTTP.
    pub fn with_body(self, body: Vec<u8>) -> Result<Request<Vec<u8>>, Failure> {
        let HeadIn { method, url, headers } = self;
        let refuse = |what: &str, error: &dyn std::fmt::Display| Failure {
            code: code::REQUEST_INVALID.as_str(),
            message: format!("the request has {what} that cannot be sent: {error}"),
        };
        let mut request = Request::new(body);
        *request.method_mut() = method.parse().map_err(|error| refuse("a method", &error))?;
        *request.uri_mut() = url.parse().map_err(|error| refuse("an address", &error))?;
        for (name, value) in headers {
            let bytes: Result<Vec<u8>, _> = value.chars().map(u8::try_from).collect();
            let bytes = bytes.map_err(|error| refuse("a header", &error))?;
            let value = HeaderValue::from_bytes(&bytes).map_err(|error| refuse("a header", &error))?;
            let name: HeaderName = name.parse().map_err(|error| refuse("a header", &error))?;
            request.headers_mut().append(name, value);
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(method: &str, url: &str, header: (&str, &str)) -> HeadIn {
        let headers = vec![(header.0.to_owned(), header.1.to_owned())];
        HeadIn { method: method.to_owned(), url: url.to_owned(), headers }
    }

    #[test]
    fn a_character_of_a_header_is_a_byte() {
        let request = head("POST", "http://mock/soap/A/1.0?x=1", ("x-name", "é")).with_body(Vec::new()).unwrap();
        assert_eq!(request.headers()["x-name"].as_bytes(), [0xe9]);
        assert_eq!((request.uri().path(), request.uri().query()), ("/soap/A/1.0", Some("x=1")));
    }

    #[test]
    fn head_invalid_in_http_is_rejected() {
        for head in [
            head("NO METHOD", "http://mock/", ("a", "b")),
            head("GET", "http://mock/\u{7f}", ("a", "b")),
            head("GET", "http://mock/", ("a b", "b")),
            head("GET", "http://mock/", ("a", "\n")),
            head("GET", "http://mock/", ("a", "→")),
        ] {
            assert_eq!(head.with_body(Vec::new()).unwrap_err().code, "request.invalid");
        }
    }
}
