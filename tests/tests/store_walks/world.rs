//! Processes that share a login, in the hands of impolite hosts, and what must hold after each of their inputs. The model of
//! the table is beside each, and has to foretell every step.

use std::collections::{BTreeMap, BTreeSet};

use waybill_core::{Config, Invalidate, SharedStore};
use waybill_tests::token_model::{Act, Body, Exchange, Grant, Input};

use crate::config::config;
use crate::pair::{Done, Pair};
use crate::provider::{Asked, Provider};
use crate::store::{Command, Owner, Store};

pub(crate) const PROCESSES: usize = 3;
/// How far each process's clock is from the store's, in milliseconds.
const CLOCKS: [i64; PROCESSES] = [0, 60_000, -45_000];

/// How an exchange with the provider ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Answered,
    /// The provider acted, and its answer was lost.
    Lost,
    /// The provider never saw the request.
    NotSent,
    Unavailable,
    Redirected,
}

/// How the store answers what was asked of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoreEnding {
    Done,
    /// It did nothing, and says so.
    Down,
    /// It acted, and its answer was lost.
    AnswerLost,
    /// It acted, and answers when nobody waits any more.
    Late,
}

struct Process {
    pair: Pair,
    life: u64,
    wake_at: Option<i64>,
    /// The token request in flight, and when it was sent.
    exchange: Option<(Exchange, Asked, i64)>,
    commands: Vec<(u64, Command)>,
    calls: BTreeSet<u64>,
    calls_begun: u64,
    /// Until when it does not run.
    frozen_until: i64,
    /// Whether the lock was lost while it was frozen: what it does with it cannot be fenced.
    was_frozen: bool,
}

pub(crate) struct World {
    pub(crate) provider: Provider,
    store: Store,
    processes: Vec<Process>,
    has_password: bool,
    login_while_down: bool,
    /// What a host without a password begins with.
    first_refresh: Option<String>,
    /// What a host was given last.
    latest_refresh: Option<String>,
    now: i64,
    /// Refresh tokens that reached the provider.
    redeemed: BTreeSet<String>,
    /// Refresh tokens whose sending was noted as a last try.
    last_tries: usize,
    /// Whether something happened after which a token may be sent twice.
    is_unsafe: bool,
    expiries: BTreeMap<String, i64>,
    served: usize,
}

impl World {
    pub(crate) fn new(has_password: bool, login_while_down: bool) -> Self {
        let mut provider = Provider::new();
        let first_refresh = (!has_password).then(|| provider.log_in_elsewhere());
        let mut world = Self {
            provider,
            store: Store::default(),
            processes: Vec::new(),
            has_password,
            login_while_down,
            first_refresh,
            latest_refresh: None,
            now: 1_000_000,
            redeemed: BTreeSet::new(),
            last_tries: 0,
            is_unsafe: false,
            expiries: BTreeMap::new(),
            served: 0,
        };
        for process in 0..PROCESSES {
            let started = world.start(process, 0);
            world.processes.push(started);
        }
        world
    }

    fn start(&self, process: usize, life: u64) -> Process {
        let password = self.has_password.then_some("pass-1");
        let shared_store = Some(SharedStore { login_while_down: self.login_while_down });
        let seed = 7 + 100 * life + process as u64;
        let config = Config { shared_store, seed, ..config("sandbox", password, self.first_refresh.as_deref()) };
        Process {
            pair: Pair::new(config),
            life,
            wake_at: None,
            exchange: None,
            commands: Vec::new(),
            calls: BTreeSet::new(),
            calls_begun: 0,
            frozen_until: 0,
            was_frozen: false,
        }
    }

    /// What time the process believes it is.
    fn at(&self, process: usize) -> i64 {
        self.now + CLOCKS[process]
    }

    /// Something happens to a process, and what it asks for is done: that is returned; nothing where it refuses the input.
    fn happen(&mut self, process: usize, input: &Input) -> Vec<Act> {
        let at = self.at(process);
        let Some(done) = self.processes[process].pair.step(input, at) else {
            assert!(matches!(input, Input::Restore(_)), "{input:?} is one that was asked for");
            return Vec::new();
        };
        let acts = done.acts.clone();
        self.perform(process, done);
        acts
    }

    fn is_frozen(&self, process: usize) -> bool {
        self.processes[process].frozen_until > self.now
    }

    pub(crate) fn call(&mut self, process: usize, within: Option<i64>) {
        if self.is_frozen(process) {
            return;
        }
        let deadline = within.map(|within| self.at(process) + within);
        let caller = &mut self.processes[process];
        caller.calls_begun += 1;
        caller.calls.insert(caller.calls_begun);
        self.happen(process, &Input::Begin { idempotent: true, body: Body::Empty, deadline });
    }

    /// Time passes; every process that runs is woken as it asked, and renews its lock.
    pub(crate) fn wait(&mut self, by: i64) {
        let end = self.now + by;
        loop {
            let due = |process: usize| {
                let wake = self.processes[process].wake_at? - CLOCKS[process];
                Some((wake.max(self.processes[process].frozen_until).max(self.now), process))
            };
            let next = (0..PROCESSES).filter_map(due).min().filter(|(wake, _)| *wake <= end);
            let Some((wake, process)) = next else { break };
            self.pass(wake);
            self.happen(process, &Input::Time);
            let asked = self.processes[process].wake_at.is_none_or(|next| next > self.at(process));
            assert!(asked, "an engine asks to be woken when it was just woken");
        }
        self.pass(end);
    }

    fn pass(&mut self, until: i64) {
        while self.now < until {
            self.now = (self.now + 3_000).min(until);
            for process in 0..PROCESSES {
                if !self.is_frozen(process) {
                    let life = self.processes[process].life;
                    self.store.renew(process, life, self.now);
                }
            }
        }
    }

    pub(crate) fn freeze(&mut self, process: usize, by: i64) {
        self.processes[process].frozen_until = self.now + by;
        // A lock that is not renewed that long is another's.
        self.processes[process].was_frozen |= by > 9_000;
    }

    /// The process ends where it is, and another takes its place.
    pub(crate) fn kill(&mut self, process: usize) {
        if let Some((_, asked, _)) = self.processes[process].exchange.take() {
            self.redeem(&asked, process);
        }
        let life = self.processes[process].life + 1;
        self.processes[process] = self.start(process, life);
    }

    pub(crate) fn end(&mut self, process: usize, ending: Ending) {
        if self.is_frozen(process) {
            return;
        }
        let Some((exchange, asked, sent_at)) = self.processes[process].exchange.take() else { return };
        let answer = matches!(ending, Ending::Answered | Ending::Lost).then(|| self.redeem(&asked, process));
        if let Ending::Lost | Ending::NotSent = ending {
            self.happen(process, &Input::Failure { exchange, not_sent: ending == Ending::NotSent });
            return;
        }
        let (status, body) = match (ending, answer) {
            (Ending::Answered, Some(answer)) => {
                if let Some(given) = &answer.given {
                    self.expiries.insert(given.access.clone(), sent_at + given.lifetime * 1_000);
                }
                (answer.status, answer.body)
            }
            (Ending::Redirected, _) => (302, String::new()),
            _ => (503, "{}".to_owned()),
        };
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        let acts = self.happen(process, &Input::Head { exchange, status, headers });
        if acts.contains(&Act::Read(exchange)) {
            self.happen(process, &Input::Body { exchange, body, complete: true });
        }
    }

    /// The provider acts on what it was asked.
    fn redeem(&mut self, asked: &Asked, process: usize) -> crate::provider::Answer {
        if let Asked::Refresh(token) = asked {
            let is_new = self.redeemed.insert(token.clone());
            let is_excused = self.is_unsafe || self.processes[process].was_frozen;
            if !is_new && !is_excused {
                assert!(!self.has_password, "{token} is redeemed twice while a password is held");
                assert!(self.last_tries > 0, "{token} is redeemed twice, and no last try was noted");
                self.last_tries -= 1;
            }
        }
        self.provider.answer(asked)
    }

    pub(crate) fn answer_store(&mut self, process: usize, ending: StoreEnding) {
        if self.is_frozen(process) || self.processes[process].commands.is_empty() {
            return;
        }
        let (ticket, command) = self.processes[process].commands[0].clone();
        let owner: Owner = (process, self.processes[process].life, ticket);
        let acted = if ending == StoreEnding::Down { None } else { self.store.run(owner, &command, self.now) };
        let answer = match (ending, acted) {
            (StoreEnding::Down | StoreEnding::AnswerLost, _) => Store::failure(),
            // The lock is held by another: it is waited for.
            (_, None) => return,
            (_, Some(answer)) => answer,
        };
        self.processes[process].commands.remove(0);
        if ending == StoreEnding::Late {
            self.wait(1_200);
            if self.processes[process].life != owner.1 {
                return;
            }
        }
        self.happen(process, &Input::Store { ticket, answer });
    }

    pub(crate) fn rewrite(&mut self) {
        self.store.rewrite();
    }

    pub(crate) fn lose(&mut self, loss: impl FnOnce(&mut Store)) {
        loss(&mut self.store);
        self.is_unsafe = true;
    }

    pub(crate) fn set_equal_credentials(&mut self, process: usize) {
        let password = self.has_password.then_some("pass-1");
        let refresh = self.first_refresh.clone();
        self.set(process, password, refresh.as_deref());
    }

    pub(crate) fn set_refresh(&mut self, process: usize) {
        let refresh = self.provider.log_in_elsewhere();
        self.set(process, None, Some(&refresh));
        self.latest_refresh = Some(refresh);
    }

    /// The host of another process is given the same refresh token, as when settings are rolled out.
    pub(crate) fn set_same_refresh(&mut self, process: usize) {
        let refresh = self.latest_refresh.clone();
        self.set(process, None, refresh.as_deref());
    }

    fn set(&mut self, process: usize, password: Option<&str>, refresh: Option<&str>) {
        if self.is_frozen(process) || (password.is_none() && refresh.is_none()) {
            return;
        }
        let input =
            Input::SetCredentials { password: password.map(str::to_owned), refresh: refresh.map(str::to_owned) };
        self.happen(process, &input);
    }

    pub(crate) fn invalidate(&mut self, process: usize, what: Invalidate) {
        if self.is_frozen(process) {
            return;
        }
        self.happen(process, &Input::Invalidate { tokens: what == Invalidate::Tokens });
    }

    /// What is exported can be restored.
    pub(crate) fn export(&mut self, process: usize) {
        if self.is_frozen(process) {
            return;
        }
        let snapshot = self.export_of(process);
        self.happen(process, &Input::Restore(snapshot));
    }

    fn export_of(&mut self, process: usize) -> String {
        let at = self.at(process);
        self.processes[process].pair.export(at)
    }

    /// Everything is well from here on: whoever needs a token gets one, unless a person has to act.
    pub(crate) fn recover(&mut self) {
        self.settle();
        self.wait(120_000);
        self.settle();
        for process in 0..PROCESSES {
            assert!(self.processes[process].calls.is_empty(), "a call waits for nothing");
            // What was sent from elsewhere may be tried once more after a while.
            self.wait(61_000);
            let served = self.served;
            for _ in 0..3 {
                self.call(process, None);
                self.settle();
            }
            assert!(self.processes[process].calls.is_empty(), "a call waits though all is well");
            assert!(self.served > served || !self.has_password, "a need is served once all is well");
        }
    }

    /// The store and the provider answer until nobody asks anything.
    fn settle(&mut self) {
        for _ in 0..400 {
            for process in 0..PROCESSES {
                self.processes[process].frozen_until = self.now;
                self.answer_store(process, StoreEnding::Done);
                self.end(process, Ending::Answered);
            }
            if self.processes.iter().all(|process| process.exchange.is_none() && process.commands.is_empty()) {
                return;
            }
            self.wait(100);
        }
        panic!("the processes do not come to rest");
    }

    /// Closes; a while later nothing is under way.
    pub(crate) fn close(mut self) {
        for (process, ahead) in CLOCKS.into_iter().enumerate() {
            let mut acts = self.happen(process, &Input::Close);
            assert!(self.processes[process].calls.is_empty(), "close ends every call");
            while let Some(wake) = self.processes[process].wake_at {
                self.now = self.now.max(wake - ahead);
                acts.extend(self.happen(process, &Input::Time));
            }
            assert!(acts.contains(&Act::Closed), "a closed client ends");
            assert!(!self.export_of(process).is_empty(), "what is held can be exported after that");
        }
    }

    fn perform(&mut self, process: usize, done: Done) {
        self.processes[process].wake_at = done.wake_at;
        let life = self.processes[process].life;
        for act in done.acts {
            match act {
                Act::SendToken { exchange, grant, .. } => self.ask(process, exchange, grant),
                Act::SendCall { exchange, access, .. } => {
                    let left = self.expiries[&access] - self.now;
                    // What the store's clock says is late by how long its answer took.
                    assert!(left > -1_300, "a token is handed out that ended {left} ms ago");
                    self.served += 1;
                    let headers = vec![("content-type".to_owned(), "text/plain".to_owned())];
                    self.happen(process, &Input::Head { exchange, status: 200, headers });
                }
                Act::Abort(_) => {
                    if let Some((_, asked, _)) = self.processes[process].exchange.take() {
                        // The provider may have acted.
                        self.redeem(&asked, process);
                    }
                }
                Act::Lock { ticket, lease, .. } => {
                    assert!(lease > 60_000, "a lease is longer than what is done under it");
                    self.processes[process].commands.push((ticket, Command::Lock));
                }
                Act::Save { ticket, record, expected_seq } => {
                    self.processes[process].commands.push((ticket, Command::Save { record, expected_seq }));
                }
                Act::Unlock { ticket } => {
                    self.processes[process].commands.retain(|(asked, _)| *asked != ticket);
                    self.store.unlock((process, life, ticket));
                }
                Act::Response { call, .. } | Act::Failed { call, .. } => {
                    assert!(self.processes[process].calls.remove(&call), "a call ends once");
                }
                Act::Note(code) => self.last_tries += usize::from(code == "token.last-try"),
                Act::Read(_) | Act::Closed => {}
            }
        }
    }

    fn ask(&mut self, process: usize, exchange: Exchange, grant: Grant) {
        let running = &self.processes[process];
        assert!(running.exchange.is_none(), "two exchanges of one process at once");
        let is_held = self.store.is_held_by_process(process, running.life, self.now);
        let asked = match grant {
            Grant::Refresh(token) => {
                assert!(is_held || running.was_frozen, "a refresh token is sent without the lock");
                Asked::Refresh(token)
            }
            Grant::Password(password) => {
                assert!(is_held || running.was_frozen || self.login_while_down, "a login without the lock");
                Asked::Password(password)
            }
        };
        self.processes[process].exchange = Some((exchange, asked, self.now));
    }
}
