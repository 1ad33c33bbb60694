//! Access to the control endpoints, for programs and for pages of the mock service's own host. There is no
//! authentication, so other sites' pages in a developer's browser must be rejected.

use http::header::{HOST, ORIGIN};
use http::{HeaderMap, StatusCode, Uri};

use crate::request::fields::first_field;
use crate::response::Problem;

const ALLOW_HOST: &str = "allow other names of its host with --allow-host of waybill mock";

const CALL_SERVICES: &str =
    "a page can call the services below /soap and /rest if --cors of waybill mock allows its origin";

/// Rejects a request whose `Host` may be the result of DNS rebinding, or whose `Origin` differs from its `Host`.
/// `hosts` are additional allowed host names.
pub(super) fn check(headers: &HeaderMap, hosts: &[String]) -> Result<(), Problem> {
    let host = first_field(headers, HOST);
    if let Some(host) = &host
        && !is_own(host_name(host), hosts)
    {
        return Err(refuse("Host", host, ALLOW_HOST));
    }
    match first_field(headers, ORIGIN) {
        Some(origin) if !is_same_origin(&origin, host.as_deref()) => Err(refuse("Origin", &origin, CALL_SERVICES)),
        _ => Ok(()),
    }
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

fn refuse(header: &str, value: &str, advice: &str) -> Problem {
    let sentence = format!(
        "the {header} of the request is `{value}`: pages of other origins cannot use the mock service's own endpoints; {advice}"
    );
    Problem::new(StatusCode::FORBIDDEN, "The request came from another origin", sentence)
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
    fn pages_of_other_origins_do_not() {
        assert!(is_allowed("localhost:8080", Some("http://localhost:8080")));
        for origin in ["http://localhost:3000", "https://carrier.example", "null", "http://127.0.0.1:8080"] {
            assert!(!is_allowed("localhost:8080", Some(origin)), "{origin}");
        }
    }
}
