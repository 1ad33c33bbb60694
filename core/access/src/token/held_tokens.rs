//! The machine's access token, refresh token and password, with the rules that say when each may be used.

use waybill_base::internal::TimestampExt as _;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::seen::Seen;

const SECOND: i64 = 1_000;
/// Remaining time, in milliseconds, below which a new token is requested. The platform's rule: 30 s.
const RENEWAL_MARGIN_MS: i64 = 30 * SECOND;
/// Maximum difference between another host's clock and ours, in milliseconds.
pub(super) const CLOCK_DIFFERENCE: i64 = 5 * SECOND;
/// Remaining time, in milliseconds, above which a token is good enough while no new one is available. For a token with a
/// short life, a quarter of it.
const GOOD_ENOUGH: i64 = 5 * SECOND;

pub(super) struct HeldTokens {
    pub(super) access: Option<AccessToken>,
    pub(super) refresh: Option<RefreshToken>,
    /// A refresh token that the host set while an exchange was in flight.
    pub(super) given: Option<RefreshToken>,
    /// Refresh tokens that were set or sent before.
    pub(super) seen: Seen,
    pub(super) password: Option<Password>,
    /// The password sent last. If the host sets it again meanwhile, the pending response is still about it.
    pub(super) sent_password: Option<Password>,
    /// Number of access tokens so far. Distinguishes the rejection of an old token from that of the current one.
    pub(super) generation: u64,
    /// Lifetime of the last login's access token, in milliseconds: that of a token of a new session.
    pub(super) login_lifetime: i64,
    pub(super) last_success: Option<Timestamp>,
    /// Times at which rejected tokens were renewed; at most the last two.
    pub(super) renewals: Vec<Timestamp>,
}

pub(super) struct AccessToken {
    pub(super) secret: Secret,
    pub(super) obtained_at: Timestamp,
    pub(super) expires_at: Timestamp,
    /// Milliseconds it had left on arrival.
    pub(super) lifetime_on_arrival: i64,
    pub(super) generation: u64,
    /// True if an API rejected it.
    pub(super) refused: bool,
}

pub(super) struct RefreshToken {
    pub(super) secret: Secret,
    pub(super) expires_at: Option<Timestamp>,
    /// True if it was sent and the outcome is unknown.
    pub(super) spent: bool,
    /// True if the provider's session is ending, so that it issues tokens with ever shorter lives.
    pub(super) exhausted: bool,
    /// Time from which a last try may use it. Set if another process sent the token and may still do so.
    pub(super) last_try_from: Option<Timestamp>,
}

#[derive(Clone)]
pub(super) struct Password {
    pub(super) secret: Secret,
    /// Version of the password. Distinguishes the rejection of an old password from that of the current one.
    pub(super) version: u64,
    /// True if the provider rejected it. It is not sent again.
    pub(super) refused: bool,
}

/// The grant that an exchange sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grant {
    /// RFC 6749 section 6. `was_spent` is the refresh token's `spent` before this exchange.
    Refresh { was_spent: bool },
    /// RFC 6749 section 4.3.
    Password { version: u64 },
}

impl RefreshToken {
    /// Creates a refresh token that the host set.
    pub(super) const fn given(secret: Secret) -> Self {
        Self { secret, expires_at: None, spent: false, exhausted: false, last_try_from: None }
    }
}

impl AccessToken {
    /// Returns the remaining time, in milliseconds, that makes the token usable without requesting a new one.
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
    /// Returns the token if it can be used without requesting a new one.
    pub(super) fn usable(&self, now: Timestamp) -> Option<&AccessToken> {
        self.access.as_ref().filter(|token| {
            let left = token.left(now);
            token.is_sound(now) && (left >= token.margin() || (left > 0 && self.was_just_renewed(token, now)))
        })
    }

    /// Returns the token if it is good enough (`rows.md`) to use while no new one is available.
    pub(super) fn good_enough(&self, now: Timestamp) -> Option<&AccessToken> {
        self.access.as_ref().filter(|token| token.is_sound(now) && token.good_enough_left(now) > 0)
    }

    /// Returns how long the token stays good enough, in milliseconds, if it is now.
    pub(super) fn good_enough_for(&self, now: Timestamp) -> Option<i64> {
        self.good_enough(now).map(|token| token.good_enough_left(now))
    }

    /// Returns the token if it is neither expired nor rejected.
    pub(super) fn unexpired(&self, now: Timestamp) -> Option<&AccessToken> {
        self.access.as_ref().filter(|token| !token.refused && token.left(now) > 0)
    }

    /// True if the last success is so recent that no token is requested. Else short-lived tokens would be renewed on every call.
    fn was_just_renewed(&self, token: &AccessToken, now: Timestamp) -> bool {
        let gap = (token.lifetime_on_arrival / 2).clamp(SECOND, 5 * SECOND);
        self.last_success.is_some_and(|success| now.millis_since(success) < gap)
    }

    /// True if a refreshed token with a life of `life` milliseconds is clipped (`rows.md`), because the session is ending.
    pub(super) fn is_clipped(&self, grant: Grant, life: i64) -> bool {
        matches!(grant, Grant::Refresh { .. })
            && life < RENEWAL_MARGIN_MS
            && life.saturating_mul(2) < self.login_lifetime
    }

    /// Returns the grant of the next exchange: the refresh token if it is usable, else the password. Else, once no token is good
    /// enough, a spent refresh token is tried once more.
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

    /// True if another process sent the refresh token and may still get its response.
    pub(super) fn is_renewed_by_another(&self, now: Timestamp) -> bool {
        self.refresh.as_ref().is_some_and(|refresh| refresh.last_try_from.is_some_and(|from| from > now))
    }

    pub(super) fn password_grant(&self) -> Option<Grant> {
        let password = self.password.as_ref().filter(|password| !password.refused);
        password.map(|password| Grant::Password { version: password.version })
    }

    /// Replaces the refresh token by the one that the host set during an exchange. Returns true if there was one.
    pub(super) fn adopt_given_refresh(&mut self) -> bool {
        let given = self.given.take();
        let is_given = given.is_some();
        if is_given {
            self.refresh = given;
        }
        is_given
    }

    /// Marks this password as rejected by the provider.
    pub(super) fn refuse_password(&mut self, version: u64) {
        if let Some(password) = self.password.as_mut().filter(|password| password.version == version) {
            password.refused = true;
        }
    }

    /// Restores the refresh token's state from before an exchange that was not sent, or was not processed.
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
