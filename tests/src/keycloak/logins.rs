//! Judges what became of the login: no refresh token twice, no password while a refresh token is good, nothing refused
//! that need not have been.

use std::collections::BTreeSet;

use serde_json::Value;

use super::faults::TOKEN_TIMEOUT_MS;
use super::ledger::{Got, Grant, Ledger, TokenRequest};
use super::timeline::Timeline;

/// Time that a busy machine may take to give an answer to the client.
const SPARE_MS: i64 = 500;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Logins {
    pub(super) complaints: Vec<String>,
    /// Logins that ended, each for a reason that the rules allow.
    pub(super) lost: usize,
    /// Requests with a refresh token whose fate was unknown.
    pub(super) last_tries: usize,
    /// Good refresh tokens that were given up for the password, as the session seemed to end (row 9).
    pub(super) given_up: usize,
    /// Refreshes that Keycloak refused.
    refused: usize,
}

/// What the client is known to hold.
struct Client<'a> {
    with_password: bool,
    timeline: &'a Timeline,
    /// A refresh token that it got and has not sent.
    unsent: Option<String>,
    /// Refresh tokens that reached the provider.
    heard: BTreeSet<String>,
    /// An administrator ended the login, or somebody locked it, and nothing was done about that yet.
    ended_by_others: bool,
    /// A refresh token reached the provider twice, which ends the login there.
    replayed: bool,
    found: Logins,
}

/// Goes through all token requests in their order, and the remedies between them.
pub(super) fn judge(with_password: bool, ledger: &Ledger, timeline: &Timeline, events: &[Value]) -> Logins {
    let mut client = Client {
        with_password,
        timeline,
        unsent: None,
        heard: BTreeSet::new(),
        ended_by_others: false,
        replayed: false,
        found: Logins::default(),
    };
    let mut remedies = ledger.remedies.iter().peekable();
    for request in &ledger.tokens {
        while let Some(remedy) = remedies.next_if(|remedy| remedy.at <= request.at) {
            client.ended_by_others = false;
            client.replayed = false;
            client.unsent = remedy.refresh.clone().or(client.unsent);
        }
        client.hear(request);
    }
    let errors = events.iter().filter(|event| event["type"] == "REFRESH_TOKEN_ERROR").count();
    if errors != client.found.refused {
        let refused = client.found.refused;
        client
            .found
            .complaints
            .push(format!("the provider tells of {errors} refused refreshes, the ledger of {refused}"));
    }
    client.found
}

impl Client<'_> {
    fn hear(&mut self, request: &TokenRequest) {
        let TokenRequest { at, grant, fault, answered, got, .. } = request;
        self.ended_by_others |= fault.ends_login();
        if *grant == Grant::Password && self.timeline.is_clipped(*at) {
            self.found.given_up += usize::from(self.unsent.take().is_some());
        }
        if let Some(held) = &self.unsent
            && *grant != Grant::Refresh(held.clone())
        {
            self.found
                .complaints
                .push(format!("at {at} came {grant:?} although {held} was held and had not been sent"));
        }
        match grant {
            Grant::Password if self.with_password => {}
            Grant::Password => self.found.complaints.push(format!("at {at} came a password that was never given")),
            Grant::Refresh(refresh) => self.hear_refresh(request, refresh),
        }
        if let Some(answered) = answered
            && answered.error.is_some()
        {
            self.hear_refusal(request);
        }
        let kept = match (grant, got) {
            // Whoever was not heard holds what it held: the answer says so.
            (Grant::Refresh(refresh), Got::Other(429 | 302)) => Some(refresh.clone()),
            (_, Got::Answer) if self.came_in_time(request) => {
                answered.as_ref().and_then(|answered| answered.refresh.clone())
            }
            _ => None,
        };
        self.unsent = kept;
    }

    /// True if an answer was there well before the exchange's deadline, which counts from when the client sent the request. What
    /// comes later may be used or not. To a client that was stopped it came while it could not see the deadline pass.
    fn came_in_time(&self, request: &TokenRequest) -> bool {
        let took = request.ended - self.timeline.sent_at(request.at);
        request.fault.stopped().is_some() || took + SPARE_MS < TOKEN_TIMEOUT_MS
    }

    fn hear_refresh(&mut self, request: &TokenRequest, refresh: &str) {
        let is_last_try = self.timeline.last_tries.iter().any(|at| (0..1_000).contains(&(request.at - at)));
        if is_last_try {
            self.found.last_tries += 1;
            if self.with_password {
                self.found.complaints.push(format!("{refresh} was sent once more although a password is held"));
            }
        }
        if request.answered.is_some() && !self.heard.insert(refresh.to_owned()) {
            self.replayed = true;
            if !is_last_try {
                self.found.complaints.push(format!("the provider saw {refresh} twice, at {} again", request.at));
            }
        }
    }

    fn hear_refusal(&mut self, request: &TokenRequest) {
        let is_refresh = matches!(request.grant, Grant::Refresh(_));
        self.found.refused += usize::from(is_refresh);
        self.found.lost += usize::from(!self.with_password);
        if !self.ended_by_others && !self.replayed {
            let said = request.answered.as_ref().and_then(|answered| answered.error.clone()).unwrap_or_default();
            let grant = &request.grant;
            self.found.complaints.push(format!(
                "the provider refused {grant:?} at {} ({said}), and nobody had ended the login",
                request.at
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::judge;
    use crate::keycloak::faults::Fault;
    use crate::keycloak::ledger::{Answered, Got, Grant, Ledger, TokenRequest};
    use crate::keycloak::timeline::Timeline;

    /// A request that the provider answered with this refresh token, of which the client got so much.
    fn request(at: i64, grant: Grant, refresh: &str, got: Got) -> TokenRequest {
        let answered = Answered { status: 200, refresh: Some(refresh.to_owned()), ..Answered::default() };
        TokenRequest { at, grant, fault: Fault::None, answered: Some(answered), got, ended: at }
    }

    fn refresh(token: &str) -> Grant {
        Grant::Refresh(token.to_owned())
    }

    fn complaints(with_password: bool, tokens: Vec<TokenRequest>) -> Vec<String> {
        let ledger = Ledger { tokens, ..Ledger::default() };
        judge(with_password, &ledger, &Timeline::default(), &[]).complaints
    }

    #[test]
    fn a_password_after_a_lost_answer_is_as_it_should_be() {
        let login = request(0, Grant::Password, "refresh-1", Got::Answer);
        let lost = request(10, refresh("refresh-1"), "refresh-2", Got::Nothing);
        let again = request(20, Grant::Password, "refresh-3", Got::Answer);
        assert_eq!(complaints(true, vec![login, lost, again]), [""; 0]);
    }

    #[test]
    fn a_password_while_a_refresh_token_is_held_is_a_complaint() {
        let login = request(0, Grant::Password, "refresh-1", Got::Answer);
        let again = request(20, Grant::Password, "refresh-2", Got::Answer);
        assert_eq!(complaints(true, vec![login, again]).len(), 1);
    }

    #[test]
    fn password_after_a_late_response_is_no_complaint() {
        let sent = |now: i64| json!({"input": {"now": now}, "expect": {"actions": [{"send": {"exchange": 1, "headers": []}}]}});
        let found = |sent_at| {
            let slow = TokenRequest { ended: 3_000, ..request(2_000, Grant::Password, "refresh-1", Got::Answer) };
            let again = request(4_000, Grant::Password, "refresh-2", Got::Answer);
            let ledger = Ledger { tokens: vec![slow, again], ..Ledger::default() };
            judge(true, &ledger, &Timeline::read(&[sent(sent_at)]), &[]).complaints.len()
        };
        assert_eq!((found(1_900), found(0)), (1, 0), "the deadline counts from when the client sent its request");
    }

    #[test]
    fn a_refresh_token_that_the_provider_sees_twice_is_a_complaint() {
        let first = request(0, refresh("refresh-1"), "refresh-2", Got::Nothing);
        let again = request(20, refresh("refresh-1"), "refresh-3", Got::Answer);
        assert_eq!(complaints(true, vec![first.clone(), again.clone()]).len(), 1);
        let last_try =
            json!({"input": {"on_time": {}, "now": 20}, "expect": {"actions": [{"note": {"code": "token.last-try"}}]}});
        let ledger = Ledger { tokens: vec![first, again], ..Ledger::default() };
        let timeline = Timeline::read(&[last_try]);
        assert_eq!(judge(false, &ledger, &timeline, &[]).complaints, [""; 0]);
        assert_eq!(judge(true, &ledger, &timeline, &[]).complaints.len(), 1, "a password makes last tries needless");
    }

    #[test]
    fn refused_login_without_a_reason_is_a_complaint() {
        let mut refused = request(0, refresh("refresh-1"), "", Got::Answer);
        refused.answered =
            Some(Answered { status: 400, error: Some("invalid_grant".to_owned()), ..Answered::default() });
        let found = |fault| {
            let ledger = Ledger { tokens: vec![TokenRequest { fault, ..refused.clone() }], ..Ledger::default() };
            let events = [json!({"type": "REFRESH_TOKEN_ERROR"})];
            judge(false, &ledger, &Timeline::default(), &events)
        };
        assert_eq!(found(Fault::None).complaints.len(), 1);
        assert_eq!((found(Fault::LoggedOut).complaints.len(), found(Fault::LoggedOut).lost), (0, 1));
    }
}
