//! A recording as judges look at it: the tokens that were held, and the calls that failed.

use std::collections::HashMap;

use serde_json::Value;

/// An access token that the client got.
#[derive(Debug)]
pub(super) struct Held {
    access: String,
    arrived_at: i64,
    expires_at: i64,
    /// How long it could be used when it came.
    life: i64,
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
}

/// A request under way.
struct Sent {
    at: i64,
    /// The access token that it carries; none for a token request.
    access: Option<String>,
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
}

/// A token younger than this that the API refuses stays in use: renewing it would not help.
const FRESH: i64 = 5_000;

impl Timeline {
    pub(super) fn of(steps: &[Value]) -> Self {
        let mut reader = Reader::default();
        for step in steps {
            reader.read(step);
        }
        reader.timeline
    }

    /// How much of its time a token had left at some moment, by what its answer said.
    pub(super) fn left(&self, access: &str, at: i64) -> Option<i64> {
        self.held.iter().find(|held| held.access == access).map(|held| held.expires_at - at)
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
            self.note_refusal(head["exchange"].as_u64().unwrap_or_default(), now);
        }
        if let Some(body) = input.get("on_body")
            && body["complete"] == true
        {
            self.note_answer(body, now);
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
            self.sent.insert(send["exchange"].as_u64().unwrap_or_default(), Sent { at: now, access });
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
    fn note_refusal(&mut self, exchange: u64, now: i64) {
        let Some(Sent { access: Some(access), .. }) = self.sent.get(&exchange) else { return };
        let mut held = self.timeline.held.iter_mut();
        if let Some(held) = held.find(|held| held.access == *access && now - held.arrived_at >= FRESH) {
            held.refused_at.get_or_insert(now);
        }
    }

    /// The provider answered a token request.
    fn note_answer(&mut self, body: &Value, now: i64) {
        let sent = self.sent.get(&body["exchange"].as_u64().unwrap_or_default());
        let Some(Sent { at, access: None }) = sent else { return };
        let answer: Value = body["body"].as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let (Some(access), Some(expires_in)) = (text(&answer, "access_token"), number(&answer, "expires_in")) else {
            return;
        };
        let expires_at = at + expires_in * 1_000;
        let life = (expires_at - now).min(expires_in * 1_000);
        let refused_at = None;
        self.timeline.held.push(Held { access, arrived_at: now, expires_at, life, refused_at });
    }
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

fn number(value: &Value, name: &str) -> Option<i64> {
    value.get(name)?.as_i64()
}
