//! An answer, and what is not as a vector says it should be.

use http::{HeaderMap, Response};
use serde_json::Value;

/// An answer whose body is text.
pub(super) struct Answer {
    status: u16,
    headers: HeaderMap,
    pub(super) body: String,
}

/// What an expectation may name.
const MEMBERS: [&str; 7] = ["status", "headers", "body", "contains", "lacks", "json", "same_as"];

impl Answer {
    pub(super) fn read(response: Response<Vec<u8>>) -> Answer {
        let (head, body) = response.into_parts();
        Answer { status: head.status.as_u16(), headers: head.headers, body: String::from_utf8(body).expect("text") }
    }

    pub(super) fn complaints(&self, expected: &Value, answers: &[Answer]) -> Vec<String> {
        let members = expected.as_object().expect("an expected answer");
        assert!(members.keys().all(|name| MEMBERS.contains(&name.as_str())), "{expected} has a member of another name");
        let mut complaints = Vec::new();
        if expected["status"] != self.status {
            complaints.push(format!("the status is {}", self.status));
        }
        for (name, value) in expected["headers"].as_object().into_iter().flatten() {
            let found = self.headers.get(name).map(|value| value.to_str().expect("text"));
            if value.as_str() != found {
                complaints.push(format!("the header {name} is {found:?}"));
            }
        }
        if expected["body"].as_str().is_some_and(|body| body != self.body) {
            complaints.push("the body is another one".to_owned());
        }
        let parts = |name: &str| expected[name].as_array().cloned().unwrap_or_default();
        let is_there = |part: &Value| self.body.contains(part.as_str().expect("text"));
        complaints
            .extend(parts("contains").iter().filter(|part| !is_there(part)).map(|part| format!("there is no {part}")));
        complaints.extend(parts("lacks").iter().filter(|part| is_there(part)).map(|part| format!("there is {part}")));
        for (pointer, value) in expected["json"].as_object().into_iter().flatten() {
            let json: Value = serde_json::from_str(&self.body).unwrap_or_default();
            if json.pointer(pointer).unwrap_or(&Value::Null) != value {
                complaints.push(format!("{pointer} is {:?}", json.pointer(pointer)));
            }
        }
        let same = expected["same_as"].as_u64().map(|number| &answers[usize::try_from(number).unwrap() - 1]);
        if same.is_some_and(|same| same.body != self.body) {
            complaints.push("the body is not the same".to_owned());
        }
        if !complaints.is_empty() {
            complaints.push(self.body.clone());
        }
        complaints
    }
}
