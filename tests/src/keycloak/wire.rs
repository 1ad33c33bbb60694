//! Requests to Keycloak over loopback, one connection each: nothing between the proxy and the provider repeats a request.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Time limit of a response. On a busy machine, Keycloak took over 30 s for one.
const PATIENCE: Duration = Duration::from_mins(3);

/// What is asked of the provider. `host` is what its issuer is named after.
pub(crate) struct Ask<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) host: &'a str,
    pub(crate) headers: &'a [(&'a str, &'a str)],
    pub(crate) body: &'a [u8],
}

/// What it answered, whole.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// A text among the members of a JSON body.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let text = self.json().get(name)?.as_str()?.to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// The body as JSON; anything else is null.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Seconds since the Unix epoch.
pub(crate) fn now() -> i64 {
    super::ledger::now() / 1_000
}

/// Sends one request and reads its answer to the end.
pub(crate) fn ask(address: SocketAddr, ask: &Ask<'_>) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let Ask { method, path, host, headers, body } = ask;
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
    end_head(&mut head, headers, body.len());
    stream.write_all(&[head.as_bytes(), body].concat())?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    parse(&bytes).ok_or_else(|| ErrorKind::InvalidData.into())
}

/// Header lines, and the end of the head.
pub(crate) fn end_head(head: &mut String, headers: &[(&str, &str)], length: usize) {
    use std::fmt::Write as _;
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let _ = write!(head, "content-length: {length}\r\n\r\n");
}

/// An answer out of all bytes of a connection.
fn parse(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(bytes.get(..end)?).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let pairs = lines.filter_map(|line| line.split_once(':'));
    let headers = pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
    let rest = bytes.get(end + 4..)?;
    let mut answer = Answer { status, headers, body: rest.to_vec() };
    if answer.header("transfer-encoding").is_some() {
        answer.body = joined(rest)?;
    }
    Some(answer)
}

/// Chunks put together (RFC 9112 section 7.1).
fn joined(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n")?;
        let line = std::str::from_utf8(rest.get(..end)?).ok()?;
        let size = usize::from_str_radix(line.split(';').next()?.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(end + 2..end + 2 + size)?);
        rest = rest.get(end + 4 + size..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn answers_are_read_whole_in_chunks_or_not() {
        let plain = parse(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}").unwrap();
        assert_eq!((plain.status, plain.body.as_slice()), (400, b"{}".as_slice()));
        let chunked = parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
        assert_eq!(chunked.unwrap().body, b"abcde");
        assert!(parse(b"HTTP/1.1 200").is_none());
    }
}
