//! Certificate authorities for `waybill mock seed` over https, and messages about servers that are not trusted.

use std::fmt::Display;
use std::path::Path;

use tokio_rustls::rustls::{CertificateError, Error};
use ureq::tls::{PemItem, RootCerts, parse_pem};

use crate::failure::Failure;

/// Advice on self-signed certificates.
const ITS_OWN: &str = "for a self-signed certificate, that is the certificate itself";

/// Reads the certificates of authorities from a PEM file.
pub(super) fn read_authorities(file: &Path) -> Result<RootCerts, Failure> {
    let failure = |reason: &dyn Display| {
        let failure = Failure::new(format!("{} does not contain a valid certificate: {reason}", file.display()));
        failure
            .help("pass the certificate of the authority that signed the server's, as PEM: -----BEGIN CERTIFICATE-----")
    };
    let pem = std::fs::read(file).map_err(|error| failure(&error))?;
    let mut certificates = Vec::new();
    for item in parse_pem(&pem) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| failure(&error))? {
            certificates.push(certificate);
        }
    }
    if certificates.is_empty() { Err(failure(&"the file contains none")) } else { Ok(certificates.into()) }
}

/// Explains why there is no TLS connection to `url`. `authorities` is the file of trusted authorities, if one was given.
pub(super) fn explain_tls_failure(url: &str, error: &Error, authorities: Option<&Path>) -> Failure {
    match error {
        Error::InvalidCertificate(error) => explain_certificate(url, error, authorities),
        Error::InvalidMessage(_) => Failure::new(format!("the server at {url} does not speak TLS"))
            .help("use http:// instead of https://, or start the mock service with --tls"),
        other => Failure::new(format!("the TLS handshake with {url} failed: {other}"))
            .help("serve TLS 1.2 or 1.3 there, and do not require client certificates"),
    }
}

fn explain_certificate(url: &str, error: &CertificateError, authorities: Option<&Path>) -> Failure {
    let untrusted = |what: &str| Failure::new(format!("{url} is not trusted: its certificate {what}"));
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            untrusted("has expired").help("renew it, or correct the clock of this machine")
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            untrusted("is not valid yet").help("correct the clock of this machine, or wait until the certificate is")
        }
        CertificateError::NotValidForNameContext { presented, .. } => {
            let names: Vec<&str> = presented.iter().map(|name| bare_name(name)).collect();
            let names =
                if names.is_empty() { "for no name".to_owned() } else { format!("for {}", names.join(" and ")) };
            untrusted(&format!("is {names}, but not for that host"))
                .help("use one of its names in the address, or create a certificate whose subjectAltName has that host")
        }
        CertificateError::InvalidPurpose | CertificateError::InvalidPurposeContext { .. } => {
            untrusted("is not meant for servers").help("create a server certificate, with extendedKeyUsage=serverAuth")
        }
        CertificateError::UnknownIssuer
        | CertificateError::BadSignature
        | CertificateError::UnsupportedSignatureAlgorithmContext { .. }
        | CertificateError::UnsupportedSignatureAlgorithmForPublicKeyContext { .. } => match authorities {
            Some(file) => untrusted(&format!("is not signed by an authority in {}", file.display()))
                .help(format!("pass the certificate of the authority that signed it with --ca-cert; {ITS_OWN}")),
            None => untrusted("is not signed by an authority that this machine trusts")
                .help(format!("pass the certificate of the authority that signed it with --ca-cert; {ITS_OWN}")),
        },
        // The validator reports this case only in its text.
        other if other.to_string().contains("CaUsedAsEndEntity") => {
            untrusted("belongs to an authority, not to a server").help(
                "create a server certificate, with basicConstraints=CA:FALSE; openssl req -x509 does so with \
             -addext basicConstraints=critical,CA:FALSE",
            )
        }
        other => untrusted(&format!("is not accepted: {other}")).help("create another certificate for the server"),
    }
}

/// Returns the name in the validator's form, `DnsName("mock.example")`.
fn bare_name(name: &str) -> &str {
    let inner = name.split_once('(').map_or(name, |(_, inner)| inner);
    inner.trim_end_matches(')').trim_matches('"')
}

#[cfg(test)]
mod tests {
    use tokio_rustls::rustls::pki_types::ServerName;

    use super::*;

    #[test]
    fn certificate_errors_are_explained() {
        let other_name = CertificateError::NotValidForNameContext {
            expected: ServerName::try_from("mock.example").unwrap(),
            presented: vec!["DnsName(\"localhost\")".to_owned(), "IpAddress(127.0.0.1)".to_owned()],
        };
        for (error, expected) in [
            (CertificateError::Expired, "its certificate has expired"),
            (CertificateError::NotValidYet, "its certificate is not valid yet"),
            (other_name, "its certificate is for localhost and 127.0.0.1, but not for that host"),
            (CertificateError::InvalidPurpose, "its certificate is not meant for servers"),
            (CertificateError::UnknownIssuer, "its certificate is not signed by an authority that this machine trusts"),
            (CertificateError::Revoked, "its certificate is not accepted: Revoked"),
        ] {
            let failure = explain_tls_failure("https://mock.example", &Error::InvalidCertificate(error), None);
            assert_eq!(failure.into_message(), format!("https://mock.example is not trusted: {expected}"));
        }
    }
}
