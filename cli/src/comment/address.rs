//! Addresses that a token may be sent to, and those of committed files for links.

use super::service::Service;
use crate::failure::Failure;

/// An address without a slash at its end: https, or http of this machine.
#[derive(Debug)]
pub(super) struct Address(String);

impl Address {
    /// Reads an address; `name` is what messages call it.
    pub(super) fn parse(text: &str, name: &str) -> Result<Address, Failure> {
        let help = "give an address such as https://api.github.com, without credentials";
        let refused = |why: &str| Err(Failure::new(format!("{name} {why}")).help(help));
        let Ok(parsed) = text.parse::<http::Uri>() else { return refused("is no address") };
        let (Some(scheme), Some(host)) = (parsed.scheme_str(), parsed.host()) else { return refused("is no address") };
        if parsed.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            return refused("holds credentials");
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

    /// The page of a committed file.
    pub(super) fn file(&self, service: Service, repository: &str, commit: &str, path: &str) -> String {
        let blob = match service {
            Service::Github => "blob",
            Service::Gitlab => "-/blob",
        };
        format!("{}/{repository}/{blob}/{commit}/{}", self.0, percent_encoded(path))
    }
}

/// A path whose every byte is itself in an address: all but letters, digits and `-._~/` as `%` and two digits.
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
            ("https://me:secret@x.example", "holds credentials"),
            ("http://127.0.0.1@evil.example", "holds credentials"),
            ("http://127.0.0.1.evil.example", "must use https"),
            ("https://x.example?token=1", "has a query"),
            ("api.github.com", "is no address"),
            ("", "is no address"),
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
