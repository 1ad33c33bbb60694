//! What differs between two JSON texts, as anybody would find it who knows next to nothing of OpenAPI: the referee of the
//! comparison's own list of changed places.
//!
//! It shares no code with the comparison. All it knows of descriptions is which lists are sets, and that a path is the
//! same whatever its parameters are called.

use serde_json::{Map, Value};

/// A value that differs, or is on one side only: a scalar or an empty container, or the list whose order differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its JSON pointer in the old text.
    pub old: Option<String>,
    /// Its JSON pointer in the new text.
    pub new: Option<String>,
}

/// Keywords whose lists are sets, or whose order no value depends on.
const SETS: [&str; 12] = [
    "required",
    "enum",
    "type",
    "allOf",
    "anyOf",
    "oneOf",
    "parameters",
    "tags",
    "security",
    "schemes",
    "consumes",
    "produces",
];

/// Everything that differs between two texts.
#[must_use]
pub fn differences(old: &Value, new: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare((old, ""), (new, ""), &mut found);
    found
}

type Standing<'v> = (&'v Value, &'v str);

fn compare(old: Standing<'_>, new: Standing<'_>, found: &mut Vec<Difference>) {
    match (old.0, new.0) {
        (left, right) if is_same(left, right) => {}
        (Value::Object(left), Value::Object(right)) => members((left, old.1), (right, new.1), found),
        (Value::Array(left), Value::Array(right)) => elements((left, old.1), (right, new.1), found),
        _ => found.push(Difference { old: Some(old.1.to_owned()), new: Some(new.1.to_owned()) }),
    }
}

fn members(old: (&Map<String, Value>, &str), new: (&Map<String, Value>, &str), found: &mut Vec<Difference>) {
    let partner = |key: &str, from: &Map<String, Value>, to: &Map<String, Value>| -> Option<String> {
        if to.contains_key(key) {
            return Some(key.to_owned());
        }
        let is_it = |other: &&String| old.1 == "/paths" && !from.contains_key(*other) && erased(other) == erased(key);
        to.keys().find(is_it).cloned()
    };
    for (key, value) in old.0 {
        let at = below(old.1, key);
        match partner(key, old.0, new.0).and_then(|other| Some((new.0.get(&other)?, below(new.1, &other)))) {
            Some((other, there)) => compare((value, &at), (other, &there), found),
            None => lone(value, at, true, found),
        }
    }
    for (key, value) in new.0 {
        if partner(key, new.0, old.0).is_none() {
            lone(value, below(new.1, key), false, found);
        }
    }
}

/// Equal elements are paired wherever they stand; what is left of two lists that hold the same differs in its
/// order alone.
fn elements(old: (&Vec<Value>, &str), new: (&Vec<Value>, &str), found: &mut Vec<Difference>) {
    let mut right: Vec<(usize, &Value)> = new.0.iter().enumerate().collect();
    let mut left = Vec::new();
    for (at, element) in old.0.iter().enumerate() {
        match right.iter().position(|(_, other)| is_same(element, other)) {
            Some(partner) => drop(right.remove(partner)),
            None => left.push((at, element)),
        }
    }
    if !left.is_empty() || !right.is_empty() {
        unequal((left, old.1), (right, new.1), found);
    } else if !SETS.contains(&old.1.rsplit('/').next().unwrap_or_default()) {
        found.push(Difference { old: Some(old.1.to_owned()), new: Some(new.1.to_owned()) });
    }
}

type Element<'v> = (usize, &'v Value);
type Fits<'f> = &'f dyn Fn(&Element<'_>, &Element<'_>) -> bool;

/// Elements of one name are paired, then those at the same place and the only ones left. Of the others it
/// takes meaning to say what became of them; that they differ it does not.
fn unequal(old: (Vec<Element<'_>>, &str), new: (Vec<Element<'_>>, &str), found: &mut Vec<Difference>) {
    let ((mut left, from), (mut right, to)) = (old, new);
    let only = left.len() == 1 && right.len() == 1;
    let named = |one: &Element<'_>, other: &Element<'_>| {
        names(one.1).is_some_and(|names_of_one| Some(names_of_one) == names(other.1))
    };
    let placed = |one: &Element<'_>, other: &Element<'_>| only || one.0 == other.0;
    let rounds: [Fits<'_>; 2] = [&named, &placed];
    for fits in rounds {
        for one in std::mem::take(&mut left) {
            let Some(partner) = right.iter().position(|other| fits(&one, other)) else {
                left.push(one);
                continue;
            };
            let other = right.remove(partner);
            let pointers = (below(from, &one.0.to_string()), below(to, &other.0.to_string()));
            compare((one.1, &pointers.0), (other.1, &pointers.1), found);
        }
    }
    let lone = |at: usize, list: &str| Some(below(list, &at.to_string()));
    found.extend(left.into_iter().map(|(at, _)| Difference { old: lone(at, from), new: None }));
    found.extend(right.into_iter().map(|(at, _)| Difference { old: None, new: lone(at, to) }));
}

/// What an element of a list is called, if anything.
fn names(element: &Value) -> Option<[Option<&str>; 5]> {
    let names = ["name", "in", "url", "$ref", "title"].map(|word| element.get(word).and_then(Value::as_str));
    names.iter().any(Option::is_some).then_some(names)
}

fn lone(value: &Value, at: String, is_old: bool, found: &mut Vec<Difference>) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            members.iter().for_each(|(key, value)| lone(value, below(&at, key), is_old, found));
        }
        Value::Array(elements) if !elements.is_empty() => {
            let elements = elements.iter().enumerate();
            elements.for_each(|(index, value)| lone(value, below(&at, &index.to_string()), is_old, found));
        }
        _ if is_old => found.push(Difference { old: Some(at), new: None }),
        _ => found.push(Difference { old: None, new: Some(at) }),
    }
}

fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Object(one), Value::Object(other)) => {
            let same = |(key, value)| other.get(key).is_some_and(|other| is_same(value, other));
            one.len() == other.len() && one.iter().all(same)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        _ => left == right,
    }
}

fn below(pointer: &str, step: &str) -> String {
    format!("{pointer}/{}", step.replace('~', "~0").replace('/', "~1"))
}

/// A path with the names of its parameters erased.
fn erased(path: &str) -> String {
    let mut inside = false;
    let keep = |letter: &char| {
        let was = inside;
        inside = match letter {
            '{' => true,
            '}' => false,
            _ => inside,
        };
        !(was && inside)
    };
    path.chars().filter(keep).collect()
}
