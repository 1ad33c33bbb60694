//! Every sequence of a small alphabet up to a depth: two environments beside each other, two calls in each, times around the
//! margin of half a minute, one message that comes late. The model goes along each path; at its end an engine of each
//! environment is taken through all of it. No two paths share an engine, and nothing of one environment is ever in a request
//! of the other.
//!
//! Two environments: 10 letters to depth 6, 336,014 paths. One: 18 letters to depth 5 from the start, 218,871 paths; 15 letters
//! to depth 5 from a renewal on its way, 192,630 paths. Each search prints what it went through.

use std::time::Instant;

use waybill_core::{Action, Engine, RequestBody, Step};
use waybill_tests::token_model::{Act, Body, Exchange, Input, Model, Observer, Outcome, Setup, difference};

use crate::config::config;

/// What happens to one environment, or to the clock of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letter {
    Call,
    Tokens(i64),
    Refused,
    Unavailable,
    RateLimited,
    Lost,
    NotSent,
    Late,
    Unauthorized,
    Cancel,
    InvalidateTokens,
    NewRefresh,
    Close,
    Wait(i64),
}

/// One environment: its model, and what is on its way.
#[derive(Clone)]
struct Side {
    name: &'static str,
    model: Model,
    in_flight: Option<Exchange>,
    over: Option<Exchange>,
    /// Requests of calls that are not answered.
    sent: Vec<Exchange>,
    /// Calls that have not ended.
    open: Vec<u64>,
    calls: u64,
    given: u64,
    was_late: bool,
}

/// An input to one of the environments, when it came, and what the model said of it.
struct Entry {
    side: usize,
    now: i64,
    input: Input,
    predicted: Outcome,
}

/// Who starts with what.
#[derive(Clone, Copy)]
struct Start {
    name: &'static str,
    password: Option<&'static str>,
    refresh: Option<&'static str>,
}

struct Search {
    starts: Vec<Start>,
    letters: Vec<Letter>,
    depth: usize,
    log: Vec<Entry>,
    paths: usize,
    inputs: usize,
}

impl Side {
    fn new(start: Start) -> Self {
        Self {
            name: start.name,
            model: Model::new(&Setup::from(&config(start.name, start.password, start.refresh))),
            in_flight: None,
            over: None,
            sent: Vec::new(),
            open: Vec::new(),
            calls: 0,
            given: 0,
            was_late: false,
        }
    }

    /// The inputs that a letter stands for, where it can happen.
    fn inputs(&mut self, letter: Letter) -> Option<Vec<Input>> {
        let answered = |exchange: Option<Exchange>, status: u16, body: String| {
            let exchange = exchange?;
            let head = Input::Head { exchange, status, headers: Vec::new() };
            Some(vec![head, Input::Body { exchange, body, complete: true }])
        };
        match letter {
            Letter::Call => {
                let call = Input::Begin { idempotent: true, body: Body::Empty, deadline: None };
                (self.open.len() < 2).then(|| vec![call])
            }
            Letter::Tokens(seconds) => {
                self.given += 1;
                let (name, given) = (self.name, self.given);
                let body = format!(
                    r#"{{"access_token":"{name}-access-{given}","expires_in":{seconds},"refresh_token":"{name}-refresh-{given}"}}"#
                );
                answered(self.in_flight, 200, body)
            }
            Letter::Refused => answered(self.in_flight, 400, r#"{"error":"invalid_grant"}"#.to_owned()),
            Letter::Unavailable => answered(self.in_flight, 503, "{}".to_owned()),
            Letter::RateLimited => answered(self.in_flight, 429, "{}".to_owned()),
            Letter::Lost | Letter::NotSent => {
                let not_sent = letter == Letter::NotSent;
                self.in_flight.map(|exchange| vec![Input::Failure { exchange, not_sent }])
            }
            Letter::Late => {
                let exchange = self.over.filter(|_| !self.was_late)?;
                self.was_late = true;
                Some(vec![Input::Head { exchange, status: 200, headers: Vec::new() }])
            }
            Letter::Unauthorized => answered(self.sent.first().copied(), 401, "{}".to_owned()),
            Letter::Cancel => self.open.first().map(|call| vec![Input::Cancel(*call)]),
            Letter::InvalidateTokens => Some(vec![Input::Invalidate { tokens: true }]),
            Letter::NewRefresh => {
                self.given += 1;
                let refresh = Some(format!("{}-given-{}", self.name, self.given));
                Some(vec![Input::SetCredentials { password: None, refresh }])
            }
            Letter::Close => Some(vec![Input::Close]),
            Letter::Wait(_) => Some(vec![Input::Time]),
        }
    }

    fn step(&mut self, input: &Input, now: i64) -> Outcome {
        if let Input::Begin { .. } = input {
            self.calls += 1;
            self.open.push(self.calls);
        }
        if let Input::Body { exchange, .. } | Input::Failure { exchange, .. } = input {
            self.end(*exchange);
        }
        let predicted = self.model.step(input, now);
        let Outcome::Step { acts, .. } = &predicted else { return predicted };
        for act in acts {
            match act {
                Act::SendToken { exchange, .. } => self.in_flight = Some(*exchange),
                Act::SendCall { exchange, .. } => self.sent.push(*exchange),
                Act::Abort(exchange) => self.end(*exchange),
                Act::Response { call, .. } | Act::Failed { call, .. } => self.open.retain(|open| open != call),
                Act::Read(_) | Act::Note(_) | Act::Closed => {}
                Act::Lock { .. } | Act::Save { .. } | Act::Unlock { .. } => panic!("no store is shared"),
            }
        }
        predicted
    }

    fn end(&mut self, exchange: Exchange) {
        self.sent.retain(|sent| *sent != exchange);
        if self.in_flight == Some(exchange) {
            self.in_flight = None;
            self.over = Some(exchange);
        }
    }
}

impl Search {
    fn new(starts: &[Start], letters: &[Letter], depth: usize) -> Self {
        let (starts, letters) = (starts.to_vec(), letters.to_vec());
        Self { starts, letters, depth, log: Vec::new(), paths: 0, inputs: 0 }
    }

    /// Goes through every sequence that begins with those letters, which do not count.
    fn run(&mut self, first: &[Letter]) {
        let began = Instant::now();
        let mut sides: Vec<Side> = self.starts.iter().map(|start| Side::new(*start)).collect();
        let mut now = 1_000_000;
        for letter in first {
            if let Letter::Wait(seconds) = letter {
                now += seconds * 1_000;
            }
            assert!(self.take(&mut sides, &[0], *letter, now), "{letter:?} can happen");
        }
        self.go_on(&sides, now, 0);
        let (letters, depth, paths, inputs) = (self.letters.len(), self.depth, self.paths, self.inputs);
        println!("{letters} letters, depth {depth}: {paths} paths, {inputs} inputs in {:?}", began.elapsed());
    }

    fn go_on(&mut self, sides: &[Side], now: i64, depth: usize) {
        if depth == self.depth {
            return self.check();
        }
        for position in 0..self.letters.len() {
            let letter = self.letters[position];
            let (now, concerned) = match letter {
                // The clock is one.
                Letter::Wait(seconds) => (now + seconds * 1_000, vec![(0..sides.len()).collect::<Vec<_>>()]),
                _ => (now, (0..sides.len()).map(|side| vec![side]).collect()),
            };
            for group in concerned {
                let mut sides = sides.to_vec();
                let length = self.log.len();
                if self.take(&mut sides, &group, letter, now) {
                    self.go_on(&sides, now, depth + 1);
                }
                self.log.truncate(length);
            }
        }
    }

    /// Lets the letter happen; whether it can.
    fn take(&mut self, sides: &mut [Side], group: &[usize], letter: Letter, now: i64) -> bool {
        for &side in group {
            let Some(inputs) = sides[side].inputs(letter) else { return false };
            for input in inputs {
                let predicted = sides[side].step(&input, now);
                self.log.push(Entry { side, now, input, predicted });
            }
        }
        true
    }

    /// Takes fresh engines through the path.
    fn check(&mut self) {
        self.paths += 1;
        self.inputs += self.log.len();
        let mut engines: Vec<Observer> = self
            .starts
            .iter()
            .map(|start| Engine::new(config(start.name, start.password, start.refresh)).unwrap())
            .zip(&self.starts)
            .map(|(engine, start)| Observer::new(engine, start.name, "acme", "ann"))
            .collect();
        for (position, entry) in self.log.iter().enumerate() {
            let (actual, step) = engines[entry.side].step(&entry.input, entry.now);
            for other in self.starts.iter().filter(|other| other.name != self.starts[entry.side].name) {
                check_nothing_of(other.name, step.as_ref());
            }
            if let Some(difference) = difference(&entry.predicted, &actual) {
                let path: Vec<String> = self.log[..=position]
                    .iter()
                    .map(|entry| format!("{} {} {:?}", entry.now, entry.side, entry.input))
                    .collect();
                panic!("{difference}\n{}", path.join("\n"));
            }
        }
    }
}

/// No request holds anything of that environment.
fn check_nothing_of(name: &str, step: Option<&Step>) {
    for action in step.iter().flat_map(|step| &step.actions) {
        let Action::Send { head, body, .. } = action else { continue };
        let body = if let RequestBody::Bytes(bytes) = body { bytes.as_slice() } else { &[] };
        assert!(!head.url.contains(name) && !String::from_utf8_lossy(body).contains(name), "{}", head.url);
        assert!(head.headers.values().all(|value| !value.to_str().unwrap().contains(name)), "{}", head.url);
    }
}

const WITH_PASSWORD: Start = Start { name: "sandbox", password: Some("sandbox-pass"), refresh: None };
const WITH_REFRESH: Start = Start { name: "production", password: None, refresh: Some("production-refresh") };
const WITH_BOTH: Start = Start { name: "sandbox", password: Some("sandbox-pass"), refresh: Some("sandbox-refresh") };

/// What happens in one environment.
const ALL: [Letter; 18] = [
    Letter::Call,
    Letter::Tokens(60),
    Letter::Tokens(20),
    Letter::Refused,
    Letter::Unavailable,
    Letter::RateLimited,
    Letter::Lost,
    Letter::NotSent,
    Letter::Late,
    Letter::Unauthorized,
    Letter::Cancel,
    Letter::InvalidateTokens,
    Letter::NewRefresh,
    Letter::Close,
    Letter::Wait(1),
    Letter::Wait(29),
    Letter::Wait(30),
    Letter::Wait(31),
];

/// A token that needs a renewal, which is on its way.
const RENEWAL: [Letter; 4] = [Letter::Call, Letter::Tokens(60), Letter::Wait(31), Letter::Call];

#[test]
fn two_environments_share_nothing_in_any_short_history() {
    let letters = [
        Letter::Call,
        Letter::Tokens(60),
        Letter::Refused,
        Letter::Lost,
        Letter::Late,
        Letter::Wait(0),
        Letter::Wait(1),
        Letter::Wait(29),
        Letter::Wait(30),
        Letter::Wait(31),
    ];
    Search::new(&[WITH_PASSWORD, WITH_REFRESH], &letters, 6).run(&[]);
}

#[test]
fn every_short_history_is_predicted() {
    for start in [WITH_PASSWORD, WITH_REFRESH, WITH_BOTH] {
        Search::new(&[start], &ALL, 5).run(&[]);
    }
}

#[test]
fn every_short_renewal_history_is_predicted() {
    let is_meant = |letter: &Letter| !matches!(letter, Letter::Cancel | Letter::Wait(29 | 30));
    let letters: Vec<Letter> = ALL.into_iter().filter(is_meant).collect();
    for start in [WITH_PASSWORD, WITH_REFRESH] {
        Search::new(&[start], &letters, 5).run(&RENEWAL);
    }
}
