//! One mutation applied to a description.

use serde_json::Value;

use super::table::{Kind, Operation};

/// The description with one place changed.
pub(super) fn mutated(base: &Value, kind: &Kind) -> Value {
    let mut changed = base.clone();
    let (parent, token) = kind.pointer.rsplit_once('/').unwrap();
    let token = token.replace("~1", "/").replace("~0", "~");
    let holder = changed.pointer_mut(parent).unwrap_or_else(|| panic!("{kind}: nothing at {parent}"));
    match (&kind.operation, holder) {
        (Operation::Set(value), Value::Object(members)) => {
            assert_ne!(members.get(&token), Some(value), "{kind} changes nothing");
            members.insert(token, value.clone());
        }
        (Operation::Set(value), Value::Array(elements)) if token == "-" => elements.push(value.clone()),
        (Operation::Set(value), Value::Array(elements)) => elements[token.parse::<usize>().unwrap()] = value.clone(),
        (Operation::Remove, Value::Object(members)) => {
            assert!(members.remove(&token).is_some(), "{kind} removes nothing");
        }
        (Operation::Remove, Value::Array(elements)) => drop(elements.remove(token.parse::<usize>().unwrap())),
        (_, _) => panic!("{kind}: {parent} holds nothing"),
    }
    changed
}
