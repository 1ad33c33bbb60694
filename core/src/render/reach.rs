//! Whom a change reaches, by name: endpoints of `paths`, webhooks and callbacks.

use crate::order::Listed as _;
use crate::report::{AffectedOperation, Change};

/// What a change reaches, in the report's order: `POST /shipments`, `webhook parcelMoved`, `callback onEvent`.
pub(super) fn names(change: &Change) -> Vec<String> {
    let operations = change.operations.iter().map(operation);
    let webhooks = change.webhooks.iter().map(|name| format!("webhook {name}"));
    let callbacks = change.callbacks.iter().map(|name| format!("callback {name}"));
    operations.chain(webhooks).chain(callbacks).list()
}

/// An operation as it is written everywhere: `GET /shipments/{id}`.
pub(super) fn operation(operation: &AffectedOperation) -> String {
    let AffectedOperation { path, method } = operation;
    format!("{method} {path}")
}
