//! Processes in several languages share one login through Redis against Keycloak, and are killed, frozen and cut off from the
//! store: no refresh token reaches Keycloak twice, and every call is answered that somebody could have served.
#![allow(clippy::indexing_slicing, reason = "places are below the number of processes, and JSON gives null")]

mod judge;
pub(super) mod redis;

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::Report;
use super::admin::Admin;
use super::faults::Draw;
use super::host::Host;
use super::ledger::now;
use super::proxy::Proxy;
use super::secrets::Secrets;
use judge::{FleetRecord, Seen};
use redis::Redis;

/// Processes that share the login.
const PROCESSES: usize = 8;
/// Seconds that a token lives.
const LIFESPAN: u32 = 6;
/// How long a call may take: longer than the lock of a killed process lives, and the renewal after it.
const DEADLINE_MS: u64 = 20_000;
/// Between two calls of one process.
const BETWEEN_CALLS: Duration = Duration::from_millis(150);
/// Longer than the lock lives: what a process held before is another's when it wakes.
const FROZEN: Duration = Duration::from_secs(12);
/// How long the store is paused or read-only.
const STORE_DOWN: Duration = Duration::from_secs(2);
/// How long after all is well every process has to be served.
const RECOVERY: Duration = Duration::from_secs(40);

/// What a process printed; nothing more comes after `None`.
struct Heard {
    process: usize,
    life: u64,
    line: Option<Value>,
}

/// One process, and what it is about.
struct Process {
    host: Host,
    life: u64,
    /// Calls that are not answered, and when they began.
    pending: BTreeMap<u64, i64>,
    next_call: Instant,
    frozen_until: Option<Instant>,
    /// Whether it was served since all is well.
    is_served: bool,
}

/// What a fleet is made of.
struct Fleet<'a> {
    commands: &'a [(String, Vec<String>)],
    work: &'a Path,
    config: Value,
    processes: Vec<Process>,
    sender: Sender<Heard>,
    heard: Receiver<Heard>,
    redis: Redis,
    /// Until when the store is disturbed.
    disturbed_until: Option<(Instant, StoreFault)>,
    draw: Draw,
    calls: u64,
    record: FleetRecord,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoreFault {
    Paused,
    ReadOnly,
}

/// Runs a fleet for so long, and judges it.
pub(super) fn run(
    admin: &Arc<Admin>,
    commands: &[(String, Vec<String>)],
    work: &Path,
    seed: u64,
    length: Duration,
) -> io::Result<Report> {
    let secrets = Arc::new(Secrets::default());
    let proxy =
        Proxy::start(admin.address, Arc::clone(admin), Arc::clone(&secrets), Vec::new(), Some(Draw::new(seed)))?;
    let password = format!("canary-password-{seed}-{}", std::process::id());
    admin.create_realm("fleet", LIFESPAN)?;
    let user = admin.create_user("fleet", "ann", &password)?;
    let redis = Redis::start(work.join("fleet.redis"))?;
    let origin = format!("http://{}", proxy.address);
    let config = json!({
        "environments": [{
            "name": "sandbox", "kind": "sandbox", "auth_url": origin, "commerce_url": format!("{origin}/api"),
        }],
        "environment": "sandbox",
        "credentials": [{
            "environment": "sandbox",
            "login": { "realm": user.realm, "username": user.name, "password": password },
        }],
        "token_timeout_ms": 5_000,
        "shared_store": { "login_while_down": false },
        "store": { "address": redis.address(), "keys": [{ "id": "2026-11", "bytes": STANDARD.encode([7_u8; 32]) }] },
    });
    let (sender, heard) = channel();
    let mut fleet = Fleet {
        commands,
        work,
        config,
        processes: Vec::new(),
        sender,
        heard,
        redis,
        disturbed_until: None,
        draw: Draw::new(seed),
        calls: 0,
        record: FleetRecord::default(),
    };
    for process in 0..PROCESSES {
        let started = fleet.start(process, 0)?;
        fleet.processes.push(started);
    }
    fleet.disturb_for(length)?;
    fleet.recover()?;
    let (shown, events) = (fleet.redis.shown()?, admin.events(&user.realm)?);
    Ok(judge::judge(
        &fleet.record,
        &Seen { ledger: &proxy.ledger(), events: &events, shown: &shown, secrets: &secrets, password: &password },
    ))
}

impl Fleet<'_> {
    fn start(&self, process: usize, life: u64) -> io::Result<Process> {
        let (name, command) = &self.commands[process % self.commands.len()];
        let log =
            File::options().create(true).append(true).open(self.work.join(format!("fleet-{process}-{name}.log")))?;
        let (host, lines) = Host::start(command, log)?;
        let mut config = self.config.clone();
        config["seed"] = json!(process as u64 * 1_000 + life);
        host.tell(&json!({ "config": config }))?;
        let sender = self.sender.clone();
        thread::spawn(move || {
            for line in lines {
                if sender.send(Heard { process, life, line: line.ok() }).is_err() {
                    return;
                }
            }
            let _ = sender.send(Heard { process, life, line: None });
        });
        let next_call = Instant::now() + BETWEEN_CALLS;
        Ok(Process { host, life, pending: BTreeMap::new(), next_call, frozen_until: None, is_served: false })
    }

    /// Has calls made, and something happen every two to four seconds.
    fn disturb_for(&mut self, length: Duration) -> io::Result<()> {
        let end = Instant::now() + length;
        let mut next = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end {
            self.step()?;
            if Instant::now() >= next {
                self.disturb()?;
                next = Instant::now() + Duration::from_millis(2_000 + self.draw.below(2_000));
            }
        }
        Ok(())
    }

    /// Until every process was served, with nothing in its way.
    fn recover(&mut self) -> io::Result<()> {
        let end = Instant::now() + RECOVERY;
        let is_disturbed = |fleet: &Self| {
            fleet.disturbed_until.is_some() || fleet.processes.iter().any(|process| process.frozen_until.is_some())
        };
        while is_disturbed(self) {
            self.step()?;
        }
        for process in &mut self.processes {
            process.is_served = false;
        }
        while Instant::now() < end && !self.processes.iter().all(|process| process.is_served) {
            self.step()?;
        }
        let left: Vec<usize> = (0..PROCESSES).filter(|process| !self.processes[*process].is_served).collect();
        self.record.unserved = left;
        Ok(())
    }

    /// Begins the calls that are due, ends what is over, and listens for a moment.
    fn step(&mut self) -> io::Result<()> {
        let at = Instant::now();
        if let Some((until, fault)) = self.disturbed_until
            && at >= until
        {
            match fault {
                StoreFault::Paused => self.redis.resume()?,
                StoreFault::ReadOnly => self.redis.set_read_only(false)?,
            }
            self.disturbed_until = None;
            self.record.end_outage(now());
        }
        for process in &mut self.processes {
            if process.frozen_until.is_some_and(|until| at >= until) {
                process.frozen_until = None;
                process.host.resume()?;
            }
            if process.frozen_until.is_none() && at >= process.next_call {
                self.calls += 1;
                // One that was killed a moment ago does not listen.
                if process.host.tell(&json!({ "begin": { "id": self.calls, "deadline_ms": DEADLINE_MS } })).is_ok() {
                    process.pending.insert(self.calls, now());
                }
                process.next_call = at + BETWEEN_CALLS;
            }
        }
        while let Ok(heard) = self.heard.recv_timeout(Duration::from_millis(10)) {
            self.listen(heard);
        }
        Ok(())
    }

    fn listen(&mut self, Heard { process: index, life, line }: Heard) {
        let process = &mut self.processes[index];
        if process.life != life {
            return;
        }
        let Some(line) = line else {
            self.record.ended.push(index);
            return;
        };
        self.record.texts.push(line.to_string());
        if let Some(code) = line["note"]["code"].as_str() {
            *self.record.notes.entry(code.to_owned()).or_default() += 1;
        }
        let outcome = &line["outcome"];
        let Some(began) = outcome["id"].as_u64().and_then(|id| process.pending.remove(&id)) else { return };
        let is_good = outcome["status"] == 200;
        process.is_served |= is_good;
        let code = outcome["code"].as_str().unwrap_or("another status").to_owned();
        self.record.end_call(index, began, now(), (!is_good).then_some(code));
    }

    fn disturb(&mut self) -> io::Result<()> {
        let index = usize::try_from(self.draw.below(PROCESSES as u64)).unwrap_or_default();
        match self.draw.below(20) {
            0..=10 => {
                let life = self.processes[index].life + 1;
                // Replacing it kills it.
                self.processes[index] = self.start(index, life)?;
                self.record.kills += 1;
            }
            11..=14 => {
                self.processes[index].host.stop()?;
                self.processes[index].frozen_until = Some(Instant::now() + FROZEN);
                self.record.freezes += 1;
            }
            what if self.disturbed_until.is_none() => {
                self.record.begin_outage(now());
                match what {
                    15 | 16 => {
                        self.redis.pause()?;
                        self.disturbed_until = Some((Instant::now() + STORE_DOWN, StoreFault::Paused));
                    }
                    17 => {
                        self.redis.set_read_only(true)?;
                        self.disturbed_until = Some((Instant::now() + STORE_DOWN, StoreFault::ReadOnly));
                    }
                    18 => {
                        self.redis.restart()?;
                        self.record.end_outage(now());
                    }
                    _ => {
                        self.redis.empty()?;
                        self.record.end_outage(now());
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}
