//! The result of checking a model's response: the accepted wording, and the refusals with their reasons.

use std::fmt;

use waybill_openapi::Description;

use crate::witness::{ExampleVerdict, check_example};
use crate::{JsonText, Report};

/// A model's explanation of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// Reason why the change matters.
    pub reason: String,
    /// Advice for the caller's code.
    pub action: String,
    /// A value that the current description accepts at the location of the change. Set by
    /// [`CheckedWording::check_examples`].
    pub example: Option<JsonText>,
}

/// The reason why a wording was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalReason {
    /// The request failed or its response is incomplete, for this reason.
    NoAnswer(String),
    /// The fact does not fit into a request.
    FactTooLarge,
    /// The response is not a JSON object that matches the schema.
    OtherShape,
    /// The response has no entry for the change.
    LeftOut,
    /// The request contains no change with this id.
    UnknownId,
    /// Two entries have this id.
    RepeatedId,
    /// A text is empty.
    Empty,
    /// A text is longer than 400 characters.
    TooLong,
    /// A text contains an invisible character.
    HiddenCharacter(char),
    /// A quoted name, a path or a URL does not occur in the change.
    Name(String),
    /// A number does not occur in the change.
    Number(String),
    /// A date does not occur in the change.
    Date(String),
    /// The old value is presented as the new one, or the new value as the old one.
    BeforeAndAfter(String),
    /// The current description rejects the example, for this reason.
    Example(String),
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusalReason::NoAnswer(why) => write!(formatter, "there is no response: {why}"),
            RefusalReason::FactTooLarge => formatter.write_str("the change is too long for a request"),
            RefusalReason::OtherShape => formatter.write_str("the response does not match the requested JSON Schema"),
            RefusalReason::LeftOut => formatter.write_str("the response has no entry for it"),
            RefusalReason::UnknownId => formatter.write_str("no change in the request has this id"),
            RefusalReason::RepeatedId => formatter.write_str("the response has several entries for it"),
            RefusalReason::Empty => formatter.write_str("a string is empty"),
            RefusalReason::TooLong => formatter.write_str("a string is longer than 400 characters"),
            RefusalReason::HiddenCharacter(char) => {
                write!(formatter, "it has the invisible character U+{:04X}", u32::from(*char))
            }
            RefusalReason::Name(name) => write!(formatter, "`{name}` does not occur in the change"),
            RefusalReason::Number(number) => write!(formatter, "the number {number} does not occur in the change"),
            RefusalReason::Date(date) => write!(formatter, "the date {date} does not occur in the change"),
            RefusalReason::BeforeAndAfter(value) => write!(formatter, "it swaps before and after: `{value}`"),
            RefusalReason::Example(reason) => write!(formatter, "its example is not valid: {reason}"),
        }
    }
}

/// A rejected wording. The change keeps its standard text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Id in the response. It is unknown if the model invented it.
    pub id: String,
    /// The reason.
    pub reason: RefusalReason,
}

/// The accepted wording by change, and all refusals.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckedWording {
    used: Vec<(String, Wording)>,
    /// Examples to validate, by the change's id. The first valid value is used.
    proposed: Vec<(String, Vec<JsonText>)>,
    refusals: Vec<Refusal>,
}

impl CheckedWording {
    /// Returns the wording of a change, or `None` if it keeps the standard text.
    #[must_use]
    pub fn of_change(&self, id: &str) -> Option<&Wording> {
        self.used.iter().find(|(known, _)| known == id).map(|(_, wording)| wording)
    }

    /// Returns the accepted wording, with the ids of the changes.
    pub fn used(&self) -> impl Iterator<Item = (&str, &Wording)> {
        self.used.iter().map(|(id, wording)| (id.as_str(), wording))
    }

    /// Returns the number of changes with a wording.
    #[must_use]
    pub fn count(&self) -> usize {
        self.used.len()
    }

    /// Returns the refusals, in the order of discovery.
    #[must_use]
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// Validates the examples against the current description. A wording with an invalid example is rejected. An
    /// example that cannot be checked is omitted.
    pub fn check_examples(&mut self, report: &Report, current: &Description<'_>) {
        for (id, values) in std::mem::take(&mut self.proposed) {
            let Some(change) = report.changes.iter().find(|change| change.id == id) else { continue };
            let Some(at) = self.used.iter().position(|(used, _)| *used == id) else { continue };
            let mut invalid = None;
            for value in values {
                match check_example(change, current, &value) {
                    ExampleVerdict::Valid => {
                        invalid = None;
                        if let Some((_, wording)) = self.used.get_mut(at) {
                            wording.example = Some(value);
                        }
                        break;
                    }
                    ExampleVerdict::Invalid(reason) => drop(invalid.get_or_insert(reason)),
                    ExampleVerdict::Unchecked => {}
                }
            }
            if let Some(reason) = invalid {
                drop(self.used.remove(at));
                self.refuse(&id, RefusalReason::Example(reason));
            }
        }
    }

    /// Adds the results of another response.
    pub fn append(&mut self, mut other: CheckedWording) {
        self.used.append(&mut other.used);
        self.proposed.append(&mut other.proposed);
        self.refusals.append(&mut other.refusals);
    }

    /// Adds a refusal for each of these changes.
    pub fn refuse_all<'i>(&mut self, ids: impl IntoIterator<Item = &'i str>, reason: &RefusalReason) {
        for id in ids {
            self.refuse(id, reason.clone());
        }
    }

    pub(super) fn take(&mut self, id: &str, wording: Wording, examples: Vec<JsonText>) {
        self.used.push((id.to_owned(), wording));
        self.proposed.push((id.to_owned(), examples));
    }

    pub(super) fn refuse(&mut self, id: &str, reason: RefusalReason) {
        self.refusals.push(Refusal { id: id.to_owned(), reason });
    }
}
