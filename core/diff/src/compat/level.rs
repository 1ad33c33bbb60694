//! The levels that changes are classified into.

use std::fmt;

use crate::release::Bump;

/// The severity of a change for API clients, ordered from least to most urgent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A change of documentation, examples or tags. Requests and responses stay the same.
    Docs,
    /// A change that accepts or offers more than before. Clients do not have to change.
    Additive,
    /// A change that no rule covers. Review it manually.
    Unclassified,
    /// A change whose old and new values could not be compared.
    Unproved,
    /// A change that breaks only clients that validate strictly.
    Risky,
    /// A change that rejects requests that were accepted, or allows responses that could not arrive before.
    Breaking,
}

impl Level {
    /// All levels, most urgent first.
    pub const ALL: [Level; 6] =
        [Level::Breaking, Level::Risky, Level::Unproved, Level::Unclassified, Level::Additive, Level::Docs];

    /// Returns the name used in reports, such as `breaking`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Breaking => "breaking",
            Level::Risky => "risky",
            Level::Unproved => "unproved",
            Level::Unclassified => "unclassified",
            Level::Additive => "additive",
            Level::Docs => "docs",
        }
    }

    /// Returns the version bump that a release needs for a change of this level.
    #[must_use]
    pub const fn bump(self) -> Bump {
        match self {
            Level::Breaking => Bump::Major,
            Level::Risky | Level::Unproved | Level::Unclassified | Level::Additive => Bump::Minor,
            Level::Docs => Bump::Patch,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
