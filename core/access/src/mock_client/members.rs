//! Members of JSON that others write: what is of another type is as good as left out.

use serde_json::Value;

/// JSON; null where it is none.
pub(super) fn read(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

/// A member that is a text.
pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

/// A member that is a list; an empty one where it is none.
pub(super) fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The texts of a member that is a list.
pub(super) fn texts(value: &Value, name: &str) -> Vec<String> {
    list(value, name).iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
