//! Checks the URLs that requests are sent to (RFC 3986, restricted): https, a plain host and a plain path.
//!
//! Client libraries interpret unusual URLs in different ways, so these URLs are rejected.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The required end of a URL's path.
#[derive(Clone, Copy)]
pub enum Ending {
    Is(&'static str),
    Any,
}

/// Checks a URL. The error is the end of a sentence that begins with the field's name.
pub fn check_url(url: &str, ending: Ending) -> Result<(), String> {
    let (secure, host, path) = split_url(url)?;
    if !secure && !is_loopback(host) {
        return Err("must use https; http is allowed only for loopback addresses".to_owned());
    }
    check_path(path, ending)
}

/// Checks a URL that never receives credentials. Such a URL may use http for any host.
pub fn check_open_url(url: &str) -> Result<(), String> {
    let (_, _, path) = split_url(url)?;
    check_path(path, Ending::Any)
}

/// Splits a URL into scheme (true if https), host and path.
fn split_url(url: &str) -> Result<(bool, &str, &str), String> {
    let (secure, rest) = if let Some(rest) = url.strip_prefix("https://") {
        (true, rest)
    } else if let Some(rest) = url.strip_prefix("http://") {
        (false, rest)
    } else {
        return Err("must begin with `https://`".to_owned());
    };
    if let Some(part) = [('?', "query"), ('#', "fragment")].iter().find(|(sign, _)| rest.contains(*sign)) {
        return Err(format!("must not have a {}", part.1));
    }
    let (authority, path) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
    if authority.contains('@') {
        return Err("must not contain a user name or password; pass credentials separately".to_owned());
    }
    Ok((secure, check_authority(authority)?, path))
}

/// Checks the host and the port, and returns the host.
fn check_authority(authority: &str) -> Result<&str, String> {
    let host_end = if authority.starts_with('[') {
        authority.find(']').map_or(authority.len(), |bracket| bracket + 1)
    } else {
        authority.find(':').unwrap_or(authority.len())
    };
    let (host, port) = authority.split_at(host_end);
    if !is_host(host) {
        return Err("must have a host of letters, digits, dots and hyphens, or an IP address".to_owned());
    }
    match port.strip_prefix(':') {
        None if port.is_empty() => Ok(host),
        Some(digits) if is_port(digits) => Ok(host),
        _ => Err("must have a port from 1 to 65535, or none".to_owned()),
    }
}

fn is_host(host: &str) -> bool {
    if let Some(inner) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return inner.parse::<Ipv6Addr>().is_ok();
    }
    let label = |label: &str| {
        let plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        plain && !label.is_empty() && label.len() <= 63 && !label.starts_with('-') && !label.ends_with('-')
    };
    // Client libraries parse a host whose last label starts with a digit as an IPv4 address, so it must be a plain one.
    let last_is_number = host.rsplit('.').next().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()));
    host.len() <= 253 && host.split('.').all(label) && (!last_is_number || host.parse::<Ipv4Addr>().is_ok())
}

fn is_port(digits: &str) -> bool {
    digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0') && digits.parse::<u16>().is_ok()
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || bare.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || bare.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback())
}

fn check_path(path: &str, ending: Ending) -> Result<(), String> {
    if path.ends_with('/') {
        return Err("must not end in a slash".to_owned());
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte);
    let mut segments = path.split('/').skip(1);
    // Some servers treat the text after a `;` as parameters of the segment, and read `..;x` as `..`.
    let dotted = |segment: &str| matches!(segment.split(';').next(), Some("" | "." | ".."));
    if !segments.all(|segment| !dotted(segment) && segment.bytes().all(plain)) {
        return Err("must have a plain path: no empty, `.` or `..` segments, no percent-encoding".to_owned());
    }
    match ending {
        Ending::Is(expected) if !path.ends_with(expected) => Err(format!("must end in `{expected}`")),
        Ending::Is(_) | Ending::Any => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_anywhere_and_http_on_loopback_are_accepted() {
        for url in [
            "https://api.example.com/api/v1",
            "https://api.example.com:8443/tenant-a/api/v1",
            "http://localhost:3000/api/v1",
            "http://127.0.0.1:1/drop/run-1/api/v1",
            "http://[::1]:65535/api/v1",
        ] {
            assert_eq!(check_url(url, Ending::Is("/api/v1")), Ok(()), "{url}");
        }
        assert_eq!(check_url("https://id.example.com", Ending::Any), Ok(()));
    }

    #[test]
    fn without_credentials_http_will_do_for_any_host() {
        for url in ["http://microcks:8080", "http://mock.example", "https://mock.example/mocks"] {
            assert_eq!(check_open_url(url), Ok(()), "{url}");
        }
        for url in ["http://user:pw@mock:8080", "ftp://mock", "http://mock/", "http://mock/?a", "mock:8080"] {
            assert!(check_open_url(url).is_err(), "{url}");
        }
    }

    #[test]
    fn ambiguous_or_insecure_base_url_is_rejected_with_reason() {
        for (url, reason) in [
            ("http://api.example.com/api/v1", "https"),
            ("http://localhost.example.com/api/v1", "https"),
            ("http://localhost.evil/api/v1", "https"),
            ("http://127.0.0.1.evil/api/v1", "https"),
            ("http://127-0-0-1.evil/api/v1", "https"),
            ("http://0.0.0.0/api/v1", "https"),
            ("http://[::]/api/v1", "https"),
            ("http://[::ffff:127.0.0.1]/api/v1", "https"),
            ("http://[::1]evil/api/v1", "port"),
            ("http://[::1%25lo]/api/v1", "host"),
            ("http://localhost./api/v1", "host"),
            ("http://2130706433/api/v1", "host"),
            ("http://0177.0.0.1/api/v1", "host"),
            ("http://127.0.0.1:80:80/api/v1", "port"),
            ("http:\\\\127.0.0.1/api/v1", "begin with"),
            ("//api.example.com/api/v1", "begin with"),
            (" https://api.example.com/api/v1", "begin with"),
            ("https://münchen.example/api/v1", "host"),
            ("https://ｅxample.com/api/v1", "host"),
            ("https://example。com/api/v1", "host"),
            ("https://api.example.com\t/api/v1", "host"),
            ("https://api.example.com%2eevil/api/v1", "host"),
            ("https://@api.example.com/api/v1", "user name"),
            ("HTTPS://api.example.com/api/v1", "begin with"),
            ("ftp://api.example.com/api/v1", "begin with"),
            ("https://user:pw@api.example.com/api/v1", "user name"),
            ("http://127.0.0.1@evil.example/api/v1", "user name"),
            ("https://api.example.com/api/v1?a=b", "query"),
            ("https://api.example.com/api/v1#top", "fragment"),
            ("https://api.example.com/api/v1/", "slash"),
            ("https://api.example.com/api/v2", "end in `/api/v1`"),
            ("https://api.example.com/x/../api/v1", "plain path"),
            ("https://api.example.com//api/v1", "plain path"),
            ("https://api.example.com/..;/api/v1", "plain path"),
            ("https://api.example.com/;x/api/v1", "plain path"),
            ("https://api.example.com/a b/api/v1", "plain path"),
            ("https://api.example.com/ü/api/v1", "plain path"),
            ("https://api.example.com/xapi/v1", "end in `/api/v1`"),
            ("https://api/v1", "end in `/api/v1`"),
            ("https://api.example.com", "end in `/api/v1`"),
            ("https://api.example.com/%2e%2e/api/v1", "plain path"),
            ("https://api.example.com\\evil/api/v1", "host"),
            ("https:///api/v1", "host"),
            ("https://0x7f.1/api/v1", "host"),
            ("http://127.1/api/v1", "host"),
            ("https://api.example.com:0/api/v1", "port"),
            ("https://api.example.com:65536/api/v1", "port"),
            ("https://api.example.com:/api/v1", "port"),
            ("https://[::1/api/v1", "host"),
            ("https://ex ample.com/api/v1", "host"),
        ] {
            let problem = check_url(url, Ending::Is("/api/v1")).unwrap_err();
            assert!(problem.contains(reason), "{url}: {problem}");
        }
    }
}
