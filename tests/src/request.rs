//! Reading requests from a socket: a look at the request line without taking it, the head, the body piece by piece.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

const MOST_HEAD: u64 = 64 * 1024;
const PIECE: usize = 64 * 1024;
const IDLE: Duration = Duration::from_mins(2);

/// The path of the next request, read without taking it from the socket, so that it can still be left unread.
/// Nothing when the client is done with the connection.
pub(crate) fn peek_path(stream: &TcpStream) -> io::Result<Option<String>> {
    let started = Instant::now();
    let mut line = [0; 4096];
    stream.set_read_timeout(Some(IDLE))?;
    while started.elapsed() < IDLE {
        let length = stream.peek(&mut line)?;
        let read = line.get(..length).unwrap_or_default();
        if read.is_empty() {
            return Ok(None);
        }
        if let Some(end) = read.iter().position(|byte| *byte == b'\r') {
            let text = String::from_utf8_lossy(read.get(..end).unwrap_or_default()).into_owned();
            return Ok(text.split(' ').nth(1).map(str::to_owned));
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(None)
}

/// One request, its body still in the socket.
pub(crate) struct Request<'a> {
    headers: Vec<(String, String)>,
    reader: BufReader<&'a TcpStream>,
    rest: Rest,
}

/// What of the body is still to come.
enum Rest {
    Nothing,
    Bytes(u64),
    Chunks,
}

impl<'a> Request<'a> {
    pub(crate) fn read(stream: &'a TcpStream) -> io::Result<Request<'a>> {
        let mut reader = BufReader::with_capacity(PIECE, stream);
        let mut head = (&mut reader).take(MOST_HEAD);
        let mut line = String::new();
        head.read_line(&mut line)?;
        let mut headers = Vec::new();
        loop {
            line.clear();
            head.read_line(&mut line)?;
            match line.trim_end().split_once(':') {
                Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.trim().to_owned())),
                None if line.trim_end().is_empty() && line.ends_with('\n') => break,
                None => return Err(ErrorKind::InvalidData.into()),
            }
        }
        let mut request = Request { headers, reader, rest: Rest::Nothing };
        let length = request.header("content-length").and_then(|length| length.parse().ok());
        request.rest = match length {
            _ if request.header("transfer-encoding").is_some() => Rest::Chunks,
            Some(0) | None => Rest::Nothing,
            Some(length) => Rest::Bytes(length),
        };
        Ok(request)
    }

    /// The value of the header `name` (lower case).
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Whether the client waits for a word before it sends the body (RFC 9110 section 10.1.1).
    pub(crate) fn expects_continue(&self) -> bool {
        self.header("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue"))
            && !matches!(self.rest, Rest::Nothing)
    }

    /// Whether bytes of the body have not been read yet.
    pub(crate) fn has_rest(&self) -> bool {
        !matches!(self.rest, Rest::Nothing)
    }

    /// Reads about `limit` bytes of the body (at least one piece), handing each piece to `sink`.
    pub(crate) fn read_body(&mut self, limit: u64, mut sink: impl FnMut(&[u8])) -> io::Result<()> {
        let mut piece = vec![0; PIECE];
        let mut read = 0;
        while read < limit {
            let length = match self.rest {
                Rest::Nothing => return Ok(()),
                Rest::Bytes(left) => self.read_known(left, &mut piece, &mut sink)?,
                Rest::Chunks => self.read_chunk(&mut sink)?,
            };
            read += length as u64;
        }
        Ok(())
    }

    fn read_known(&mut self, left: u64, piece: &mut [u8], sink: &mut impl FnMut(&[u8])) -> io::Result<usize> {
        let most = usize::try_from(left).unwrap_or(PIECE).min(PIECE);
        let length = self.reader.read(piece.get_mut(..most).unwrap_or_default())?;
        sink(piece.get(..length).unwrap_or_default());
        if length == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let left = left - length as u64;
        self.rest = if left == 0 { Rest::Nothing } else { Rest::Bytes(left) };
        Ok(length)
    }

    /// Reads one chunk (RFC 9112 section 7.1).
    fn read_chunk(&mut self, sink: &mut impl FnMut(&[u8])) -> io::Result<usize> {
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).map_err(|_| ErrorKind::InvalidData)?;
        let mut chunk = vec![0; size];
        self.reader.read_exact(&mut chunk)?;
        sink(&chunk);
        line.clear();
        self.reader.read_line(&mut line)?;
        if size == 0 {
            self.rest = Rest::Nothing;
        }
        Ok(size)
    }
}
