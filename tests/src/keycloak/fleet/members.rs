//! The processes that share a login: started, told to call all the time, listened to, killed, frozen and started anew.
#![allow(clippy::indexing_slicing, reason = "places are below the number of processes, and JSON gives null")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::super::admin::User;
use super::super::faults::Draw;
use super::super::host::Host;
use super::super::ledger::now;
use super::super::proxy::Proxy;
use super::super::secrets::Secrets;
use super::Setup;
use super::exchanges::Exchanges;
use super::monitor::Monitor;
use super::plan::{Held, OLD_KEY, Plan};
use super::record::FleetRecord;
use super::recordings::Recordings;
use super::redis::Redis;
use super::registry::{Instance, Registry};

/// How long a call may take: longer than the locks of two processes live that are killed one after the other while they renew, and
/// the renewal after that.
const DEADLINE_MS: u64 = 30_000;
/// How long after all is well every process has to be served.
const RECOVERY: Duration = Duration::from_secs(40);

/// What a process printed; nothing more comes after `None`.
struct Heard {
    instance: Instance,
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

/// A fleet at work.
pub(super) struct Fleet {
    plan: Plan,
    setup: Setup,
    pub(super) proxy: Arc<Proxy>,
    pub(super) secrets: Arc<Secrets>,
    pub(super) user: User,
    pub(super) password: String,
    pub(super) redis: Redis,
    pub(super) monitor: Monitor,
    pub(super) exchanges: Arc<Exchanges>,
    pub(super) draw: Draw,
    pub(super) record: FleetRecord,
    pub(super) recordings: Recordings,
    registry: Arc<Registry>,
    config: Value,
    processes: Vec<Process>,
    sender: Sender<Heard>,
    heard: Receiver<Heard>,
    calls: u64,
    /// Processes that stopped themselves stay so for that long.
    pub(super) self_stop: Duration,
}

impl Fleet {
    /// Starts all of its processes.
    pub(super) fn start(setup: &Setup, plan: Plan) -> io::Result<Self> {
        let Setup { admin, seed, .. } = setup;
        let secrets = Arc::new(Secrets::default());
        let draw = Draw::new(*seed);
        let proxy =
            Proxy::start(admin.address, Arc::clone(admin), Arc::clone(&secrets), Vec::new(), Some(draw.clone()))?;
        let password = format!("canary-password-{seed}-{}", std::process::id());
        admin.create_realm(plan.name, plan.lifespan)?;
        let user = admin.create_user(plan.name, "ann", &password)?;
        let redis = Redis::start(setup.work().join(format!("{}.redis", plan.name)))?;
        let registry = Arc::<Registry>::default();
        let exchanges = Arc::new(Exchanges::new(Arc::clone(&registry), proxy.address.port(), redis.port()));
        proxy.watch_with(Arc::<Exchanges>::clone(&exchanges));
        let monitor = Monitor::start(redis.port(), plan.looks_up.then(|| Arc::clone(&registry)));
        let origin = format!("http://{}", proxy.address);
        let config = json!({
            "environments": [{
                "name": "sandbox", "kind": "sandbox", "auth_url": origin, "commerce_url": format!("{origin}/api"),
            }],
            "environment": "sandbox",
            "token_timeout_ms": plan.token_timeout_ms,
            "shared_store": { "login_while_down": plan.login_while_down },
            "store": { "address": redis.address(), "is_unsafe": plan.is_unsafe },
        });
        let (sender, heard) = channel();
        let mut fleet = Self {
            setup: setup.clone(),
            proxy,
            secrets,
            user,
            password,
            redis,
            monitor,
            exchanges,
            draw,
            record: FleetRecord::default(),
            recordings: Recordings::default(),
            registry,
            config,
            processes: Vec::new(),
            sender,
            heard,
            calls: 0,
            self_stop: Duration::ZERO,
            plan,
        };
        fleet.set_keys(&[OLD_KEY]);
        fleet.config["credentials"] = json!([fleet.credentials()?]);
        for process in 0..fleet.plan.size {
            let started = fleet.start_process(process, 0)?;
            fleet.processes.push(started);
        }
        Ok(fleet)
    }

    /// What hosts printed beside their lines.
    pub(super) fn logs(&self) -> io::Result<String> {
        let prefix = format!("{}-", self.plan.name);
        let mut logs = String::new();
        for file in std::fs::read_dir(self.setup.work())? {
            let file = file?;
            let name = file.file_name().to_string_lossy().into_owned();
            // Those of a run whose name begins alike have no number there.
            let is_own = name.strip_prefix(&prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            if is_own {
                logs += &String::from_utf8_lossy(&std::fs::read(file.path())?);
            }
        }
        Ok(logs)
    }

    /// Writes a file beside the logs.
    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        std::fs::write(self.setup.work().join(format!("{}.{name}", self.plan.name)), text)
    }

    pub(super) fn size(&self) -> usize {
        self.processes.len()
    }

    /// Has processes that are started from now on hold these keys.
    pub(super) fn set_keys(&mut self, keys: &[(&str, u8)]) {
        let keys = keys.iter().map(|(id, byte)| json!({ "id": id, "bytes": STANDARD.encode([*byte; 32]) }));
        self.config["store"]["keys"] = keys.collect();
    }

    /// What a process logs in with, for its configuration.
    fn credentials(&self) -> io::Result<Value> {
        let mut login = json!({ "realm": self.user.realm, "username": self.user.name });
        match self.plan.held {
            Held::Password => login["password"] = json!(self.password),
            Held::WrongPassword => login["password"] = json!(format!("{}-not", self.password)),
            Held::RefreshToken => login["refresh_token"] = json!(self.sign_in()?),
        }
        Ok(json!({ "environment": "sandbox", "login": login }))
    }

    /// A refresh token of a person's own sign-in.
    fn sign_in(&self) -> io::Result<String> {
        let answer = self.proxy.admin.log_in(&self.user, &self.password, &self.proxy.address.to_string())?;
        let token = answer.text("refresh_token");
        let token = token.ok_or_else(|| io::Error::other(format!("a sign-in was answered {}", answer.status)))?;
        self.secrets.name("refresh", &token);
        Ok(token)
    }

    /// Does for the fleet what a person does whose login was lost.
    pub(super) fn sign_in_again(&mut self) -> io::Result<()> {
        let credentials = self.credentials()?;
        self.config["credentials"] = json!([credentials]);
        self.record.sign_ins += 1;
        self.record.note_event("a person signs in".to_owned());
        self.tell_all(&json!({ "set_credentials": credentials }));
        Ok(())
    }

    /// Gives a command to every process that listens.
    pub(super) fn tell_all(&self, command: &Value) {
        for process in &self.processes {
            // One that was killed a moment ago does not.
            let _ = process.host.tell(command);
        }
    }

    fn start_process(&mut self, process: usize, life: u64) -> io::Result<Process> {
        let (name, command) = &self.plan.hosts[process % self.plan.hosts.len()];
        let log = self.setup.work().join(format!("{}-{process}-{name}.log", self.plan.name));
        let log = File::options().create(true).append(life > 0).write(true).truncate(life == 0).open(log)?;
        let (host, lines) = Host::start(command, log)?;
        let mut config = self.config.clone();
        config["seed"] = json!(process as u64 * 1_000 + life);
        let offset = self.plan.clock_offset_ms;
        if process == 0 && offset != 0 {
            config["clock_offset_ms"] = json!(if life.is_multiple_of(2) { offset } else { -offset });
        }
        host.tell(&json!({ "config": config }))?;
        let instance = Instance { process, life };
        self.recordings.begin(instance, name, &config);
        self.registry.enter(instance, host.id());
        let sender = self.sender.clone();
        thread::spawn(move || {
            for line in lines {
                if sender.send(Heard { instance, line: line.ok() }).is_err() {
                    return;
                }
            }
            let _ = sender.send(Heard { instance, line: None });
        });
        let next_call = Instant::now() + self.plan.between_calls;
        Ok(Process { host, life, pending: BTreeMap::new(), next_call, frozen_until: None, is_served: false })
    }

    /// Kills a process, and starts it anew.
    pub(super) fn restart(&mut self, process: usize) -> io::Result<()> {
        let life = self.processes[process].life;
        self.record.note_event(format!("process {process} is killed where it still runs, and started"));
        self.registry.kill(Instance { process, life });
        self.processes[process] = self.start_process(process, life + 1)?;
        Ok(())
    }

    /// Kills all at once.
    pub(super) fn kill_all(&mut self) {
        for (process, running) in self.processes.iter().enumerate() {
            self.registry.kill(Instance { process, life: running.life });
        }
    }

    /// Starts what was killed.
    pub(super) fn start_all(&mut self) -> io::Result<()> {
        (0..self.size()).try_for_each(|process| self.restart(process))
    }

    /// Has a process do nothing for so long.
    pub(super) fn freeze(&mut self, process: usize, length: Duration) {
        let running = &mut self.processes[process];
        // One that was killed a moment ago cannot be frozen.
        if running.host.stop().is_err() {
            return;
        }
        running.frozen_until = Some(Instant::now() + length);
        self.record.begin_freeze(Instance { process, life: running.life }, now());
        self.record.note_event(format!("process {process} is frozen for {} s", length.as_secs()));
    }

    /// Has calls made for so long.
    pub(super) fn call_for(&mut self, length: Duration) -> io::Result<()> {
        let end = Instant::now() + length;
        while Instant::now() < end {
            self.step()?;
        }
        Ok(())
    }

    /// Until every process was served, with nothing in its way.
    pub(super) fn recover(&mut self) -> io::Result<()> {
        while self.processes.iter().any(|process| process.frozen_until.is_some()) {
            self.step()?;
        }
        for process in &mut self.processes {
            process.is_served = false;
        }
        let end = Instant::now() + RECOVERY;
        while Instant::now() < end && !self.processes.iter().all(|process| process.is_served) {
            self.step()?;
        }
        let left = (0..self.size()).filter(|process| !self.processes[*process].is_served);
        self.record.unserved = left.collect();
        Ok(())
    }

    /// Begins the calls that are due, ends what is over, and listens for a moment.
    pub(super) fn step(&mut self) -> io::Result<()> {
        let at = Instant::now();
        for (index, process) in self.processes.iter_mut().enumerate() {
            if process.frozen_until.is_some_and(|until| at >= until) {
                process.frozen_until = None;
                self.record.end_freeze(Instance { process: index, life: process.life }, now());
                let _ = process.host.resume();
            }
            if process.frozen_until.is_none() && at >= process.next_call {
                self.calls += 1;
                // One that was killed a moment ago does not listen.
                if process.host.tell(&json!({ "begin": { "id": self.calls, "deadline_ms": DEADLINE_MS } })).is_ok() {
                    process.pending.insert(self.calls, now());
                }
                process.next_call = at + self.plan.between_calls;
            }
        }
        if let Ok(heard) = self.heard.recv_timeout(Duration::from_millis(10)) {
            self.listen(heard)?;
            while let Ok(heard) = self.heard.try_recv() {
                self.listen(heard)?;
            }
        }
        Ok(())
    }

    fn listen(&mut self, Heard { instance, line }: Heard) -> io::Result<()> {
        let Some(line) = line else {
            if self.processes[instance.process].life != instance.life {
                return Ok(());
            }
            if self.registry.is_killed(instance) {
                return self.restart(instance.process);
            }
            self.record.ended.push(instance.process);
            return Ok(());
        };
        // Steps hold what the engine was given, tokens among it, and are shown to nobody.
        if let Some(step) = line.get("step") {
            self.recordings.add(instance, step.clone());
            return Ok(());
        }
        self.record.texts.push(line.to_string());
        // What one noted counts when it is no more, too.
        if let Some(code) = line["note"]["code"].as_str() {
            self.record.notes.push((now(), instance, code.to_owned()));
        }
        let process = &mut self.processes[instance.process];
        if process.life != instance.life {
            return Ok(());
        }
        if line.get("stopped").is_some() {
            process.frozen_until = Some(Instant::now() + self.self_stop);
            self.record.begin_freeze(instance, now());
            self.record.note_event(format!("process {} stopped itself before its sending", instance.process));
            self.tell_all(&json!({ "stop_before_sending": false }));
            return Ok(());
        }
        let outcome = &line["outcome"];
        let Some(began) = outcome["id"].as_u64().and_then(|id| process.pending.remove(&id)) else { return Ok(()) };
        let is_good = outcome["status"] == 200;
        process.is_served |= is_good;
        let code = outcome["code"].as_str().unwrap_or("another status").to_owned();
        self.record.end_call(instance.process, began, now(), (!is_good).then_some(code));
        Ok(())
    }
}
