//! The sending side of token exchanges: sending, the start of a response, time-outs (row 0) and closing.

use waybill_base::internal::TimestampExt as _;

use super::context::{Context, Effect};
use super::errors;
use super::exchange_end::{end_exchange, settle};
use super::held_tokens::Grant;
use super::request::token_request;
use super::state::{Exchange, ExchangeOutcome, ExchangePhase, Sending, State, TokenRequestId};
use super::store;
use crate::store::StoreFailure;

/// Delay beyond a deadline, in milliseconds, above which the host is assumed to have slept.
const SLEPT: i64 = 50;
/// Extra time for a response that may be waiting already, or has begun to arrive, in milliseconds.
pub(super) const GRACE: i64 = 5_000;
/// Time for a refresh after the client is closed, in milliseconds. Its response contains the next refresh token.
const CLOSING: i64 = 2_000;
/// Time for a refresh after the client is closed, in milliseconds, if its result is then stored for other processes.
const CLOSING_WITH_STORE: i64 = 5_000;

/// Sends a grant. After `close` none is sent, because no call waits any more.
pub(super) fn send(mut exchange: Exchange, context: &mut Context, grant: Grant) -> State {
    // Depth: 1, because a grant that is not sent leaves no waiters that `settle` could serve.
    let Some((head, body)) = token_request(&context.account, &context.held, grant).filter(|_| !context.closing) else {
        for waiting in std::mem::take(&mut exchange.waiters).into_all() {
            context.fail(waiting.waiter, errors::no_grant(&context.account));
        }
        return settle(exchange, context, ExchangeOutcome::Rest);
    };
    if let (Grant::Refresh { was_spent }, Some(refresh)) = (grant, &mut context.held.refresh) {
        refresh.spent = true;
        context.held.seen.add_sent(&refresh.secret);
        if was_spent {
            context.note(
                "token.last-try",
                "a refresh token that may have been used is sent again; no other credential is stored",
            );
        }
    }
    if let Grant::Password { .. } = grant {
        context.held.sent_password = context.held.password.clone();
    }
    context.token_requests_sent += 1;
    let request = TokenRequestId(context.token_requests_sent);
    let deadline = context.now.plus_millis(context.times.timeout);
    context.effects.push(Effect::Send { request, head, body, deadline });
    let (sent_at, grace_given, head_came) = (context.now, false, false);
    State::Exchanging(
        exchange,
        ExchangePhase::Send(Sending { request, grant, sent_at, deadline, grace_given, head_came }),
    )
}

/// Handles the head of a response. The rest of it gets extra time, even close to the deadline.
pub(super) fn begin_answer(state: State, context: &Context, request: TokenRequestId) -> State {
    match state {
        State::Exchanging(exchange, ExchangePhase::Send(mut sending))
            if sending.request == request && !sending.head_came =>
        {
            sending.head_came = true;
            if !context.closing {
                sending.deadline = sending.deadline.max(context.now.plus_millis(GRACE));
            }
            State::Exchanging(exchange, ExchangePhase::Send(sending))
        }
        other => other,
    }
}

/// Ends a phase whose deadline passed, unless the current event is its response.
pub(super) fn pass_deadline(state: State, context: &mut Context, answering: Option<TokenRequestId>) -> State {
    match state {
        State::Exchanging(exchange, phase) if context.now >= phase.deadline() => match phase {
            ExchangePhase::Send(sending) if answering == Some(sending.request) => {
                State::Exchanging(exchange, ExchangePhase::Send(sending))
            }
            ExchangePhase::Send(sending) => pass_send_deadline(exchange, sending, context),
            ExchangePhase::Spread { .. } => log_in_alone(exchange, context),
            ExchangePhase::Lock(locking) => store::lock_failed(exchange, locking, context, StoreFailure::Down),
            ExchangePhase::Save(saving) => store::save_failed(exchange, saving, context, StoreFailure::Down),
            ExchangePhase::Commit(committing) => {
                store::commit_failed(exchange, committing, context, StoreFailure::Down)
            }
        },
        other => other,
    }
}

fn pass_send_deadline(exchange: Exchange, mut sending: Sending, context: &mut Context) -> State {
    let is_slept_through = context.now.millis_since(sending.deadline) > SLEPT;
    if is_slept_through && !sending.grace_given && !context.closing {
        sending.grace_given = true;
        sending.deadline = context.now.plus_millis(GRACE);
        context.note(
            "token.grace",
            "this process was paused past the deadline; the response may have arrived in the meantime",
        );
        return State::Exchanging(exchange, ExchangePhase::Send(sending));
    }
    // row 0
    context.effects.push(Effect::Abort { request: sending.request });
    context.note("token.exchange-lost", "the identity provider did not respond in time");
    context.back_off(exchange, sending.deadline, None, errors::unavailable("it did not respond in time"))
}

/// Logs in without the store, which is down, after the delay that spreads the logins of many processes.
fn log_in_alone(exchange: Exchange, context: &mut Context) -> State {
    match context.held.password_grant().filter(|_| !exchange.waiters.is_empty()) {
        Some(password) => send(exchange, context, password),
        None => end_exchange(exchange, context, ExchangeOutcome::Rest),
    }
}

/// Closes the client. Aborts a login, and lets a refresh finish because its response contains the next refresh token.
pub(super) fn close(state: State, context: &mut Context) -> State {
    let latest = context.now.plus_millis(if context.store.is_some() { CLOSING_WITH_STORE } else { CLOSING });
    match state {
        State::Exchanging(exchange, ExchangePhase::Send(sending))
            if matches!(sending.grant, Grant::Password { .. }) =>
        {
            context.effects.push(Effect::Abort { request: sending.request });
            context.held.adopt_given_refresh();
            settle(exchange, context, ExchangeOutcome::Rest)
        }
        State::Exchanging(exchange, ExchangePhase::Send(mut sending)) => {
            sending.deadline = sending.deadline.min(latest);
            State::Exchanging(exchange, ExchangePhase::Send(sending))
        }
        State::Exchanging(exchange, ExchangePhase::Spread { .. }) => {
            end_exchange(exchange, context, ExchangeOutcome::Rest)
        }
        State::Exchanging(exchange, ExchangePhase::Lock(mut locking)) => {
            locking.deadline = locking.deadline.min(latest);
            store::close_locking(exchange, locking, context)
        }
        other => other,
    }
}
