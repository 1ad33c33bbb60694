//! The provider answered: rows 7 to 12 and 13h. What it refuses goes on to `refusal`.

use super::desk::Desk;
use super::errors;
use super::exchange::{Start, send};
use super::holdings::{AccessToken, Grant, RefreshToken};
use super::need::{serve_impatient, with_patience};
use super::reading::{Reading, Tokens, read};
use super::refusal::{Refused, refuse};
use super::state::{Exchanging, Flight, State};
use crate::error::Error;
use crate::secret::Secret;

/// A token endpoint's answer, as it came.
pub(crate) struct Answer<'a> {
    pub(crate) status: u16,
    /// `Retry-After` in milliseconds from now.
    pub(crate) retry_after: Option<i64>,
    pub(crate) body: &'a [u8],
    /// Whether `body` is all of it.
    pub(crate) complete: bool,
}

pub(super) fn answer(state: State, desk: &mut Desk, flight: Flight, answer: &Answer<'_>) -> State {
    let exchanging = match state {
        State::Exchanging(exchanging) if exchanging.flight == flight => exchanging,
        other => {
            // row 7
            desk.note("exchange.late", "a token exchange that was given up was answered; the answer was not used");
            return other;
        }
    };
    let Answer { status, retry_after, body, complete } = *answer;
    let success = (200..300).contains(&status);
    let reading = if complete { read(body, success) } else { Reading::NotJson };
    match reading {
        Reading::Tokens(tokens) => accept(exchanging, desk, tokens, status),
        Reading::Error(error) => {
            // row 13h
            refuse(exchanging, desk, &Refused { status, retry_after, error: Some(&error), json: true })
        }
        Reading::Other => refuse(exchanging, desk, &Refused { status, retry_after, error: None, json: true }),
        Reading::NotJson => refuse(exchanging, desk, &Refused { status, retry_after, error: None, json: false }),
    }
}

fn accept(exchanging: Exchanging, desk: &mut Desk, mut tokens: Tokens, status: u16) -> State {
    let access = match usable_access(&mut tokens, desk, status) {
        Ok(access) => access,
        Err(error) => {
            // row 12
            if tokens.refresh.is_some() {
                adopt_refresh(&exchanging, desk, tokens.refresh, tokens.refresh_lifetime);
            }
            return desk.misconfigure(exchanging, error);
        }
    };
    adopt_refresh(&exchanging, desk, tokens.refresh, tokens.refresh_lifetime);
    let expires_at = exchanging.sent_at.plus(tokens.lifetime);
    let life = expires_at.since(desk.now).min(tokens.lifetime);
    let refreshed = matches!(exchanging.grant, Grant::Refresh { .. });
    let password = desk.holdings.pick_password();
    if life <= 0 {
        // row 10
        if let Some(password) = password.filter(|_| refreshed) {
            return follow_up(exchanging, desk, password);
        }
        let now = desk.now;
        return desk.back_off(exchanging, now, None, errors::expired_on_arrival(status));
    }
    desk.holdings.generation += 1;
    let generation = desk.holdings.generation;
    desk.holdings.access =
        Some(AccessToken { secret: access, obtained_at: desk.now, expires_at, life, generation, bad: false });
    desk.holdings.last_success = Some(desk.now);
    if let Some(password) = password.filter(|_| desk.holdings.is_clipped(exchanging.grant, life)) {
        // row 9
        if let Some(refresh) = &mut desk.holdings.refresh {
            refresh.exhausted = true;
        }
        return follow_up(Exchanging { fallback: true, ..exchanging }, desk, password);
    }
    // row 8
    if !refreshed {
        desk.holdings.base_life = life;
    }
    desk.holdings.settle_given();
    desk.deliver_held(exchanging.waiters.into_all().collect());
    State::Held
}

/// The access token, or why what came cannot be used.
fn usable_access(tokens: &mut Tokens, desk: &Desk, status: u16) -> Result<Secret, Error> {
    let foreign = |issuer: &str| {
        let realms =
            |provider: &String| issuer.strip_prefix(provider.as_str()).is_some_and(|rest| rest.starts_with("/realms/"));
        desk.account.foreign_providers.iter().any(realms)
    };
    if tokens.issuer.as_deref().is_some_and(foreign) {
        return Err(errors::foreign_issuer(status));
    }
    let access = tokens.access.take().filter(|_| tokens.is_bearer);
    access.ok_or_else(|| errors::unusable_answer(status))
}

/// Takes over the answer's refresh token; without one, a refresh leaves the one held, a login drops it.
fn adopt_refresh(exchanging: &Exchanging, desk: &mut Desk, token: Option<Secret>, lifetime: Option<i64>) {
    let Some(secret) = token else {
        // row 11
        return match (exchanging.grant, &mut desk.holdings.refresh) {
            (Grant::Refresh { .. }, Some(kept)) => kept.spent = false,
            (Grant::Refresh { .. }, None) => {}
            (Grant::Password { .. }, held) => *held = None,
        };
    };
    let expires_at = lifetime.map(|lifetime| exchanging.sent_at.plus(lifetime));
    desk.holdings.refresh = Some(RefreshToken { secret, expires_at, spent: false, exhausted: false });
}

/// The same waiters, another grant: a refresh token that the host gave meanwhile, or this one.
pub(super) fn follow_up(exchanging: Exchanging, desk: &mut Desk, grant: Grant) -> State {
    let Exchanging { waiters, attempt, fallback, began, .. } = exchanging;
    let given = if desk.holdings.settle_given() { desk.holdings.pick(desk.now) } else { None };
    let (now, holdings) = (desk.now, &desk.holdings);
    let waiters = waiters.changed(|waiting| with_patience(holdings, now, began, waiting));
    let sent = send(desk, Start { grant: given.unwrap_or(grant), began, waiters, attempt, fallback });
    serve_impatient(sent, desk)
}
