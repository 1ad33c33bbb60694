//! A text, and what it is taken for, one reading after the other.

use serde_json::Value;
use waybill_openapi::schema::Instance;

use super::texts::Texts;

/// How many fields a form, and how many elements a list in one text, may have: each is looked for among the others.
pub(super) const MAX_FIELDS: usize = 4_096;

/// A text, and what it may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) text: String,
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
    /// With a separator between its elements, and perhaps another one within each of them.
    SplitAt { separator: char, within: Option<char> },
}

impl List {
    /// Of elements that may be lists themselves.
    pub(super) fn split_at(separator: char, within: Option<char>) -> List {
        List::SplitAt { separator, within }
    }

    /// How the elements of a list are written, where this stands within each of them.
    pub(super) fn of_elements(within: Option<char>) -> List {
        within.map_or(List::Never, |separator| List::split_at(separator, None))
    }
}

/// Whether a text is JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Json {
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

impl Leaf {
    /// The JSON that it is; as it looks where it is none.
    pub(super) fn into_json(self) -> Texts {
        if is_json(&self.text) { Texts::Json(self.text) } else { Texts::Leaf(self) }
    }

    pub(super) fn new(text: String, list: List, json: Json) -> Leaf {
        let reading = if json == Json::Surely { Reading::Json } else { Reading::AsItLooks };
        Leaf { text, reading, list, json, elements: Vec::new() }
    }

    /// The next reading; false where there is none. A pointer that is not empty is about something in it.
    pub(super) fn change(&mut self, pointer: &str) -> bool {
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
                let within = within.strip_prefix('/').unwrap_or(within);
                let (at, rest) = within.split_at(within.find('/').unwrap_or(within.len()));
                let element = at.parse::<usize>().ok().and_then(|at| self.elements.get_mut(at));
                return element.is_some_and(|element| element.change(rest));
            }
            // It is of the right type; what is wrong is within.
            (Reading::Json | Reading::GivenUp, _) => return false,
        };
        if self.reading == Reading::List {
            self.elements = match self.list {
                List::SplitAt { separator, within } => {
                    let elements = self.text.split(separator);
                    elements.map(|element| Texts::leaf_or_list(element, List::of_elements(within))).collect()
                }
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
            List::SplitAt { separator, .. } => self.text.split(separator).nth(MAX_FIELDS).is_none(),
        }
    }

    pub(super) fn write(&self, out: &mut String) {
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

pub(super) fn write_list<'t>(elements: impl IntoIterator<Item = &'t Texts>, out: &mut String) {
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
        let mut list = Texts::form_member("1|b", List::split_at('|', None));
        assert!(list.change("") && list.change(""));
        assert_eq!(json(&list), "[1,\"b\"]");
        assert!(list.change("/0"));
        assert_eq!(json(&list), "[\"1\",\"b\"]");
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
}
