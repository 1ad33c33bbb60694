//! Random edits of JSON texts: any one place changed, removed, copied somewhere else, put in another order or renamed.
//!
//! They know nothing of OpenAPI, so what they make is seldom good style and often an odd description.

use serde_json::{Value, json};

/// One edit. The numbers are taken modulo what there is to choose from.
#[derive(Debug, Clone, Copy)]
pub struct Edit {
    /// What is done.
    pub kind: usize,
    /// The place it is done to.
    pub place: usize,
    /// The place something is taken from, where the edit needs another.
    pub other: usize,
}

/// How many kinds of edits there are.
pub const KINDS: usize = 7;

/// Edits a copy; `None` where this cannot be done at that place.
#[must_use]
pub fn edited(base: &Value, edit: Edit) -> Option<Value> {
    let places = places(base);
    let pick = |number: usize| places.get(number % places.len().max(1));
    let (place, other) = (pick(edit.place)?, pick(edit.other)?);
    let taken = base.pointer(other)?.clone();
    let mut copy = base.clone();
    let target = copy.pointer_mut(place)?;
    match (edit.kind % KINDS, target) {
        (0, Value::String(text)) => text.push('x'),
        (0, Value::Bool(flag)) => *flag = !*flag,
        (0, number @ Value::Number(_)) => *number = json!(number.as_i64().unwrap_or(7) + 1),
        (0 | 1, _) => remove(&mut copy, place)?,
        (2, target) => *target = taken,
        (3, Value::Object(members)) => drop(members.insert(last(other), taken)),
        (3, Value::Array(elements)) => elements.push(taken),
        (4, Value::Array(elements)) if elements.len() > 1 => elements.rotate_left(1),
        (5, Value::Object(members)) => {
            let (key, value) = members.iter().next_back().map(|(key, value)| (key.clone(), value.clone()))?;
            members.remove(&key);
            members.insert(format!("{key}x"), value);
        }
        (6, Value::Array(elements)) => elements.push(elements.first().cloned()?),
        (6, Value::Object(members)) => drop(members.insert("x-new".to_owned(), taken)),
        _ => return None,
    }
    Some(copy)
}

/// The pointers of all places but the root.
#[must_use]
pub fn places(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, "", &mut found);
    found
}

fn collect(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut inner = |step: &str, value: &Value| {
        let pointer = format!("{at}/{}", step.replace('~', "~0").replace('/', "~1"));
        found.push(pointer.clone());
        collect(value, &pointer, found);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| inner(key, value)),
        Value::Array(elements) => elements.iter().enumerate().for_each(|(at, value)| inner(&at.to_string(), value)),
        _ => {}
    }
}

fn remove(value: &mut Value, place: &str) -> Option<()> {
    let (parent, _) = place.rsplit_once('/')?;
    match value.pointer_mut(parent)? {
        Value::Object(members) => members.remove(&last(place)).map(drop),
        Value::Array(elements) => last(place).parse().ok().map(|at: usize| drop(elements.remove(at))),
        _ => None,
    }
}

/// The last step of a pointer, as a key.
fn last(pointer: &str) -> String {
    pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~")
}
