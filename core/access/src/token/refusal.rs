//! Handles the provider's error responses: rows 13a to 13i. The `error` member decides before the status does.

use waybill_base::error::Error;

use super::answer::follow_up;
use super::context::{Context, Effect};
use super::errors;
use super::held_tokens::Grant;
use super::provider_refusal::{Refusal, RefusedRefresh};
use super::seen::digest;
use super::state::{Exchange, LockReason, Sending, State};
use super::store;

/// Maximum wait for an unavailable provider, in milliseconds, even if it asks for a longer one.
const MAX_OUTAGE: i64 = 60_000;

pub(super) fn refuse(exchange: Exchange, sending: &Sending, context: &mut Context, refusal: Refusal) -> State {
    let status = refusal.status;
    let error = refusal.said.as_ref().map(|said| said.error.as_str());
    let login = context.held.password_grant().filter(|_| matches!(sending.grant, Grant::Refresh { .. }));
    match (status, error, login) {
        (300..400, ..) => misconfigured(exchange, sending, context, errors::redirected(&refusal)),
        (_, Some("invalid_grant"), _) => match sending.grant {
            Grant::Refresh { was_spent } => refresh_refused(exchange, context, RefusedRefresh { refusal, was_spent }),
            Grant::Password { version } => password_rejected(exchange, version, context, &refusal),
        },
        (_, Some("invalid_client"), _) => misconfigured(exchange, sending, context, errors::client_rejected(&refusal)),
        (_, Some("invalid_scope"), _) => misconfigured(exchange, sending, context, errors::scope_rejected(&refusal)),
        (404, Some(_), _) => misconfigured(exchange, sending, context, errors::unknown_realm(&refusal)),
        (_, Some(error), Some(password)) if is_of_grant(error) => {
            // row 13e
            context.held.refresh = None;
            follow_up(exchange, context, password)
        }
        (429, ..) => {
            // row 13f
            context.held.restore_refresh(sending.grant);
            let now = context.now;
            context.back_off(exchange, now, refusal.retry_after, errors::rate_limited(&refusal))
        }
        (408, ..) => unavailable(exchange, context, &refusal, "it timed out"),
        (500.., ..) => unavailable(exchange, context, &refusal, "the server failed"),
        _ if !refusal.json => unavailable(exchange, context, &refusal, "its response is not JSON, or incomplete"),
        _ => {
            // row 13i
            let error = if error.is_some_and(is_of_grant) {
                errors::grant_not_allowed(&refusal, matches!(sending.grant, Grant::Refresh { .. }))
            } else {
                errors::rejected(&refusal)
            };
            context.misconfigure(exchange, error)
        }
    }
}

/// True if the error means that the client may not use the grant. Keycloak sent `not_allowed` before it followed RFC 6749.
fn is_of_grant(error: &str) -> bool {
    matches!(error, "unauthorized_client" | "unsupported_grant_type" | "not_allowed")
}

fn refresh_refused(mut exchange: Exchange, context: &mut Context, refused: RefusedRefresh) -> State {
    match (&context.held.refresh, exchange.lock.take()) {
        (Some(refresh), Some(ticket)) if !exchange.asked_again => {
            // row 13s
            let reason = LockReason::Refused { refused, digest: digest(&refresh.secret) };
            context.effects.push(Effect::Unlock { ticket });
            store::lock(Exchange { asked_again: true, ..exchange }, context, reason)
        }
        (_, lock) => refresh_over(Exchange { lock, ..exchange }, context, &refused),
    }
}

/// Drops a rejected refresh token. Continues with another refresh token or a password, if the host has set one.
pub(super) fn refresh_over(exchange: Exchange, context: &mut Context, refused: &RefusedRefresh) -> State {
    context.held.refresh = None;
    let error = errors::sign_in_again(&refused.refusal, refused.was_spent);
    match context.held.password_grant() {
        _ if context.held.adopt_given_refresh() => follow_with_pick(exchange, context, error),
        Some(password) => {
            // row 13a
            follow_up(exchange, context, password)
        }
        None => {
            // row 13b
            context.reject(exchange, error)
        }
    }
}

fn password_rejected(exchange: Exchange, version: u64, context: &mut Context, refusal: &Refusal) -> State {
    // row 13c
    let error = errors::credentials_rejected(refusal);
    context.held.refuse_password(version);
    let is_replaced = context.held.password_grant().is_some();
    if context.held.adopt_given_refresh() || is_replaced {
        follow_with_pick(exchange, context, error)
    } else {
        context.reject(exchange, error)
    }
}

/// Continues with the credentials that the host set meanwhile.
fn follow_with_pick(exchange: Exchange, context: &mut Context, error: Error) -> State {
    match context.held.choose_grant(context.now) {
        Some(grant) => follow_up(exchange, context, grant),
        None => context.reject(exchange, error),
    }
}

fn misconfigured(exchange: Exchange, sending: &Sending, context: &mut Context, error: Error) -> State {
    // row 13d
    context.held.restore_refresh(sending.grant);
    context.misconfigure(exchange, error)
}

fn unavailable(exchange: Exchange, context: &mut Context, refusal: &Refusal, cause: &str) -> State {
    // row 13g
    let (now, wait) = (context.now, refusal.retry_after.map(|wait| wait.min(MAX_OUTAGE)));
    context.back_off(exchange, now, wait, errors::failing(refusal, cause))
}
