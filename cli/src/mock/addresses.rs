//! Parsers for hosts, names and origins. Values that can never match are rejected instead of having no effect.

use std::net::{IpAddr, Ipv4Addr};

/// Parses an address to listen on, or `localhost`.
pub(super) fn parse_host(text: &str) -> Result<IpAddr, String> {
    if text == "localhost" {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    let is_one_machines = |address: &IpAddr| !address.is_multicast() && *address != IpAddr::V4(Ipv4Addr::BROADCAST);
    text.parse().ok().filter(is_one_machines).ok_or_else(|| {
        "not an IP address to listen on; use 127.0.0.1 for loopback, or 0.0.0.0 for all addresses of this machine"
            .to_owned()
    })
}

/// Parses a host name without scheme, port and path.
pub(super) fn parse_name(text: &str) -> Result<String, String> {
    if !text.is_empty() && !text.contains(['/', ':', ' ', '*']) {
        return Ok(text.to_owned());
    }
    Err("not a host name; write it without scheme, port and path, as in mock.example".to_owned())
}

/// Parses `*`, or an origin as browsers send it (RFC 6454 section 6.1).
pub(super) fn parse_origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    if text == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', ' ', '*'])) {
        return Ok(text.to_owned());
    }
    Err("not an origin; write it with scheme and without a path, as in http://localhost:3000, or use `*`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_name_and_origin_that_cannot_match_are_rejected() {
        assert!(["localhost", "0.0.0.0", "::1"].iter().all(|host| parse_host(host).is_ok()));
        assert!(
            ["", "example", "localhost:80", "224.0.0.1", "ff02::1", "255.255.255.255"]
                .iter()
                .all(|host| parse_host(host).is_err())
        );
        assert!(["mock", "mock.example"].iter().all(|name| parse_name(name).is_ok()));
        assert!(["", "http://mock", "mock:80", "mock/", "*"].iter().all(|name| parse_name(name).is_err()));
        assert!(["*", "http://localhost:3000", "https://a.example"].iter().all(|origin| parse_origin(origin).is_ok()));
        assert!(["", "foo", "https://a/", "http://", "https://*.a"].iter().all(|origin| parse_origin(origin).is_err()));
    }
}
