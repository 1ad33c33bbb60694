//! The levels that changes are classified into.

use std::fmt;

use crate::release::Bump;

/// The severity of a change for API clients, ordered from least to most urgent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Documentation, examples and tags. Requests and responses stay the same.
    Docs,
    /// More is accepted or offered than before. Clients do not have to change.
    Additive,
    /// No rule covers this change. Review it manually.
    Unclassified,
    /// The old and new sets of values could not be compared.
    Unproved,
    /// Breaks only clients that validate strictly.
    Risky,
    /// A request that was accepted is now rejected, or a response can arrive that could not before.
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
