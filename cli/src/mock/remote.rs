//! The HTTP transport of core's mock client.

use std::io::Read;
use std::path::{Path, PathBuf};

use tokio_rustls::rustls;
use ureq::http::{Request, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Error};
use waybill_core::mock_client::{MockAnswer, MockRequest};
use waybill_core::{FailureKind, RequestHead, ResponseHead, TransportFailure};

use super::trust::{explain_tls_failure, read_authorities};
use crate::failure::Failure;

/// Advice if another server responds.
pub(super) const CHECK_ADDRESS: &str =
    "check host and port; waybill mock and waybill dev print the mock service's address when they start";

/// The address of a mock service, and the authorities whose certificates are trusted there.
pub(super) struct Remote {
    agent: Agent,
    url: String,
    /// File of the trusted authorities; `None` for those of this machine.
    authorities: Option<PathBuf>,
}

impl Remote {
    pub(super) fn new(url: &str, ca_cert: Option<&Path>) -> Result<Remote, Failure> {
        if !is_address(url) {
            let failure = Failure::new(format!("`{url}` is not the address of a mock service"));
            return Err(failure.help("write scheme, host and port, as in http://127.0.0.1:8080, and then the folder"));
        }
        let roots = ca_cert.map_or(Ok(RootCerts::PlatformVerifier), read_authorities)?;
        let config = Agent::config_builder()
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .build();
        let (url, authorities) = (url.trim_end_matches('/').to_owned(), ca_cert.map(Path::to_owned));
        Ok(Remote { agent: config.into(), url, authorities })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Sends a request. Returns the response, or the reason why it failed.
    ///
    /// # Errors
    /// Fails if another attempt cannot succeed: the server speaks another protocol, or is not trusted.
    pub(super) fn send(&self, request: MockRequest) -> Result<Result<MockAnswer, TransportFailure>, Failure> {
        match self.exchange(request) {
            Ok(answer) => Ok(Ok(answer)),
            Err(error) => self.explain(&error).map(Err),
        }
    }

    fn exchange(&self, request: MockRequest) -> Result<MockAnswer, Error> {
        let MockRequest { head: RequestHead { method, url, headers }, body, timeout, body_limit } = request;
        let mut request = Request::builder().method(method).uri(url).body(body)?;
        *request.headers_mut() = headers;
        let configured = self.agent.configure_request(request).timeout_global(Some(timeout)).build();
        let answer = self.agent.run(configured)?;
        let (parts, body) = answer.into_parts();
        let mut bytes = Vec::new();
        let most = u64::try_from(body_limit).unwrap_or(u64::MAX);
        let read = body.into_reader().take(most.saturating_add(1)).read_to_end(&mut bytes);
        let complete = read.is_ok() && bytes.len() <= body_limit;
        bytes.truncate(body_limit);
        let head = ResponseHead { status: parts.status, headers: parts.headers };
        Ok(MockAnswer { head, body: bytes, complete })
    }

    fn explain(&self, error: &Error) -> Result<TransportFailure, Failure> {
        let authorities = self.authorities.as_deref();
        let detail = match error {
            Error::Io(error) => match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
                Some(error) => return Err(explain_tls_failure(&self.url, error, authorities)),
                None => error.to_string(),
            },
            Error::Rustls(error) => return Err(explain_tls_failure(&self.url, error, authorities)),
            Error::Protocol(_) => {
                let failure = Failure::new(format!("the server at {} does not speak HTTP", self.url));
                let secure = self.url.replacen("http://", "https://", 1);
                return Err(failure.help(format!("use {secure} if it was started with --tls, or {CHECK_ADDRESS}")));
            }
            Error::HostNotFound => "its host name cannot be resolved".to_owned(),
            Error::Timeout(_) => "it did not respond in time".to_owned(),
            other => other.to_string(),
        };
        Ok(TransportFailure { kind: FailureKind::Unknown, detail })
    }
}

/// True if a text is the address of a server without a path: the paths of a mock service start at the root.
fn is_address(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let has_host = uri.host().is_some_and(|host| !host.is_empty());
    is_web && has_host && matches!(uri.path(), "" | "/") && uri.query().is_none() && !url.contains('#')
}
