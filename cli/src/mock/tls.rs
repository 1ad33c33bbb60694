//! The certificate and key of `--tls`.

use std::path::PathBuf;
use std::sync::Arc;

use rustls_pki_types::pem::{Error, PemObject};
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::{self, ServerConfig};

use crate::failure::Failure;

/// The reason if a PEM file contains no item of the expected kind.
const NONE: &str = "the file contains none";

/// Reads the two files, certificate chain first.
pub(super) fn acceptor(files: &[PathBuf]) -> Result<TlsAcceptor, Failure> {
    let [certificates, key] = files else {
        return Err(Failure::new("--tls needs two files, the certificate chain and the key"));
    };
    let failure = |file: &PathBuf, error: &dyn std::fmt::Display, what: &str| {
        let help = "pass the certificate chain first and the key second, both as PEM";
        Failure::new(format!("{} does not contain a valid {what}: {error}", file.display())).help(help)
    };
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificates)
        .and_then(Iterator::collect)
        .map_err(|error| failure(certificates, &error, "certificate"))?;
    if chain.is_empty() {
        return Err(failure(certificates, &NONE, "certificate"));
    }
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| match error {
        Error::NoItemsFound => failure(key, &NONE, "private key"),
        error => failure(key, &error, "private key"),
    })?;
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(chain, private);
    let config = config.map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => {
            let (key, certificates) = (key.display(), certificates.display());
            Failure::new(format!("the private key in {key} does not match the certificate in {certificates}"))
                .help("pass the key of that certificate; the server's own certificate must come first in its file")
        }
        error => failure(certificates, &error, "certificate for that key"),
    })?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
