//! The names of the endpoints, webhooks and callbacks that a change affects.

use waybill_base::internal::order::Listed as _;

use crate::{AffectedOperation, Change};

/// Returns the names that a change affects, in the report's order: `POST /shipments`, `webhook parcelMoved`, `callback
/// onEvent`.
pub(super) fn names(change: &Change) -> Vec<String> {
    let operations = change.operations.iter().map(operation);
    let webhooks = change.webhooks.iter().map(|name| format!("webhook {name}"));
    let callbacks = change.callbacks.iter().map(|name| format!("callback {name}"));
    operations.chain(webhooks).chain(callbacks).list()
}

/// Formats an operation: `GET /shipments/{id}`.
pub(super) fn operation(operation: &AffectedOperation) -> String {
    let AffectedOperation { path, method } = operation;
    format!("{method} {path}")
}

/// Returns true if a removed endpoint moved. Its message has the new address.
pub(super) fn is_moved(change: &Change) -> bool {
    change.rule == "operation-moved"
}

/// Returns a message without the name of the only endpoint that it is about.
pub(super) fn without_endpoint(message: &str, names: &[String]) -> String {
    let [only] = names else { return message.to_owned() };
    match message.strip_prefix(&format!("`{only}` ")) {
        Some(what_it_does) => what_it_does.to_owned(),
        None => message.replacen(&format!(" of `{only}`"), "", 1),
    }
}

/// Returns the sunset date of an endpoint that is or was deprecated, after a comma. `quote` formats the date.
pub(super) fn sunset(change: &Change, quote: impl Fn(&str) -> String) -> String {
    let date = change.operation.as_ref().and_then(|details| details.sunset.as_deref());
    date.map(|date| format!(", sunset {}", quote(date))).unwrap_or_default()
}
