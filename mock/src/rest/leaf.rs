//! A string and its possible readings, which are tried in order.

use serde_json::Value;
use waybill_openapi::schema::Instance;

use super::texts::Texts;

/// Maximum number of fields in a form and of elements in a joined list. Lookups take quadratic time.
pub(super) const MAX_FIELDS: usize = 4_096;

/// A string and its possible readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) text: String,
    reading: Reading,
    list: List,
    json: Json,
    /// Elements, if it is read as a list.
    elements: Vec<Texts>,
}

/// The format of a list in one string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// The string cannot be a list.
    Never,
    /// The string is the only element.
    OfOne,
    /// A separator joins the elements. If the elements are lists too, `within` is their separator.
    SplitAt { separator: char, within: Option<char> },
}

impl List {
    /// Creates a format whose elements may be lists.
    pub(super) fn split_at(separator: char, within: Option<char>) -> List {
        List::SplitAt { separator, within }
    }

    /// Returns the list format of the elements. `within` is their separator, if they are lists.
    pub(super) fn of_elements(within: Option<char>) -> List {
        within.map_or(List::Never, |separator| List::split_at(separator, None))
    }
}

/// The likelihood that a string is JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Json {
    Never,
    Perhaps,
    /// The media type is JSON.
    Surely,
}

/// A reading of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    AsItLooks,
    Text,
    Json,
    List,
    /// No reading was accepted, so the first one is used.
    GivenUp,
}

impl Leaf {
    /// Converts to [`Texts::Json`] if the string is valid JSON, else to a leaf.
    pub(super) fn into_json(self) -> Texts {
        if is_json(&self.text) { Texts::Json(self.text) } else { Texts::Leaf(self) }
    }

    pub(super) fn new(text: String, list: List, json: Json) -> Leaf {
        let reading = if json == Json::Surely { Reading::Json } else { Reading::AsItLooks };
        Leaf { text, reading, list, json, elements: Vec::new() }
    }

    /// Switches to the next reading. Returns false if all were tried. A non-empty pointer is the location of a
    /// violation inside the value.
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
            // The type is right; the violation is inside the value.
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
                    // A string that was read as JSON is first tried as JSON inside the list.
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

/// Writes a scalar. Unless `as_text` is set, strings that look like JSON numbers, `true`, `false` or `null` are written
/// as such.
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
    fn leaf_type_is_guessed_and_changed_on_mismatch() {
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
    fn invalid_json_number_is_a_string() {
        for text in ["01", "1 ", "+1", "NaN", "", "tru", "{}", "[1]", "\"a\""] {
            assert_eq!(json(&Texts::leaf(text)), Value::from(text).to_string());
        }
        for text in ["1", "-1.50", "1e3", "true", "null"] {
            assert_eq!(json(&Texts::leaf(text)), text);
        }
    }
}
