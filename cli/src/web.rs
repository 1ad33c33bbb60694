//! The HTTP client: for descriptions and, where that is allowed, references given by an address; for language models,
//! GitHub and GitLab.
//!
//! Only `http:` and `https:` are used, also after redirects. Relative references are resolved against the address after
//! redirects (RFC 3986 section 5.1.3). An address with credentials is rejected, and never shown with them.

use std::time::Duration;

use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, AsSendBody, Body, Error, ResponseExt};
use waybill_core::report::SuppliedFile;
use waybill_core::rewrite::ModelRequest;
use waybill_core::{ResponseHead, Secret};

use crate::failure::Failure;
use crate::limits::{LARGEST_ANSWER, LARGEST_FILE, LARGEST_LIST};

/// Time limit for one file, including redirects.
const PATIENCE: Duration = Duration::from_mins(1);

/// Time limit for a connection to a server.
const CONNECTED: Duration = Duration::from_secs(10);

const REDIRECTS: u32 = 5;

/// Advice on an address in a reference.
const SAVE: &str = "save the file beside the description and refer to it there";

/// The client, and whether it may fetch references.
#[derive(Debug)]
pub(crate) struct Web {
    agent: Agent,
    references: bool,
}

/// A response, with any status.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) status: u16,
    pub(crate) headers: http::HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// True if a description's name is an address. The scheme is case-insensitive (RFC 3986 section 3.1).
pub(crate) fn is_address(name: &str) -> bool {
    let begins = |scheme: &str| name.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    begins("http://") || begins("https://")
}

/// Returns the address for messages and reports, without credentials, which may also be in the query.
pub(crate) fn shown(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    match address.split_once("://") {
        Some((scheme, rest)) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let host = authority.rsplit('@').next().unwrap_or_default();
            format!("{scheme}://{host}{path}")
        }
        None => address.to_owned(),
    }
}

fn holds_credentials(address: &str) -> bool {
    let behind = address.split_once("://").map_or(address, |(_, rest)| rest);
    behind.split(['/', '?', '#']).next().is_some_and(|authority| authority.contains('@'))
}

impl Web {
    /// Creates a client. If `references` is true, it may fetch references.
    pub(crate) fn new(references: bool) -> Web {
        let roots = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let config = Agent::config_builder()
            .tls_config(roots)
            .timeout_connect(Some(CONNECTED))
            .timeout_global(Some(PATIENCE))
            .max_redirects(REDIRECTS)
            .user_agent(concat!("waybill/", env!("CARGO_PKG_VERSION")));
        Web { agent: config.build().new_agent(), references }
    }

    /// Fetches the description at an address from the command line. The result has the address after redirects.
    pub(crate) fn description(&self, address: &str) -> Result<SuppliedFile, Failure> {
        let name = shown(address);
        if holds_credentials(address) {
            let failure = Failure::new(format!("the address of `{name}` contains credentials, which are not sent"));
            return Err(failure.help("download the description with a client that sends them, and pipe it in as `-`"));
        }
        let failed = |why| Failure::new(format!("`{name}` cannot be fetched: {why}"));
        self.fetch(address).map_err(|error| {
            failed(reason(&error)).help("check the address, or download the description and pass the file")
        })
    }

    /// Fetches a file that a description refers to. An error is the reason that the report shows.
    pub(crate) fn reference(&self, address: &str) -> Result<SuppliedFile, String> {
        if !is_address(address) {
            return Err(nothing_is_fetched());
        }
        if !self.references {
            return Err(format!(
                "files are fetched from the network only with `--allow-http-references`; add it, or {SAVE}"
            ));
        }
        if holds_credentials(address) {
            return Err(format!("its address contains credentials, which are not sent; {SAVE}"));
        }
        self.fetch(address)
            .map_err(|error| format!("it cannot be fetched: {}; check the address, or {SAVE}", reason(&error)))
    }

    /// Sends a request to a language model. Returns the head and the whole body of the response. Redirects are not
    /// followed, because that would send the key to another address.
    /// `key` is the value of the header that carries it.
    pub(crate) fn ask(
        &self,
        request: &ModelRequest,
        key: &Secret,
        patience: Duration,
    ) -> Result<(ResponseHead, Vec<u8>), String> {
        let ModelRequest { method, url, headers, key_header, body } = request;
        let mut sent = http::Request::builder().method(*method).uri(url.as_str());
        for (name, value) in headers {
            sent = sent.header(*name, *value);
        }
        let sent = sent.header(key_header.name, key.expose()).body(body.as_slice());
        let sent = sent.map_err(|_| "the request is not valid HTTP".to_owned())?;
        let configured = self.agent.configure_request(sent);
        let configured = configured.timeout_global(Some(patience)).max_redirects(0).max_redirects_will_error(false);
        let sent = configured.http_status_as_error(false).build();
        let failed = |error: Error| match error {
            Error::Timeout(_) => format!("no complete response arrived within {} seconds", patience.as_secs()),
            error => reason(&error),
        };
        let answer = self.agent.run(sent).map_err(failed)?;
        let lines = answer.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let head = ResponseHead::new(answer.status().as_u16(), lines).map_err(|error| error.message)?;
        let body = answer.into_body().into_with_config().limit(LARGEST_ANSWER).read_to_vec().map_err(failed)?;
        Ok((head, body))
    }

    /// Sends one request with these header fields. Returns status, header fields and the whole body of the response.
    /// Redirects are not followed, because that would send a token to another address.
    pub(crate) fn exchange(
        &self,
        method: &http::Method,
        url: &str,
        fields: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Result<Exchange, String> {
        let mut request = http::Request::builder().method(method).uri(url);
        for (name, value) in fields {
            request = request.header(*name, *value);
        }
        let unsendable = |_| "the request is not valid HTTP".to_owned();
        let answer = if let Some(body) = body {
            self.send_once(request.body(body).map_err(unsendable)?)
        } else {
            self.send_once(request.body(()).map_err(unsendable)?)
        };
        let answer = answer.map_err(|error| reason(&error))?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = answer.into_body().into_with_config().limit(LARGEST_LIST).read_to_vec();
        Ok(Exchange { status, headers, body: body.map_err(|error| reason(&error))? })
    }

    fn send_once(&self, request: http::Request<impl AsSendBody>) -> Result<http::Response<Body>, Error> {
        let request = self.agent.configure_request(request).max_redirects(0).max_redirects_will_error(false);
        self.agent.run(request.http_status_as_error(false).build())
    }

    fn fetch(&self, address: &str) -> Result<SuppliedFile, Error> {
        // An https request must not be redirected to http.
        let encrypted = address.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"));
        let answer = self.agent.get(address).config().https_only(encrypted).build().call()?;
        let at = Some(answer.get_uri().to_string());
        let bytes = answer.into_body().into_with_config().limit(LARGEST_FILE).read_to_vec()?;
        Ok(SuppliedFile { bytes, found_at: at })
    }
}

/// Returns the reason why no references are fetched.
pub(crate) fn nothing_is_fetched() -> String {
    format!("files on the network or on other machines are not fetched; {SAVE}")
}

/// Describes an error without the address, which the client's own messages may contain.
fn reason(error: &Error) -> String {
    match error {
        Error::StatusCode(code) => {
            let name = http::StatusCode::from_u16(*code).ok().and_then(|status| status.canonical_reason());
            format!("the server responded with {code} {}", name.unwrap_or_default()).trim_end().to_owned()
        }
        Error::Timeout(_) => format!("no complete response arrived within {} seconds", PATIENCE.as_secs()),
        Error::HostNotFound => "the host name cannot be resolved".to_owned(),
        Error::TooManyRedirects => format!("there are more than {REDIRECTS} redirects"),
        Error::RequireHttpsOnly(_) => "it redirects from https to an address that is not https".to_owned(),
        Error::BodyExceedsLimit(_) => format!("it is larger than {} MiB", LARGEST_FILE / 1024 / 1024),
        Error::BadUri(_) | Error::Http(_) => {
            "it is not an http or https address, or redirects to one that is not".to_owned()
        }
        Error::ConnectProxyFailed(_) | Error::InvalidProxyUrl => "the proxy did not connect".to_owned(),
        Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_shown_without_credentials_and_query() {
        for (address, expected, credentials) in [
            ("https://a.example/v1/openapi.yaml", "https://a.example/v1/openapi.yaml", false),
            ("https://me:secret@a.example/x", "https://a.example/x", true),
            ("https://me:p@ss@a.example?token=secret", "https://a.example", true),
            ("HTTP://a.example/x?token=a@b#frag", "HTTP://a.example/x", false),
        ] {
            assert!(is_address(address), "{address}");
            assert_eq!((shown(address).as_str(), holds_credentials(address)), (expected, credentials), "{address}");
        }
        assert!(!is_address("file:///x") && !is_address("https.yaml"));
    }
}
