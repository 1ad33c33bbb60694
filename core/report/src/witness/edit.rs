//! Edits of JSON values: listing, removing, replacing and adding parts.

use serde_json::Value;

/// Maximum number of parts to list.
const MAX_PARTS: usize = 300;

/// Returns the JSON Pointers (RFC 6901) of all members and elements of a value, outer ones first.
pub(super) fn part_pointers(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    let mut next = 0;
    while let Some((pointer, value)) = open.get(next).cloned() {
        next += 1;
        let parts: Vec<(String, &Value)> = match value {
            Value::Object(members) => members.iter().map(|(name, value)| (escape(name), value)).collect(),
            Value::Array(elements) => elements.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
        };
        for (step, value) in parts {
            if found.len() == MAX_PARTS {
                return found;
            }
            let pointer = format!("{pointer}/{step}");
            found.push(pointer.clone());
            open.push((pointer, value));
        }
    }
    found
}

/// Returns the number of all members and elements of a value.
pub(super) fn part_count(value: &Value) -> usize {
    let (mut open, mut count) = (vec![value], 0);
    while let Some(value) = open.pop() {
        let before = open.len();
        match value {
            Value::Object(members) => open.extend(members.values()),
            Value::Array(elements) => open.extend(elements),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        count += open.len() - before;
    }
    count
}

/// Returns the value without the part at a pointer. `None` if it does not exist, or if the pointer is empty.
pub(super) fn without(value: &Value, pointer: &str) -> Option<Value> {
    let (parent, step) = pointer.rsplit_once('/')?;
    let mut edited = value.clone();
    match edited.pointer_mut(parent)? {
        Value::Object(members) => {
            members.remove(&unescape(step))?;
        }
        Value::Array(elements) => {
            let at: usize = step.parse().ok().filter(|&at| at < elements.len())?;
            elements.remove(at);
        }
        _ => return None,
    }
    Some(edited)
}

/// Returns the value with the part at a pointer replaced. `None` if it does not exist.
pub(super) fn with(value: &Value, pointer: &str, part: Value) -> Option<Value> {
    let mut edited = value.clone();
    *edited.pointer_mut(pointer)? = part;
    Some(edited)
}

/// Returns the value with a member added to the object at a pointer.
pub(super) fn with_member(value: &Value, pointer: &str, name: &str, member: Value) -> Option<Value> {
    let mut edited = value.clone();
    edited.pointer_mut(pointer)?.as_object_mut()?.insert(name.to_owned(), member);
    Some(edited)
}

/// Escapes a step of a pointer (RFC 6901 section 3).
pub(super) fn escape(step: &str) -> String {
    step.replace('~', "~0").replace('/', "~1")
}

/// Unescapes a step of a pointer.
pub(super) fn unescape(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}
