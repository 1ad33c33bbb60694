//! `waybill mock seed` over https: whose certificates are trusted, and what is said where none is.
//!
//! `tests/tls` holds a certificate for localhost and 127.0.0.1, its key, and the certificate of the authority that signed it;
//! they were made with openssl, are good for a hundred years and for nothing but these tests.
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A running `waybill mock --tls`.
struct Mock {
    child: Child,
    url: String,
}

impl Mock {
    fn start() -> Mock {
        let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["mock", "--port", "0", "--quiet", "--until-stdin-closes", "--tls"])
            .args([file("certificate.pem"), file("key.pem")])
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
        let carrier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mock/carriers/tramonta");
        let option = ca_cert.map(|file| [Path::new("--ca-cert"), file]);
        Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["mock", "seed", &self.url])
            .arg(carrier)
            .args(["--wait", "1"])
            .args(option.into_iter().flatten())
            .output()
            .unwrap()
    }
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

#[test]
fn one_that_nobody_vouches_for_is_not_and_the_option_is_named() {
    let output = Mock::start().seed(None);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("is not trusted: ") && text.contains("with --ca-cert"), "{text}");
}

#[test]
fn a_file_without_a_certificate_is_named() {
    let mock = Mock::start();
    for (name, reason) in [("key.pem", "there is none in it"), ("nowhere.pem", "os error 2")] {
        let output = mock.seed(Some(&file(name)));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.contains(&format!("{name} holds no certificate that can be read")) && text.contains(reason),
            "{text}"
        );
    }
}
