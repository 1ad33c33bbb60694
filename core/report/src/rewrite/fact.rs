//! The facts of a change: sent to the model, and used to check its wording. They hold nothing else of the descriptions.

use waybill_base::internal::order::Listed as _;

use crate::{AffectedOperation, Change, Direction, JsonText, Level, Report};

/// One change as a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeFact {
    /// The change's id.
    pub id: String,
    /// The rule's id, such as `operation-removed`.
    pub rule: String,
    /// How much it asks of callers.
    pub level: Level,
    /// Which way the changed values travel.
    pub direction: Option<Direction>,
    /// What changed, as a sentence without a full stop.
    pub message: String,
    /// Why that matters to callers; empty where the message says it all.
    pub why: String,
    /// The value before.
    pub before: Option<JsonText>,
    /// The value after.
    pub after: Option<JsonText>,
    /// The operations it reaches, such as `GET /shipments/{id}`.
    pub operations: Vec<String>,
    /// The names of the webhooks it reaches.
    pub webhooks: Vec<String>,
    /// The callbacks it reaches.
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
            webhooks: change.webhooks.clone(),
            callbacks: change.callbacks.clone(),
        }
    }
}

/// The changes of a report that say why they matter and what to do, so that a model can word it: those that break.
#[must_use]
pub fn facts_to_word(report: &Report) -> Vec<ChangeFact> {
    report.changes.iter().filter(|change| change.level == Level::Breaking).map(ChangeFact::from).list()
}
