//! Holds one answer to what the list says of it.
//!
//! A text in angle brackets is a kind of value; anything else is the value itself, with facts in place of names in braces.
//! An object in place of a text is a JSON Web Token with at least these claims. What Keycloak says is left of a life in the
//! body is a second less than the life in the token where a second ended while it answered.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use super::Facts;
use super::list::Expected;
use crate::keycloak::wire::Answer;

/// How far the clock of a provider in another process may be from when its answer was looked at, in seconds.
const LEEWAY: i64 = 10;

/// Everything about the answer that is not as expected; `now` is the provider's time in seconds.
pub(super) fn differences(expected: &Expected, answer: &Answer, facts: &Facts, now: i64) -> Vec<String> {
    let mut found = Vec::new();
    if answer.status != expected.status {
        found.push(format!("the status is {}, not {}", answer.status, expected.status));
    }
    for (name, value) in &expected.headers {
        let given = answer.header(name);
        if given != value.as_deref() {
            found.push(format!("the header {name} is {given:?}, not {value:?}"));
        }
    }
    let body = answer.json();
    let Some(body) = body.as_object() else {
        found.push("the body is no JSON object".to_owned());
        return found;
    };
    let unknown = body.keys().filter(|name| !expected.body.contains_key(*name));
    found.extend(unknown.map(|name| format!("the member {name} is not in the list")));
    let context = Context { body, facts, now };
    found.extend(context.compare(&expected.body, body, ""));
    found
}

/// What of an earlier answer's tokens stands in this one too, and whether the session is another.
pub(super) fn not_replaced(earlier: &Value, later: &Value) -> Vec<String> {
    let same = |name: &str| earlier[name] == later[name];
    let kept = ["access_token", "refresh_token"].into_iter().filter(|name| same(name));
    let mut found: Vec<String> = kept.map(|name| format!("{name} was not replaced")).collect();
    if !same("session_state") {
        found.push("the session is another".to_owned());
    }
    found
}

/// What kinds of values are about.
struct Context<'a> {
    body: &'a Map<String, Value>,
    facts: &'a Facts,
    now: i64,
}

impl Context<'_> {
    /// Each expected member of an object that is missing or otherwise.
    fn compare(&self, expected: &Map<String, Value>, actual: &Map<String, Value>, within: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (name, expected) in expected {
            let place = format!("{within}{name}");
            match (expected, actual.get(name)) {
                (_, None) => found.push(format!("{place} is missing")),
                (Value::Object(claims), Some(token)) => match claims_of(token) {
                    Some(given) => found.extend(self.compare(claims, &given, &format!("{place}."))),
                    None => found.push(format!("{place} is no JSON Web Token")),
                },
                (expected, Some(given)) if !self.fits(expected, given, actual) => {
                    found.push(format!("{place} is {given}, not {expected}"));
                }
                (_, Some(_)) => {}
            }
        }
        found
    }

    /// Whether a value is the one expected; `beside` is the object it stands in.
    fn fits(&self, expected: &Value, given: &Value, beside: &Map<String, Value>) -> bool {
        let Some(text) = expected.as_str() else { return expected == given };
        let Some(kind) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else {
            return given.as_str() == Some(&self.filled_in(text));
        };
        let number = |object: &Map<String, Value>, name: &str| object.get(name).and_then(Value::as_i64);
        match kind {
            "text" => given.as_str().is_some_and(|text| !text.is_empty()),
            "number" => given.is_i64(),
            "now" => given.as_i64().is_some_and(|given| given.abs_diff(self.now) <= LEEWAY.unsigned_abs()),
            "uuid" => given.as_str().is_some_and(is_uuid),
            "session_state" => self.body.get("session_state") == Some(given),
            _ => {
                if let Some(life) = kind.strip_prefix("iat + ") {
                    let actual = given.as_i64().zip(number(beside, "iat")).map(|(exp, iat)| exp - iat);
                    actual.is_some_and(|actual| match (life.parse::<i64>(), number(self.body, life)) {
                        (Ok(life), _) => actual == life,
                        (Err(_), said) => said.is_some_and(|said| (0..=1).contains(&(actual - said))),
                    })
                } else if let Some((least, most)) = range(kind) {
                    given.as_i64().is_some_and(|given| (least..=most).contains(&given))
                } else {
                    given.as_str().is_some_and(|given| words(given) == words(kind))
                }
            }
        }
    }

    fn filled_in(&self, text: &str) -> String {
        self.facts.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }
}

/// The claims of a token, whoever signed it.
fn claims_of(token: &Value) -> Option<Map<String, Value>> {
    let payload = BASE64_URL_SAFE_NO_PAD.decode(token.as_str()?.split('.').nth(1)?).ok()?;
    serde_json::from_slice(&payload).ok()
}

/// `3 to 4`.
fn range(kind: &str) -> Option<(i64, i64)> {
    let (least, most) = kind.split_once(" to ")?;
    Some((least.parse().ok()?, most.parse().ok()?))
}

/// Scopes stand in any order (RFC 6749 section 3.3).
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split(' ').collect();
    words.sort_unstable();
    words
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;
    use serde_json::{Value, json};

    use super::{differences, not_replaced};
    use crate::conformance::Facts;
    use crate::keycloak::wire::Answer;

    fn answer(status: u16, body: &Value) -> Answer {
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        Answer { status, headers, body: body.to_string().into_bytes() }
    }

    /// How many differences there are between an answer and `{"member": expected}`.
    fn count(expected: &Value, given: &Value) -> usize {
        let expected = json!({"status": 200, "headers": {}, "body": {"member": expected, "life": 60}});
        let given = answer(200, &json!({"member": given, "life": 60}));
        let facts = Facts::from([("realm", "acme".to_owned())]);
        differences(&serde_json::from_value(expected).unwrap(), &given, &facts, 1_000).len()
    }

    #[test]
    fn kinds_take_their_values_and_no_others() {
        let uuid = json!("0a1b2c3d-0000-1111-2222-333344445555");
        for (kind, good, bad) in [
            ("<text>", json!("x"), json!("")),
            ("<number>", json!(0), json!("0")),
            ("<now>", json!(1_009), json!(1_011)),
            ("<uuid>", uuid, json!("0a1b2c3d")),
            ("<3 to 4>", json!(4), json!(5)),
            ("<profile email>", json!("email profile"), json!("profile")),
            ("of {realm}", json!("of acme"), json!("of {realm}")),
            ("60", json!("60"), json!(60)),
        ] {
            assert_eq!((count(&json!(kind), &good), count(&json!(kind), &bad)), (0, 1), "{kind}");
        }
    }

    #[test]
    fn a_token_is_held_to_its_claims() {
        let token =
            |claims: Value| json!(format!("head.{}.signature", BASE64_URL_SAFE_NO_PAD.encode(claims.to_string())));
        let expected = json!({"typ": "Bearer", "exp": "<iat + life>"});
        assert_eq!(count(&expected, &token(json!({"typ": "Bearer", "iat": 5, "exp": 65, "more": 1}))), 0);
        assert_eq!(count(&expected, &token(json!({"typ": "Refresh", "iat": 5, "exp": 67}))), 2);
        assert_eq!(count(&expected, &json!("opaque")), 1);
        let later = token(json!({"iat": 5, "exp": 66}));
        assert_eq!(count(&json!({"exp": "<iat + life>"}), &later), 0, "a second ended meanwhile");
        assert_eq!(count(&json!({"exp": "<iat + 60>"}), &later), 1);
    }

    #[test]
    fn status_headers_and_members_too_many_are_differences() {
        let expected =
            json!({"status": 400, "headers": {"pragma": "no-cache", "content-type": null}, "body": {"error": "x"}});
        let given = answer(200, &json!({"more": 1}));
        let found = differences(&serde_json::from_value(expected).unwrap(), &given, &Facts::new(), 0);
        assert_eq!(found.len(), 5, "{found:?}");
    }

    #[test]
    fn tokens_are_replaced_within_one_session() {
        let tokens = |number: u8| json!({"access_token": number, "refresh_token": number, "session_state": number});
        assert_eq!(not_replaced(&tokens(1), &tokens(1)).len(), 2);
        assert_eq!(not_replaced(&tokens(1), &tokens(2)).len(), 1);
    }
}
