//! The facts of a change. They are sent to the model, and its wording is checked against them. They contain no other
//! parts of the descriptions.

use waybill_base::internal::order::Listed as _;

use crate::{AffectedOperation, Change, Direction, JsonText, Level, Report};

/// The facts of one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeFact {
    /// The change's id.
    pub id: String,
    /// The rule's id, such as `operation-removed`.
    pub rule: String,
    /// Effect on callers.
    pub level: Level,
    /// Direction of the changed values.
    pub direction: Option<Direction>,
    /// The change, as a sentence without a full stop.
    pub message: String,
    /// Effect on callers, as a sentence. Empty if the message is sufficient.
    pub why: String,
    /// Previous value.
    pub before: Option<JsonText>,
    /// Current value.
    pub after: Option<JsonText>,
    /// Affected operations, such as `GET /shipments/{id}`.
    pub operations: Vec<String>,
    /// Names of the affected webhooks.
    pub webhooks: Vec<String>,
    /// Affected callbacks.
    pub callbacks: Vec<String>,
}

impl From<&Change> for ChangeFact {
    fn from(change: &Change) -> ChangeFact {
        let operation = |AffectedOperation { path, method }: &AffectedOperation| format!("{method} {path}");
        ChangeFact {
            id: change.id.clone(),
            rule: change.rule.to_owned(),
            level: change.level,
            direction: change.direction,
            message: change.message.clone(),
            why: change.why.to_owned(),
            before: change.before.clone(),
            after: change.after.clone(),
            operations: change.operations.iter().map(operation).list(),
            webhooks: change.webhooks.to_vec(),
            callbacks: change.callbacks.to_vec(),
        }
    }
}

/// Returns the changes of a report that a model can word: the breaking ones.
#[must_use]
pub fn facts_to_word(report: &Report) -> Vec<ChangeFact> {
    report.changes.iter().filter(|change| change.level == Level::Breaking).map(ChangeFact::from).list()
}
