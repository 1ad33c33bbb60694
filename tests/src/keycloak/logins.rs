//! Judges what became of the login: no refresh token twice, no password while a refresh token is good, nothing refused
//! that need not have been.

use std::collections::BTreeSet;

use serde_json::Value;

use super::ledger::{Got, Grant, Ledger, TokenRequest};
use super::timeline::Timeline;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Logins {
    pub(super) complaints: Vec<String>,
    /// Logins that ended, each for a reason that the rules allow.
    pub(super) lost: usize,
    /// Requests with a refresh token whose fate was unknown.
    pub(super) last_tries: usize,
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
        client.found.complaints.push(format!("Keycloak tells of {errors} refused refreshes, the ledger of {refused}"));
    }
    client.found
}

impl Client<'_> {
    fn hear(&mut self, request: &TokenRequest) {
        let TokenRequest { at, grant, fault, answered, got, .. } = request;
        self.ended_by_others |= fault.ends_login();
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
            (_, Got::Answer) => answered.as_ref().and_then(|answered| answered.refresh.clone()),
            _ => None,
        };
        self.unsent = kept;
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
                self.found.complaints.push(format!("Keycloak saw {refresh} twice, at {} again", request.at));
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
            self.found
                .complaints
                .push(format!("Keycloak refused {grant:?} at {} ({said}), and nobody had ended the login", request.at));
        }
    }
}
