//! Cross-origin requests to mocked services from the origins in the settings (Fetch standard, section 3.3).

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};

use crate::request::fields::decode_field;

/// True for a browser's preflight request from an allowed origin. Pages cannot send its header themselves.
pub(super) fn is_preflight(method: &Method, headers: &HeaderMap, origins: &[String]) -> bool {
    *method == Method::OPTIONS
        && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
        && allowed_origin(headers, origins).is_some()
}

/// Builds a preflight response that allows these methods and every requested header. [`expose`] adds the origin.
pub(super) fn allow(methods: &[&str], preflight: &HeaderMap) -> Response<Vec<u8>> {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let added = response.headers_mut();
    added.extend(HeaderValue::try_from(methods.join(", ")).ok().map(|methods| (ACCESS_CONTROL_ALLOW_METHODS, methods)));
    if let Some(names) = preflight.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        added.insert(ACCESS_CONTROL_ALLOW_HEADERS, names.clone());
    }
    added.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("3600"));
    response
}

/// Lets pages of allowed origins read the response and all its headers.
pub(super) fn expose(request: &HeaderMap, response: &mut Response<Vec<u8>>, origins: &[String]) {
    let Some(origin) = allowed_origin(request, origins) else { return };
    let added = response.headers_mut();
    added.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    added.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("*"));
    added.append(VARY, HeaderValue::from_static("origin"));
}

/// Returns the request's origin if the settings contain it or `*`.
fn allowed_origin(headers: &HeaderMap, origins: &[String]) -> Option<HeaderValue> {
    let origin = headers.get(ORIGIN)?;
    let text = decode_field(origin);
    origins.iter().any(|allowed| allowed == "*" || *allowed == text).then(|| origin.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(origin: &'static str) -> HeaderMap {
        HeaderMap::from_iter([
            (ORIGIN, HeaderValue::from_static(origin)),
            (ACCESS_CONTROL_REQUEST_METHOD, HeaderValue::from_static("POST")),
        ])
    }

    #[test]
    fn only_named_origins_are_let_in() {
        let named = ["http://localhost:3000".to_owned()];
        assert!(is_preflight(&Method::OPTIONS, &headers("http://localhost:3000"), &named));
        assert!(!is_preflight(&Method::OPTIONS, &headers("http://other.example"), &named));
        assert!(is_preflight(&Method::OPTIONS, &headers("http://other.example"), &["*".to_owned()]));
        assert!(!is_preflight(&Method::POST, &headers("http://localhost:3000"), &named));
    }
}
