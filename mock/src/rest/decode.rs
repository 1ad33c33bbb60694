//! Texts become JSON values: what a URL, a header or a form holds is text, and only the schema says what was meant.
//!
//! Each leaf is first taken for what it looks like. Where the schema objects to it, it is taken for a text, then for JSON
//! or a list; the first reading that the schema admits is what was meant. A leaf that fits in no reading is taken for what
//! it looks like again, so that the complaint is about that leaf alone.

use serde_json::Value;
use waybill_core::openapi::Description;
use waybill_core::schema::{Direction, Instance, Outcome, Schema, Validator, Violation};

/// How often the reading of leaves is changed.
const ROUNDS: usize = 16;

/// How many fields a form, and how many elements a list in one text, may have: each is looked for among the others.
pub(super) const MOST: usize = 4_096;

/// A value whose leaves are texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Texts {
    Leaf(Leaf),
    Array(Vec<Texts>),
    Object(Vec<(String, Texts)>),
    /// Members whose names are numbers: a list, or an object after all.
    Numbered {
        members: Vec<(String, Texts)>,
        reading: Numbers,
    },
    /// JSON already.
    Json(String),
}

/// A text, and what it may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaf {
    text: String,
    reading: Reading,
    list: List,
    json: Json,
    /// The elements, once it is taken for a list.
    elements: Vec<Texts>,
}

/// How a list may be written in one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// Not at all.
    Never,
    /// As its one element.
    OfOne,
    /// With this between its elements.
    SplitAt(char),
}

/// Whether a text is JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Json {
    Never,
    Perhaps,
    /// Its media type says so.
    Surely,
}

/// What a leaf is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    AsItLooks,
    Text,
    Json,
    List,
    /// Nothing fitted: what it looks like.
    GivenUp,
}

/// What members with numbers for names are taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    List,
    Object,
    GivenUp,
}

impl Texts {
    /// A text that may stand for a number or another scalar.
    pub(super) fn leaf(text: impl Into<String>) -> Texts {
        Texts::Leaf(Leaf::new(text.into(), List::Never, Json::Never))
    }

    /// The same in a query or a form of names and values, where a list may be written in one text.
    pub(super) fn leaf_or_list(text: impl Into<String>, list: List) -> Texts {
        Texts::Leaf(Leaf::new(text.into(), list, Json::Never))
    }

    /// A member of a form, where objects are JSON (OpenAPI 3.1.1 section 4.8.15).
    pub(super) fn form_member(text: impl Into<String>, list: List) -> Texts {
        Texts::Leaf(Leaf::new(text.into(), list, Json::Perhaps))
    }

    /// A part of a form that says it is JSON: the value, or the one element of a list.
    pub(super) fn json_part(text: impl Into<String>) -> Texts {
        Texts::Leaf(Leaf::new(text.into(), List::OfOne, Json::Surely))
    }

    /// Whether it is an example, taken for what it looks like or for texts.
    pub(super) fn is_example(&self, json: &str) -> bool {
        let mut written = String::new();
        self.write(&mut written);
        let example: Option<Value> = serde_json::from_str(json).ok();
        let looks = serde_json::from_str(&written).ok();
        let text = match self {
            Texts::Leaf(leaf) => Some(Value::from(leaf.text.as_str())),
            _ => None,
        };
        example.is_some() && (looks == example || text == example)
    }

    fn write(&self, out: &mut String) {
        match self {
            Texts::Json(json) => out.push_str(json),
            Texts::Leaf(leaf) => leaf.write(out),
            Texts::Array(elements) => write_list(elements, out),
            Texts::Numbered { members, reading: Numbers::List | Numbers::GivenUp } => {
                write_list(members.iter().map(|(_, value)| value), out);
            }
            Texts::Object(members) | Texts::Numbered { members, .. } => {
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

    /// Takes what is at a JSON pointer for something else; false where it has been taken for everything, or can be one
    /// thing only.
    fn change(&mut self, pointer: &str) -> bool {
        if let Texts::Leaf(leaf) = self {
            return leaf.change(pointer);
        }
        let Some((step, rest)) = pointer.strip_prefix('/').map(|path| path.split_once('/').unwrap_or((path, "")))
        else {
            return self.change_numbers();
        };
        let rest = if rest.is_empty() { String::new() } else { format!("/{rest}") };
        let name = step.replace("~1", "/").replace("~0", "~");
        let position = || name.parse::<usize>().ok();
        match self {
            Texts::Array(elements) => {
                position().and_then(|at| elements.get_mut(at)).is_some_and(|element| element.change(&rest))
            }
            Texts::Numbered { members, reading: Numbers::List | Numbers::GivenUp } => {
                position().and_then(|at| members.get_mut(at)).is_some_and(|(_, value)| value.change(&rest))
            }
            Texts::Object(members) | Texts::Numbered { members, .. } => {
                let member = members.iter_mut().find(|(found, _)| *found == name);
                member.is_some_and(|(_, value)| value.change(&rest))
            }
            Texts::Leaf(_) | Texts::Json(_) => false,
        }
    }

    fn change_numbers(&mut self) -> bool {
        let Texts::Numbered { reading, .. } = self else { return false };
        *reading = match reading {
            Numbers::List => Numbers::Object,
            Numbers::Object => Numbers::GivenUp,
            Numbers::GivenUp => return false,
        };
        true
    }

    /// Takes what a violation is about for something else, of alternatives what each of them is about; each place once.
    fn change_for(&mut self, violation: &Violation, changed: &mut Vec<String>) {
        let pointer = &violation.instance.pointer;
        let is_within = |place: &String| {
            pointer.strip_prefix(place.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if changed.iter().any(is_within) {
            return;
        }
        // What is wrong within is wrong in a reading that has the right type.
        let before = changed.len();
        let inner = || violation.branches.iter().flat_map(|branch| &branch.violations);
        for inner in inner().filter(|inner| inner.instance.pointer != *pointer) {
            self.change_for(inner, changed);
        }
        if changed.len() > before {
            return;
        }
        if self.change(pointer) {
            changed.push(pointer.clone());
            return;
        }
        for inner in inner() {
            self.change_for(inner, changed);
        }
    }
}

impl Leaf {
    /// The JSON that it is; as it looks where it is none.
    pub(super) fn into_json(self) -> Texts {
        if is_json(&self.text) { Texts::Json(self.text) } else { Texts::Leaf(self) }
    }

    fn new(text: String, list: List, json: Json) -> Leaf {
        let reading = if json == Json::Surely { Reading::Json } else { Reading::AsItLooks };
        Leaf { text, reading, list, json, elements: Vec::new() }
    }

    /// The next reading; false where there is none. A pointer that is not empty is about something in it.
    fn change(&mut self, pointer: &str) -> bool {
        let may_be_json =
            || self.json != Json::Never && self.text.trim_start().starts_with(['{', '[']) && is_json(&self.text);
        let listed = if self.may_be_list() { Reading::List } else { Reading::GivenUp };
        let was_json = self.reading == Reading::Json;
        self.reading = match (self.reading, pointer) {
            (Reading::AsItLooks, _) => Reading::Text,
            (Reading::Text, _) if may_be_json() => Reading::Json,
            (Reading::Text, _) | (Reading::Json, "") => listed,
            (Reading::List, "") => Reading::GivenUp,
            (Reading::List, within) => {
                let at = within.strip_prefix('/').and_then(|at| at.parse::<usize>().ok());
                return at.and_then(|at| self.elements.get_mut(at)).is_some_and(|element| element.change(""));
            }
            // It is of the right type; what is wrong is within.
            (Reading::Json | Reading::GivenUp, _) => return false,
        };
        if self.reading == Reading::List {
            self.elements = match self.list {
                List::SplitAt(separator) => self.text.split(separator).map(Texts::leaf).collect(),
                List::Never | List::OfOne => {
                    let element = Leaf::new(self.text.clone(), List::Never, self.json);
                    // What was read as JSON is tried as JSON in a list first.
                    let reading = if was_json { Reading::Json } else { element.reading };
                    vec![Texts::Leaf(Leaf { reading, ..element })]
                }
            };
        }
        true
    }

    fn may_be_list(&self) -> bool {
        match self.list {
            List::Never => false,
            List::OfOne => true,
            List::SplitAt(separator) => self.text.split(separator).nth(MOST).is_none(),
        }
    }

    fn write(&self, out: &mut String) {
        match self.reading {
            Reading::Json => out.push_str(&self.text),
            Reading::GivenUp if self.json == Json::Surely => out.push_str(&self.text),
            Reading::List => write_list(&self.elements, out),
            Reading::Text => write_scalar(&self.text, true, out),
            Reading::AsItLooks | Reading::GivenUp => write_scalar(&self.text, false, out),
        }
    }
}

fn is_json(text: &str) -> bool {
    Instance::read("value", text.as_bytes()).is_ok()
}

fn write_list<'t>(elements: impl IntoIterator<Item = &'t Texts>, out: &mut String) {
    out.push('[');
    for (at, element) in elements.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        element.write(out);
    }
    out.push(']');
}

/// A text that is a number, `true`, `false` or `null` in JSON looks like one; every other is a text.
fn write_scalar(text: &str, as_text: bool, out: &mut String) {
    let looks = !as_text
        && matches!(serde_json::from_str(text), Ok(Value::Number(_) | Value::Bool(_) | Value::Null))
        && !text.contains(char::is_whitespace);
    if looks {
        out.push_str(text);
    } else {
        out.push_str(&Value::from(text).to_string());
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
    let mut last = Outcome::default();
    for _ in 0..ROUNDS {
        let mut json = String::new();
        shape.write(&mut json);
        let Ok(instance) = Instance::read("value", json.into_bytes()) else { return Outcome::default() };
        last = validator.validate(description, schema, &instance, Some(Direction::Request));
        if !last.is_invalid() {
            break;
        }
        let mut changed = Vec::new();
        for violation in &last.violations {
            shape.change_for(violation, &mut changed);
        }
        if changed.is_empty() {
            break;
        }
    }
    last
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
        let mut leaf = Texts::leaf_or_list("12", List::OfOne);
        assert_eq!(json(&leaf), "12");
        for (place, expected) in [("", "\"12\""), ("", "[12]"), ("/0", "[\"12\"]"), ("", "12")] {
            assert!(leaf.change(place));
            assert_eq!(json(&leaf), expected);
        }
        assert!(!leaf.change(""));
    }

    #[test]
    fn a_member_of_a_form_may_be_json_or_a_list_in_one_text() {
        let mut object = Texts::form_member("{\"a\":1}", List::OfOne);
        assert!(object.change("") && object.change(""));
        assert_eq!(json(&object), "{\"a\":1}");
        assert!(!object.change("/a"), "what is wrong is within");
        let mut list = Texts::form_member("1|b", List::SplitAt('|'));
        assert!(list.change("") && list.change(""));
        assert_eq!(json(&list), "[1,\"b\"]");
        assert!(list.change("/0"));
        assert_eq!(json(&list), "[\"1\",\"b\"]");
    }

    #[test]
    fn members_with_numbers_for_names_are_a_list_or_an_object() {
        let members = vec![("0".to_owned(), Texts::leaf("a")), ("1".to_owned(), Texts::leaf("2"))];
        let mut texts = Texts::Numbered { members, reading: Numbers::List };
        assert_eq!(json(&texts), "[\"a\",2]");
        assert!(texts.change("/1"));
        assert_eq!(json(&texts), "[\"a\",\"2\"]");
        assert!(texts.change(""));
        assert_eq!(json(&texts), "{\"0\":\"a\",\"1\":\"2\"}");
        assert!(texts.change("") && !texts.change(""));
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
