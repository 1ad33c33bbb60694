//! The engine, driven and seen in the model's words.

use std::collections::BTreeMap;

use waybill_core::{
    Action, Call, CallId, Credentials, Engine, ExchangeId, FailureKind, Invalidate, Login, Outcome as Ended, Purpose,
    RequestBody, ResponseHead, Route, Secret, Snapshot, Step, StoreResult, TicketId, Timestamp, TransportFailure,
};

use super::{Act, Body, Exchange, Failure, Grant, Input, Outcome, StoreAnswer};

/// Names for the numbers that an engine gives its exchanges.
#[derive(Debug, Default)]
pub(super) struct Names {
    known: Vec<(u64, Exchange)>,
    tokens: u64,
    calls: BTreeMap<u64, u64>,
}

impl Names {
    /// Names a request that is sent: for the call, or for tokens.
    pub(super) fn issue(&mut self, number: u64, call: Option<u64>) -> Exchange {
        let name = if let Some(call) = call {
            let attempt = self.calls.entry(call).or_default();
            *attempt += 1;
            Exchange::Call { call, attempt: *attempt }
        } else {
            self.tokens += 1;
            Exchange::Token(self.tokens)
        };
        self.known.push((number, name));
        name
    }

    pub(super) fn name(&self, number: u64) -> Option<Exchange> {
        self.known.iter().rev().find(|(known, _)| *known == number).map(|(_, name)| *name)
    }

    fn number(&self, name: Exchange) -> Option<u64> {
        self.known.iter().rev().find(|(_, known)| *known == name).map(|(number, _)| *number)
    }
}

/// An engine whose steps are read as the model writes them.
pub struct Observer {
    engine: Engine,
    names: Names,
    environment: String,
    realm: String,
    username: String,
}

impl Observer {
    /// Drives this engine of that environment and login.
    #[must_use]
    pub fn new(engine: Engine, environment: &str, realm: &str, username: &str) -> Self {
        Self {
            engine,
            names: Names::default(),
            environment: environment.to_owned(),
            realm: realm.to_owned(),
            username: username.to_owned(),
        }
    }

    /// What the input causes, and the step as the engine gave it, where it was one.
    pub fn step(&mut self, input: &Input, now: i64) -> (Outcome, Option<Step>) {
        match self.perform(input, Timestamp::from_millis(now)) {
            Given::Step(step) => (self.read(&step), Some(step)),
            Given::Misuse => (Outcome::Misuse, None),
            Given::Refused(code) => (Outcome::Refused(code.to_owned()), None),
            Given::Exported(snapshot) => (Outcome::Exported(snapshot.expose().to_owned()), None),
        }
    }

    fn perform(&mut self, input: &Input, now: Timestamp) -> Given {
        let number = |names: &Names, exchange: Exchange| ExchangeId::from_number(names.number(exchange).unwrap_or(0));
        let given = match input {
            Input::Begin { idempotent, body, deadline } => {
                return Given::Step(self.engine.begin(call(*idempotent, *body, *deadline), now).step);
            }
            Input::Head { exchange, status, headers } => {
                let head = ResponseHead::new(*status, headers.iter().map(|(name, value)| (name, value)));
                let Ok(head) = head else { return Given::Refused("response.status") };
                self.engine.on_head(number(&self.names, *exchange), head, now)
            }
            Input::Body { exchange, body, complete } => {
                self.engine.on_body(number(&self.names, *exchange), body.as_bytes(), *complete, now)
            }
            Input::Failure { exchange, not_sent } => {
                let kind = if *not_sent { FailureKind::NotSent } else { FailureKind::Unknown };
                let failure = TransportFailure { kind, detail: "reset".to_owned() };
                self.engine.on_failure(number(&self.names, *exchange), failure, now)
            }
            Input::Time => Ok(self.engine.on_time(now)),
            Input::Cancel(call) => Ok(self.engine.cancel(CallId::from_number(*call), now)),
            Input::Close => Ok(self.engine.close(now)),
            Input::SetCredentials { password, refresh } => {
                let credentials = self.credentials(password.as_deref(), refresh.as_deref());
                return match self.engine.set_credentials(credentials, now) {
                    Ok(step) => Given::Step(step),
                    Err(error) => Given::Refused(error.code.as_str()),
                };
            }
            Input::Invalidate { tokens } => {
                let what = if *tokens { Invalidate::Tokens } else { Invalidate::AccessToken };
                Ok(self.engine.invalidate(what, now))
            }
            Input::Store { ticket, answer } => {
                self.engine.on_store(TicketId::from_number(*ticket), store_result(answer), now)
            }
            Input::Restore(text) => {
                return match self.engine.restore(&Snapshot::new(text.clone()), now) {
                    Ok(step) => Given::Step(step),
                    Err(error) => Given::Refused(error.code.as_str()),
                };
            }
            Input::Export => {
                return self.engine.export().map_or(Given::Refused("credentials.no-login"), Given::Exported);
            }
        };
        given.map_or(Given::Misuse, Given::Step)
    }

    fn credentials(&self, password: Option<&str>, refresh: Option<&str>) -> Credentials {
        let secret = |text: &str| Secret::new(text.to_owned());
        let login = Login {
            realm: self.realm.clone(),
            username: self.username.clone(),
            password: password.map(secret),
            refresh_token: refresh.map(secret),
        };
        Credentials { environment: self.environment.clone(), api_key: None, login: Some(login) }
    }

    fn read(&mut self, step: &Step) -> Outcome {
        let acts = step.actions.iter().map(|action| self.read_action(action)).collect();
        Outcome::Step { acts, wake_at: step.wake_at.map(Timestamp::as_millis) }
    }

    fn read_action(&mut self, action: &Action) -> Act {
        // A number that was never given is named as no model names one.
        let name =
            |names: &Names, exchange: ExchangeId| names.name(exchange.as_number()).unwrap_or(Exchange::Token(u64::MAX));
        match action {
            Action::Send { exchange, purpose: Purpose::Token, body, deadline, .. } => Act::SendToken {
                exchange: self.names.issue(exchange.as_number(), None),
                grant: grant(body),
                deadline: deadline.map_or(i64::MAX, Timestamp::as_millis),
            },
            Action::Send { exchange, purpose: Purpose::Call(call), head, deadline, .. } => Act::SendCall {
                exchange: self.names.issue(exchange.as_number(), Some(call.as_number())),
                access: bearer(head.headers.get("authorization").and_then(|value| value.to_str().ok())),
                deadline: deadline.map(Timestamp::as_millis),
            },
            Action::Read { exchange, .. } => Act::Read(name(&self.names, *exchange)),
            Action::Abort { exchange } => Act::Abort(name(&self.names, *exchange)),
            Action::Note { note } => Act::Note(note.code.to_owned()),
            Action::Done { call, outcome: Ended::Response { exchange } } => {
                Act::Response { call: call.as_number(), exchange: name(&self.names, *exchange) }
            }
            Action::Done { call, outcome: Ended::Failed(error) } => Act::Failed {
                call: call.as_number(),
                failure: Failure::new(error.code.as_str(), error.kind(), error.retry),
            },
            Action::Lock { ticket, lease, known_seq } => Act::Lock {
                ticket: ticket.as_number(),
                lease: i64::try_from(lease.as_millis()).unwrap_or(i64::MAX),
                known_seq: *known_seq,
            },
            Action::Save { ticket, snapshot, expected_seq } => Act::Save {
                ticket: ticket.as_number(),
                record: snapshot.expose().to_owned(),
                expected_seq: *expected_seq,
            },
            Action::Unlock { ticket } => Act::Unlock { ticket: ticket.as_number() },
            Action::Closed => Act::Closed,
        }
    }
}

enum Given {
    Step(Step),
    Misuse,
    Refused(&'static str),
    Exported(Snapshot),
}

fn store_result(answer: &StoreAnswer) -> StoreResult {
    match answer {
        StoreAnswer::Locked { record, store_time } => StoreResult::Locked {
            snapshot: record.clone().map(Snapshot::new),
            store_time: Timestamp::from_millis(*store_time),
        },
        StoreAnswer::Saved { seq } => StoreResult::Saved { seq: *seq },
        StoreAnswer::Conflict => StoreResult::Conflict,
        StoreAnswer::Failed(why) => StoreResult::Failed(*why),
    }
}

fn call(idempotent: bool, body: Body, deadline: Option<i64>) -> Call {
    let body = match body {
        Body::Empty => RequestBody::Empty,
        Body::Bytes => RequestBody::Bytes(b"{}".to_vec()),
        Body::Replayable => RequestBody::Caller { replayable: true },
        Body::Once => RequestBody::Caller { replayable: false },
    };
    let method = match (idempotent, &body) {
        (false, _) => "POST",
        (true, RequestBody::Empty) => "GET",
        (true, _) => "PUT",
    };
    Call {
        route: Route::Commerce { tenant: "tenant-1".to_owned() },
        method: method.to_owned(),
        template: "/orders".to_owned(),
        parameters: Vec::new(),
        allow_encoded_slashes: false,
        scopes: Vec::new(),
        query: Vec::new(),
        headers: Vec::new(),
        body,
        deadline: deadline.map(Timestamp::from_millis),
    }
}

/// The token that an `Authorization` carries.
pub(super) fn bearer(authorization: Option<&str>) -> String {
    authorization.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default().to_owned()
}

fn grant(body: &RequestBody) -> Grant {
    match body {
        RequestBody::Bytes(bytes) => grant_of_form(&String::from_utf8_lossy(bytes)),
        RequestBody::Empty | RequestBody::Caller { .. } => Grant::Password(String::new()),
    }
}

/// What a token request's form asks for.
pub(super) fn grant_of_form(form: &str) -> Grant {
    let field = |name: &str| {
        let mut fields = form_urlencoded::parse(form.as_bytes());
        fields.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
    };
    match (field("grant_type").as_deref(), field("refresh_token"), field("password")) {
        (Some("refresh_token"), Some(refresh), None) => Grant::Refresh(refresh),
        (Some("password"), None, Some(password)) => Grant::Password(password),
        _ => Grant::Password(format!("neither grant: {form}")),
    }
}

/// What differs: acts as a collection without order, except that token requests and their ends have one; and the wake-up.
/// Whether several calls that are served alike in one step share a note is nowhere said.
#[must_use]
pub fn difference(predicted: &Outcome, actual: &Outcome) -> Option<String> {
    let (Outcome::Step { acts, wake_at }, Outcome::Step { acts: actual_acts, wake_at: actual_wake }) =
        (predicted, actual)
    else {
        return (predicted != actual).then(|| format!("predicted {predicted:?}, came {actual:?}"));
    };
    let (acts, actual_acts) = (&with_notes_once(acts), &with_notes_once(actual_acts));
    let missing = without(acts, actual_acts);
    let unforeseen = without(actual_acts, acts);
    if !missing.is_empty() || !unforeseen.is_empty() {
        return Some(format!(
            "missing {missing:?}, unforeseen {unforeseen:?}; wakes at {wake_at:?}, came {actual_wake:?}"
        ));
    }
    if in_order(acts) != in_order(actual_acts) {
        return Some(format!("order {acts:?}, came {actual_acts:?}"));
    }
    (wake_at != actual_wake).then(|| format!("wakes at {wake_at:?}, came {actual_wake:?}"))
}

fn with_notes_once(acts: &[Act]) -> Vec<Act> {
    let mut kept = Vec::new();
    for act in acts {
        if !matches!(act, Act::Note(_)) || !kept.contains(act) {
            kept.push(act.clone());
        }
    }
    kept
}

fn without(some: &[Act], others: &[Act]) -> Vec<Act> {
    let (mut left, mut rest) = (Vec::new(), others.to_vec());
    for act in some {
        match rest.iter().position(|other| other == act) {
            Some(position) => drop(rest.remove(position)),
            None => left.push(act.clone()),
        }
    }
    left
}

fn in_order(acts: &[Act]) -> Vec<&Act> {
    let has_order = |act: &&Act| {
        matches!(
            act,
            Act::SendToken { .. }
                | Act::Read(Exchange::Token(_))
                | Act::Abort(Exchange::Token(_))
                | Act::Lock { .. }
                | Act::Save { .. }
                | Act::Unlock { .. }
                | Act::Closed
        )
    };
    acts.iter().filter(has_order).collect()
}
