//! Handles the provider's responses: rows 7 to 12 and 13h. `refusal` handles those with an error.

use waybill_base::error::Error;
use waybill_base::internal::TimestampExt as _;
use waybill_base::secret::Secret;

use super::context::Context;
use super::errors;
use super::exchange::send;
use super::exchange_end::end_exchange;
use super::held_tokens::{AccessToken, Grant, RefreshToken};
use super::need::{serve_impatient, with_patience};
use super::provider_refusal::Refusal;
use super::reading::{TokenResponse, Tokens, parse_token_response};
use super::refusal::refuse;
use super::state::{AfterSave, Exchange, ExchangeOutcome, ExchangePhase, Sending, State, TokenRequestId};
use super::store;

/// A token endpoint's response.
pub(crate) struct Answer<'a> {
    pub(crate) status: u16,
    /// `Retry-After` in milliseconds from now.
    pub(crate) retry_after: Option<i64>,
    pub(crate) body: &'a [u8],
    /// True if `body` is the whole body.
    pub(crate) complete: bool,
}

pub(super) fn take_response(
    state: State,
    context: &mut Context,
    request: TokenRequestId,
    answer: &Answer<'_>,
) -> State {
    let (exchange, sending) = match state {
        State::Exchanging(exchange, ExchangePhase::Send(sending)) if sending.request == request => (exchange, sending),
        other => {
            // row 7
            context.note("exchange.late", "a response arrived for a token request that was given up; it was ignored");
            return other;
        }
    };
    let Answer { status, retry_after, body, complete } = *answer;
    let success = (200..300).contains(&status);
    let reading = if complete { parse_token_response(body, success) } else { TokenResponse::NotJson };
    let (said, json) = match reading {
        TokenResponse::Tokens(tokens) => return accept(exchange, &sending, context, tokens, status),
        TokenResponse::Error(said) => {
            // row 13h
            (Some(said), true)
        }
        TokenResponse::Other => (None, true),
        TokenResponse::NotJson => (None, false),
    };
    let refusal = Refusal { status, retry_after, said, json }.cleaned(&context.held);
    refuse(exchange, &sending, context, refusal)
}

fn accept(mut exchange: Exchange, sending: &Sending, context: &mut Context, mut tokens: Tokens, status: u16) -> State {
    context.stored.is_dirty = true;
    let access = match usable_access(&mut tokens, context, status) {
        Ok(access) => access,
        Err(error) => {
            // row 12
            if tokens.refresh.is_some() {
                adopt_refresh(sending, context, &mut tokens);
            }
            return context.misconfigure(exchange, error);
        }
    };
    adopt_refresh(sending, context, &mut tokens);
    let expires_at = sending.sent_at.plus_millis(tokens.lifetime);
    let life = expires_at.millis_since(context.now).min(tokens.lifetime);
    let refreshed = matches!(sending.grant, Grant::Refresh { .. });
    let password = context.held.password_grant();
    if life <= 0 {
        // row 10
        if let Some(password) = password.filter(|_| refreshed) {
            return follow_up(exchange, context, password);
        }
        let now = context.now;
        return context.back_off(exchange, now, None, errors::expired_on_arrival(status));
    }
    context.held.generation = context.held.generation.saturating_add(1);
    let generation = context.held.generation;
    context.held.access = Some(AccessToken {
        secret: access,
        obtained_at: context.now,
        expires_at,
        lifetime_on_arrival: life,
        generation,
        refused: false,
    });
    context.held.last_success = Some(context.now);
    // Compares the lifetime that the provider gave: a late response says nothing about the session.
    if let Some(password) = password.filter(|_| context.held.is_clipped(sending.grant, tokens.lifetime)) {
        // row 9
        if let Some(refresh) = &mut context.held.refresh {
            refresh.exhausted = true;
        }
        return follow_up(Exchange { fallback: true, ..exchange }, context, password);
    }
    // row 8
    if !refreshed {
        context.held.login_lifetime = tokens.lifetime;
    }
    let waiters = std::mem::take(&mut exchange.waiters);
    context.deliver_held(waiters.into_all().collect());
    end_exchange(exchange, context, ExchangeOutcome::Rest)
}

/// Returns the access token, or the error if it cannot be used.
fn usable_access(tokens: &mut Tokens, context: &Context, status: u16) -> Result<Secret, Error> {
    let is_foreign = |issuer: &str| context.account.issuers.environment_of_provider(issuer).is_some();
    if tokens.issuer.as_deref().is_some_and(is_foreign) {
        return Err(errors::foreign_issuer(status));
    }
    let access = tokens.access.take().filter(|_| tokens.is_bearer);
    access.ok_or_else(|| errors::unusable_answer(status))
}

/// Stores the response's refresh token. Without one, a refresh keeps the current token, and a login drops it.
fn adopt_refresh(sending: &Sending, context: &mut Context, tokens: &mut Tokens) {
    let Some(secret) = tokens.refresh.take() else {
        // row 11
        return match (sending.grant, &mut context.held.refresh) {
            // A new refresh token that cannot be sent has still replaced this one at the provider.
            (Grant::Refresh { .. }, Some(kept)) => kept.spent = tokens.has_refresh,
            (Grant::Refresh { .. }, None) => {}
            (Grant::Password { .. }, held) => *held = None,
        };
    };
    let expires_at = tokens.refresh_lifetime.map(|lifetime| sending.sent_at.plus_millis(lifetime));
    context.held.refresh = Some(RefreshToken { expires_at, ..RefreshToken::given(secret) });
}

/// Sends another grant for the waiters of an exchange: a refresh token that the host set meanwhile, else `grant`.
pub(super) fn follow_up(exchange: Exchange, context: &mut Context, grant: Grant) -> State {
    let given = if context.held.adopt_given_refresh() { context.held.choose_grant(context.now) } else { None };
    let (now, began, held) = (context.now, exchange.began, &context.held);
    let waiters = exchange.waiters.changed(|waiting| with_patience(held, now, began, waiting));
    let exchange = Exchange { waiters, ..exchange };
    let next = match (given.unwrap_or(grant), exchange.lock) {
        // The store must know that the refresh token is spent before it is sent.
        (grant @ Grant::Refresh { .. }, Some(_)) => store::save(exchange, context, AfterSave::Send(grant)),
        // After the second request, a newer record may have come without the lock. A save finds that out.
        (grant, Some(_)) if exchange.asked_again => store::save(exchange, context, AfterSave::Send(grant)),
        (grant, _) => send(exchange, context, grant),
    };
    serve_impatient(next, context)
}
