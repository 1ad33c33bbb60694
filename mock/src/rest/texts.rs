//! A value whose leaves are strings, and the readings of its parts.

use serde_json::Value;
use waybill_openapi::schema::Violation;

use super::leaf::{Json, Leaf, List, write_list};

/// A value whose leaves are strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Texts {
    Leaf(Leaf),
    Array(Vec<Texts>),
    Object(Vec<(String, Texts)>),
    /// Members whose names are numbers: a list or an object.
    Numbered {
        members: Vec<(String, Texts)>,
        reading: Numbers,
    },
    /// A value that is JSON already.
    Json(String),
}

/// A reading of members whose names are numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    List,
    Object,
    GivenUp,
}

impl Texts {
    /// Creates a string that may represent a number or another scalar.
    pub(super) fn leaf(text: impl Into<String>) -> Texts {
        Texts::Leaf(Leaf::new(text.into(), List::Never, Json::Never))
    }

    /// Creates a string in a query or form, which may represent a scalar or a joined list.
    pub(super) fn leaf_or_list(text: impl Into<String>, list: List) -> Texts {
        Texts::Leaf(Leaf::new(text.into(), list, Json::Never))
    }

    /// Creates a member of a form, in which objects are JSON (OpenAPI 3.1.1 section 4.8.15).
    pub(super) fn form_member(text: impl Into<String>, list: List) -> Texts {
        Texts::Leaf(Leaf::new(text.into(), list, Json::Perhaps))
    }

    /// Creates a form part that is declared as JSON. It is the value or the only element of a list.
    pub(super) fn json_part(text: impl Into<String>) -> Texts {
        Texts::Leaf(Leaf::new(text.into(), List::OfOne, Json::Surely))
    }

    /// True if the value equals an example, either in its current reading or as a string.
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

    /// Returns JSON Pointers to empty strings. If all elements of an array are empty, returns a pointer to the array.
    pub(super) fn empty_places(&self) -> Vec<String> {
        let is_empty = |texts: &Texts| matches!(texts, Texts::Leaf(leaf) if leaf.text.is_empty());
        match self {
            Texts::Array(elements) if !elements.iter().all(is_empty) => {
                let empty = elements.iter().enumerate().filter(|(_, element)| is_empty(element));
                empty.map(|(at, _)| format!("/{at}")).collect()
            }
            Texts::Array(_) => vec![String::new()],
            leaf => {
                if is_empty(leaf) {
                    vec![String::new()]
                } else {
                    Vec::new()
                }
            }
        }
    }

    pub(super) fn write(&self, out: &mut String) {
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

    /// Changes the reading of the value at a JSON Pointer. Returns false if it has no other reading left.
    pub(super) fn change(&mut self, pointer: &str) -> bool {
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

    /// Changes the reading of the value that a violation is about, or of those that its branches are about. Each
    /// location is changed once.
    pub(super) fn change_for(&mut self, violation: &Violation, changed: &mut Vec<String>) {
        // Depth: the nesting of reported alternatives, which the validator limits to 2.
        let pointer = &violation.instance.pointer;
        if changed.iter().any(|place| is_within(pointer, place)) {
            return;
        }
        // Branches with violations inside the value are read as the right type, so they are tried first.
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

/// Adds a member. A repeated name creates a list.
pub(super) fn add_member(members: &mut Vec<(String, Texts)>, name: &str, value: Texts) {
    match members.iter_mut().find(|(known, _)| known == name) {
        None => members.push((name.to_owned(), value)),
        Some((_, Texts::Array(elements))) => elements.push(value),
        Some((_, first)) => *first = Texts::Array(vec![first.clone(), value]),
    }
}

/// True if a JSON Pointer is equal to `place` or inside it.
pub(super) fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
    fn leaves_are_found_by_pointer() {
        let mut texts = Texts::Object(vec![("a/b".to_owned(), Texts::Array(vec![Texts::leaf("1"), Texts::leaf("2")]))]);
        assert!(texts.change("/a~1b/1"));
        assert_eq!(json(&texts), "{\"a/b\":[1,\"2\"]}");
        assert!(!texts.change("/a~1b/2") && !texts.change("/c") && !texts.change(""));
    }
}
