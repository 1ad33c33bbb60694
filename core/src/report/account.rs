//! The account of a comparison: every place that differs, and what became of it.
//!
//! No report shows it. It is what shows that a report is whole: whoever compares two files by other means finds each of
//! their differences in here, and whatever is in here is in the report or changes nothing.

use crate::compat::unsaid;
use crate::diff::{Claim, Differ};
use crate::openapi::Description;

/// What became of a place that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Settled {
    /// A change of the report explains it.
    Explained,
    /// It means the same on both sides: another spelling, a default written out, a value that stands elsewhere now and
    /// is compared with itself there.
    Neutral,
    /// Nothing explains it: the report says so, as `unclassified`.
    Unclassified,
}

/// A place that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPlace {
    /// Its JSON pointer (RFC 6901) in the previous description; none where it is not there, and several where it was
    /// made of several values (Swagger 2.0 writes in many places what OpenAPI 3 has in one).
    pub old: Vec<String>,
    /// The same in the current description.
    pub new: Vec<String>,
    /// What became of it.
    pub settled: Settled,
}

/// Every place that differs between two descriptions, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The places, in the order they were found.
    pub places: Vec<ChangedPlace>,
    /// What was found out and no rule speaks of: nothing, unless a rule is missing.
    pub unsaid: Vec<String>,
}

impl Account {
    /// How many places became that.
    #[must_use]
    pub fn count(&self, settled: Settled) -> usize {
        self.places.iter().filter(|place| place.settled == settled).count()
    }
}

/// Compares two descriptions and accounts for every place that differs.
#[must_use]
pub fn account(old: &Description<'_>, new: &Description<'_>) -> Account {
    let mut differ = Differ::new(old, new);
    while differ.phase().is_some() {
        differ.step();
    }
    let places = differ.places.all().iter().map(|place| ChangedPlace {
        old: place.old.map(|id| old.pointers(id)).unwrap_or_default(),
        new: place.new.map(|id| new.pointers(id)).unwrap_or_default(),
        settled: match place.claim {
            Claim::Open => Settled::Unclassified,
            Claim::Fact => Settled::Explained,
            Claim::Neutral => Settled::Neutral,
        },
    });
    Account { places: places.collect(), unsaid: unsaid(&differ) }
}
