//! `waybill mock seed` over https: whose certificates are trusted, and what is said where none is.
//!
//! `tests/tls` holds a certificate for localhost and 127.0.0.1, its key, and the certificate of the authority that signed it;
//! `self-signed-authority.pem` is one that signed itself, as openssl makes them unless told otherwise, with its key. They are good for a hundred years and for nothing but these tests.
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A running `waybill mock --tls`.
struct Mock {
    child: Child,
    url: String,
}

impl Mock {
    fn start() -> Mock {
        Mock::start_with("certificate.pem", "key.pem")
    }

    fn start_with(certificate: &str, key: &str) -> Mock {
        let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["mock", "--port", "0", "--quiet", "--until-stdin-closes", "--tls"])
            .args([file(certificate), file(key)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("waybill mock listening on ").unwrap().to_owned();
        Mock { child, url }
    }

    /// Sends it a carrier.
    fn seed(&self, ca_cert: Option<&Path>) -> Output {
        seed(&self.url, ca_cert)
    }
}

/// Sends a carrier to whoever answers there.
fn seed(url: &str, ca_cert: Option<&Path>) -> Output {
    let carrier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mock/carriers/tramonta");
    let option = ca_cert.map(|file| [Path::new("--ca-cert"), file]);
    Command::new(env!("CARGO_BIN_EXE_waybill"))
        .args(["mock", "seed", url])
        .arg(carrier)
        .args(["--wait", "60"])
        .args(option.into_iter().flatten())
        .output()
        .unwrap()
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name)
}

#[test]
fn a_mock_service_is_trusted_whose_authority_is_given() {
    let output = Mock::start().seed(Some(&file("authority.pem")));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("TramontaShipService:1.0"), "{text}");
}

/// What is said of a server that is not waited for.
fn complaint(output: &Output, began: Instant) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(began.elapsed() < Duration::from_secs(30), "it was waited for: {text}");
    text
}

#[test]
fn untrusted_certificate_is_an_error_with_help() {
    let by_authority = Mock::start();
    let by_itself = Mock::start_with("self-signed-authority.pem", "self-signed-authority.pem");
    for (mock, ca_cert, reason, help) in [
        (&by_authority, None, "is not signed by an authority that this machine trusts", "with --ca-cert"),
        (&by_authority, Some("certificate.pem"), "is not signed by an authority in ", "with --ca-cert"),
        (
            &by_itself,
            Some("self-signed-authority.pem"),
            "belongs to an authority, not to a server",
            "basicConstraints=critical,CA:FALSE",
        ),
    ] {
        let began = Instant::now();
        let text = complaint(&mock.seed(ca_cert.map(file).as_deref()), began);
        assert!(text.contains(&format!("{} is not trusted: its certificate {reason}", mock.url)), "{text}");
        assert!(text.contains(help) && !text.contains("Other") && !text.contains("Issuer"), "{text}");
    }
}

#[test]
fn the_other_scheme_is_named_at_once() {
    let mock = Mock::start();
    let began = Instant::now();
    let plain = mock.url.replacen("https", "http", 1);
    let text = complaint(&seed(&plain, None), began);
    assert!(text.contains(&format!("the server at {plain} does not speak HTTP")), "{text}");
    assert!(text.contains(&format!("use {} if it was started with --tls", mock.url)), "{text}");
}

#[test]
fn a_file_without_a_certificate_is_named() {
    let mock = Mock::start();
    for (name, reason) in [("key.pem", "the file contains none"), ("nowhere.pem", "os error 2")] {
        let output = mock.seed(Some(&file(name)));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.contains(&format!("{name} does not contain a valid certificate")) && text.contains(reason),
            "{text}"
        );
    }
}
