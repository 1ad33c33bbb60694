//! Handles tokens that an API rejected with 401: rows 16 to 20.

use waybill_base::internal::TimestampExt as _;

use super::context::{Context, NoRetryReason};
use super::held_tokens::AccessToken;
use super::need::need;
use super::state::{ExchangePhase, State};
use super::waiters::Waiter;

/// Age, in milliseconds, below which a rejected token is fresh: it was not rejected for its age.
const FRESH_FOR_MS: i64 = 5_000;
/// Period, in milliseconds, in which rejected tokens are renewed at most twice.
const RENEWALS_WITHIN: i64 = 30_000;

/// The reason for a rejection that another token of the same kind would get too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Diagnosis {
    /// The token lacks a scope.
    Scope,
    /// The token was issued for another environment.
    Environment,
    /// The token was issued for another audience.
    Audience,
}

/// The possibility of sending the rejected request once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resend {
    /// It can be sent once more.
    Possible,
    /// Its body is no longer available.
    BodyGone,
    /// It was already sent twice.
    Used,
}

/// The rejection of a token by an API.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unauthorized {
    pub(crate) waiter: Waiter,
    /// Generation of the rejected token.
    pub(crate) generation: u64,
    pub(crate) diagnosis: Option<Diagnosis>,
    pub(crate) resend: Resend,
}

pub(super) fn unauthorized(state: State, context: &mut Context, refusal: Unauthorized) -> State {
    let Unauthorized { waiter, generation, diagnosis, resend } = refusal;
    if diagnosis.is_some() {
        // row 16
        context.end_with_refusal(waiter, NoRetryReason::Diagnosed);
        return state;
    }
    let is_current = generation >= context.held.generation;
    match state {
        state if !is_current => {
            // row 17
            once_more(state, context, waiter, resend)
        }
        // In the phase Commit the response has come, so the stored token is already the new one.
        State::Exchanging(exchange, phase) if !matches!(phase, ExchangePhase::Commit(_)) => {
            // row 18
            context.held.mark_access_refused();
            once_more(State::Exchanging(exchange, phase), context, waiter, resend)
        }
        state if is_fresh(context) => {
            // row 19
            context.end_with_refusal(waiter, NoRetryReason::Fresh);
            state
        }
        state if resend != Resend::Possible => {
            // row 20a
            context.held.mark_access_refused();
            once_more(state, context, waiter, resend)
        }
        state => {
            // row 20
            context.held.mark_access_refused();
            let now = context.now;
            let next = need(state, context, waiter);
            if let State::Exchanging(..) = next {
                context.held.renewals.retain(|renewal| now.millis_since(*renewal) < RENEWALS_WITHIN);
                context.held.renewals.push(now);
            }
            next
        }
    }
}

/// Requests a token for a second attempt, if one is possible.
fn once_more(state: State, context: &mut Context, waiter: Waiter, resend: Resend) -> State {
    match resend {
        Resend::Possible => return need(state, context, waiter),
        Resend::BodyGone => context.end_with_refusal(waiter, NoRetryReason::BodyGone),
        Resend::Used => context.end_with_refusal(waiter, NoRetryReason::RetryUsed),
    }
    state
}

/// True if the token is so new, or was renewed so often, that another one would be rejected too.
fn is_fresh(context: &Context) -> bool {
    let age = |token: &AccessToken| context.now.millis_since(token.obtained_at);
    let is_young =
        context.held.access.as_ref().is_some_and(|token| (-FRESH_FOR_MS..FRESH_FOR_MS).contains(&age(token)));
    let recent = context.held.renewals.iter().filter(|renewal| context.now.millis_since(**renewal) < RENEWALS_WITHIN);
    is_young || recent.count() >= 2
}
