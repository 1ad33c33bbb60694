//! A request to a server on loopback, and its response.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::bodies::Body;

/// Time limit of a response. A server's first response takes longer, because it compiles what it needs.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) text: String,
}

pub(super) fn post(port: u16, body: &Body) -> Result<Answer> {
    let Body { path, action, media_type, text } = body;
    let action = action.map_or(String::new(), |action| format!("SOAPAction: \"{action}\"\r\n"));
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {media_type}\r\n\
         {action}Content-Length: {}\r\n\r\n",
        text.len()
    );
    send(port, &[head.as_bytes(), text.as_bytes()].concat())
}

pub(super) fn get(port: u16, path: &str) -> Result<Answer> {
    send(port, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes())
}

fn send(port: u16, request: &[u8]) -> Result<Answer> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).context("the port is closed")?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request)?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).context("the answer is no HTTP")?;
    Ok(Answer { status, text })
}
