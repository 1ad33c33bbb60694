//! One connection of the proxy: token requests with their faults, and calls of the API.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use socket2::SockRef;

use super::faults::{Fault, LIFESPAN, LONG_LIFESPAN};
use super::ledger::{Answered, ApiCall, Got, Grant, TokenRequest, Verdict, now};
use super::proxy::{Issued, Proxy};
use super::wire::{self, Ask};
use crate::request::{Request, peek_path};

/// How long a slow answer takes: longer than a call's patience, and the exchange's deadline is later.
const SLOW: Duration = Duration::from_millis(2_050);
/// Longer than any exchange.
const LONGEST_HANG: Duration = Duration::from_secs(15);
/// The age from which on the API refuses a revoked token: the engine renews none that is younger than 5 s.
const REVOKED_AT: i64 = 5_300;
const HTML: &str = "<!doctype html><title>Gateway</title><p>Please sign in to this network.</p>";

/// What becomes of the connection after a request.
#[derive(PartialEq, Eq)]
enum Next {
    Keep,
    Close,
}

pub(super) fn serve(stream: &TcpStream, proxy: &Proxy) {
    let _ = stream.set_nodelay(true);
    while let Ok(Some(path)) = peek_path(stream) {
        match one(stream, proxy, &path) {
            Ok(Next::Keep) => {}
            Ok(Next::Close) | Err(_) => return,
        }
    }
}

fn one(stream: &TcpStream, proxy: &Proxy, path: &str) -> io::Result<Next> {
    let mut request = Request::read(stream)?;
    let mut body = Vec::new();
    request.read_body(u64::MAX, |piece| body.extend_from_slice(piece))?;
    if path.starts_with("/realms/") {
        let host = request.header("host").unwrap_or_default().to_owned();
        let kind = request.header("content-type").unwrap_or_default().to_owned();
        return TokenExchange { stream, proxy, path, host: &host, kind: &kind, form: &body }.act();
    }
    let token = request.header("authorization").and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    call(stream, proxy, path, token)
}

/// The API: 200 for a token that Keycloak gave through the proxy and that is alive, and not always then.
fn call(stream: &TcpStream, proxy: &Proxy, path: &str, token: &str) -> io::Result<Next> {
    let at = now();
    let verdict = match proxy.issued(token) {
        None => Verdict::Unknown,
        Some(issued) if at >= issued.expires_at => Verdict::Expired,
        Some(issued) if issued.revoked && at >= issued.at + REVOKED_AT => Verdict::Revoked,
        Some(_) if proxy.refuses_now() => Verdict::Revoked,
        Some(_) => Verdict::Good,
    };
    let access = proxy.secrets.known(token).unwrap_or_else(|| "unknown".to_owned());
    proxy.ledger().calls.push(ApiCall { at, path: path.to_owned(), access, verdict });
    if verdict == Verdict::Good {
        write(stream, 200, &[("content-type", "application/json")], json!({ "order": path }).to_string().as_bytes())?;
    } else {
        let challenge = ("www-authenticate", r#"Bearer error="invalid_token""#);
        write(
            stream,
            401,
            &[challenge, ("content-type", "application/json")],
            br#"{"message":"the token is not valid"}"#,
        )?;
    }
    Ok(Next::Keep)
}

/// One token request.
struct TokenExchange<'a> {
    stream: &'a TcpStream,
    proxy: &'a Proxy,
    path: &'a str,
    host: &'a str,
    kind: &'a str,
    form: &'a [u8],
}

impl TokenExchange<'_> {
    fn act(&self) -> io::Result<Next> {
        let Self { proxy, .. } = self;
        let (started, grant) = (Instant::now(), self.grant());
        let fault = proxy.next_fault(&grant);
        let request = TokenRequest { at: now(), grant, fault, answered: None, got: Got::Nothing, ended: 0 };
        let entry = {
            let mut ledger = proxy.ledger();
            ledger.tokens.push(request);
            ledger.tokens.len() - 1
        };
        let watch = proxy.watch();
        if !watch.is_none_or(|watch| watch.on_request(self.port(), entry)) {
            return Ok(Next::Close);
        }
        self.prepare(fault)?;
        let answer = if fault.reaches_provider() { Some(self.pass_on(fault, entry)?) } else { None };
        if !watch.is_none_or(|watch| watch.on_answer(entry)) {
            return Ok(Next::Close);
        }
        let given = self.answer(fault, answer.as_ref(), started);
        if let Some(watch) = watch {
            watch.on_relay(entry);
        }
        if let Some(stopped) = fault.stopped() {
            let stopped = Duration::from_millis(stopped.unsigned_abs());
            thread::sleep(stopped.saturating_sub(started.elapsed()));
            proxy.host()?.resume()?;
        }
        if let Some(request) = proxy.ledger().tokens.get_mut(entry) {
            request.got = given.as_ref().map_or(Got::Nothing, |(got, _)| *got);
            request.ended = now();
        }
        given.map(|(_, next)| next)
    }

    /// The client's port.
    fn port(&self) -> u16 {
        self.stream.peer_addr().map_or(0, |address| address.port())
    }

    fn grant(&self) -> Grant {
        let form = String::from_utf8_lossy(self.form).into_owned();
        match form.split('&').find_map(|field| field.strip_prefix("refresh_token=")) {
            Some(token) => Grant::Refresh(self.proxy.secrets.name("refresh", token)),
            None => Grant::Password,
        }
    }

    /// What happens at the provider or to the client before the request is passed on.
    fn prepare(&self, fault: Fault) -> io::Result<()> {
        let Self { proxy, .. } = self;
        match fault {
            Fault::LoggedOut => proxy.admin.log_out(&proxy.user()?),
            Fault::Locked => {
                let user = proxy.user()?;
                proxy.admin.lock(&user)?;
                proxy.admin.log_out(&user)
            }
            Fault::Revoked => proxy.admin.set_lifespan(&proxy.user()?.realm, LONG_LIFESPAN),
            Fault::StoppedBriefly | Fault::StoppedLong => proxy.host()?.stop(),
            _ => Ok(()),
        }
    }

    /// Passes the request on, and notes the answer before the client can know of it.
    fn pass_on(&self, fault: Fault, entry: usize) -> io::Result<wire::Answer> {
        let Self { proxy, path, host, kind, form, .. } = self;
        let headers = [("content-type", *kind)];
        let answer = wire::ask(proxy.provider, &Ask { method: "POST", path, host, headers: &headers, body: form });
        if fault == Fault::Revoked {
            proxy.admin.set_lifespan(&proxy.user()?.realm, LIFESPAN)?;
        }
        let answer = answer?;
        let answered = note_answer(proxy, &answer, fault == Fault::Revoked);
        if let Some(request) = proxy.ledger().tokens.get_mut(entry) {
            request.answered = Some(answered);
        }
        Ok(answer)
    }

    fn answer(&self, fault: Fault, answer: Option<&wire::Answer>, started: Instant) -> io::Result<(Got, Next)> {
        let json = [("content-type", "application/json")];
        let html = [("content-type", "text/html")];
        match fault {
            Fault::ResetBefore | Fault::ResetAfter => self.reset(),
            Fault::AnswerLost => Ok((Got::Nothing, Next::Close)),
            Fault::HangBefore | Fault::HangAfter => self.hang(),
            Fault::UnavailableBefore | Fault::UnavailableAfter => self.other(503, &json, r#"{"message":"try later"}"#),
            Fault::HtmlBefore => self.other(200, &html, HTML),
            Fault::HtmlAfter => self.other(502, &html, HTML),
            Fault::RateLimited => self.other(429, &[("retry-after", "1")], ""),
            Fault::Redirected => self.other(302, &[("location", "/somewhere/else")], ""),
            Fault::BadRequest => self.other(400, &json, r#"{"error":"invalid_request"}"#),
            Fault::Slow => {
                thread::sleep(SLOW.saturating_sub(started.elapsed()));
                self.relay(answer, false)
            }
            Fault::Truncated => self.relay(answer, true),
            Fault::None
            | Fault::StoppedBriefly
            | Fault::StoppedLong
            | Fault::LoggedOut
            | Fault::Locked
            | Fault::Revoked => self.relay(answer, false),
        }
    }

    /// The provider's answer, or the first half of it.
    fn relay(&self, answer: Option<&wire::Answer>, half: bool) -> io::Result<(Got, Next)> {
        let answer = answer.ok_or(ErrorKind::NotConnected)?;
        let kind = answer.header("content-type").unwrap_or_default();
        let mut bytes = written(answer.status, &[("content-type", kind)], &answer.body);
        if half {
            bytes.truncate(bytes.len() - answer.body.len() / 2);
        }
        (&mut &*self.stream).write_all(&bytes)?;
        Ok(if half { (Got::Part, Next::Close) } else { (Got::Answer, Next::Keep) })
    }

    /// An answer that the provider did not give.
    fn other(&self, status: u16, headers: &[(&str, &str)], body: &str) -> io::Result<(Got, Next)> {
        write(self.stream, status, headers, body.as_bytes())?;
        Ok((Got::Other(status), Next::Keep))
    }

    fn reset(&self) -> io::Result<(Got, Next)> {
        SockRef::from(self.stream).set_linger(Some(Duration::ZERO))?;
        Ok((Got::Nothing, Next::Close))
    }

    /// Says nothing until the client lets go.
    fn hang(&self) -> io::Result<(Got, Next)> {
        self.stream.set_read_timeout(Some(LONGEST_HANG))?;
        let _ = (&mut &*self.stream).read(&mut [0; 1]);
        Ok((Got::Nothing, Next::Close))
    }
}

/// Gives the tokens of an answer their names, and tells the API of them.
fn note_answer(proxy: &Proxy, answer: &wire::Answer, revoked: bool) -> Answered {
    let access = answer.text("access_token").map(|token| {
        let at = now();
        // A token that says nothing itself lives as long as its answer says.
        let said = || answer.json().get("expires_in").and_then(Value::as_i64).unwrap_or_default().saturating_mul(1_000);
        let expires_at = expiry(&token).unwrap_or_else(|| at.saturating_add(said()));
        proxy.issue(&token, Issued { at, expires_at, revoked });
        proxy.secrets.name("access", &token)
    });
    Answered {
        status: answer.status,
        error: answer.text("error"),
        access,
        refresh: answer.text("refresh_token").map(|token| proxy.secrets.name("refresh", &token)),
    }
}

/// When a token ends by its own word, in milliseconds: `exp` (RFC 7519 section 4.1.4).
fn expiry(token: &str) -> Option<i64> {
    let payload = BASE64_URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    let claims: Value = serde_json::from_slice(&payload).ok()?;
    claims.get("exp")?.as_i64()?.checked_mul(1_000)
}

fn write(mut stream: &TcpStream, status: u16, headers: &[(&str, &str)], body: &[u8]) -> io::Result<()> {
    stream.write_all(&written(status, headers, body))
}

fn written(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} Answer\r\n");
    wire::end_head(&mut head, headers, body.len());
    [head.as_bytes(), body].concat()
}
