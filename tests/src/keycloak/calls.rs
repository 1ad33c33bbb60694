//! Judges each call that failed: whether the table could have saved it.

use super::faults::Fault;
use super::ledger::{ApiCall, Ledger, TokenRequest, Verdict};
use super::timeline::{Failed, Timeline};

/// How long a call waits for the provider to be asked again, in milliseconds.
const SHORT_WAIT: i64 = 2_000;

/// What speaks against each failure that need not have been.
pub(super) fn judge(with_password: bool, ledger: &Ledger, timeline: &Timeline) -> Vec<String> {
    let judge = Judge { with_password, ledger, timeline };
    let complain = |failed| judge.against(failed).map(|why| format!("a call failed and {why}: {failed:?}"));
    timeline.failed.iter().filter_map(complain).collect()
}

struct Judge<'a> {
    with_password: bool,
    ledger: &'a Ledger,
    timeline: &'a Timeline,
}

impl Judge<'_> {
    /// Why a call need not have failed; nothing where it had to.
    fn against(&self, failed: &Failed) -> Option<&'static str> {
        let says_token = failed.code.starts_with("token.");
        if says_token && self.timeline.holds_good_enough(failed.at) {
            return Some("a token was held that was good enough");
        }
        match failed.code.as_str() {
            "token.unavailable" | "token.rate-limited" => waited_too_little(failed),
            "token.redirected" => self.unless_last_fault(failed, Fault::Redirected),
            "token.rejected" => self.unless_last_fault(failed, Fault::BadRequest),
            "token.sign-in-again" | "token.no-grant" => self.with_password.then_some("the password was there"),
            // Providers tell a locked account from a wrong password, or do not.
            "token.credentials-rejected" | "token.account-disabled" => {
                let locked = self.before(failed).any(|request| request.fault == Fault::Locked);
                (!locked).then_some("nobody had locked the account")
            }
            "call.deadline" => self.had_time(failed),
            _ if failed.status == Some(401) => self.was_not_refused(failed),
            _ => Some("nothing explains it"),
        }
    }

    /// The code stays until somebody acts, so the fault is the last one that was of this kind.
    fn unless_last_fault(&self, failed: &Failed, fault: Fault) -> Option<&'static str> {
        let last = self.before(failed).last();
        (last.is_none_or(|request| request.fault != fault)).then_some("the provider had not said so")
    }

    fn had_time(&self, failed: &Failed) -> Option<&'static str> {
        let Failed { began, at, .. } = *failed;
        let Some(deadline) = failed.deadline else { return Some("it had no deadline") };
        if at < deadline {
            return Some("its time was not up");
        }
        // A host that is only starting up hears of a call when its time is over.
        if began >= deadline {
            return None;
        }
        let stood_still =
            self.before(failed).any(|request| request.fault.stopped().is_some() && request.ended >= began);
        let held = self.timeline.holds_good_enough(began) && !self.timeline.refused_within(began, at);
        (held && !stood_still).then_some("a token was held that was good enough")
    }

    fn was_not_refused(&self, failed: &Failed) -> Option<&'static str> {
        let path = format!("/{}", failed.id);
        let last = self.ledger.calls.iter().rfind(|call| call.path.ends_with(&path));
        match last {
            Some(ApiCall { verdict: Verdict::Revoked, .. }) => None,
            // Keycloak cuts `exp` down to whole seconds, so a token ends up to a second before `expires_in` says.
            Some(ApiCall { verdict: Verdict::Expired, access, at, .. })
                if self.timeline.left(access, *at).is_some_and(|left| (0..1_000).contains(&left)) =>
            {
                None
            }
            Some(ApiCall { verdict: Verdict::Expired, .. }) => Some("it was sent with a token whose time was over"),
            _ => Some("the API did not refuse it"),
        }
    }

    /// The token requests before a call failed.
    fn before(&self, failed: &Failed) -> impl DoubleEndedIterator<Item = &TokenRequest> {
        let at = failed.at;
        self.ledger.tokens.iter().filter(move |request| request.at <= at)
    }
}

/// A call waits where the next try falls into its short wait.
fn waited_too_little(failed: &Failed) -> Option<&'static str> {
    let next = failed.at + failed.retry_after.unwrap_or_default();
    let end = failed.deadline.unwrap_or(i64::MAX).min(failed.began + SHORT_WAIT);
    (next <= end).then_some("the provider could have been asked again within its short wait")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::judge;
    use crate::keycloak::ledger::Ledger;
    use crate::keycloak::timeline::Timeline;

    /// A token of 60 s that came at second 1; then a call that failed at once.
    fn steps(now: i64, code: &str, retry_after: i64) -> Vec<Value> {
        let answer = json!({"access_token": "access-1", "expires_in": 60}).to_string();
        let failed = json!({"code": code, "retry": {"after": retry_after}});
        vec![
            json!({"input": {"on_time": {}, "now": 1_000}, "expect": {"actions": [{"send": {"exchange": 1, "headers": []}}]}}),
            json!({"input": {"on_body": {"exchange": 1, "body": answer, "complete": true}, "now": 1_000}, "expect": {}}),
            json!({
                "input": {"begin": {"parameters": [["id", "7"]]}, "now": now},
                "expect": {"call": 1, "actions": [{"done": {"call": 1, "failed": failed}}]},
            }),
        ]
    }

    fn complaints(now: i64, code: &str, retry_after: i64) -> usize {
        judge(true, &Ledger::default(), &Timeline::read(&steps(now, code, retry_after))).len()
    }

    #[test]
    fn a_call_must_not_fail_while_a_token_is_good_enough() {
        assert_eq!(complaints(55_000, "token.unavailable", 9_000), 1);
        assert_eq!(complaints(58_000, "token.unavailable", 9_000), 0);
    }

    #[test]
    fn a_call_waits_where_the_next_try_is_near() {
        assert_eq!(complaints(58_000, "token.unavailable", 1_900), 1);
        assert_eq!(complaints(58_000, "token.unavailable", 2_100), 0);
    }

    #[test]
    fn unexplained_failure_is_a_complaint() {
        for code in
            ["transport.lost", "token.sign-in-again", "token.credentials-rejected", "token.redirected", "call.deadline"]
        {
            assert_eq!(complaints(58_000, code, 9_000), 1, "{code}");
        }
    }
}
