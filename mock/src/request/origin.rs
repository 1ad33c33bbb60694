//! Access to control endpoints, for programs and for pages of the same host. They have no authentication, so other sites'
//! pages in a developer's browser must be rejected.

use http::header::{AsHeaderName, HOST, ORIGIN};
use http::{HeaderMap, Uri};

use super::fields::join_fields;

/// The header that shows that a request may come from a page of another site.
#[derive(Debug)]
pub(crate) struct Foreign {
    /// Name of the header.
    pub(crate) header: &'static str,
    /// All values of the header.
    pub(crate) value: String,
}

/// Rejects a request whose `Host` may be the result of DNS rebinding, or whose `Origin` differs from its `Host`. A
/// request with several of either is rejected, because programs differ in which one they use (RFC 9112 section 3.2).
/// `hosts` are additional allowed host names.
pub(crate) fn check(headers: &HeaderMap, hosts: &[String]) -> Result<(), Foreign> {
    let host = join_fields(headers, HOST.as_str());
    if let Some(host) = &host
        && (is_repeated(headers, HOST) || !is_own(host_name(host), hosts))
    {
        return Err(Foreign { header: "Host", value: host.clone() });
    }
    match join_fields(headers, ORIGIN.as_str()) {
        Some(value) if is_repeated(headers, ORIGIN) || !is_same_origin(&value, host.as_deref()) => {
            Err(Foreign { header: "Origin", value })
        }
        _ => Ok(()),
    }
}

fn is_repeated(headers: &HeaderMap, name: impl AsHeaderName) -> bool {
    headers.get_all(name).iter().nth(1).is_some()
}

/// True for addresses, which cannot be rebound, for names that always resolve to this machine, and for names in
/// `hosts`.
fn is_own(name: &str, hosts: &[String]) -> bool {
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>().is_ok();
    let lower = name.to_ascii_lowercase();
    address
        || lower == "localhost"
        || lower.ends_with(".localhost")
        || hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
}

/// Removes the port from a host.
fn host_name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() => name,
        _ => host,
    }
}

fn is_same_origin(origin: &str, host: Option<&str>) -> bool {
    let authority =
        origin.parse::<Uri>().ok().and_then(|uri| uri.authority().map(|authority| authority.as_str().to_owned()));
    authority.is_some() && authority.as_deref() == host
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn is_allowed(host: &'static str, origin: Option<&'static str>) -> bool {
        let mut headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]);
        headers.extend(origin.map(|origin| (ORIGIN, HeaderValue::from_static(origin))));
        check(&headers, &["mock.internal".to_owned()]).is_ok()
    }

    #[test]
    fn programs_reach_it_by_address_and_by_names_that_lead_here() {
        for host in ["127.0.0.1:8080", "[::1]:8080", "localhost", "LOCALHOST:1", "10.0.0.7:8080", "mock.internal:8080"]
        {
            assert!(is_allowed(host, None), "{host}");
        }
        for host in ["carrier.example", "localhost.carrier.example:8080", ""] {
            assert!(!is_allowed(host, None), "{host}");
        }
        assert!(check(&HeaderMap::new(), &[]).is_ok());
    }

    #[test]
    fn repeated_fields_are_rejected() {
        for name in [HOST, ORIGIN] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("localhost"));
            headers.insert(ORIGIN, HeaderValue::from_static("http://localhost"));
            assert!(check(&headers, &[]).is_ok());
            headers.append(&name, HeaderValue::from_static("localhost"));
            assert!(check(&headers, &[]).is_err(), "{headers:?}");
        }
    }

    #[test]
    fn pages_of_other_origins_do_not() {
        assert!(is_allowed("localhost:8080", Some("http://localhost:8080")));
        for origin in ["http://localhost:3000", "https://carrier.example", "null", "http://127.0.0.1:8080"] {
            assert!(!is_allowed("localhost:8080", Some(origin)), "{origin}");
        }
    }
}
