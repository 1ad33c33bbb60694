//! The life of a call between `begin` and `Done`: it gets its credential, is sent, and may be sent once more after a 401.

use waybill_base::error::{Error, ErrorResponse, FailureStage};
use waybill_base::http::TransportFailure;
use waybill_base::internal::TimestampExt as _;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::cause::Cause;
use super::exchanges::ExchangePurpose;
use super::failure::{api_error, describe_call, explain_missing_retry, transport_error};
use super::live::{CredentialVersion, LiveCall, Stage};
use super::request::Credential;
use super::sent::{SentCredential, SentRequest};
use super::{Action, CallId, Engine, ExchangeId, Purpose, errors};
use crate::token::{Diagnosis, Effect, Machine, NoRetryReason, Resend, Unauthorized};

/// The input before which the time advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    /// A response, or part of one. It is not late, even if its deadline has passed.
    Response(ExchangeId),
    /// New credentials. A back-off ends after they are set, so that the next try uses them.
    Credentials,
    Other,
}

impl Engine {
    /// Passes an event to the token machine and carries out its effects. Without a login this does nothing.
    pub(super) fn with_tokens(&mut self, actions: &mut Vec<Action>, event: impl FnOnce(&mut Machine) -> Vec<Effect>) {
        let effects = self.held.tokens_mut().map(event).unwrap_or_default();
        self.apply(effects, actions);
    }

    /// Advances the time before an input is handled. Ends what is overdue, and moves deadlines if the clock was set back.
    /// Returns the first actions of the input's step.
    pub(super) fn pass_time(&mut self, input: Input, now: Timestamp) -> Vec<Action> {
        let mut actions = Vec::new();
        let set_back = self.last_seen.millis_since(now).max(0);
        self.last_seen = now;
        if set_back > 0 {
            self.calls.move_back(set_back);
        }
        let answering = match input {
            Input::Response(exchange) => self.exchanges.token_request(exchange),
            Input::Credentials | Input::Other => None,
        };
        self.with_tokens(&mut actions, |machine| machine.pass_time(answering, now));
        if input != Input::Credentials {
            self.with_tokens(&mut actions, Machine::end_back_off);
        }
        self.end_overdue_calls(now, &mut actions);
        actions
    }

    fn end_overdue_calls(&mut self, now: Timestamp, actions: &mut Vec<Action>) {
        for id in self.calls.overdue(now) {
            match self.take_unread_error(id) {
                Some((exchange, response)) => self.end_unread_error(id, exchange, response, actions),
                None => self.give_up(id, errors::past_deadline(), actions),
            }
        }
    }

    /// Takes the error response whose body a call still waits for, with an empty body.
    fn take_unread_error(&mut self, id: CallId) -> Option<(ExchangeId, ErrorResponse)> {
        let Stage::Sent { exchange, .. } = self.calls.get(id)?.stage else { return None };
        let (_, head) = self.exchanges.take_read(exchange)?;
        Some((exchange, ErrorResponse { head, body: Vec::new(), complete: false }))
    }

    /// Handles an error response whose body did not arrive in time. Its head already says what happened.
    fn end_unread_error(
        &mut self,
        id: CallId,
        exchange: ExchangeId,
        response: ErrorResponse,
        actions: &mut Vec<Action>,
    ) {
        if !self.calls.get(id).is_some_and(|call| call.is_overdue(self.last_seen)) {
            return self.handle_error_response(id, exchange, response, actions);
        }
        actions.push(Action::Abort { exchange });
        let Some(call) = self.calls.remove(id) else { return };
        let error = api_error(response, &self.sent_request(&call), self.last_seen);
        actions.push(errors::failed_call(id, error));
    }

    /// Gives a call the credential it needs: the API key at once, an access token as soon as there is one.
    pub(super) fn authorise(&mut self, id: CallId, actions: &mut Vec<Action>) {
        let Some(call) = self.calls.get(id) else { return };
        match (call.request.credential, self.held.api_key()) {
            (Credential::ApiKey, Some((key, version))) => {
                let old = self.held.note_old_key(&self.environment, self.last_seen);
                let lacking = self.held.note_missing_scopes(&call.request, &self.environment);
                actions.extend(old.into_iter().chain(lacking).map(|note| Action::Note { note }));
                self.send(id, key, None, CredentialVersion::ApiKey { version }, actions);
            }
            (Credential::ApiKey, None) => {}
            (Credential::AccessToken, _) => {
                let waiter = call.waiter(id);
                self.with_tokens(actions, |machine| machine.need(waiter));
            }
        }
    }

    /// Carries out the effects of the token machine.
    pub(super) fn apply(&mut self, effects: Vec<Effect>, actions: &mut Vec<Action>) {
        for effect in effects {
            match effect {
                Effect::Send { request, head, body, deadline } => {
                    let exchange = self.exchanges.open(ExchangePurpose::Token(request));
                    let deadline = Some(deadline);
                    actions.push(Action::Send { exchange, purpose: Purpose::Token, head, body, deadline });
                }
                Effect::Abort { request } => {
                    if let Some(exchange) = self.exchanges.find_by_purpose(ExchangePurpose::Token(request)) {
                        self.exchanges.end(exchange);
                        actions.push(Action::Abort { exchange });
                    }
                }
                Effect::Deliver { waiter, token, generation, expires_at } => {
                    let authority = CredentialVersion::AccessToken { generation };
                    self.send(CallId::from_number(waiter), token, Some(expires_at), authority, actions);
                }
                Effect::Fail { waiter, error } => self.fail(CallId::from_number(waiter), error, actions),
                Effect::EndWithRefusal { waiter, why } => {
                    self.end_with_refusal(CallId::from_number(waiter), why, actions);
                }
                Effect::Lock { ticket, lease, known_seq } => {
                    actions.push(Action::Lock { ticket, lease, known_seq });
                }
                Effect::Save { ticket, snapshot, expected_seq } => {
                    actions.push(Action::Save { ticket, snapshot, expected_seq });
                }
                Effect::Unlock { ticket } => actions.push(Action::Unlock { ticket }),
                Effect::Note(note) => actions.push(Action::Note { note }),
            }
        }
    }

    /// Handles an error response of an API.
    pub(super) fn handle_error_response(
        &mut self,
        id: CallId,
        exchange: ExchangeId,
        response: ErrorResponse,
        actions: &mut Vec<Action>,
    ) {
        let Some(mut call) = self.calls.remove(id) else { return };
        // Stop an upload that may still run, and the rest of a body that was cut off: neither is used any more.
        if call.request.has_body() || !response.complete {
            actions.push(Action::Abort { exchange });
        }
        let is_unauthorized = response.head.status.as_u16() == 401;
        let resend = call.resend();
        match call.stage {
            Stage::Sent { authority: CredentialVersion::AccessToken { generation }, .. } if is_unauthorized => {
                let cause = Cause::find(&response.head.headers, &self.sent_request(&call), self.last_seen);
                let diagnosis = cause.and_then(|cause| cause.diagnosis());
                call.stage = Stage::Waiting { refused: Some(response) };
                call.resent = true;
                self.renew_token(id, call, (generation, diagnosis, resend), actions);
            }
            Stage::Sent { authority: CredentialVersion::ApiKey { version }, .. }
                if is_unauthorized && self.held.is_replaced(version) && resend != Resend::Used =>
            {
                self.renew_key(id, call, response, actions);
            }
            Stage::Sent { .. } | Stage::Waiting { .. } => {
                let error = api_error(response, &self.sent_request(&call), self.last_seen);
                actions.push(errors::failed_call(id, error));
            }
        }
    }

    /// Asks for another token for a call whose token was rejected.
    fn renew_token(
        &mut self,
        id: CallId,
        call: LiveCall,
        (generation, diagnosis, resend): (u64, Option<Diagnosis>, Resend),
        actions: &mut Vec<Action>,
    ) {
        let refusal = Unauthorized { waiter: call.waiter(id), generation, diagnosis, resend };
        self.calls.insert(id, call);
        self.with_tokens(actions, |machine| machine.unauthorized(refusal));
    }

    /// Sends a call again with the API key that replaced the rejected one, if its body can be sent again.
    fn renew_key(&mut self, id: CallId, mut call: LiveCall, response: ErrorResponse, actions: &mut Vec<Action>) {
        if call.resend() == Resend::Possible {
            call.resent = true;
            self.calls.insert(id, call);
            self.authorise(id, actions);
        } else {
            let error = api_error(response, &self.sent_request(&call), self.last_seen);
            actions.push(errors::failed_call(id, explain_missing_retry(error, NoRetryReason::BodyGone)));
        }
    }

    /// Fails a call whose exchange ended without a response.
    pub(super) fn fail_lost_call(&mut self, id: CallId, failure: TransportFailure, actions: &mut Vec<Action>) {
        if let Some(call) = self.calls.remove(id) {
            actions.push(errors::failed_call(id, transport_error(failure, &self.sent_request(&call))));
        }
    }

    /// Ends a call before its response: aborts its exchange, or stops waiting for a token.
    pub(super) fn give_up(&mut self, id: CallId, error: Error, actions: &mut Vec<Action>) {
        match self.calls.get(id).map(|call| &call.stage) {
            Some(Stage::Sent { exchange, .. }) => {
                self.exchanges.end(*exchange);
                actions.push(Action::Abort { exchange: *exchange });
            }
            Some(Stage::Waiting { .. }) => {
                if let Some(machine) = self.held.tokens_mut() {
                    machine.cancel(id.as_number());
                }
            }
            None => {}
        }
        self.fail(id, error, actions);
    }

    fn send(
        &mut self,
        id: CallId,
        secret: Secret,
        expires_at: Option<Timestamp>,
        authority: CredentialVersion,
        actions: &mut Vec<Action>,
    ) {
        if self.calls.get(id).is_none() {
            return;
        }
        let exchange = self.exchanges.open(ExchangePurpose::Call(id));
        let Some(call) = self.calls.mark_sent(id, Stage::Sent { exchange, authority }) else { return };
        actions.push(Action::Send {
            exchange,
            purpose: Purpose::Call(id),
            head: call.request.head_with_credential(&secret),
            body: call.request.body.clone(),
            deadline: call.request.deadline,
        });
        call.sent = Some(SentCredential { secret, at: self.last_seen, expires_at });
    }

    /// Ends a call with an error that occurred before its response.
    fn fail(&mut self, id: CallId, error: Error, actions: &mut Vec<Action>) {
        let Some(call) = self.calls.remove(id) else { return };
        let stage = match call.stage {
            Stage::Waiting { .. } => FailureStage::Token,
            Stage::Sent { .. } => FailureStage::Api,
        };
        actions.push(errors::failed_call(id, describe_call(error, Some(stage), &self.sent_request(&call))));
    }

    /// Ends a call with the response that rejected its token.
    fn end_with_refusal(&mut self, id: CallId, why: NoRetryReason, actions: &mut Vec<Action>) {
        let Some(mut call) = self.calls.remove(id) else { return };
        let stage = std::mem::replace(&mut call.stage, Stage::Waiting { refused: None });
        if let Stage::Waiting { refused: Some(response) } = stage {
            let error = api_error(response, &self.sent_request(&call), self.last_seen);
            actions.push(errors::failed_call(id, explain_missing_retry(error, why)));
        }
    }

    fn sent_request<'a>(&'a self, call: &'a LiveCall) -> SentRequest<'a> {
        SentRequest::new(&call.request, call.sent.as_ref(), &self.environment, self.held.issuers())
    }
}
