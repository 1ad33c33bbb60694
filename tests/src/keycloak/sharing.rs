//! Two processes that share one login, of several clients, against the same Keycloak: counted and not judged.
//!
//! Keycloak takes each refresh token once and ends the login where one comes again. Nothing is disturbed, or else the answers
//! to some token requests are lost: what is counted is what the processes do to each other.
#![allow(clippy::indexing_slicing, reason = "places are below the number of processes, and JSON gives null")]

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::admin::{Admin, User};
use super::faults::{Draw, Fault, TOKEN_TIMEOUT_MS};
use super::fleet::redis::Redis;
use super::host::Host;
use super::ledger::{Remedy, now};
use super::proxy::Proxy;
use super::secrets::Secrets;
use super::server::Keycloak;
use super::tally::Tally;

/// Processes that share a login.
const PROCESSES: usize = 2;
/// Seconds that a token lives.
const LIFESPAN: u32 = 10;
/// How long a call may take.
const DEADLINE_MS: u64 = 10_000;
/// Between two calls of one process: half of it, and as much again at most.
const BETWEEN_CALLS_MS: u64 = 100;
/// How much later than the first process the second makes its first call.
const BETWEEN_STARTS: Duration = Duration::from_secs(2);
/// How long it takes somebody to sign in again, from the first failure on.
const REACTION: Duration = Duration::from_secs(1);
/// How long after a sign-in somebody looks whether any process is served.
const LONGEST_NEWS: Duration = Duration::from_secs(5);
/// How long what is under way at the end is waited for.
const LAST_ANSWERS: Duration = Duration::from_secs(12);
/// Token requests between two whose answers are lost.
const BETWEEN_LOST_ANSWERS: usize = 4;

/// What is to be run.
#[derive(Debug)]
pub struct Sharing {
    /// The Keycloak distribution, made ready by `kc.sh build`.
    pub keycloak: PathBuf,
    /// Where logs, ledgers and the store's file go.
    pub work: PathBuf,
    /// When the calls come is drawn from it.
    pub seed: u64,
    /// How long each login is used.
    pub length: Duration,
    /// Whether the answer to every fifth token request is lost on its way.
    pub answers_lost: bool,
    /// The clients by name, and the command that starts one process of each.
    pub clients: Vec<(String, Vec<String>)>,
}

/// What became of one login.
#[derive(Debug)]
pub struct Shared {
    /// The numbers.
    pub tally: Tally,
    /// How long it took until somebody had to sign in for the first time; nothing where nobody had to.
    pub first_sign_in: Option<Duration>,
}

impl Shared {
    /// What stands above the rows of a table.
    #[must_use]
    pub fn head() -> String {
        format!("{} {:>14}", Tally::head(), "first asked")
    }
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first_sign_in.map_or("never".to_owned(), |after| format!("{:.1} s", after.as_secs_f64()));
        write!(f, "{} {first:>14}", self.tally)
    }
}

/// Runs every client both ways at once, with a password and with nothing but a refresh token, and counts.
///
/// # Errors
/// Keycloak, Redis or a client cannot be started, or ended before its time.
pub fn share(sharing: &Sharing) -> io::Result<Vec<Shared>> {
    let Sharing { keycloak, work, seed, length, answers_lost, clients } = sharing;
    std::fs::create_dir_all(work)?;
    let keycloak = Keycloak::start(keycloak, &work.join("keycloak.log"))?;
    let admin = Arc::new(keycloak.admin());
    let redis = Redis::start(work.join("redis"))?;
    let mut runs = Vec::new();
    for (name, command) in clients {
        for kind in ["password", "refresh-token"] {
            let login = Login::create(&admin, work, &format!("{name}-{kind}"), kind == "password", *answers_lost)?;
            let (command, store, draw, length) = (command.clone(), redis.address(), Draw::new(*seed), *length);
            runs.push(thread::spawn(move || login.run(&command, &store, draw, length)));
        }
    }
    runs.into_iter().map(|run| run.join().map_err(|_| io::Error::other("a run panicked"))?).collect()
}

/// One login at the provider, and what stands between it and the processes.
struct Login {
    name: String,
    with_password: bool,
    user: User,
    password: String,
    proxy: Arc<Proxy>,
    work: PathBuf,
}

impl Login {
    fn create(
        admin: &Arc<Admin>,
        work: &Path,
        name: &str,
        with_password: bool,
        answers_lost: bool,
    ) -> io::Result<Self> {
        let password = format!("canary-password-{name}-{}", std::process::id());
        admin.create_realm(name, LIFESPAN)?;
        let user = admin.create_user(name, "ann", &password)?;
        let mut round = vec![Fault::None; BETWEEN_LOST_ANSWERS];
        round.push(Fault::AnswerLost);
        let plan = if answers_lost { round.repeat(100) } else { Vec::new() };
        let proxy = Proxy::start(admin.address, Arc::clone(admin), Arc::new(Secrets::default()), plan, None)?;
        Ok(Self { name: name.to_owned(), with_password, user, password, proxy, work: work.to_owned() })
    }

    fn run(&self, command: &[String], store: &str, draw: Draw, length: Duration) -> io::Result<Shared> {
        let config = self.config(store)?;
        let (sender, heard) = channel();
        let hosts = (0..PROCESSES).map(|process| {
            let log = File::create(self.work.join(format!("{}-{process}.log", self.name)))?;
            let (host, lines) = Host::start(command, log)?;
            let mut config = config.clone();
            config["seed"] = json!(process);
            host.tell(&json!({ "config": config }))?;
            let sender: Sender<Heard> = sender.clone();
            thread::spawn(move || {
                let _ = lines.into_iter().try_for_each(|line| sender.send((now(), line)));
            });
            Ok(host)
        });
        let hosts = hosts.collect::<io::Result<Vec<_>>>()?;
        let mut calls = Calls {
            login: self,
            hosts,
            heard,
            draw,
            begun: 0,
            pending: BTreeMap::new(),
            outcomes: Vec::new(),
            refused_since: None,
            signed_in: Instant::now(),
            served: [true; PROCESSES],
            started: Instant::now(),
            first_sign_in: None,
        };
        calls.make(length)?;
        calls.end()
    }

    fn config(&self, store: &str) -> io::Result<Value> {
        let origin = format!("http://{}", self.proxy.address);
        let login = if self.with_password { self.credentials("password", &self.password) } else { self.sign_in()?.0 };
        Ok(json!({
            "environments": [{
                "name": "sandbox", "kind": "sandbox", "auth_url": origin, "commerce_url": format!("{origin}/api"),
            }],
            "environment": "sandbox", "credentials": [login], "token_timeout_ms": TOKEN_TIMEOUT_MS,
            "shared_store": { "login_while_down": false },
            "store": { "address": store, "keys": [{ "id": "2026-11", "bytes": STANDARD.encode([7_u8; 32]) }] },
        }))
    }

    fn credentials(&self, member: &str, secret: &str) -> Value {
        json!({
            "environment": "sandbox",
            "login": { "realm": self.user.realm, "username": self.user.name, member: secret },
        })
    }

    /// Signs in as a person does; gives the credentials with the refresh token, and its name.
    fn sign_in(&self) -> io::Result<(Value, String)> {
        let answer = self.proxy.admin.log_in(&self.user, &self.password, &self.proxy.address.to_string())?;
        let token = answer.text("refresh_token");
        let token = token.ok_or_else(|| io::Error::other(format!("a sign-in was answered {}", answer.status)))?;
        Ok((self.credentials("refresh_token", &token), self.proxy.secrets.name("refresh", &token)))
    }
}

/// A line of a process, and when it came.
type Heard = (i64, io::Result<Value>);

/// The calls of the processes, and what became of them.
struct Calls<'a> {
    login: &'a Login,
    hosts: Vec<Host>,
    heard: Receiver<Heard>,
    draw: Draw,
    begun: u64,
    /// Calls that have not ended: the process, and when they began.
    pending: BTreeMap<u64, (usize, i64)>,
    outcomes: Vec<Value>,
    /// Since when somebody has to sign in.
    refused_since: Option<Instant>,
    /// When somebody did so last, and which processes were served since.
    signed_in: Instant,
    served: [bool; PROCESSES],
    started: Instant,
    first_sign_in: Option<Duration>,
}

impl Calls<'_> {
    fn make(&mut self, length: Duration) -> io::Result<()> {
        // Processes are seldom started in the same moment, and the first has the tokens by then.
        let mut next = [self.started, self.started + BETWEEN_STARTS];
        while self.started.elapsed() < length {
            for (process, due) in next.iter_mut().enumerate() {
                if Instant::now() >= *due {
                    self.begun += 1;
                    self.pending.insert(self.begun, (process, now()));
                    let call = json!({ "begin": { "id": self.begun, "deadline_ms": DEADLINE_MS } });
                    self.hosts[process].tell(&call)?;
                    let pause = BETWEEN_CALLS_MS / 2 + self.draw.below(BETWEEN_CALLS_MS);
                    *due = Instant::now() + Duration::from_millis(pause);
                }
            }
            self.listen()?;
        }
        Ok(())
    }

    fn end(mut self) -> io::Result<Shared> {
        let last = Instant::now() + LAST_ANSWERS;
        while !self.pending.is_empty() && Instant::now() < last {
            self.listen()?;
        }
        let Login { name, with_password, proxy, work, .. } = self.login;
        let ledger = proxy.ledger().clone();
        let lines = |values: &[Value]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n") + "\n";
        std::fs::write(work.join(format!("{name}.ledger.jsonl")), lines(&ledger.lines()))?;
        std::fs::write(work.join(format!("{name}.calls.jsonl")), lines(&self.outcomes))?;
        let mut tally = Tally::count_shared(name.clone(), *with_password, &ledger, &self.outcomes);
        if !self.pending.is_empty() {
            tally.complaints.push(format!("{} calls did not end", self.pending.len()));
        }
        Ok(Shared { tally, first_sign_in: self.first_sign_in })
    }

    fn listen(&mut self) -> io::Result<()> {
        loop {
            match self.heard.recv_timeout(Duration::from_millis(5)) {
                Ok((at, line)) => self.hear(at, &line?),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("the processes ended")),
            }
        }
        if self.refused_since.is_some_and(|since| since.elapsed() >= REACTION) {
            self.refused_since = None;
            self.sign_in_again()?;
        }
        Ok(())
    }

    fn hear(&mut self, at: i64, line: &Value) {
        let outcome = &line["outcome"];
        let Some((process, began)) = outcome["id"].as_u64().and_then(|id| self.pending.remove(&id)) else { return };
        self.served[process] |= outcome["status"] == 200;
        if outcome["code"] == "token.sign-in-again" && self.needs_sign_in(process) {
            self.refused_since.get_or_insert_with(Instant::now);
            self.first_sign_in.get_or_insert_with(|| self.started.elapsed());
        }
        let mut outcome = outcome.clone();
        (outcome["process"], outcome["began"], outcome["ended"]) = (json!(process), json!(began), json!(at));
        self.outcomes.push(outcome);
    }

    /// Whether a refused process says something new: one may not have heard of the last sign-in, which others live on.
    fn needs_sign_in(&self, process: usize) -> bool {
        let is_over = !self.served.contains(&true) && self.signed_in.elapsed() >= LONGEST_NEWS;
        self.served[process] || is_over
    }

    /// Somebody signs in at one of the processes, from which the others have the new tokens.
    fn sign_in_again(&mut self) -> io::Result<()> {
        let (credentials, refresh) = self.login.sign_in()?;
        let why = "token.sign-in-again".to_owned();
        self.login.proxy.ledger().remedies.push(Remedy { at: now(), why, refresh: Some(refresh) });
        (self.signed_in, self.served) = (Instant::now(), [false; PROCESSES]);
        self.hosts[0].tell(&json!({ "set_credentials": credentials }))
    }
}
