//! Holds a wording to its fact: what is not shown to be of the change is refused, and the standard text stands.
//!
//! The checks find what a wording names, and words that contradict the change. They do not find out whether it is true.

mod bounds;
mod calming;
mod dates;
mod direction;
mod marks;
mod names;
mod numbers;
mod order;
mod phrases;
mod prose;
mod terms;
mod vocabulary;

use self::prose::Prose;
use self::terms::FactTerms;
use self::vocabulary::Vocabulary;
use super::fact::ChangeFact;
use super::wording::{RefusalReason, Wording};

/// What all checks share.
#[derive(Debug)]
pub(super) struct Checker {
    vocabulary: Vocabulary,
}

impl Checker {
    pub(super) fn new() -> Checker {
        Checker { vocabulary: Vocabulary::read() }
    }

    /// Gives the wording back, or the first reason against it.
    pub(super) fn check(&self, fact: &ChangeFact, wording: Wording) -> Result<Wording, RefusalReason> {
        let terms = FactTerms::collect(fact);
        for (text, is_advice) in [(&wording.why, false), (&wording.what_to_do, true)] {
            marks::check_marks(text, &terms)?;
            let prose = Prose::read(text);
            names::check_names(&prose, &terms, &self.vocabulary)?;
            calming::check_tone(&prose, fact.level)?;
            order::check_order(&prose, &terms, &self.vocabulary, fact.direction, is_advice)?;
            direction::check_direction(&prose, &terms, fact, is_advice)?;
        }
        Ok(wording)
    }
}
