//! Requests to servers on loopback that this program started.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use anyhow::{Context as _, Result};

/// Sends a GET request and returns the body of the response.
pub(crate) fn get(origin: &str, path: &str) -> Result<String> {
    exchange(origin, &format!("GET {path} HTTP/1.1\r\n"), "").map(|(_, body)| body)
}

/// Sends a POST request and returns the status and the body of the response.
pub(crate) fn post(origin: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Result<(u16, String)> {
    let mut head = format!("POST {path} HTTP/1.1\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    exchange(origin, &head, body)
}

fn exchange(origin: &str, head: &str, body: &str) -> Result<(u16, String)> {
    let address = origin.strip_prefix("http://").context("the origin is not http")?;
    let mut stream = TcpStream::connect(address).with_context(|| format!("cannot connect to {origin}"))?;
    write!(stream, "{head}Host: {address}\r\nConnection: close\r\n\r\n{body}")?;
    let mut response = String::new();
    stream.read_to_string(&mut response)?;
    let (head, body) = response.split_once("\r\n\r\n").context("the response has no body")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("the response has no status")?;
    Ok((status, body.to_owned()))
}
