//! The rate limit of each user.

use std::collections::BTreeMap;

use waybill_base::time::Timestamp;

/// Maximum number of users in memory. At the limit, users without a request in the last minute are removed.
const MAX_USERS: usize = 100_000;

const MINUTE: i64 = 60_000;

/// The remaining requests of one user, as a token bucket.
#[derive(Debug, Clone, Copy)]
struct Allowance {
    /// Number of remaining requests, multiplied by the milliseconds of a minute to avoid rounding.
    left: i64,
    at: i64,
}

/// The token buckets of all users.
#[derive(Debug)]
pub(super) struct RateLimit {
    per_minute: i64,
    users: BTreeMap<String, Allowance>,
}

impl RateLimit {
    pub(super) fn new(per_minute: u32) -> RateLimit {
        RateLimit { per_minute: i64::from(per_minute), users: BTreeMap::new() }
    }

    /// Consumes one request of a user's allowance.
    ///
    /// # Errors
    /// Returns the milliseconds until the user may send a request.
    pub(super) fn take(&mut self, user: &str, now: Timestamp) -> Result<(), i64> {
        let (now, full) = (now.as_millis(), self.per_minute * MINUTE);
        if self.users.len() >= MAX_USERS && !self.users.contains_key(user) {
            self.users.retain(|_, allowance| now - allowance.at < MINUTE);
            // More active users than a back end can have: reject the new ones.
            if self.users.len() >= MAX_USERS {
                return Err(MINUTE);
            }
        }
        let allowance = self.users.entry(user.to_owned()).or_insert(Allowance { left: full, at: now });
        let elapsed = (now - allowance.at).clamp(0, MINUTE);
        allowance.left = (allowance.left + elapsed * self.per_minute).min(full);
        allowance.at = now;
        if allowance.left < MINUTE {
            let missing = MINUTE - allowance.left;
            // With a limit of 0, no wait is long enough.
            return Err((missing + self.per_minute - 1).checked_div(self.per_minute).unwrap_or(MINUTE));
        }
        allowance.left -= MINUTE;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn rate_limit_is_per_user() {
        let mut limit = RateLimit::new(2);
        assert_eq!(limit.take("a", at(0)), Ok(()));
        assert_eq!(limit.take("a", at(0)), Ok(()));
        assert_eq!(limit.take("a", at(0)), Err(30_000));
        assert_eq!(limit.take("b", at(0)), Ok(()));
        assert_eq!(limit.take("a", at(29_999)), Err(1));
        assert_eq!(limit.take("a", at(30_000)), Ok(()));
    }

    #[test]
    fn a_clock_that_goes_back_gives_nothing() {
        let mut limit = RateLimit::new(1);
        assert_eq!(limit.take("a", at(100_000)), Ok(()));
        assert_eq!(limit.take("a", at(0)), Err(60_000));
    }

    #[test]
    fn limit_of_zero_rejects_every_request() {
        let mut limit = RateLimit::new(0);
        assert_eq!(limit.take("a", at(0)), Err(MINUTE));
        assert_eq!(limit.take("a", at(1_000_000)), Err(MINUTE));
    }

    #[test]
    fn users_without_requests_are_forgotten() {
        let mut limit = RateLimit::new(1);
        for user in 0..MAX_USERS {
            assert_eq!(limit.take(&user.to_string(), at(0)), Ok(()));
        }
        assert_eq!(limit.take("one more", at(0)), Err(60_000));
        assert_eq!(limit.take("one more", at(60_000)), Ok(()));
        assert_eq!(limit.users.len(), 1);
    }
}
