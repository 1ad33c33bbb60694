//! What the machine holds: an access token, a refresh token, a password; and the rules that say when each may be used.

use waybill_base::internal::TimestampExt as _;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::seen::Seen;

const SECOND: i64 = 1_000;
/// The platform's rule: with fewer than 30 s left a new token is asked for.
const RENEWAL_MARGIN_MS: i64 = 30 * SECOND;
/// How far another host's clock may be ahead of ours.
pub(super) const CLOCK_DIFFERENCE: i64 = 5 * SECOND;
/// A token with more than this left is still handed out while no new one can be had, or with a quarter of a shorter life.
const GOOD_ENOUGH: i64 = 5 * SECOND;

pub(super) struct HeldTokens {
    pub(super) access: Option<AccessToken>,
    pub(super) refresh: Option<RefreshToken>,
    /// A refresh token that the host gave while an exchange was in flight.
    pub(super) given: Option<RefreshToken>,
    /// Refresh tokens that were given or sent before.
    pub(super) seen: Seen,
    pub(super) password: Option<Password>,
    /// The password that was sent last: set again meanwhile, it is still the one that the answer is about.
    pub(super) sent_password: Option<Password>,
    /// Counts access tokens, so that a refusal of an old one is told from a refusal of this one.
    pub(super) generation: u64,
    /// The lifetime of the last password grant's token, in milliseconds: what a token of a new session has.
    pub(super) login_lifetime: i64,
    pub(super) last_success: Option<Timestamp>,
    /// When refused tokens were renewed; at most the last two.
    pub(super) renewals: Vec<Timestamp>,
}

pub(super) struct AccessToken {
    pub(super) secret: Secret,
    pub(super) obtained_at: Timestamp,
    pub(super) expires_at: Timestamp,
    /// Milliseconds it had left on arrival.
    pub(super) lifetime_on_arrival: i64,
    pub(super) generation: u64,
    /// An API refused it.
    pub(super) refused: bool,
}

pub(super) struct RefreshToken {
    pub(super) secret: Secret,
    pub(super) expires_at: Option<Timestamp>,
    /// It was sent, and what became of that is not known.
    pub(super) spent: bool,
    /// The provider's session is ending: it gives ever shorter tokens.
    pub(super) exhausted: bool,
    /// Another process sent it, and may still do: a last try waits until then.
    pub(super) last_try_from: Option<Timestamp>,
}

#[derive(Clone)]
pub(super) struct Password {
    pub(super) secret: Secret,
    /// Counts replacements, so that a refusal of an old one is told from a refusal of this one.
    pub(super) version: u64,
    /// The provider refused it: it is not sent again.
    pub(super) refused: bool,
}

/// What an exchange sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grant {
    /// RFC 6749 section 6. `was_spent` is what the refresh token was before.
    Refresh { was_spent: bool },
    /// RFC 6749 section 4.3.
    Password { version: u64 },
}

impl RefreshToken {
    /// One that the host gave.
    pub(super) const fn given(secret: Secret) -> Self {
        Self { secret, expires_at: None, spent: false, exhausted: false, last_try_from: None }
    }
}

impl AccessToken {
    /// How much must be left for it to be handed out without asking for a new one.
    fn margin(&self) -> i64 {
        if self.lifetime_on_arrival >= RENEWAL_MARGIN_MS {
            RENEWAL_MARGIN_MS
        } else {
            (self.lifetime_on_arrival / 2).max(SECOND)
        }
    }

    fn is_sound(&self, now: Timestamp) -> bool {
        !self.refused && self.obtained_at <= now.plus_millis(CLOCK_DIFFERENCE)
    }

    fn left(&self, now: Timestamp) -> i64 {
        self.expires_at.millis_since(now)
    }

    fn good_enough_left(&self, now: Timestamp) -> i64 {
        self.left(now).saturating_sub(GOOD_ENOUGH.min(self.lifetime_on_arrival / 4))
    }
}

impl HeldTokens {
    /// The token, if it may be handed out without asking for a new one.
    pub(super) fn usable(&self, now: Timestamp) -> Option<&AccessToken> {
        self.access.as_ref().filter(|token| {
            let left = token.left(now);
            token.is_sound(now) && (left >= token.margin() || (left > 0 && self.was_just_renewed(token, now)))
        })
    }

    /// The token, if it is good enough (`rows.md`) to be handed out while no new one can be had.
    pub(super) fn good_enough(&self, now: Timestamp) -> Option<&AccessToken> {
        self.access.as_ref().filter(|token| token.is_sound(now) && token.good_enough_left(now) > 0)
    }

    /// How long the token stays good enough, in milliseconds, where it is.
    pub(super) fn good_enough_for(&self, now: Timestamp) -> Option<i64> {
        self.good_enough(now).map(|token| token.good_enough_left(now))
    }

    /// The token, if it is neither expired nor refused.
    pub(super) fn unexpired(&self, now: Timestamp) -> Option<&AccessToken> {
        self.access.as_ref().filter(|token| !token.refused && token.left(now) > 0)
    }

    /// Whether a success was so short ago that nothing is asked again: else short tokens would be renewed on every call.
    fn was_just_renewed(&self, token: &AccessToken, now: Timestamp) -> bool {
        let gap = (token.lifetime_on_arrival / 2).clamp(SECOND, 5 * SECOND);
        self.last_success.is_some_and(|success| now.millis_since(success) < gap)
    }

    /// Whether a refreshed token given for `life` milliseconds is clipped (`rows.md`): it shows that the session is ending.
    pub(super) fn is_clipped(&self, grant: Grant, life: i64) -> bool {
        matches!(grant, Grant::Refresh { .. })
            && life < RENEWAL_MARGIN_MS
            && life.saturating_mul(2) < self.login_lifetime
    }

    /// What the next exchange sends: the refresh token where it is usable, else the password, else a spent refresh token
    /// once more, as soon as nothing is left to lose.
    pub(super) fn choose_grant(&self, now: Timestamp) -> Option<Grant> {
        let live = self.refresh.as_ref().filter(|refresh| refresh.expires_at.is_none_or(|expiry| expiry > now));
        let usable = live.filter(|refresh| !refresh.spent && !refresh.exhausted);
        let refresh = |refresh: &RefreshToken| Grant::Refresh { was_spent: refresh.spent };
        let last_try = || {
            let is_last = self.password_grant().is_none() && self.good_enough(now).is_none();
            let is_due = |refresh: &&RefreshToken| refresh.last_try_from.is_none_or(|from| from <= now);
            self.refresh.as_ref().filter(|refresh| refresh.spent && is_last).filter(is_due).map(refresh)
        };
        usable.map(refresh).or_else(|| self.password_grant()).or_else(last_try)
    }

    /// Whether another process sent the refresh token, and may still have its answer.
    pub(super) fn is_renewed_by_another(&self, now: Timestamp) -> bool {
        self.refresh.as_ref().is_some_and(|refresh| refresh.last_try_from.is_some_and(|from| from > now))
    }

    pub(super) fn password_grant(&self) -> Option<Grant> {
        let password = self.password.as_ref().filter(|password| !password.refused);
        password.map(|password| Grant::Password { version: password.version })
    }

    /// The refresh token that the host gave during an exchange takes the place of the one before.
    pub(super) fn adopt_given_refresh(&mut self) -> bool {
        let given = self.given.take();
        let is_given = given.is_some();
        if is_given {
            self.refresh = given;
        }
        is_given
    }

    /// The provider refused this password.
    pub(super) fn refuse_password(&mut self, version: u64) {
        if let Some(password) = self.password.as_mut().filter(|password| password.version == version) {
            password.refused = true;
        }
    }

    /// What was sent was not used: the refresh token is again what it was before.
    pub(super) fn restore_refresh(&mut self, grant: Grant) {
        if let (Grant::Refresh { was_spent }, Some(refresh)) = (grant, &mut self.refresh) {
            refresh.spent &= was_spent;
        }
    }

    pub(super) fn mark_access_refused(&mut self) {
        if let Some(token) = &mut self.access {
            token.refused = true;
        }
    }
}
