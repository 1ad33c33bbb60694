//! Builds the request of a call, without its credential. Everything is checked before anything is sent.

use ::http::{HeaderMap, HeaderName, HeaderValue, Method};
use waybill_base::error::{Error, ErrorCode, code};
use waybill_base::http::{RequestBody, RequestHead};
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::target::build_url;
use super::{Call, Route};
use crate::environment::Environment;

/// Headers that the engine sets, or that the host's HTTP library must set itself (RFC 9110, RFC 9112).
const RESERVED_HEADERS: [&str; 15] = [
    "authorization",
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "http2-settings",
    "x-seller-id",
    "x-tenant",
];

/// A checked call that can be sent several times.
pub(super) struct PreparedRequest {
    pub(super) route: Route,
    pub(super) template: String,
    /// Scopes that the operation needs, as far as the caller knows them.
    pub(super) scopes: Vec<String>,
    pub(super) head: RequestHead,
    pub(super) body: RequestBody,
    pub(super) credential: Credential,
    pub(super) deadline: Option<Timestamp>,
}

/// The kind of credential that authorises a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Credential {
    ApiKey,
    AccessToken,
}

impl PreparedRequest {
    /// Checks a call against its environment.
    pub(super) fn new(call: Call, environment: &Environment) -> Result<Self, Error> {
        let Call { route, method, template, parameters, allow_encoded_slashes, scopes, query, headers, body, deadline } =
            call;
        let method = check_method(&method, &body)?;
        let mut headers = check_headers(&headers)?;
        let (field, credential) = match &route {
            Route::Platform => ("base_url", Credential::ApiKey),
            Route::Commerce { tenant } => {
                let value = check_id(tenant, "tenant id", "X-Tenant", code::REQUEST_TENANT)?;
                headers.insert("x-tenant", value);
                ("commerce_url", Credential::AccessToken)
            }
            Route::CommerceProxy { seller } => {
                let value = check_id(seller, "seller id", "x-seller-id", code::REQUEST_SELLER)?;
                headers.insert("x-seller-id", value);
                ("proxy_url", Credential::ApiKey)
            }
        };
        let Some(base) = route.base_url(environment) else {
            let message = format!("environment `{}` has no `{field}`, which this call needs", environment.name);
            return Err(Error::new(code::ENVIRONMENT_NO_URL, message));
        };
        let url = build_url(base, &template, &parameters, &query, allow_encoded_slashes)?;
        Ok(Self { route, template, scopes, head: RequestHead { method, url, headers }, body, credential, deadline })
    }

    /// True if the request has a body. Its upload may still run when the response arrives.
    pub(super) fn has_body(&self) -> bool {
        self.body != RequestBody::Empty
    }

    /// Returns the request's head with its credential (RFC 6750 section 2.1).
    pub(super) fn head_with_credential(&self, token: &Secret) -> RequestHead {
        let mut head = self.head.clone();
        // Keys and tokens were checked to be visible ASCII when they were set.
        if let Ok(mut value) = HeaderValue::try_from(format!("Bearer {}", token.expose())) {
            value.set_sensitive(true);
            head.headers.insert(::http::header::AUTHORIZATION, value);
        }
        head
    }
}

fn check_method(method: &str, body: &RequestBody) -> Result<Method, Error> {
    let plain = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'-');
    let method = match Method::from_bytes(method.as_bytes()) {
        // CONNECT is for proxies; TRACE, and TRACK on some servers, sends the credentials back.
        Ok(method) if plain && !["CONNECT", "TRACE", "TRACK"].contains(&method.as_str()) => method,
        _ => {
            let message = "the method must be an HTTP method in upper case, and not CONNECT, TRACE or TRACK";
            return Err(Error::new(code::REQUEST_METHOD, message.to_owned()));
        }
    };
    if *body != RequestBody::Empty && (method == Method::GET || method == Method::HEAD) {
        let message = format!("a {method} request must not have a body; several client libraries reject it");
        return Err(Error::new(code::REQUEST_BODY, message));
    }
    Ok(method)
}

fn check_headers(given: &[(String, String)]) -> Result<HeaderMap, Error> {
    let refuse = |message: String| Err(Error::new(code::REQUEST_HEADER, message));
    let mut headers = HeaderMap::new();
    for (position, (name, value)) in given.iter().enumerate() {
        let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else {
            return refuse(format!("header {} has a name that HTTP does not allow", position + 1));
        };
        // Gateways that pass headers on as variables treat `_` as `-` (RFC 3875 section 4.1.18).
        if RESERVED_HEADERS.contains(&name.as_str().replace('_', "-").as_str()) {
            return refuse(format!("header `{name}` is set by the client; remove it"));
        }
        let visible = value.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte));
        let Ok(value) = HeaderValue::from_str(value) else {
            return refuse(format!("header `{name}` has a value with a line break or another control character"));
        };
        if !visible {
            return refuse(format!("header `{name}` has a value that is not ASCII; encode it as the server expects"));
        }
        if headers.try_append(&name, value).is_err() {
            return refuse("there are too many headers".to_owned());
        }
    }
    Ok(headers)
}

fn check_id(id: &str, what: &str, header: &str, code: ErrorCode) -> Result<HeaderValue, Error> {
    let refuse = |problem: &str| {
        let message = format!("the {what} {problem}; it is sent as the required header `{header}`");
        Err(Error::new(code, message))
    };
    if id.is_empty() {
        return refuse("is missing");
    }
    match HeaderValue::from_str(id) {
        Ok(value) if id.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(value),
        _ => refuse("must be visible ASCII characters without spaces"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::EnvironmentKind;

    fn environment() -> Environment {
        Environment {
            name: "sandbox".to_owned(),
            kind: EnvironmentKind::Sandbox,
            base_url: Some("https://a.example/api/v1".to_owned()),
            proxy_url: None,
            commerce_url: Some("https://c.example/api".to_owned()),
            auth_url: None,
            mock_url: None,
        }
    }

    fn call(route: Route) -> Call {
        Call {
            route,
            method: "GET".to_owned(),
            template: "/x".to_owned(),
            parameters: Vec::new(),
            allow_encoded_slashes: false,
            scopes: Vec::new(),
            query: Vec::new(),
            headers: Vec::new(),
            body: RequestBody::Empty,
            deadline: None,
        }
    }

    fn refused(call: Call) -> Error {
        PreparedRequest::new(call, &environment()).err().unwrap()
    }

    fn with_header(name: &str, value: &str) -> Call {
        Call { headers: vec![(name.to_owned(), value.to_owned())], ..call(Route::Platform) }
    }

    #[test]
    fn headers_the_engine_or_the_host_owns_are_refused_in_any_case() {
        for name in RESERVED_HEADERS {
            let error = refused(with_header(&name.to_ascii_uppercase(), "x"));
            assert_eq!(error.code, code::REQUEST_HEADER);
            assert!(error.message.contains(name), "{error}");
            assert_eq!(refused(with_header(&name.replace('-', "_"), "x")).code, code::REQUEST_HEADER, "{name}");
        }
    }

    #[test]
    fn a_line_break_in_a_header_names_the_header_but_not_the_value() {
        for value in ["canary\r\nx: y", "canary\0", "canaryü"] {
            let error = refused(with_header("X-Note", value));
            assert!(error.message.contains("`x-note`") && !error.message.contains("canary"), "{error}");
        }
        assert!(!refused(with_header("canary name", "x")).message.contains("canary"));
    }

    #[test]
    fn a_missing_tenant_is_named_with_its_header() {
        for tenant in ["", " ", "a\r\nb", "ü"] {
            let error = refused(call(Route::Commerce { tenant: tenant.to_owned() }));
            assert_eq!(error.code, code::REQUEST_TENANT);
            assert!(error.message.contains("X-Tenant"), "{error}");
        }
        let error = refused(call(Route::CommerceProxy { seller: String::new() }));
        assert_eq!(error.code, code::REQUEST_SELLER);
    }

    #[test]
    fn a_route_whose_url_is_not_configured_is_named() {
        let error = refused(call(Route::CommerceProxy { seller: "s".to_owned() }));
        assert_eq!(error.code, code::ENVIRONMENT_NO_URL);
        assert!(error.message.contains("`proxy_url`"), "{error}");
    }

    #[test]
    fn methods_are_upper_case_and_safe_to_carry_credentials() {
        for method in ["", "get", "CONNECT", "TRACE", "TRACK", "GET /", "GÉT"] {
            let error = refused(Call { method: method.to_owned(), ..call(Route::Platform) });
            assert_eq!(error.code, code::REQUEST_METHOD, "{method}");
        }
        let with_body = Call { body: RequestBody::Bytes(vec![1]), ..call(Route::Platform) };
        assert_eq!(refused(with_body).code, code::REQUEST_BODY);
    }
}
