//! Processes that share a login, in the hands of impolite hosts, and what must hold after each of their inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use waybill_core::{
    Action, Call, CallId, Config, Credentials, Engine, Environment, EnvironmentKind, ExchangeId, FailureKind,
    Invalidate, Login, Purpose, RequestBody, ResponseHead, Route, Secret, SharedStore, Step, StoreResult, TicketId,
    Timestamp, TransportFailure,
};

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
    engine: Engine,
    life: u64,
    wake_at: Option<i64>,
    exchanges: BTreeMap<ExchangeId, (Asked, i64)>,
    commands: Vec<(TicketId, Command)>,
    calls: BTreeMap<CallId, Option<i64>>,
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
        let shared = SharedStore { login_while_down: self.login_while_down };
        let seed = 7 + 100 * life + process as u64;
        let config = config(password, self.first_refresh.as_deref(), shared, seed);
        Process {
            engine: Engine::new(config).unwrap(),
            life,
            wake_at: None,
            exchanges: BTreeMap::new(),
            commands: Vec::new(),
            calls: BTreeMap::new(),
            frozen_until: 0,
            was_frozen: false,
        }
    }

    /// What time the process believes it is.
    fn at(&self, process: usize) -> Timestamp {
        Timestamp::from_millis(self.now + CLOCKS[process])
    }

    fn is_frozen(&self, process: usize) -> bool {
        self.processes[process].frozen_until > self.now
    }

    pub(crate) fn call(&mut self, process: usize, within: Option<i64>) {
        if self.is_frozen(process) {
            return;
        }
        let deadline = within.map(|within| self.at(process).as_millis() + within);
        let call = Call {
            route: Route::Commerce { tenant: "tenant-1".to_owned() },
            method: "GET".to_owned(),
            template: "/orders".to_owned(),
            parameters: Vec::new(),
            allow_encoded_slashes: false,
            scopes: Vec::new(),
            query: Vec::new(),
            headers: Vec::new(),
            body: RequestBody::Empty,
            deadline: deadline.map(Timestamp::from_millis),
        };
        let at = self.at(process);
        let begun = self.processes[process].engine.begin(call, at);
        self.processes[process].calls.insert(begun.call, deadline);
        self.perform(process, begun.step);
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
            let step = {
                let at = self.at(process);
                self.processes[process].engine.on_time(at)
            };
            let asked = step.wake_at.is_none_or(|next| next > self.at(process));
            assert!(asked, "an engine asks to be woken when it was just woken");
            self.perform(process, step);
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
        let asked: Vec<Asked> = self.processes[process].exchanges.values().map(|(asked, _)| asked.clone()).collect();
        for asked in asked {
            self.redeem(&asked, process);
        }
        let life = self.processes[process].life + 1;
        self.processes[process] = self.start(process, life);
    }

    pub(crate) fn end(&mut self, process: usize, ending: Ending) {
        if self.is_frozen(process) {
            return;
        }
        let Some((id, (asked, sent_at))) = self.processes[process].exchanges.pop_first() else { return };
        let at = self.at(process);
        let kind = match ending {
            Ending::Lost => Some(FailureKind::Unknown),
            Ending::NotSent => Some(FailureKind::NotSent),
            Ending::Answered | Ending::Unavailable | Ending::Redirected => None,
        };
        let answer = matches!(ending, Ending::Answered | Ending::Lost).then(|| self.redeem(&asked, process));
        if let Some(kind) = kind {
            let failure = TransportFailure { kind, detail: "reset".to_owned() };
            let step = self.processes[process].engine.on_failure(id, failure, at).unwrap();
            return self.perform(process, step);
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
        let head = ResponseHead::new(status, [("content-type", "application/json")]).unwrap();
        let step = self.processes[process].engine.on_head(id, head, at).unwrap();
        let is_read = step.actions.iter().any(|action| matches!(action, Action::Read { .. }));
        self.perform(process, step);
        if is_read {
            let step = self.processes[process].engine.on_body(id, body.as_bytes(), true, at).unwrap();
            self.perform(process, step);
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
        let result = match (ending, acted) {
            (StoreEnding::Down | StoreEnding::AnswerLost, _) => Store::failure(),
            // The lock is held by another: it is waited for.
            (_, None) => return,
            (_, Some(result)) => result,
        };
        self.processes[process].commands.remove(0);
        if ending == StoreEnding::Late {
            self.wait(1_200);
            if self.processes[process].life != owner.1 {
                return;
            }
        }
        self.give(process, ticket, result);
    }

    fn give(&mut self, process: usize, ticket: TicketId, result: StoreResult) {
        let at = self.at(process);
        let step = self.processes[process].engine.on_store(ticket, result, at).unwrap();
        self.perform(process, step);
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
        let at = self.at(process);
        let step = self.processes[process].engine.set_credentials(credentials(password, refresh), at).unwrap();
        self.perform(process, step);
    }

    pub(crate) fn invalidate(&mut self, process: usize, what: Invalidate) {
        if self.is_frozen(process) {
            return;
        }
        let at = self.at(process);
        let step = self.processes[process].engine.invalidate(what, at);
        self.perform(process, step);
    }

    /// What is exported can be restored.
    pub(crate) fn export(&mut self, process: usize) {
        if self.is_frozen(process) {
            return;
        }
        let at = self.at(process);
        let snapshot = self.processes[process].engine.export().unwrap();
        assert!(!format!("{snapshot:?}").contains("canary"));
        if let Ok(step) = self.processes[process].engine.restore(&snapshot, at) {
            self.perform(process, step);
        }
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
            if self.processes.iter().all(|process| process.exchanges.is_empty() && process.commands.is_empty()) {
                return;
            }
            self.wait(100);
        }
        panic!("the processes do not come to rest");
    }

    /// Closes; a while later nothing is under way.
    pub(crate) fn close(mut self) {
        for (process, ahead) in CLOCKS.into_iter().enumerate() {
            let at = self.at(process);
            let step = self.processes[process].engine.close(at);
            let mut is_closed = step.actions.contains(&Action::Closed);
            self.perform(process, step);
            assert!(self.processes[process].calls.is_empty(), "close ends every call");
            while let Some(wake) = self.processes[process].wake_at {
                self.now = self.now.max(wake - ahead);
                let at = self.at(process);
                let step = self.processes[process].engine.on_time(at);
                is_closed |= step.actions.contains(&Action::Closed);
                self.perform(process, step);
            }
            assert!(is_closed, "a closed client ends");
            assert!(self.processes[process].engine.export().is_some(), "what is held can be exported after that");
        }
    }

    fn perform(&mut self, process: usize, step: Step) {
        self.processes[process].wake_at = step.wake_at.map(Timestamp::as_millis);
        let life = self.processes[process].life;
        for action in step.actions {
            assert!(!format!("{action:?}").contains("canary-secret"));
            match action {
                Action::Send { exchange, purpose: Purpose::Token, body, .. } => self.ask(process, exchange, &body),
                Action::Send { exchange, purpose: Purpose::Call(call), head, .. } => {
                    let token = head.headers["authorization"].to_str().unwrap().trim_start_matches("Bearer ");
                    let left = self.expiries[token] - self.now;
                    // What the store's clock says is late by how long its answer took.
                    assert!(left > -1_300, "a token is handed out that ended {left} ms ago");
                    self.served += 1;
                    let head = ResponseHead::new(200, [("content-type", "text/plain")]).unwrap();
                    let at = self.at(process);
                    let step = self.processes[process].engine.on_head(exchange, head, at).unwrap();
                    assert!(self.processes[process].calls.contains_key(&call));
                    self.perform(process, step);
                }
                Action::Abort { exchange } => {
                    if let Some((asked, _)) = self.processes[process].exchanges.remove(&exchange) {
                        // The provider may have acted.
                        self.redeem(&asked, process);
                    }
                }
                Action::Lock { ticket, lease, .. } => {
                    assert!(lease > Duration::from_mins(1), "a lease is longer than what is done under it");
                    self.processes[process].commands.push((ticket, Command::Lock));
                }
                Action::Save { ticket, snapshot, expected_seq } => {
                    assert!(!format!("{snapshot:?}").contains("canary"));
                    self.processes[process].commands.push((ticket, Command::Save { snapshot, expected_seq }));
                }
                Action::Unlock { ticket } => {
                    self.processes[process].commands.retain(|(asked, _)| *asked != ticket);
                    self.store.unlock((process, life, ticket));
                }
                Action::Done { call, .. } => {
                    assert!(self.processes[process].calls.remove(&call).is_some(), "a call ends once");
                }
                Action::Note { note } => {
                    assert!(!format!("{note:?}").contains("canary"));
                    self.last_tries += usize::from(note.code == "token.last-try");
                }
                Action::Read { .. } | Action::Closed => {}
            }
        }
    }

    fn ask(&mut self, process: usize, exchange: ExchangeId, body: &RequestBody) {
        let RequestBody::Bytes(bytes) = body else { panic!("a token request has a body") };
        let form: BTreeMap<&str, &str> =
            std::str::from_utf8(bytes).unwrap().split('&').filter_map(|field| field.split_once('=')).collect();
        let running = &self.processes[process];
        assert!(running.exchanges.is_empty(), "two exchanges of one process at once");
        let is_held = self.store.is_held_by_process(process, running.life, self.now);
        let asked = if let Some(token) = form.get("refresh_token") {
            assert!(is_held || running.was_frozen, "a refresh token is sent without the lock");
            Asked::Refresh((*token).to_owned())
        } else {
            assert!(is_held || running.was_frozen || self.login_while_down, "a login without the lock");
            Asked::Password(form["password"].to_owned())
        };
        let sent_at = self.now;
        self.processes[process].exchanges.insert(exchange, (asked, sent_at));
    }
}

fn credentials(password: Option<&str>, refresh: Option<&str>) -> Credentials {
    let secret = |text: &str| Secret::new(text.to_owned());
    let login = Login {
        realm: "acme".to_owned(),
        username: "ann".to_owned(),
        password: password.map(secret),
        refresh_token: refresh.map(secret),
    };
    Credentials { environment: "sandbox".to_owned(), api_key: None, login: Some(login) }
}

fn config(password: Option<&str>, refresh: Option<&str>, shared: SharedStore, seed: u64) -> Config {
    let environment = Environment {
        name: "sandbox".to_owned(),
        kind: EnvironmentKind::Sandbox,
        base_url: Some("https://a.example/api/v1".to_owned()),
        proxy_url: None,
        commerce_url: Some("https://c.example/api".to_owned()),
        auth_url: Some("https://id.example".to_owned()),
        mock_url: None,
    };
    Config {
        environment: environment.name.clone(),
        environments: vec![environment],
        credentials: vec![credentials(password, refresh)],
        seed,
        token_timeout: None,
        token_retry_wait: None,
        shared_store: Some(shared),
    }
}
