//! A recording as judges look at it: the tokens that were held, and the calls that failed.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

/// An access token that the client got.
#[derive(Debug)]
pub(super) struct Held {
    access: String,
    arrived_at: i64,
    expires_at: i64,
    /// How long it could be used when it came.
    life: i64,
    by_password: bool,
    refused_at: Option<i64>,
}

/// A call that failed.
#[derive(Debug)]
pub(super) struct Failed {
    /// The number that the run gave it; its path ends in it.
    pub(super) id: String,
    pub(super) began: i64,
    pub(super) deadline: Option<i64>,
    pub(super) at: i64,
    pub(super) code: String,
    /// Milliseconds after which the failure says to try again.
    pub(super) retry_after: Option<i64>,
    pub(super) status: Option<i64>,
}

/// What the judges need of a recording.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    held: Vec<Held>,
    pub(super) calls: usize,
    pub(super) failed: Vec<Failed>,
    /// When a refresh token whose fate is unknown was sent once more.
    pub(super) last_tries: Vec<i64>,
    /// When token requests were sent.
    pub(super) token_requests: Vec<i64>,
}

/// A request under way.
struct Sent {
    at: i64,
    /// The access token that it carries; none for a token request.
    access: Option<String>,
    by_password: bool,
}

struct Begun {
    id: String,
    at: i64,
    deadline: Option<i64>,
}

#[derive(Default)]
struct Reader {
    timeline: Timeline,
    sent: HashMap<u64, Sent>,
    begun: HashMap<u64, Begun>,
    /// Exchanges answered with 401, whose bodies are still to come.
    refused: HashSet<u64>,
}

/// A call whose token is refused ends where the token is younger than this, and the token stays in use: renewing it would
/// not help. Where a renewal is under way, the call waits for it, and the token is of no use.
const FRESH: i64 = 5_000;

impl Timeline {
    pub(super) fn read(steps: &[Value]) -> Self {
        let mut reader = Reader::default();
        for step in steps {
            reader.read(step);
        }
        reader.timeline
    }

    /// When the client sent the token request that reached the provider then. A host that is starting takes its time.
    pub(super) fn sent_at(&self, reached: i64) -> i64 {
        self.token_requests.iter().copied().filter(|&at| at <= reached).max().unwrap_or(reached)
    }

    /// Whether the token held is so short beside the login's first one that the session seems to end (row 9): the refresh
    /// token that came with it is given up for the password.
    pub(super) fn is_clipped(&self, at: i64) -> bool {
        let mut held = self.held.iter().rev().skip_while(|held| held.arrived_at > at);
        let Some(last) = held.next().filter(|last| !last.by_password && last.life < 30_000) else { return false };
        held.find(|held| held.by_password).is_some_and(|login| 2 * last.life < login.life)
    }

    /// How much of its time a token had left at some moment, by what its answer said.
    pub(super) fn left(&self, access: &str, at: i64) -> Option<i64> {
        self.held.iter().find(|held| held.access == access).map(|held| held.expires_at - at)
    }

    /// Whether the API refused a token that was in use meanwhile.
    pub(super) fn refused_within(&self, from: i64, to: i64) -> bool {
        self.held.iter().any(|held| held.refused_at.is_some_and(|at| (from..=to).contains(&at)))
    }

    /// Whether a token was held that is good enough to be handed out although a new one cannot be had: not refused, and
    /// with more left than 5 s or a quarter of its life.
    pub(super) fn holds_good_enough(&self, at: i64) -> bool {
        let held = self.held.iter().rev().find(|held| held.arrived_at <= at);
        held.is_some_and(|held| {
            held.refused_at.is_none_or(|refused| refused > at) && held.expires_at - at > (held.life / 4).min(5_000)
        })
    }
}

impl Reader {
    fn read(&mut self, step: &Value) {
        let (input, expect) = (&step["input"], &step["expect"]);
        let now = input["now"].as_i64().unwrap_or_default();
        if let (Some(call), Some(begin)) = (expect["call"].as_u64(), input.get("begin")) {
            let id = begin.pointer("/parameters/0/1").and_then(Value::as_str).unwrap_or_default().to_owned();
            self.begun.insert(call, Begun { id, at: now, deadline: begin["deadline"].as_i64() });
            self.timeline.calls += 1;
        }
        if let Some(head) = input.get("on_head")
            && head["status"] == 401
        {
            self.refused.insert(head["exchange"].as_u64().unwrap_or_default());
        }
        if let Some(body) = input.get("on_body") {
            let exchange = body["exchange"].as_u64().unwrap_or_default();
            if self.refused.remove(&exchange) {
                self.note_refusal(exchange, expect, now);
            }
            self.note_answer(exchange, body, now);
        }
        for action in expect["actions"].as_array().into_iter().flatten() {
            self.read_action(action, now);
        }
    }

    fn read_action(&mut self, action: &Value, now: i64) {
        if let Some(send) = action.get("send") {
            let headers = send["headers"].as_array().into_iter().flatten();
            let mut bearers =
                headers.filter(|header| header[0] == "authorization").filter_map(|header| header[1].as_str());
            let access = bearers.next().and_then(|bearer| bearer.strip_prefix("Bearer ")).map(str::to_owned);
            let body = send.pointer("/body/bytes").and_then(Value::as_str).unwrap_or_default();
            let by_password = body.starts_with("grant_type=password");
            let exchange = send["exchange"].as_u64().unwrap_or_default();
            if access.is_none() {
                self.timeline.token_requests.push(now);
            }
            self.sent.insert(exchange, Sent { at: now, access, by_password });
        }
        if action.pointer("/note/code").is_some_and(|code| code == "token.last-try") {
            self.timeline.last_tries.push(now);
        }
        if let Some((done, failed)) = action.get("done").and_then(|done| Some((done, done.get("failed")?)))
            && let Some(begun) = self.begun.get(&done["call"].as_u64().unwrap_or_default())
        {
            self.timeline.failed.push(Failed {
                id: begun.id.clone(),
                began: begun.at,
                deadline: begun.deadline,
                at: now,
                code: failed["code"].as_str().unwrap_or_default().to_owned(),
                retry_after: failed.pointer("/retry/after").and_then(Value::as_i64),
                status: failed["status"].as_i64(),
            });
        }
    }

    /// The API refused a call's token.
    fn note_refusal(&mut self, exchange: u64, expect: &Value, now: i64) {
        let Some(Sent { access: Some(access), .. }) = self.sent.get(&exchange) else { return };
        let ended = expect["actions"].as_array().into_iter().flatten().any(|action| action.get("done").is_some());
        let mut held = self.timeline.held.iter_mut();
        if let Some(held) = held.find(|held| held.access == *access && (!ended || now - held.arrived_at >= FRESH)) {
            held.refused_at.get_or_insert(now);
        }
    }

    /// The provider answered a token request.
    fn note_answer(&mut self, exchange: u64, body: &Value, now: i64) {
        let Some(Sent { at, access: None, by_password }) = self.sent.get(&exchange) else { return };
        if body["complete"] != true {
            return;
        }
        let answer: Value = body["body"].as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let (Some(access), Some(expires_in)) = (text(&answer, "access_token"), number(&answer, "expires_in")) else {
            return;
        };
        let expires_at = at + expires_in * 1_000;
        let life = (expires_at - now).min(expires_in * 1_000);
        let (by_password, refused_at) = (*by_password, None);
        self.timeline.held.push(Held { access, arrived_at: now, expires_at, life, by_password, refused_at });
    }
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

fn number(value: &Value, name: &str) -> Option<i64> {
    value.get(name)?.as_i64()
}
