//! Texts become JSON values: what a URL, a header or a form holds is text, and only the schema says what was meant.
//!
//! Each leaf is first taken for what it looks like. Where the schema objects to it, it is taken for a text, then for a list
//! of one; the first reading that the schema admits is what was meant.

use serde_json::Value;
use waybill_core::openapi::Description;
use waybill_core::schema::{Direction, Instance, Outcome, Schema, Validator};

/// How often the reading of leaves is changed.
const ROUNDS: usize = 8;

/// A value whose leaves are texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Texts {
    Leaf {
        text: String,
        reading: Reading,
        may_be_list: bool,
    },
    Array(Vec<Texts>),
    Object(Vec<(String, Texts)>),
    /// JSON already.
    Json(String),
}

/// What a leaf is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    AsItLooks,
    Text,
    ListOfOne,
    ListOfOneText,
}

impl Texts {
    /// A text that may stand for a number or another scalar.
    pub(super) fn leaf(text: impl Into<String>) -> Texts {
        Texts::Leaf { text: text.into(), reading: Reading::AsItLooks, may_be_list: false }
    }

    /// The same where a list of one is written no other way, as in forms.
    pub(super) fn leaf_or_list(text: impl Into<String>) -> Texts {
        Texts::Leaf { text: text.into(), reading: Reading::AsItLooks, may_be_list: true }
    }

    /// Whether it is an example, taken for what it looks like or for texts.
    pub(super) fn is_example(&self, json: &str) -> bool {
        let mut written = String::new();
        self.write(&mut written);
        let example: Option<Value> = serde_json::from_str(json).ok();
        let looks = serde_json::from_str(&written).ok();
        let text = match self {
            Texts::Leaf { text, .. } => Some(Value::from(text.as_str())),
            _ => None,
        };
        example.is_some() && (looks == example || text == example)
    }

    fn write(&self, out: &mut String) {
        match self {
            Texts::Json(json) => out.push_str(json),
            Texts::Leaf { text, reading, .. } => write_leaf(text, *reading, out),
            Texts::Array(elements) => {
                out.push('[');
                for (at, element) in elements.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    element.write(out);
                }
                out.push(']');
            }
            Texts::Object(members) => {
                out.push('{');
                for (at, (name, value)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    out.push_str(&Value::from(name.as_str()).to_string());
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// Takes the leaf at a JSON pointer for something else; false where it has been taken for everything, or is no leaf.
    fn change(&mut self, pointer: &str) -> bool {
        if let Texts::Leaf { reading, may_be_list, .. } = self {
            let next = match reading {
                Reading::AsItLooks => Reading::Text,
                Reading::Text if *may_be_list => Reading::ListOfOne,
                Reading::ListOfOne => Reading::ListOfOneText,
                Reading::Text | Reading::ListOfOneText => return false,
            };
            *reading = next;
            return true;
        }
        let Some((step, rest)) = pointer.strip_prefix('/').map(|path| path.split_once('/').unwrap_or((path, "")))
        else {
            return false;
        };
        let rest = if rest.is_empty() { String::new() } else { format!("/{rest}") };
        let name = step.replace("~1", "/").replace("~0", "~");
        match self {
            Texts::Array(elements) => {
                let element = name.parse().ok().and_then(|at: usize| elements.get_mut(at));
                element.is_some_and(|element| element.change(&rest))
            }
            Texts::Object(members) => {
                let member = members.iter_mut().find(|(found, _)| *found == name);
                member.is_some_and(|(_, value)| value.change(&rest))
            }
            Texts::Leaf { .. } | Texts::Json(_) => false,
        }
    }
}

/// A text that is a number, `true`, `false` or `null` in JSON looks like one; every other is a text.
fn write_leaf(text: &str, reading: Reading, out: &mut String) {
    let is_list = matches!(reading, Reading::ListOfOne | Reading::ListOfOneText);
    let looks = matches!(reading, Reading::AsItLooks | Reading::ListOfOne)
        && matches!(serde_json::from_str(text), Ok(Value::Number(_) | Value::Bool(_) | Value::Null))
        && !text.contains(char::is_whitespace);
    if is_list {
        out.push('[');
    }
    if looks {
        out.push_str(text);
    } else {
        out.push_str(&Value::from(text).to_string());
    }
    if is_list {
        out.push(']');
    }
}

/// What the schema makes of texts that could be written in several shapes; the outcome of the shape that fits best.
pub(super) fn check(
    validator: &mut Validator,
    description: &Description<'_>,
    schema: Schema,
    shapes: Vec<Texts>,
) -> Outcome {
    let mut best: Option<Outcome> = None;
    for shape in shapes {
        let outcome = check_shape(validator, description, schema, shape);
        if !outcome.is_invalid() {
            return outcome;
        }
        // A value of the wrong type altogether says less than one that fails within.
        let is_wrong_type = |outcome: &Outcome| {
            outcome.violations.iter().any(|found| found.keyword == "type" && found.instance.pointer.is_empty())
        };
        if best.as_ref().is_none_or(|best| is_wrong_type(best) && !is_wrong_type(&outcome)) {
            best = Some(outcome);
        }
    }
    best.unwrap_or_default()
}

fn check_shape(validator: &mut Validator, description: &Description<'_>, schema: Schema, mut shape: Texts) -> Outcome {
    let mut first = None;
    for _ in 0..ROUNDS {
        let mut json = String::new();
        shape.write(&mut json);
        let Ok(instance) = Instance::read("value", json.into_bytes()) else { return Outcome::default() };
        let outcome = validator.validate(description, schema, &instance, Some(Direction::Request));
        if !outcome.is_invalid() {
            return outcome;
        }
        let mut changed = false;
        for violation in &outcome.violations {
            changed |= shape.change(&violation.instance.pointer);
        }
        // The first reading is the natural one: its complaints are what people understand.
        first.get_or_insert(outcome);
        if !changed {
            break;
        }
    }
    first.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(texts: &Texts) -> String {
        let mut out = String::new();
        texts.write(&mut out);
        out
    }

    #[test]
    fn a_leaf_is_what_it_looks_like_until_that_does_not_fit() {
        let mut leaf = Texts::leaf_or_list("12");
        assert_eq!(json(&leaf), "12");
        for expected in ["\"12\"", "[12]", "[\"12\"]"] {
            assert!(leaf.change(""));
            assert_eq!(json(&leaf), expected);
        }
        assert!(!leaf.change(""));
    }

    #[test]
    fn what_is_no_json_number_is_a_text() {
        for text in ["01", "1 ", "+1", "NaN", "", "tru", "{}", "[1]", "\"a\""] {
            assert_eq!(json(&Texts::leaf(text)), Value::from(text).to_string());
        }
        for text in ["1", "-1.50", "1e3", "true", "null"] {
            assert_eq!(json(&Texts::leaf(text)), text);
        }
    }

    #[test]
    fn leaves_are_found_by_pointer() {
        let mut texts = Texts::Object(vec![("a/b".to_owned(), Texts::Array(vec![Texts::leaf("1"), Texts::leaf("2")]))]);
        assert!(texts.change("/a~1b/1"));
        assert_eq!(json(&texts), "{\"a/b\":[1,\"2\"]}");
        assert!(!texts.change("/a~1b/2") && !texts.change("/c") && !texts.change(""));
    }
}
