//! `waybill dev` as a provider: the value that it serves, with a clock of its own, and the program itself.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::json;
use waybill_core::time::Timestamp;
use waybill_mock::platform::{Platform, PlatformConfig};

use super::{Arrangement, Facts, Provider, Request};
use crate::keycloak::wire::{self, Answer, Ask};

/// How long access tokens live, in seconds.
const LIFESPAN: u64 = 60;
const ORIGIN: &str = "http://127.0.0.1:4010";
const LOGIN: &str = "grant_type=password&client_id=commerce&username=ada&password=correct+horse";
const FORM: &str = "application/x-www-form-urlencoded";

/// The development platform as a value: no socket, and no time passes but by [`Provider::wait`].
#[derive(Debug)]
pub struct Value {
    platform: Platform,
    now: i64,
    foreign: String,
}

impl Value {
    /// A platform whose sessions last so many seconds.
    ///
    /// # Errors
    /// A refresh token of another platform cannot be had.
    pub fn new(session_max_s: u32) -> io::Result<Self> {
        let mut another = Self::at("http://127.0.0.1:4011", session_max_s);
        let login = Request { realm: "acme", method: "POST", content_type: FORM, form: LOGIN };
        let foreign = another.ask(&login)?.text("refresh_token").ok_or(io::ErrorKind::InvalidData)?;
        Ok(Self { foreign, ..Self::at(ORIGIN, session_max_s) })
    }

    fn at(origin: &str, session_max_s: u32) -> Self {
        let mut config = PlatformConfig::sample(origin);
        config.lifespans.access_token = Duration::from_secs(LIFESPAN);
        config.lifespans.session_max = Duration::from_secs(session_max_s.into());
        Self { platform: Platform::new(config), now: 1_800_000_000_000, foreign: String::new() }
    }

    fn send(&mut self, method: &str, path: &str, content_type: &str, body: &str) -> io::Result<Answer> {
        let mut request = http::Request::builder().method(method).uri(path).header("host", "127.0.0.1");
        if !content_type.is_empty() {
            request = request.header("content-type", content_type);
        }
        let request = request.body(body.as_bytes().to_vec()).map_err(io::Error::other)?;
        let response = self.platform.handle(&request, Timestamp::from_millis(self.now)).response;
        let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = response.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect();
        Ok(Answer { status: response.status().as_u16(), headers, body: response.into_body() })
    }
}

impl Provider for Value {
    fn facts(&self) -> Facts {
        facts(ORIGIN, &self.foreign)
    }

    fn now(&self) -> i64 {
        self.now / 1_000
    }

    fn ask(&mut self, request: &Request<'_>) -> io::Result<Answer> {
        self.send(request.method, &token_path(request.realm), request.content_type, request.form)
    }

    fn arrange(&mut self, what: Arrangement) -> io::Result<()> {
        let (path, body) = control(what);
        arranged(&self.send("POST", path, "application/json", &body)?)
    }

    fn wait(&mut self, time: Duration) {
        self.now = self.now.saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
    }
}

/// The program, on a port of its own; it is ended with this value.
#[derive(Debug)]
pub struct Process {
    child: Child,
    address: SocketAddr,
    foreign: String,
}

impl Process {
    /// Starts `waybill dev`, whose sessions last so many seconds.
    ///
    /// # Errors
    /// It does not start, or does not answer.
    pub fn start(program: &Path, session_max_s: u32) -> io::Result<Self> {
        let foreign = Self::launch(program)?.send("POST", &token_path("acme"), FORM, LOGIN)?.text("refresh_token");
        let mut process = Self::launch(program)?;
        process.foreign = foreign.ok_or(io::ErrorKind::InvalidData)?;
        let lives = json!({ "lifespan_s": LIFESPAN, "session_max_s": session_max_s }).to_string();
        arranged(&process.send("POST", "/_waybill/tokens", "application/json", &lives)?)?;
        Ok(process)
    }

    fn launch(program: &Path) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(["dev", "--port", "0", "--until-stdin-closes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?).read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().and_then(|address| address.parse().ok());
        let address = address.ok_or_else(|| io::Error::other(format!("`waybill dev` said {line}")))?;
        Ok(Self { child, address, foreign: String::new() })
    }

    fn send(&self, method: &str, path: &str, content_type: &str, body: &str) -> io::Result<Answer> {
        let headers = [("content-type", content_type)];
        let headers = if content_type.is_empty() { &[] } else { headers.as_slice() };
        let host = self.address.to_string();
        wire::ask(self.address, &Ask { method, path, host: &host, headers, body: body.as_bytes() })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Provider for Process {
    fn facts(&self) -> Facts {
        facts(&format!("http://{}", self.address), &self.foreign)
    }

    fn now(&self) -> i64 {
        wire::now()
    }

    fn ask(&mut self, request: &Request<'_>) -> io::Result<Answer> {
        self.send(request.method, &token_path(request.realm), request.content_type, request.form)
    }

    fn arrange(&mut self, what: Arrangement) -> io::Result<()> {
        let (path, body) = control(what);
        arranged(&self.send("POST", path, "application/json", &body)?)
    }

    fn wait(&mut self, time: Duration) {
        thread::sleep(time);
    }
}

fn token_path(realm: &str) -> String {
    format!("/auth/realms/{realm}/protocol/openid-connect/token")
}

fn facts(origin: &str, foreign: &str) -> Facts {
    let PlatformConfig { realm, username, password, .. } = PlatformConfig::sample(origin);
    Facts::from([
        ("issuer", format!("{origin}/auth/realms/{realm}")),
        ("realm", realm),
        ("USERNAME", username.to_uppercase()),
        ("username", username),
        ("password", password.expose().to_owned()),
        ("foreign", foreign.to_owned()),
    ])
}

/// The control interface's place and body for what an administrator does.
fn control(what: Arrangement) -> (&'static str, String) {
    let (path, body) = match what {
        Arrangement::DisableUser => ("/_waybill/user", json!({ "disabled": true })),
        Arrangement::EnableUser => ("/_waybill/user", json!({ "disabled": false })),
        Arrangement::LockUser => ("/_waybill/user", json!({ "locked": true })),
        Arrangement::UnlockUser => ("/_waybill/user", json!({ "locked": false })),
        Arrangement::LogUserOut => ("/_waybill/tokens", json!({ "expire": "sessions" })),
    };
    (path, body.to_string())
}

fn arranged(answer: &Answer) -> io::Result<()> {
    match answer.status {
        200 => Ok(()),
        status => Err(io::Error::other(format!("the control interface answered {status}"))),
    }
}
