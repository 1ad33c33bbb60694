//! Addresses that a token may be sent to, and links to committed files.

use super::service::Service;
use crate::failure::Failure;

/// An https address, or an http address of this machine, without a trailing slash.
#[derive(Debug)]
pub(super) struct Address(String);

impl Address {
    /// Parses an address. `name` is its name in messages.
    pub(super) fn parse(text: &str, name: &str) -> Result<Address, Failure> {
        let help = "use an address such as https://api.github.com, without credentials";
        let refused = |why: &str| Err(Failure::new(format!("{name} {why}")).help(help));
        let Ok(parsed) = text.parse::<http::Uri>() else { return refused("is not an address") };
        let (Some(scheme), Some(host)) = (parsed.scheme_str(), parsed.host()) else {
            return refused("is not an address");
        };
        if parsed.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            return refused("contains credentials");
        }
        if parsed.query().is_some() {
            return refused("has a query");
        }
        let is_loopback = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
        match scheme {
            "https" => {}
            "http" if is_loopback => {}
            _ => return refused("must use https"),
        }
        Ok(Address(text.trim_end_matches('/').to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address of a committed file's page.
    pub(super) fn file(&self, service: Service, repository: &str, commit: &str, path: &str) -> String {
        let blob = match service {
            Service::Github => "blob",
            Service::Gitlab => "-/blob",
        };
        format!("{}/{repository}/{blob}/{commit}/{}", self.0, percent_encoded(path))
    }
}

/// Percent-encodes a path: all bytes except letters, digits and `-._~/`.
pub(super) fn percent_encoded(path: &str) -> String {
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/');
    path.bytes().map(|byte| if is_kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_goes_over_https_alone_or_to_this_machine() {
        for good in ["https://api.github.com", "https://ghe.example/api/v3/", "http://127.0.0.1:8080", "http://[::1]:1"]
        {
            assert!(Address::parse(good, "--api").is_ok(), "{good}");
        }
        for (bad, says) in [
            ("http://api.github.com", "must use https"),
            ("ftp://127.0.0.1", "must use https"),
            ("https://me:secret@x.example", "contains credentials"),
            ("http://127.0.0.1@evil.example", "contains credentials"),
            ("http://127.0.0.1.evil.example", "must use https"),
            ("https://x.example?token=1", "has a query"),
            ("api.github.com", "is not an address"),
            ("", "is not an address"),
        ] {
            let said = Address::parse(bad, "--api").unwrap_err().to_string();
            assert!(said.contains(&format!("--api {says}")) && !said.contains("secret"), "{bad}: {said}");
        }
    }

    #[test]
    fn no_path_ends_a_link() {
        let address = Address::parse("https://github.com", "").unwrap();
        let link = address.file(Service::Github, "a/b", "c0ffee", "api/x y)](z.yaml#L1?@é");
        assert_eq!(link, "https://github.com/a/b/blob/c0ffee/api/x%20y%29%5D%28z.yaml%23L1%3F%40%C3%A9");
    }
}
