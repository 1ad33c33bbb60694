//! The three path families. Each checks the credential and the required header, then echoes the request.

use std::collections::BTreeMap;

use http::header::{AUTHORIZATION, COOKIE, HeaderName, PROXY_AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderMap, Request, StatusCode};
use serde::Serialize;

use super::fault::Scope;
use super::reply::PlatformReply;

/// A path family of the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The platform API: API key.
    Platform,
    /// Commerce through the platform: API key and `x-seller-id`.
    Proxy,
    /// Direct access to commerce: access token and `X-Tenant`.
    Commerce,
}

impl Family {
    /// All path families.
    pub const ALL: [Family; 3] = [Family::Platform, Family::Proxy, Family::Commerce];

    /// Returns the path at the end of its base URL.
    #[must_use]
    pub const fn base_path(self) -> &'static str {
        match self {
            Family::Platform => "/api/v1",
            Family::Proxy => "/api/commerce",
            Family::Commerce => "/commerce/api",
        }
    }

    pub(super) const fn scope(self) -> Scope {
        match self {
            Family::Platform => Scope::Platform,
            Family::Proxy => Scope::Proxy,
            Family::Commerce => Scope::Commerce,
        }
    }

    const fn required_header(self) -> Option<HeaderName> {
        match self {
            Family::Platform => None,
            Family::Proxy => Some(HeaderName::from_static("x-seller-id")),
            Family::Commerce => Some(HeaderName::from_static("x-tenant")),
        }
    }
}

/// The kind of a bearer token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bearer {
    ApiKey,
    AccessToken,
    Expired,
    Unknown,
}

/// An echoed request, without credentials.
#[derive(Serialize)]
struct Echo<'a> {
    family: Family,
    method: &'a str,
    path: &'a str,
    query: Vec<(String, String)>,
    headers: BTreeMap<&'a str, String>,
    body_bytes: usize,
}

/// Handles a request to `path` below the family's base. `recognise` classifies its bearer token.
pub(super) fn echo_request(
    family: Family,
    path: &str,
    request: &Request<Vec<u8>>,
    recognise: impl FnOnce(&str) -> Bearer,
) -> PlatformReply {
    let Some(token) = bearer(request.headers()) else {
        return unauthorized(None, "a bearer token is missing");
    };
    match (family, recognise(token)) {
        (Family::Platform | Family::Proxy, Bearer::ApiKey) | (Family::Commerce, Bearer::AccessToken) => {}
        (_, Bearer::Expired) => return unauthorized(Some("the token has expired"), "the token has expired"),
        (Family::Platform | Family::Proxy, Bearer::AccessToken | Bearer::Unknown) => {
            return unauthorized(Some("not an API key of this environment"), "an API key is required here");
        }
        (Family::Commerce, Bearer::ApiKey | Bearer::Unknown) => {
            return unauthorized(Some("not an access token of this environment"), "an access token is required here");
        }
    }
    if let Some(name) = family.required_header()
        && request.headers().get(&name).is_none_or(|value| value.as_bytes().trim_ascii().is_empty())
    {
        return PlatformReply::refusal(StatusCode::BAD_REQUEST, &format!("the header {name} is missing"));
    }
    PlatformReply::json(StatusCode::OK, &echo(family, path, request))
}

fn echo<'a>(family: Family, path: &'a str, request: &'a Request<Vec<u8>>) -> Echo<'a> {
    let query = request.uri().query().unwrap_or_default();
    Echo {
        family,
        method: request.method().as_str(),
        path,
        query: form_urlencoded::parse(query.as_bytes()).into_owned().collect(),
        headers: shown(request.headers()),
        body_bytes: request.body().len(),
    }
}

/// Returns the headers without credentials. Several values of one name are joined (RFC 9110 section 5.3).
fn shown(headers: &HeaderMap) -> BTreeMap<&str, String> {
    let secret = [AUTHORIZATION, PROXY_AUTHORIZATION, COOKIE];
    let names = headers.keys().filter(|name| !secret.contains(name));
    let values =
        |name| headers.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    names.map(|name| (name.as_str(), values(name).collect::<Vec<_>>().join(", "))).collect()
}

/// Returns the token of `Authorization: Bearer` (RFC 6750 section 2.1). The case of the scheme is ignored.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    Some(token.trim()).filter(|token| scheme.eq_ignore_ascii_case("bearer") && !token.is_empty())
}

/// Returns a 401 with a challenge (RFC 6750 section 3). Without a description, which means that no token was sent, the
/// challenge has no error.
fn unauthorized(description: Option<&str>, sentence: &str) -> PlatformReply {
    let challenge = match description {
        Some(text) => format!(r#"Bearer error="invalid_token", error_description="{text}""#),
        None => "Bearer".to_owned(),
    };
    PlatformReply::refusal(StatusCode::UNAUTHORIZED, sentence).with(WWW_AUTHENTICATE, &challenge)
}
