//! Levels: the closed list every verdict is written in.

use std::fmt;

use crate::release::Bump;

/// How much a change asks of those who call the interface. The order is from least to most urgent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Documentation, examples and tags: nothing that is sent or received differs.
    Docs,
    /// More is accepted or offered than before; no caller has to do anything.
    Additive,
    /// No rule knows this place; somebody should look.
    Unclassified,
    /// Two sets of values could not be compared.
    Unproved,
    /// Breaks callers that read strictly, and no others.
    Risky,
    /// A request that was accepted is refused, or an answer can arrive that could not before.
    Breaking,
}

impl Level {
    /// Every level, most urgent first.
    pub const ALL: [Level; 6] =
        [Level::Breaking, Level::Risky, Level::Unproved, Level::Unclassified, Level::Additive, Level::Docs];

    /// The name used in reports, such as `breaking`.
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

    /// The version bump a release needs for a change of this level.
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
