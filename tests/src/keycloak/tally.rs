//! What became of calls and logins in a run, counted alike for every client: out of the ledger, and of how each call ended.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::faults::Fault;
use super::ledger::{Grant, Ledger};
use super::run::{Ran, Run};
use super::verdict::Verdict;

/// The numbers of one run.
#[derive(Debug, Default)]
pub struct Tally {
    name: String,
    calls: usize,
    /// Calls that ended without the API's answer 200, but for those that nobody could have served.
    lost: usize,
    /// How many of those ended so after the API had refused their token.
    refused: usize,
    /// Calls that failed between an administrator's act that ended the login and the sign-in that it takes.
    signed_out: usize,
    token_requests: usize,
    passwords: usize,
    /// Requests with a refresh token that Keycloak had seen before.
    seen_twice: usize,
    /// Logins that the provider refused although no administrator had ended them, and that no password brought back.
    logins_lost: usize,
    /// How often a person had to act that no administrator's act made necessary.
    asked: usize,
    /// The longest that a call took, in milliseconds.
    slowest: i64,
    /// Why the numbers are not to be trusted, and what the judges say of a host that records its steps.
    pub complaints: Vec<String>,
}

impl Tally {
    /// What stands above the rows of a table.
    #[must_use]
    pub fn head() -> String {
        format!(
            "{:<36} {:>6} {:>5} {:>13} {:>11} {:>15} {:>10} {:>11} {:>12} {:>13} {:>9}",
            "",
            "calls",
            "lost",
            "(API refused)",
            "signed out",
            "token requests",
            "passwords",
            "seen twice",
            "logins lost",
            "person asked",
            "slowest"
        )
    }

    pub(super) fn count(run: &Run, ran: &Ran, work: &Path) -> io::Result<Self> {
        let mut complaints = ran.broken.clone();
        // Only our own clients record steps, and are held to every rule of their table.
        if !ran.steps.is_empty() {
            let events = run.proxy.admin.events(&run.user.realm)?;
            complaints = Verdict::judge(run, ran, &events, work)?.complaints;
        }
        let lines = |values: &[Value]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n") + "\n";
        fs::write(work.join(format!("{}.ledger.jsonl", run.name)), lines(&ran.ledger.lines()))?;
        fs::write(work.join(format!("{}.calls.jsonl", run.name)), lines(&ran.outcomes))?;
        Ok(Self { name: run.name.clone(), complaints, ..count(run.with_password, &ran.ledger, &ran.outcomes) })
    }

    /// Of a login that several processes share.
    pub(super) fn count_shared(name: String, with_password: bool, ledger: &Ledger, outcomes: &[Value]) -> Self {
        Self { name, ..count(with_password, ledger, outcomes) }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, calls, lost, refused, signed_out, token_requests, passwords, seen_twice, .. } = self;
        let Self { logins_lost, asked, slowest, .. } = self;
        write!(
            f,
            "{name:<36} {calls:>6} {lost:>5} {refused:>13} {signed_out:>11} {token_requests:>15} {passwords:>10} \
             {seen_twice:>11} {logins_lost:>12} {asked:>13} {slowest:>6} ms"
        )
    }
}

fn count(with_password: bool, ledger: &Ledger, outcomes: &[Value]) -> Tally {
    let mut tally = Tally { calls: outcomes.len(), ..count_logins(with_password, ledger) };
    let ended = times_without_login(with_password, ledger);
    for outcome in outcomes {
        let time = |name: &str| outcome[name].as_i64().unwrap_or_default();
        let (began, end) = (time("began"), time("ended"));
        tally.slowest = tally.slowest.max(end - began);
        if outcome["status"] == 200 {
            continue;
        }
        if ended.iter().any(|(from, to)| began <= *to && *from <= end) {
            tally.signed_out += 1;
            continue;
        }
        tally.lost += 1;
        let path = format!("/{}", outcome["id"]);
        tally.refused += usize::from(ledger.calls.iter().any(|call| call.path.ends_with(&path)));
    }
    tally
}

/// From when to when nobody could have served a call: somebody else had ended the login, and who signs in had not yet.
fn times_without_login(with_password: bool, ledger: &Ledger) -> Vec<(i64, i64)> {
    let ends = |fault: Fault| if with_password { fault == Fault::Locked } else { fault.ends_login() };
    let since = ledger.tokens.iter().filter(|request| ends(request.fault)).map(|request| request.at);
    let until = |from| ledger.remedies.iter().map(|remedy| remedy.at).find(|at| *at >= from).unwrap_or(i64::MAX);
    since.map(|from| (from, until(from))).collect()
}

/// What the provider saw of the login.
fn count_logins(with_password: bool, ledger: &Ledger) -> Tally {
    let mut tally = Tally { token_requests: ledger.tokens.len(), ..Tally::default() };
    let mut remedies = ledger.remedies.iter().peekable();
    let mut heard = BTreeSet::new();
    let (mut ended_by_others, mut refused) = (false, false);
    for request in &ledger.tokens {
        while remedies.next_if(|remedy| remedy.at <= request.at).is_some() {
            tally.asked += usize::from(refused || !ended_by_others);
            (ended_by_others, refused) = (false, false);
        }
        ended_by_others |= request.fault.ends_login();
        let again = match &request.grant {
            Grant::Refresh(token) => request.answered.is_some() && !heard.insert(token.clone()),
            Grant::Password => false,
        };
        tally.passwords += usize::from(request.grant == Grant::Password);
        tally.seen_twice += usize::from(again);
        let Some(answered) = &request.answered else { continue };
        // With a password, a login is lost only where the password is refused.
        let decides = !with_password || request.grant == Grant::Password;
        if answered.error.is_none() {
            ended_by_others &= request.grant != Grant::Password;
        } else if decides && !refused && !ended_by_others {
            refused = true;
            tally.logins_lost += 1;
        }
    }
    let foreseen = usize::from(ended_by_others && !refused);
    tally.asked += remedies.count().saturating_sub(foreseen);
    tally
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::count;
    use crate::keycloak::faults::Fault;
    use crate::keycloak::ledger::{Answered, ApiCall, Got, Grant, Ledger, Remedy, TokenRequest, Verdict};

    fn refresh(at: i64, token: &str, fault: Fault, error: Option<&str>) -> TokenRequest {
        let answered = Answered { status: 200, error: error.map(str::to_owned), ..Answered::default() };
        let grant = Grant::Refresh(token.to_owned());
        TokenRequest { at, grant, fault, answered: Some(answered), got: Got::Answer, ended: at }
    }

    fn remedy(at: i64) -> Remedy {
        Remedy { at, why: "token.sign-in-again".to_owned(), refresh: Some("refresh-9".to_owned()) }
    }

    #[test]
    fn resent_refresh_token_costs_a_login_unless_password_is_known() {
        let lost = TokenRequest { got: Got::Nothing, ..refresh(0, "refresh-1", Fault::AnswerLost, None) };
        let again = refresh(10, "refresh-1", Fault::None, Some("invalid_grant"));
        let ledger = Ledger { tokens: vec![lost, again], remedies: vec![remedy(20)], ..Ledger::default() };
        let tally = count(false, &ledger, &[]);
        assert_eq!((tally.token_requests, tally.seen_twice, tally.logins_lost, tally.asked), (2, 1, 1, 1));
        let with_password = count(true, &ledger, &[]);
        assert_eq!((with_password.seen_twice, with_password.logins_lost), (1, 0));
    }

    #[test]
    fn login_lost_before_an_administrator_ended_it_counts() {
        let lost = refresh(0, "refresh-1", Fault::Truncated, Some("invalid_grant"));
        let locked = refresh(10, "refresh-1", Fault::Locked, Some("invalid_grant"));
        let mut ledger = Ledger { tokens: vec![lost, locked], remedies: vec![remedy(20)], ..Ledger::default() };
        let tally = count(false, &ledger, &[]);
        assert_eq!((tally.logins_lost, tally.asked), (1, 1));
        ledger.tokens.push(refresh(30, "refresh-9", Fault::None, None));
        assert_eq!(count(false, &ledger, &[]).asked, 1, "whether or not a request follows");
    }

    #[test]
    fn login_ended_by_an_administrator_is_not_lost() {
        let refused = refresh(10, "refresh-1", Fault::LoggedOut, Some("invalid_grant"));
        let ledger = Ledger { tokens: vec![refused], remedies: vec![remedy(500)], ..Ledger::default() };
        let outcome = |began: i64, ended: i64| json!({"id": 7, "code": "failed", "began": began, "ended": ended});
        let tally = count(false, &ledger, &[outcome(5, 20), outcome(501, 600)]);
        assert_eq!((tally.logins_lost, tally.asked, tally.signed_out, tally.lost), (0, 0, 1, 1));
        let with_password = count(true, &ledger, &[outcome(5, 20)]);
        assert_eq!((with_password.signed_out, with_password.lost), (0, 1), "the password would have served");
    }

    #[test]
    fn a_call_is_lost_that_ends_without_the_answer_of_the_api() {
        let refused =
            ApiCall { at: 0, path: "/orders/7".to_owned(), access: "access-1".to_owned(), verdict: Verdict::Revoked };
        let ledger = Ledger { calls: vec![refused], ..Ledger::default() };
        let outcomes = [
            json!({"id": 6, "status": 200, "began": 0, "ended": 30}),
            json!({"id": 7, "code": "api.unauthorized", "began": 0, "ended": 20}),
            json!({"id": 8, "code": "call.deadline", "began": 0, "ended": 10}),
        ];
        let tally = count(true, &ledger, &outcomes);
        assert_eq!((tally.calls, tally.lost, tally.refused, tally.slowest), (3, 2, 1, 30));
    }
}
