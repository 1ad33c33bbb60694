//! Processes with an engine each, and the events between them, the store and the provider.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use waybill_core::store::{LOCK_RENEWAL, pause_before_retry};
use waybill_core::{
    Action, Call, CallId, Config, Credentials, Engine, Environment, EnvironmentKind, ExchangeId, Login, Outcome,
    Purpose, RequestBody, ResponseHead, Route, Secret, SharedStore, Snapshot, Step, StoreResult, TicketId, Timestamp,
};

use crate::store::Store;

/// Milliseconds to the store and back, and between what a process asks and its arrival.
const STORE: i64 = 1;
/// Milliseconds that the provider takes for an exchange.
const PROVIDER: i64 = 80;
/// Milliseconds between two calls of one process.
const BETWEEN_CALLS: i64 = 2_000;
/// Seconds that a token lives: it is renewed when fewer than thirty are left.
const TOKEN_LIVES: i64 = 60;

/// Where the process dies that renews the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CrashPoint {
    /// It has the lock, and does not know it yet.
    Locked,
    /// What it is about to send is saved, and it does not know it yet.
    Saved,
    /// The provider is about to answer.
    Sent,
    /// The answer is there, and not committed.
    Answered,
    /// The commit is stored, and the lock not released.
    Committed,
}

impl CrashPoint {
    pub(crate) const ALL: [Self; 5] = [Self::Locked, Self::Saved, Self::Sent, Self::Answered, Self::Committed];
}

#[derive(Debug, Clone)]
enum Event {
    Call,
    Wake,
    Lock { ticket: TicketId, known_seq: u64, tries: u32 },
    Save { ticket: TicketId, snapshot: Snapshot, expected_seq: u64 },
    Renew { ticket: TicketId },
    Unlock { ticket: TicketId },
    Stored { ticket: TicketId, result: StoreResult },
    Provide { exchange: ExchangeId, body: Vec<u8> },
    Answer { exchange: ExchangeId, body: Vec<u8> },
    Served { exchange: ExchangeId },
}

struct Process {
    engine: Engine,
    has_crashed: bool,
    /// Tickets that are asked for or held.
    tickets: BTreeSet<TicketId>,
    /// Whether the provider was asked since the last save.
    has_sent: bool,
    calls: BTreeMap<CallId, i64>,
    /// Bodies of the provider's answers, until they are read.
    bodies: BTreeMap<ExchangeId, Vec<u8>>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    pub(crate) calls: usize,
    pub(crate) failed: usize,
    /// What the provider was asked.
    pub(crate) exchanges: usize,
    /// What it answered to processes that lived to use it.
    pub(crate) renewals: usize,
    pub(crate) commands: usize,
    /// Commands while every process had a token that was not to be renewed.
    pub(crate) quiet_commands: usize,
    pub(crate) longest_wait: i64,
}

pub(crate) struct Fleet {
    processes: Vec<Process>,
    /// What happens next: its time, its number, the process.
    events: BinaryHeap<Reverse<(i64, u64, usize)>>,
    contents: BTreeMap<u64, Event>,
    numbered: u64,
    now: i64,
    random: u32,
    store: Store,
    /// The crash that is still to come, and from when on.
    crash: Option<CrashPoint>,
    crashing_at: i64,
    issued: u64,
    measured: Measured,
}

impl Fleet {
    pub(crate) fn new(processes: usize, crash: Option<CrashPoint>) -> Self {
        let mut fleet = Self {
            processes: (0..processes).map(start).collect(),
            events: BinaryHeap::new(),
            contents: BTreeMap::new(),
            numbered: 0,
            now: 0,
            random: 7,
            store: Store::default(),
            crash,
            crashing_at: 20_000,
            issued: 0,
            measured: Measured::default(),
        };
        for process in 0..processes {
            let first = i64::from(fleet.draw()) % BETWEEN_CALLS;
            fleet.schedule(first, process, Event::Call);
        }
        fleet
    }

    pub(crate) fn crashing_at(self, crashing_at: i64) -> Self {
        Self { crashing_at, ..self }
    }

    pub(crate) const fn is_crash_to_come(&self) -> bool {
        self.crash.is_some()
    }

    pub(crate) fn measured(&self) -> Measured {
        let waiting =
            self.processes.iter().filter(|process| !process.has_crashed).flat_map(|process| process.calls.values());
        let longest = waiting.map(|began| self.now - began).max().unwrap_or_default();
        let mut measured = self.measured.clone();
        measured.longest_wait = measured.longest_wait.max(longest);
        measured.commands = self.store.commands;
        measured
    }

    pub(crate) fn run_until(&mut self, end: i64) {
        while let Some(Reverse((at, number, process))) = self.events.pop() {
            if at > end {
                break;
            }
            self.now = at;
            let event = self.contents.remove(&number).unwrap();
            let before = self.store.commands;
            self.happen(process, event);
            // A token is fresh for thirty seconds; what renews it is over within two.
            if at > 5_000 && at % 30_000 > 5_000 && at % 30_000 < 25_000 && self.crash.is_none() {
                self.measured.quiet_commands += self.store.commands - before;
            }
        }
        self.now = end;
    }

    fn happen(&mut self, process: usize, event: Event) {
        // The store and the provider act, whoever asked.
        match event {
            Event::Save { ticket, snapshot, expected_seq } => {
                let result = self.store.save((process, ticket), snapshot, expected_seq, self.now);
                let has_sent = std::mem::take(&mut self.processes[process].has_sent);
                self.crash_where(if has_sent { CrashPoint::Committed } else { CrashPoint::Saved }, process);
                return self.schedule(STORE, process, Event::Stored { ticket, result });
            }
            Event::Unlock { ticket } => return self.store.unlock((process, ticket), self.now),
            Event::Provide { exchange, body } => {
                self.processes[process].has_sent = true;
                self.crash_where(CrashPoint::Sent, process);
                let body = self.provide(&body);
                return self.schedule(PROVIDER, process, Event::Answer { exchange, body });
            }
            _ => {}
        }
        if self.processes[process].has_crashed {
            return;
        }
        let now = Timestamp::from_millis(self.now);
        let engine = &mut self.processes[process].engine;
        let step = match event {
            Event::Call => {
                self.schedule(BETWEEN_CALLS, process, Event::Call);
                self.measured.calls += 1;
                let route = Route::Commerce { tenant: "tenant-1".to_owned() };
                let running = &mut self.processes[process];
                let begun = running.engine.begin(Call::new(route, "GET", "/orders"), now);
                running.calls.insert(begun.call, self.now);
                begun.step
            }
            Event::Wake => engine.on_time(now),
            Event::Lock { ticket, known_seq, tries } => return self.try_lock(process, ticket, known_seq, tries),
            Event::Renew { ticket } => return self.renew(process, ticket),
            Event::Stored { ticket, result } => engine.on_store(ticket, result, now).unwrap(),
            Event::Answer { exchange, body } => {
                self.crash_where(CrashPoint::Answered, process);
                if self.processes[process].has_crashed {
                    return;
                }
                self.measured.renewals += 1;
                let running = &mut self.processes[process];
                running.bodies.insert(exchange, body);
                let head = ResponseHead::new(200, [("content-type", "application/json")]).unwrap();
                running.engine.on_head(exchange, head, now).unwrap()
            }
            Event::Served { exchange } => {
                engine.on_head(exchange, ResponseHead::new(200, [("x", "y")]).unwrap(), now).unwrap()
            }
            Event::Save { .. } | Event::Unlock { .. } | Event::Provide { .. } => return,
        };
        self.perform(process, step);
    }

    fn perform(&mut self, process: usize, step: Step) {
        if let Some(wake_at) = step.wake_at {
            self.schedule((wake_at.as_millis() - self.now).max(0), process, Event::Wake);
        }
        for action in step.actions {
            match action {
                Action::Send { exchange, purpose: Purpose::Token, body, .. } => {
                    let RequestBody::Bytes(body) = body else { panic!("a token request has a body") };
                    self.measured.exchanges += 1;
                    self.schedule(1, process, Event::Provide { exchange, body });
                }
                Action::Send { exchange, purpose: Purpose::Call(call), .. } => {
                    let began = self.processes[process].calls[&call];
                    self.measured.longest_wait = self.measured.longest_wait.max(self.now - began);
                    self.schedule(10, process, Event::Served { exchange });
                }
                Action::Read { exchange, .. } => {
                    let body = self.processes[process].bodies.remove(&exchange).unwrap_or_default();
                    let now = Timestamp::from_millis(self.now);
                    let step = self.processes[process].engine.on_body(exchange, &body, true, now).unwrap();
                    self.perform(process, step);
                }
                Action::Lock { ticket, known_seq, .. } => {
                    self.processes[process].tickets.insert(ticket);
                    self.schedule(STORE, process, Event::Lock { ticket, known_seq, tries: 0 });
                }
                Action::Save { ticket, snapshot, expected_seq } => {
                    self.schedule(STORE, process, Event::Save { ticket, snapshot, expected_seq });
                }
                Action::Unlock { ticket } => {
                    if self.processes[process].tickets.remove(&ticket) {
                        self.schedule(STORE, process, Event::Unlock { ticket });
                    }
                }
                Action::Done { call, outcome } => {
                    self.measured.failed += usize::from(matches!(outcome, Outcome::Failed(_)));
                    self.processes[process].calls.remove(&call);
                }
                Action::Abort { .. } | Action::Note { .. } | Action::Closed => {}
            }
        }
    }

    fn try_lock(&mut self, process: usize, ticket: TicketId, known_seq: u64, tries: u32) {
        if !self.processes[process].tickets.contains(&ticket) {
            return;
        }
        let Some((is_held, result)) = self.store.lock((process, ticket), known_seq, self.now) else {
            let pause = pause_before_retry(tries, self.draw());
            let pause = i64::try_from(pause.as_millis()).unwrap() + STORE;
            return self.schedule(pause, process, Event::Lock { ticket, known_seq, tries: tries + 1 });
        };
        if is_held {
            self.schedule(renewal(), process, Event::Renew { ticket });
            self.crash_where(CrashPoint::Locked, process);
        }
        self.schedule(STORE, process, Event::Stored { ticket, result });
    }

    fn renew(&mut self, process: usize, ticket: TicketId) {
        if self.processes[process].tickets.contains(&ticket) && self.store.renew((process, ticket), self.now) {
            self.schedule(renewal(), process, Event::Renew { ticket });
        }
    }

    /// Answers as a provider that rotates refresh tokens.
    fn provide(&mut self, body: &[u8]) -> Vec<u8> {
        assert!(std::str::from_utf8(body).unwrap().contains("grant_type="), "a token request");
        self.issued += 1;
        let number = self.issued;
        format!(
            r#"{{"access_token":"access-{number}","refresh_token":"refresh-{number}","expires_in":{TOKEN_LIVES},"token_type":"Bearer"}}"#
        )
        .into_bytes()
    }

    fn crash_where(&mut self, point: CrashPoint, process: usize) {
        if self.crash == Some(point) && self.now >= self.crashing_at {
            self.processes[process].has_crashed = true;
            self.crash = None;
        }
    }

    fn schedule(&mut self, delay: i64, process: usize, event: Event) {
        self.numbered += 1;
        self.contents.insert(self.numbered, event);
        self.events.push(Reverse((self.now + delay, self.numbered, process)));
    }

    /// The next of a row of numbers that look random (xorshift).
    const fn draw(&mut self) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random
    }
}

fn renewal() -> i64 {
    i64::try_from(LOCK_RENEWAL.as_millis()).unwrap()
}

fn start(process: usize) -> Process {
    let environment = Environment {
        commerce_url: Some("https://c.example/api".to_owned()),
        auth_url: Some("https://id.example".to_owned()),
        ..Environment::new("sandbox", EnvironmentKind::Sandbox)
    };
    let login = Login::from_password("acme", "ann", Secret::new("pass-1".to_owned()));
    let config = Config::new(environment, Credentials::from_login("sandbox", login), process as u64);
    let engine = Engine::new(Config { shared_store: Some(SharedStore::default()), ..config }).unwrap();
    Process {
        engine,
        has_crashed: false,
        tickets: BTreeSet::new(),
        has_sent: false,
        calls: BTreeMap::new(),
        bodies: BTreeMap::new(),
    }
}
