//! The calls that use the machine: sent, refused, sent once more; and what an API's failure means to a caller.

use std::time::Duration;

use waybill_core::time::span_of_millis;
use waybill_core::{ErrorKind, Retry};

use super::data::Model;
use super::{Act, Body, Exchange, Failure};

/// A call that has not ended.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) id: u64,
    pub(super) idempotent: bool,
    pub(super) body: Body,
    pub(super) deadline: Option<i64>,
    /// How often it was sent.
    pub(super) attempts: u64,
    /// Whether its one retry is used.
    pub(super) retried: bool,
    pub(super) stage: Stage,
}

#[derive(Debug, Clone)]
pub(super) enum Stage {
    /// Waits for a token.
    Waiting,
    /// Sent with the access token of that generation; the head is there once its body is read.
    Sent { generation: u64, expires_at: i64, head: Option<ErrorHead> },
}

/// The head of an error, whose body is read until then.
#[derive(Debug, Clone)]
pub(super) struct ErrorHead {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body_until: i64,
}

/// What a `WWW-Authenticate` says is wrong beside the token's age.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Diagnosis {
    Scope,
    Environment,
    Audience,
}

impl Call {
    /// The name of the request it has in flight.
    pub(super) fn exchange(&self) -> Exchange {
        Exchange::Call { call: self.id, attempt: self.attempts }
    }
}

impl Model {
    /// Hands T to a waiter: its call is sent.
    pub(super) fn deliver(&mut self, id: u64, acts: &mut Vec<Act>) {
        let Some(access) = &self.access else { return };
        let Some(call) = self.calls.iter_mut().find(|call| call.id == id) else { return };
        call.attempts += 1;
        call.stage = Stage::Sent { generation: access.generation, expires_at: access.expires_at, head: None };
        let access = access.secret.clone();
        acts.push(Act::SendCall { exchange: call.exchange(), access, deadline: call.deadline });
    }

    /// Ends a call that failed.
    pub(super) fn fail(&mut self, id: u64, failure: Failure, acts: &mut Vec<Act>) {
        self.calls.retain(|call| call.id != id);
        self.waiters.retain(|waiter| waiter.call != id);
        acts.push(Act::Failed { call: id, failure });
    }

    /// Ends a call from outside: what it has in flight is dropped.
    pub(super) fn give_up(&mut self, id: u64, failure: Failure, acts: &mut Vec<Act>) {
        let Some(call) = self.calls.iter().find(|call| call.id == id) else { return };
        if let Stage::Sent { .. } = call.stage {
            acts.push(Act::Abort(call.exchange()));
        }
        self.fail(id, failure, acts);
    }

    /// The call whose request that is, where it is in flight.
    pub(super) fn call_of(&self, exchange: Exchange) -> Option<&Call> {
        self.calls.iter().find(|call| matches!(call.stage, Stage::Sent { .. }) && call.exchange() == exchange)
    }

    /// The head of an API's answer.
    pub(super) fn call_head(&mut self, exchange: Exchange, head: &ErrorHead, acts: &mut Vec<Act>) {
        let Some(id) = self.call_of(exchange).map(|call| call.id) else { return };
        if head.status < 400 {
            self.calls.retain(|call| call.id != id);
            acts.push(Act::Response { call: id, exchange });
            return;
        }
        for call in self.calls.iter_mut().filter(|call| call.id == id) {
            if let Stage::Sent { head: held, .. } = &mut call.stage {
                *held = Some(head.clone());
            }
        }
        acts.push(Act::Read(exchange));
    }

    /// The body of an API's error.
    pub(super) fn call_body(&mut self, exchange: Exchange, complete: bool, now: i64, acts: &mut Vec<Act>) {
        let Some(call) = self.call_of(exchange).cloned() else { return };
        let Stage::Sent { generation, expires_at, head: Some(ErrorHead { status, headers, .. }) } = call.stage else {
            return;
        };
        if call.body != Body::Empty || !complete {
            acts.push(Act::Abort(exchange));
        }
        let challenges = || headers.iter().filter(|(name, _)| name == "www-authenticate").map(|(_, text)| text);
        let diagnosis = challenges().find_map(|text| diagnose(text));
        if status == 401 {
            for call in self.calls.iter_mut().filter(|held| held.id == call.id) {
                call.stage = Stage::Waiting;
            }
            // No token is sent that has expired already: what is over now was not then.
            let refusal = if expires_at <= now {
                Refusal { generation, diagnosis: None, code: "api.expired-during-request" }
            } else if diagnosis.is_none() && challenges().any(|text| says_expired(text)) {
                Refusal { generation, diagnosis, code: "api.token-expired" }
            } else {
                Refusal { generation, diagnosis, code: "api.unauthorized" }
            };
            if call.deadline.is_some_and(|deadline| deadline <= now) {
                // Only where the body did not come: its caller waits for no other token.
                self.fail(call.id, refusal.failure(), acts);
            } else {
                self.unauthorized(call.id, &refusal, now, acts);
            }
        } else {
            let failure = api_failure(status, &headers, diagnosis, call.idempotent);
            self.fail(call.id, failure, acts);
        }
    }

    /// Errors whose body does not come: the head has said what happened.
    pub(super) fn end_unread_errors(&mut self, now: i64, acts: &mut Vec<Act>) {
        let is_over = |call: &&Call| match &call.stage {
            Stage::Sent { head: Some(head), .. } => {
                head.body_until <= now || call.deadline.is_some_and(|deadline| deadline <= now)
            }
            Stage::Sent { .. } | Stage::Waiting => false,
        };
        let over: Vec<Exchange> = self.calls.iter().filter(is_over).map(Call::exchange).collect();
        for exchange in over {
            self.call_body(exchange, false, now, acts);
        }
    }

    /// The request of a call ended without an answer.
    pub(super) fn call_lost(&mut self, exchange: Exchange, not_sent: bool, acts: &mut Vec<Act>) {
        let Some((id, idempotent)) = self.call_of(exchange).map(|call| (call.id, call.idempotent)) else { return };
        let failure = if not_sent {
            Failure::new("transport.not-sent", ErrorKind::Transport, Retry::After(Duration::from_secs(1)))
        } else {
            let retry = if idempotent { Retry::After(Duration::from_secs(1)) } else { Retry::Never };
            Failure::new("transport.lost", ErrorKind::Transport, retry)
        };
        self.fail(id, failure, acts);
    }
}

/// A 401, with the code that it has where no diagnosis has one.
pub(super) struct Refusal {
    pub(super) generation: u64,
    pub(super) diagnosis: Option<Diagnosis>,
    pub(super) code: &'static str,
}

impl Refusal {
    /// The failure of a call that ends with it.
    pub(super) fn failure(&self) -> Failure {
        let answer = api_failure(401, &[], self.diagnosis, false);
        if self.diagnosis.is_none() { Failure { code: self.code.to_owned(), ..answer } } else { answer }
    }
}

fn says_expired(challenge: &str) -> bool {
    let text = challenge.to_ascii_lowercase();
    text.starts_with("bearer") && text.contains("error_description") && text.contains("expired")
}

fn diagnose(challenge: &str) -> Option<Diagnosis> {
    let text = challenge.to_ascii_lowercase();
    if text.contains("insufficient_scope") {
        Some(Diagnosis::Scope)
    } else if !text.contains("error_description") || text.contains("expired") {
        None
    } else if text.contains("audience") {
        Some(Diagnosis::Audience)
    } else if text.contains("issuer") || text.contains("environment") {
        Some(Diagnosis::Environment)
    } else {
        None
    }
}

/// The platform's status table.
pub(super) fn api_failure(
    status: u16,
    headers: &[(String, String)],
    diagnosis: Option<Diagnosis>,
    idempotent: bool,
) -> Failure {
    let code = match (status, diagnosis) {
        (401 | 403, Some(Diagnosis::Scope)) => "api.insufficient-scope",
        (401, Some(Diagnosis::Environment)) => "api.wrong-environment",
        (401, Some(Diagnosis::Audience)) => "api.wrong-audience",
        (401, None) => "api.unauthorized",
        (403, _) => "api.forbidden",
        (404, _) => "api.not-found",
        (429, _) => "api.rate-limited",
        (500.., _) => "api.unavailable",
        _ => "api.refused",
    };
    let said = headers.iter().find(|(name, _)| name == "retry-after").and_then(|(_, text)| text.parse::<i64>().ok());
    let after = Retry::After(span_of_millis(said.map_or(1_000, |seconds| seconds.saturating_mul(1_000))));
    let retry = match status {
        401 if diagnosis.is_none() => Retry::AfterSignIn,
        429 => after,
        408 | 500 | 502..=504 if idempotent => after,
        _ => Retry::Never,
    };
    Failure::new(code, ErrorKind::Api, retry)
}
