//! One connection: requests in, the planned acts out, until either side ends it.

use std::io::{self, ErrorKind, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use socket2::SockRef;

use super::pattern::Pattern;
use super::run::{Kind, Run, Runs};
use super::script::{Act, Answer, Body, Hold, Issue};
use super::{gzip, pattern};
use crate::request::{Request, peek_path};

/// The key that `config` in the script gives to every host.
const API_KEY: &str = "canary-api-key";
const CHUNK: usize = 64 * 1024;
/// What a held body has sent before it waits.
const FIRST_BYTES: u64 = 1024;
/// What an early answer reads of the request's body before it answers.
const EARLY_BYTES: u64 = 1024 * 1024;
/// How long an early answer leaves the rest of the body unread: time for the client to look up and stop.
const EARLY_PAUSE: Duration = Duration::from_secs(3);
const LONGEST_HOLD: Duration = Duration::from_mins(1);
const TICK: Duration = Duration::from_millis(20);

/// What becomes of the connection after a request.
#[derive(PartialEq, Eq)]
enum Next {
    Keep,
    Close,
}

pub(super) fn serve(stream: &TcpStream, runs: &Runs) {
    // Without this a small answer waits for the client's delayed acknowledgement.
    let _ = stream.set_nodelay(true);
    while let Ok(Some(path)) = peek_path(stream) {
        match one(stream, runs, &path) {
            Ok(Next::Keep) => {}
            Ok(Next::Close) | Err(_) => return,
        }
    }
}

fn one(stream: &TcpStream, runs: &Runs, path: &str) -> io::Result<Next> {
    let path = path.split('?').next().unwrap_or_default();
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    match segments.as_slice() {
        ["refused"] => control(stream, &json!({ "origin": runs.refused })),
        ["seen", run, scenario] => match runs.get(scenario, run) {
            Some(run) => control(stream, &json!(run.seen())),
            None => not_found(stream),
        },
        ["release", run, scenario] => match runs.get(scenario, run) {
            Some(run) => {
                run.release();
                control(stream, &json!({}))
            }
            None => not_found(stream),
        },
        [scenario, run, rest @ ..] => match runs.get(scenario, run) {
            Some(run) => {
                let next = Exchange { stream, run: Arc::clone(&run), kind: kind_of(rest), path: rest.join("/") }.act();
                run.count(|seen| seen.ended += 1);
                next
            }
            None => not_found(stream),
        },
        _ => not_found(stream),
    }
}

fn kind_of(rest: &[&str]) -> Kind {
    match rest {
        ["realms", ..] => Kind::Token,
        ["target", ..] => Kind::Target,
        _ => Kind::Call,
    }
}

/// One request of a scenario.
struct Exchange<'a> {
    stream: &'a TcpStream,
    run: Arc<Run>,
    kind: Kind,
    path: String,
}

impl Exchange<'_> {
    fn act(&self) -> io::Result<Next> {
        let act = self.run.next_act(self.kind);
        if let Some(Act::ResetBeforeRead) = act {
            return self.reset();
        }
        let mut request = Request::read(self.stream)?;
        if let Some(Act::Answer(answer)) = &act
            && answer.early
        {
            return self.answer_early(&mut request, answer);
        }
        if request.expects_continue() {
            (&mut &*self.stream).write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        self.read_body(&mut request, u64::MAX)?;
        if self.kind == Kind::Call && !self.carries_credential(&request) {
            self.run.count(|seen| seen.refused_credentials += 1);
            let body = Body::Text(json!({ "message": "not the credential of this path family" }).to_string());
            return self.answer(&Answer { status: 401, body, ..Answer::default() });
        }
        match act {
            Some(Act::Answer(answer)) => self.answer(&answer),
            Some(Act::Issue(issue)) => self.issue(&issue),
            Some(Act::ResetBeforeRead | Act::ResetAfterRead) => self.reset(),
            Some(Act::DropAfterRead) => Ok(Next::Close),
            // A repeated act was unrolled when the plan was read.
            Some(Act::Repeat { .. }) | None => self.answer(&Answer { status: 404, ..Answer::default() }),
        }
    }

    /// Reads the body (about `limit` bytes of it) and counts it: the grant of a token request, the bytes of a call.
    fn read_body(&self, request: &mut Request<'_>, limit: u64) -> io::Result<()> {
        if self.kind == Kind::Token {
            let mut form = Vec::new();
            request.read_body(limit, |piece| form.extend_from_slice(piece))?;
            let form = String::from_utf8_lossy(&form).into_owned();
            let grant = form.split('&').find_map(|field| field.strip_prefix("grant_type=")).unwrap_or("none");
            self.run.count(|seen| seen.grants.push(grant.to_owned()));
            return Ok(());
        }
        let pattern = Pattern::with_chunk(CHUNK);
        let mut position = self.run.seen().received_bytes;
        request.read_body(limit, |piece| {
            for piece in piece.chunks(CHUNK) {
                let damaged = pattern.damaged(position, piece);
                position += piece.len() as u64;
                self.run.count(|seen| {
                    seen.received_bytes = position;
                    seen.damaged_bytes += damaged;
                });
            }
        })
    }

    /// Commerce direct takes the newest access token, the other two families the API key; each its header.
    fn carries_credential(&self, request: &Request<'_>) -> bool {
        let token = request.header("authorization").and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        if self.path.starts_with("api/v1/") {
            token == API_KEY
        } else if self.path.starts_with("api/commerce/") {
            token == API_KEY && request.header("x-seller-id").is_some()
        } else {
            self.run.is_current(token) && request.header("x-tenant").is_some()
        }
    }

    fn issue(&self, issue: &Issue) -> io::Result<Next> {
        let (access_token, refresh_token) = self.run.make_tokens();
        let body = json!({
            "access_token": access_token, "expires_in": issue.expires_in, "refresh_token": refresh_token,
            "refresh_expires_in": 1800, "token_type": "Bearer",
        });
        let hold = issue.hold.then_some(Hold::Head);
        let body = Body::Text(body.to_string());
        let next = self.answer(&Answer { status: 200, body, hold, after_ms: issue.after_ms, ..Answer::default() })?;
        if next == Next::Keep {
            self.run.count(|seen| seen.issued += 1);
        }
        Ok(if issue.close { Next::Close } else { next })
    }

    fn answer_early(&self, request: &mut Request<'_>, answer: &Answer) -> io::Result<Next> {
        if !request.expects_continue() {
            self.read_body(request, EARLY_BYTES)?;
        }
        self.answer(answer)?;
        thread::sleep(EARLY_PAUSE);
        while request.has_rest() {
            self.read_body(request, EARLY_BYTES)?;
        }
        Ok(Next::Keep)
    }

    fn answer(&self, answer: &Answer) -> io::Result<Next> {
        match self.write_answer(answer) {
            Ok(next) => Ok(next),
            Err(error) => {
                self.run.count(|seen| seen.disconnects += 1);
                Err(error)
            }
        }
    }

    fn write_answer(&self, answer: &Answer) -> io::Result<Next> {
        let ready = Instant::now() + Duration::from_millis(answer.after_ms);
        self.wait(|| Instant::now() >= ready)?;
        if answer.hold == Some(Hold::Head) {
            self.wait(|| self.run.released())?;
        }
        let compressed = answer.gzip.then(|| gzip::stored(&whole(&answer.body)));
        let length = match (&compressed, &answer.body) {
            (Some(bytes), _) => bytes.len() as u64,
            (None, Body::Text(text)) => text.len() as u64,
            (None, Body::Pattern(length)) => *length,
        };
        let mut out = self.stream;
        out.write_all(self.head(answer, length).as_bytes())?;
        let end = answer.break_after.unwrap_or(length).min(length);
        if answer.hold == Some(Hold::Body) {
            let first = FIRST_BYTES.min(end);
            self.write_body(answer, compressed.as_deref(), 0, first)?;
            self.wait(|| self.run.released())?;
            self.write_body(answer, compressed.as_deref(), first, end)?;
        } else {
            self.write_body(answer, compressed.as_deref(), 0, end)?;
        }
        Ok(if end < length || answer.close { Next::Close } else { Next::Keep })
    }

    fn head(&self, answer: &Answer, length: u64) -> String {
        let mut lines = vec![format!("HTTP/1.1 {} Scripted", answer.status)];
        for (name, value) in &answer.headers {
            lines.push(format!("{name}: {}", value.replace("{origin}", &self.run.origin)));
        }
        if answer.gzip {
            lines.push("Content-Encoding: gzip".to_owned());
        }
        // A 204 has no body and says nothing about its length (RFC 9110 section 8.6).
        if answer.status != 204 {
            lines.push(format!("Content-Length: {length}"));
            lines.push(match answer.body {
                Body::Text(_) => "Content-Type: application/json".to_owned(),
                Body::Pattern(_) => "Content-Type: text/plain".to_owned(),
            });
        }
        lines.join("\r\n") + "\r\n\r\n"
    }

    fn write_body(&self, answer: &Answer, compressed: Option<&[u8]>, from: u64, to: u64) -> io::Result<()> {
        let pattern = Pattern::with_chunk(CHUNK);
        let mut position = from;
        while position < to {
            let length = usize::try_from(to - position).unwrap_or(CHUNK).min(CHUNK);
            let chunk = match (compressed, &answer.body) {
                (Some(bytes), _) => slice(bytes, position, length),
                (None, Body::Text(text)) => slice(text.as_bytes(), position, length),
                (None, Body::Pattern(_)) => pattern.chunk(position, length),
            };
            (&mut &*self.stream).write_all(chunk)?;
            position += chunk.len() as u64;
            if self.kind == Kind::Call {
                self.run.count(|seen| seen.sent_bytes += chunk.len() as u64);
            }
        }
        Ok(())
    }

    /// Waits until `ready`; an error as soon as the client lets the connection go.
    fn wait(&self, ready: impl Fn() -> bool) -> io::Result<()> {
        let started = Instant::now();
        self.stream.set_read_timeout(Some(TICK))?;
        while !ready() {
            match self.stream.peek(&mut [0]) {
                Ok(0) => return Err(ErrorKind::ConnectionAborted.into()),
                Ok(_) => thread::sleep(TICK),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error),
            }
            if started.elapsed() > LONGEST_HOLD {
                return Err(ErrorKind::TimedOut.into());
            }
        }
        self.stream.set_read_timeout(None)
    }

    /// Ends the connection by a reset instead of an orderly close.
    fn reset(&self) -> io::Result<Next> {
        SockRef::from(self.stream).set_linger(Some(Duration::ZERO))?;
        Ok(Next::Close)
    }
}

fn slice(bytes: &[u8], position: u64, length: usize) -> &[u8] {
    let start = usize::try_from(position).unwrap_or(usize::MAX);
    bytes.get(start..start.saturating_add(length)).unwrap_or_default()
}

fn whole(body: &Body) -> Vec<u8> {
    match body {
        Body::Text(text) => text.clone().into_bytes(),
        Body::Pattern(length) => (0..*length).map(pattern::byte_at).collect(),
    }
}

/// Answers one of the server's own questions.
fn control(stream: &TcpStream, body: &serde_json::Value) -> io::Result<Next> {
    reply(stream, "200 OK", &body.to_string())
}

fn not_found(stream: &TcpStream) -> io::Result<Next> {
    let known = "paths are /<scenario>/<run>/..., /seen/<run>/<scenario>, /release/<run>/<scenario>, /refused";
    reply(stream, "404 Not Found", &json!({ "message": known }).to_string())
}

fn reply(stream: &TcpStream, status: &str, body: &str) -> io::Result<Next> {
    Request::read(stream)?.read_body(u64::MAX, |_| {})?;
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
    (&mut &*stream).write_all((head + body).as_bytes())?;
    Ok(Next::Keep)
}
