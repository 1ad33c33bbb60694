//! Checks responses, including cached ones, against the changes of a report.

use std::collections::BTreeSet;

use waybill_base::error::{Error, code};
use waybill_base::internal::order::Listed as _;

use super::answer::check_answer;
use super::fact::{ChangeFact, facts_to_word};
use super::wording::{CheckedWording, RefusalReason};
use crate::Report;

/// The result of one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelAnswer {
    /// Ids of the changes in the request.
    pub changes: Vec<String>,
    /// Text of the response, or the reason for its absence.
    pub text: Result<String, String>,
}

/// The error for a response about a change that the report does not contain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the report has no change with the id {0:?}: pass the responses to the requests about this report")]
pub struct UnknownChange(pub String);

impl From<UnknownChange> for Error {
    fn from(unknown: UnknownChange) -> Error {
        Error::new(code::CHANGE_UNKNOWN, unknown.to_string())
    }
}

impl ModelAnswer {
    /// Checks this response against the report.
    ///
    /// # Errors
    /// [`UnknownChange`] if it is about a change that the report does not contain.
    pub fn check(&self, report: &Report) -> Result<CheckedWording, UnknownChange> {
        let ModelAnswer { changes, text } = self;
        let mut facts = Vec::new();
        for id in changes {
            let change = report.changes.iter().find(|change| change.id == *id);
            facts.push(ChangeFact::from(change.ok_or_else(|| UnknownChange(id.clone()))?));
        }
        match text {
            Ok(text) => Ok(check_answer(&facts, text)),
            Err(reason) => {
                let mut checked = CheckedWording::default();
                let ids = facts.iter().map(|fact| fact.id.as_str());
                checked.refuse_all(ids, &RefusalReason::NoAnswer(reason.clone()));
                Ok(checked)
            }
        }
    }
}

/// Checks all responses against the report. If several are about the same change, the first one is used. A breaking
/// change without a response is refused.
///
/// # Errors
/// [`UnknownChange`] if one of them is about a change that the report does not contain.
pub fn check_answers(report: &Report, answers: &[ModelAnswer]) -> Result<CheckedWording, UnknownChange> {
    let (mut wording, mut asked) = (CheckedWording::default(), BTreeSet::new());
    for ModelAnswer { changes, text } in answers {
        let changes = changes.iter().filter(|id| asked.insert(id.as_str())).cloned().list();
        wording.append(ModelAnswer { changes, text: text.clone() }.check(report)?);
    }
    let facts = facts_to_word(report);
    let left = facts.iter().map(|fact| fact.id.as_str()).filter(|id| !asked.contains(id));
    wording.refuse_all(left, &RefusalReason::NoAnswer("it was not requested".to_owned()));
    Ok(wording)
}
