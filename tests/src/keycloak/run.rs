//! One run: a host makes calls in bursts until every fault has happened, and whatever needs a person is done for it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::admin::User;
use super::faults::{Draw, TOKEN_TIMEOUT_MS};
use super::host::{Host, Lines};
use super::ledger::{Ledger, Remedy, now};
use super::proxy::Proxy;

const LONGEST_RUN: Duration = Duration::from_mins(4);
/// How long a failure that needs a person is left alone, so that others meet it too.
const REACTION: Duration = Duration::from_millis(400);
/// The numbers of the calls that are tried when all faults have happened, and how long between them.
const LAST_CALLS: std::ops::Range<u64> = 1_000_000..1_000_008;
const PAUSE: Duration = Duration::from_secs(1);
/// Failures after which somebody has to do something: the login is over, or the provider seems to be set up wrongly.
const NEEDS_A_PERSON: [&str; 6] = [
    "token.sign-in-again",
    "token.no-grant",
    "token.credentials-rejected",
    "token.account-disabled",
    "token.redirected",
    "token.rejected",
];

/// What a run is made of.
pub(super) struct Run {
    /// The host with its kind of login, such as `node-password`.
    pub(super) name: String,
    pub(super) with_password: bool,
    pub(super) seed: u64,
    /// Calls that it makes at least.
    pub(super) calls: u64,
    pub(super) proxy: Arc<Proxy>,
    /// The provider and API of the other environment, which this run never asks.
    pub(super) other: String,
    pub(super) user: User,
    pub(super) password: String,
    pub(super) log: PathBuf,
}

/// What came of it.
pub(super) struct Ran {
    /// The configuration and each step as vectors write them, secrets by name.
    pub(super) config: Value,
    pub(super) steps: Vec<Value>,
    /// How each call ended, with the times at which it began and ended.
    pub(super) outcomes: Vec<Value>,
    pub(super) ledger: Ledger,
    /// What keeps the run from being judged at all.
    pub(super) broken: Vec<String>,
}

impl Run {
    /// Starts the host and makes its calls.
    pub(super) fn make(&self, command: &[String]) -> io::Result<Ran> {
        let (host, lines) = Host::start(command, File::create(&self.log)?)?;
        let host = Arc::new(host);
        self.proxy.attach(Arc::clone(&host), self.user.clone());
        let config = self.config()?;
        host.tell(&json!({ "config": config }))?;
        let mut caller = Caller {
            run: self,
            lines: read(lines),
            draw: Draw::new(self.seed),
            password: self.password.clone(),
            passwords: 1,
            pending: BTreeMap::new(),
            needs: None,
            ran: Ran {
                config: self.proxy.secrets.redact(&config),
                steps: Vec::new(),
                outcomes: Vec::new(),
                ledger: Ledger::default(),
                broken: Vec::new(),
            },
            host,
        };
        caller.make_calls()?;
        caller.end()
    }

    fn environment(&self) -> &'static str {
        if self.with_password { "sandbox" } else { "production" }
    }

    /// Two environments, each with a realm of its own; the run serves one.
    fn config(&self) -> io::Result<Value> {
        let own = self.proxy.address.to_string();
        let (sandbox, production) = if self.with_password { (&own, &self.other) } else { (&self.other, &own) };
        let environment = |name: &str, origin: &str| {
            json!({
                "name": name, "kind": name, "auth_url": format!("http://{origin}"),
                "commerce_url": format!("http://{origin}/api"),
            })
        };
        let login =
            if self.with_password { self.login("password", &self.password) } else { self.signed_in(&self.password)?.0 };
        Ok(json!({
            "environments": [environment("sandbox", sandbox), environment("production", production)],
            "environment": self.environment(), "credentials": [login], "seed": self.seed,
            "token_timeout_ms": TOKEN_TIMEOUT_MS,
        }))
    }

    fn login(&self, kind: &str, secret: &str) -> Value {
        self.proxy.secrets.name(kind, secret);
        let member = if kind == "refresh" { "refresh_token" } else { kind };
        json!({
            "environment": self.environment(),
            "login": { "realm": self.user.realm, "username": self.user.name, member: secret },
        })
    }

    /// Credentials with the refresh token of a sign-in elsewhere, and its name.
    fn signed_in(&self, password: &str) -> io::Result<(Value, String)> {
        let answer = self.proxy.admin.log_in(&self.user, password, &self.proxy.address.to_string())?;
        let token = answer.text("refresh_token");
        let token = token.ok_or_else(|| io::Error::other(format!("a sign-in was answered {}", answer.status)))?;
        Ok((self.login("refresh", &token), self.proxy.secrets.name("refresh", &token)))
    }
}

/// The loop that makes calls and listens to what comes of them.
struct Caller<'a> {
    run: &'a Run,
    host: Arc<Host>,
    lines: Receiver<Heard>,
    draw: Draw,
    password: String,
    passwords: u32,
    /// Calls that have not ended, and when they began.
    pending: BTreeMap<u64, i64>,
    /// A failure that needs a person, and since when.
    needs: Option<(String, Instant)>,
    ran: Ran,
}

impl Caller<'_> {
    fn make_calls(&mut self) -> io::Result<()> {
        let (started, mut begun, mut next) = (Instant::now(), 0, Instant::now());
        while begun < self.run.calls || !self.run.proxy.is_through() || self.needs.is_some() {
            if started.elapsed() > LONGEST_RUN {
                self.ran.broken.push("the faults of the plan did not all happen in time".to_owned());
                return Ok(());
            }
            self.listen_until(next)?;
            for _ in 0..=self.draw.below(10) {
                // One call in ten has little time.
                let deadline = if self.draw.below(10) == 0 { Some(1_000 + self.draw.below(2_000)) } else { None };
                self.begin(begun, deadline)?;
                begun += 1;
            }
            next = Instant::now() + Duration::from_millis(100 + self.draw.below(800));
        }
        Ok(())
    }

    fn begin(&mut self, id: u64, deadline: Option<u64>) -> io::Result<()> {
        self.pending.insert(id, now());
        let call = match deadline {
            Some(deadline) => json!({ "id": id, "deadline_ms": deadline }),
            None => json!({ "id": id }),
        };
        self.host.tell(&json!({ "begin": call }))
    }

    /// Waits for all calls, tries whether the login lives, and closes the client.
    fn end(mut self) -> io::Result<Ran> {
        self.listen_until_done()?;
        if !self.tries_to_pass()? {
            self.ran.broken.push("no call passed after all faults".to_owned());
        }
        self.host.tell(&json!({ "close": {} }))?;
        self.host.wait()?;
        while let Ok((at, line)) = self.lines.recv() {
            self.hear(at, &line?);
        }
        self.ran.ledger = self.run.proxy.ledger().clone();
        Ok(self.ran)
    }

    /// Whether a call passes now: the first ones may meet what the last faults left behind, and are helped as all are.
    fn tries_to_pass(&mut self) -> io::Result<bool> {
        for id in LAST_CALLS {
            self.begin(id, None)?;
            self.listen_until_done()?;
            if self.ran.outcomes.last().is_some_and(|outcome| outcome["status"] == 200) {
                return Ok(true);
            }
            self.listen_until(Instant::now() + PAUSE)?;
        }
        Ok(false)
    }

    fn listen_until_done(&mut self) -> io::Result<()> {
        let last = Instant::now() + Duration::from_secs(20);
        while !self.pending.is_empty() || self.needs.is_some() {
            if Instant::now() > last {
                self.ran.broken.push(format!("{} calls did not end", self.pending.len()));
                self.pending.clear();
                return Ok(());
            }
            self.listen_until(Instant::now() + Duration::from_millis(50))?;
        }
        Ok(())
    }

    fn listen_until(&mut self, time: Instant) -> io::Result<()> {
        loop {
            match self.lines.recv_timeout(time.saturating_duration_since(Instant::now())) {
                Ok((at, line)) => self.hear(at, &line?),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the host ended before it was told to"));
                }
            }
        }
        match self.needs.take() {
            Some((why, since)) if since.elapsed() >= REACTION => self.remedy(why),
            needs => {
                self.needs = needs;
                Ok(())
            }
        }
    }

    fn hear(&mut self, at: i64, line: &Value) {
        let shown = self.run.proxy.secrets.redact(line);
        if let Some(step) = shown.get("step") {
            self.ran.steps.push(step.clone());
            return;
        }
        // Everything but steps is text that a program may log.
        if let Some(secret) = self.run.proxy.secrets.shown_in(&line.to_string()) {
            self.ran.broken.push(format!("{secret} shows in what the host says: {shown}"));
        }
        if let Some(outcome) = shown.get("outcome") {
            let began = outcome["id"].as_u64().and_then(|id| self.pending.remove(&id));
            if let Some(code) = outcome["code"].as_str().filter(|code| NEEDS_A_PERSON.contains(code)) {
                self.needs.get_or_insert_with(|| (code.to_owned(), Instant::now()));
            }
            self.ran.outcomes.push(with_times(outcome, began.unwrap_or(at), at));
        }
    }

    /// Does what the failure's remedy says: a new password, or a new sign-in; a lock is lifted first.
    fn remedy(&mut self, why: String) -> io::Result<()> {
        let Run { proxy, user, .. } = self.run;
        proxy.admin.unlock(user)?;
        let (credentials, refresh) = if self.run.with_password {
            self.passwords += 1;
            self.password = format!("{}-{}", self.run.password, self.passwords);
            proxy.admin.set_password(user, &self.password)?;
            (self.run.login("password", &self.password), None)
        } else {
            let (credentials, name) = self.run.signed_in(&self.password)?;
            (credentials, Some(name))
        };
        proxy.ledger().remedies.push(Remedy { at: now(), why, refresh });
        self.host.tell(&json!({ "set_credentials": credentials }))
    }
}

/// How a call ended, and when it began and ended.
fn with_times(outcome: &Value, began: i64, ended: i64) -> Value {
    let mut members = outcome.as_object().cloned().unwrap_or_default();
    members.extend([("began".to_owned(), began.into()), ("ended".to_owned(), ended.into())]);
    members.into()
}

/// A line of the host, and when it came.
type Heard = (i64, io::Result<Value>);

/// Reads the host's lines apart, so that it never waits for us.
fn read(lines: Lines) -> Receiver<Heard> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in lines {
            if sender.send((now(), line)).is_err() {
                return;
            }
        }
    });
    receiver
}
