//! What became of a model's answer: the wording that was taken, and what was refused and why.

use std::fmt;

/// Why a change matters and what to do, in a model's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// Why the change matters.
    pub why: String,
    /// What to do in the caller's code.
    pub what_to_do: String,
}

/// Why a wording was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalReason {
    /// The model could not be asked, or gave no whole answer; with what happened.
    NoAnswer(String),
    /// The fact does not fit into a request.
    FactTooLarge,
    /// The answer is no JSON object of the schema.
    OtherShape,
    /// The answer has no entry for the change.
    LeftOut,
    /// No change that was asked for has this id.
    UnknownId,
    /// Two entries have this id.
    RepeatedId,
    /// A text is empty.
    Empty,
    /// A text is longer than the limit.
    TooLong,
    /// A mark that Markdown, HTML or MDX acts on, or one that cannot be seen.
    Markup(String),
    /// An address.
    Link(String),
    /// A name that the change does not have.
    Name(String),
    /// A number that the change does not have.
    Number(String),
    /// A day that the change does not have.
    Day(String),
    /// A value before is said to be the one after, or the other way round.
    BeforeAndAfter(String),
    /// Words that contradict what happened.
    Direction(String),
    /// Words that soften a change which breaks.
    Softened(String),
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusalReason::NoAnswer(why) => write!(formatter, "there is no answer: {why}"),
            RefusalReason::FactTooLarge => formatter.write_str("it does not fit into a request"),
            RefusalReason::OtherShape => formatter.write_str("the answer is not JSON of the shape that was asked for"),
            RefusalReason::LeftOut => formatter.write_str("the answer leaves it out"),
            RefusalReason::UnknownId => formatter.write_str("no change that was asked for has this id"),
            RefusalReason::RepeatedId => formatter.write_str("the answer has it more than once"),
            RefusalReason::Empty => formatter.write_str("a text is empty"),
            RefusalReason::TooLong => formatter.write_str("a text is too long"),
            RefusalReason::Markup(mark) => write!(formatter, "it holds markup: {mark}"),
            RefusalReason::Link(link) => write!(formatter, "it holds an address: {link}"),
            RefusalReason::Name(name) => write!(formatter, "the change does not name `{name}`"),
            RefusalReason::Number(number) => write!(formatter, "the change does not have the number {number}"),
            RefusalReason::Day(day) => write!(formatter, "the change does not have the day {day}"),
            RefusalReason::BeforeAndAfter(value) => {
                write!(formatter, "it takes `{value}` for the other of before and after")
            }
            RefusalReason::Direction(words) => write!(formatter, "\"{words}\" contradicts the change"),
            RefusalReason::Softened(words) => write!(formatter, "\"{words}\" softens the change"),
        }
    }
}

/// A wording that was not taken: its entry has the standard text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The id it was given under; that of no change where the model made one up.
    pub id: String,
    /// Why.
    pub reason: RefusalReason,
}

/// All wording that was taken, by change, and all that was refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckedWording {
    taken: Vec<(String, Wording)>,
    refusals: Vec<Refusal>,
}

impl CheckedWording {
    /// The wording of a change; none where the standard text stands.
    #[must_use]
    pub fn of_change(&self, id: &str) -> Option<&Wording> {
        self.taken.iter().find(|(known, _)| known == id).map(|(_, wording)| wording)
    }

    /// The changes that have a wording, and which.
    pub fn taken(&self) -> impl Iterator<Item = (&str, &Wording)> {
        self.taken.iter().map(|(id, wording)| (id.as_str(), wording))
    }

    /// How many changes have a wording.
    #[must_use]
    pub fn count(&self) -> usize {
        self.taken.len()
    }

    /// What was refused, in the order of the facts.
    #[must_use]
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// Takes in what was found in another answer.
    pub fn append(&mut self, mut other: CheckedWording) {
        self.taken.append(&mut other.taken);
        self.refusals.append(&mut other.refusals);
    }

    /// Notes that these changes have the standard text.
    pub fn refuse_all<'i>(&mut self, ids: impl IntoIterator<Item = &'i str>, reason: &RefusalReason) {
        for id in ids {
            self.refuse(id, reason.clone());
        }
    }

    pub(super) fn take(&mut self, id: &str, wording: Wording) {
        self.taken.push((id.to_owned(), wording));
    }

    pub(super) fn refuse(&mut self, id: &str, reason: RefusalReason) {
        self.refusals.push(Refusal { id: id.to_owned(), reason });
    }
}
