//! A back end over a forwarder and an engine, with a platform that answers what the step says.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use waybill_core::error::Error;
use waybill_core::forward::{
    AllowList, AnswerHead, BodySearch, ForwardedAnswer, Forwarder, InboundRequest, Received, RefusedRequest, RequestId,
    Searched, Session,
};
use waybill_core::{
    Action, Call, Config, Credentials, Engine, Environment, EnvironmentKind, ExchangeId, Outcome, RequestHead,
    ResponseHead, Secret, Timestamp,
};

/// The back end's key, unless a vector has another.
pub(super) const API_KEY: &str = "canary-api-key-0123456789";

/// Any time: a vector's steps come at once.
const NOW: Timestamp = Timestamp::from_millis(1_700_000_000_000);

pub(super) struct BackEnd {
    forwarder: Forwarder,
    engine: Engine,
}

impl BackEnd {
    pub(super) fn new(list: &[u8], key: Option<&str>) -> Self {
        let list = AllowList::read(list).expect("the list can be used");
        let environment = Environment {
            base_url: Some("https://platform.example/api/v1".to_owned()),
            proxy_url: Some("https://platform.example/api/commerce".to_owned()),
            ..Environment::new("sandbox", EnvironmentKind::Sandbox)
        };
        let credentials = Credentials {
            environment: environment.name.clone(),
            api_key: key.map(|key| Secret::new(key.to_owned())),
            login: None,
        };
        let config = Config::new(environment, credentials, 1);
        Self { forwarder: Forwarder::new(list), engine: Engine::new(config).expect("a configuration") }
    }

    /// Takes one request: what the host is asked, what is sent, what the app gets, and what the log says.
    pub(super) fn take(&mut self, step: &Value) -> Value {
        let session = step.get("session").map(|session| {
            Session::read(text(&session["user"]), session["claims"].to_string().as_bytes()).expect("a session")
        });
        let mut given = Map::new();
        match self.forwarder.receive(&inbound(&step["request"]), session.as_ref(), NOW) {
            Received::Refused(refused) => show_refusal(&mut given, &refused),
            Received::Answered(head) => show_answer(&mut given, &head, b""),
            Received::Authorize(asked) => {
                let parameters: Map<String, Value> =
                    asked.parameters.into_iter().map(|(name, value)| (name, value.into())).collect();
                let shown = json!({"user": asked.user, "operation": asked.operation, "parameters": parameters});
                given.insert("authorize".to_owned(), shown);
                match step["decision"].as_str() {
                    Some("none") => {}
                    Some("deny") => show_refusal(&mut given, &self.forwarder.deny(asked.id).expect("it waits")),
                    _ => self.permit(&mut given, asked.id, &step["platform"]),
                }
            }
        }
        Value::Object(given)
    }

    /// Sends what is permitted, and passes on what the platform answers.
    fn permit(&mut self, given: &mut Map<String, Value>, id: RequestId, platform: &Value) {
        let call = self.forwarder.permit(id).expect("it waits").call;
        let mut search = BodySearch::new(self.engine.credentials_in_force());
        match self.send(given, call, platform) {
            Err(error) => {
                let answer = self.forwarder.fail(id, &error, &search).expect("it is under way");
                show_forwarded(given, answer, &mut search, "");
            }
            Ok(head) => {
                let answer = self.forwarder.answer(id, &head, &search).expect("it is under way");
                self.forwarder.end(id);
                show_forwarded(given, answer, &mut search, text(&platform["body"]));
            }
        }
    }

    /// Carries a call out: the head of its answer, or why it failed.
    fn send(&mut self, given: &mut Map<String, Value>, call: Call, platform: &Value) -> Result<ResponseHead, Error> {
        let mut actions = self.engine.begin(call, NOW).step.actions;
        let mut answered = None;
        while !actions.is_empty() {
            let mut next = Vec::new();
            for action in actions {
                match action {
                    Action::Send { exchange, head, .. } => {
                        given.insert("sent".to_owned(), show_request(&head));
                        next.extend(self.answer(exchange, platform, &mut answered));
                    }
                    Action::Read { exchange, .. } => {
                        let body = text(&platform["body"]).as_bytes();
                        next.extend(self.engine.on_body(exchange, body, true, NOW).expect("it is read").actions);
                    }
                    Action::Done { outcome: Outcome::Failed(error), .. } => return Err(error),
                    Action::Done { outcome: Outcome::Response { .. }, .. } => {
                        return Ok(answered.expect("a head came"));
                    }
                    Action::Note { .. } | Action::Abort { .. } | Action::Closed => {}
                    other @ (Action::Lock { .. } | Action::Save { .. } | Action::Unlock { .. }) => {
                        panic!("there is no store: {other:?}")
                    }
                }
            }
            actions = next;
        }
        panic!("the call is left open")
    }

    fn answer(&mut self, exchange: ExchangeId, platform: &Value, answered: &mut Option<ResponseHead>) -> Vec<Action> {
        let status = u16::try_from(platform["status"].as_u64().expect("what is sent is answered")).unwrap();
        let lines = pairs(&platform["headers"]);
        let head = ResponseHead::new(status, lines.iter().map(|(name, value)| (name, value.as_bytes()))).unwrap();
        *answered = Some(head.clone());
        self.engine.on_head(exchange, head, NOW).expect("it is sent").actions
    }
}

fn inbound(request: &Value) -> InboundRequest {
    InboundRequest {
        request_id: "r-1".to_owned(),
        method: text(&request["method"]).to_owned(),
        target: text(&request["target"]).to_owned(),
        headers: pairs(&request["headers"]),
        has_body: request.get("body").is_some(),
    }
}

fn show_request(head: &RequestHead) -> Value {
    // Their order says nothing, and a host's own types may sort them.
    let headers: BTreeMap<&str, &str> =
        head.headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
    let headers: Vec<(&str, &str)> = headers.into_iter().collect();
    json!({"method": head.method.as_str(), "url": head.url, "headers": headers})
}

fn show_forwarded(given: &mut Map<String, Value>, answer: ForwardedAnswer, search: &mut BodySearch, body: &str) {
    match answer {
        ForwardedAnswer::Refused(refused) => show_refusal(given, &refused),
        ForwardedAnswer::Whole(head, body) => show_answer(given, &head, &body),
        ForwardedAnswer::Pass(head) => match search.push(body.as_bytes()) {
            Searched::Pass(mut bytes) => {
                bytes.extend(search.finish());
                show_answer(given, &head, &bytes);
            }
            Searched::Cut(bytes) => {
                show_answer(given, &head, &bytes);
                given.insert("isCut".to_owned(), true.into());
            }
        },
    }
}

fn show_refusal(given: &mut Map<String, Value>, refused: &RefusedRequest) {
    show_answer(given, &refused.head, &refused.body);
    given.insert("log".to_owned(), refused.log.as_str().into());
}

fn show_answer(given: &mut Map<String, Value>, head: &AnswerHead, body: &[u8]) {
    let answer = json!({"status": head.status, "headers": head.headers, "body": String::from_utf8_lossy(body)});
    given.insert("answer".to_owned(), answer);
}

fn pairs(value: &Value) -> Vec<(String, String)> {
    let pairs = value.as_array().expect("header fields").iter();
    pairs.map(|pair| (text(&pair[0]).to_owned(), text(&pair[1]).to_owned())).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
