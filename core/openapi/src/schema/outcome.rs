//! What comes of checking a value: every violation with its place and why, and whatever could not be checked.

use std::fmt;

use crate::Place;

/// A limit that ended a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Schemas are nested or refer to one another deeper than is followed.
    Depth,
    /// More work than is allowed.
    Steps,
}

/// The place of a keyword in a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordPlace {
    /// The file, where it is not the description's root document.
    pub file: Option<String>,
    /// JSON pointer (RFC 6901) in the file.
    pub pointer: String,
}

/// A keyword that a value does not satisfy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The value in the instance: for a property that is missing the object, for one too many the property.
    pub instance: Place,
    /// The keyword in the schema.
    pub schema: KeywordPlace,
    /// The keyword's name, such as `required`; `false` for a schema that nothing satisfies.
    pub keyword: String,
    /// What the keyword expects, in words.
    pub expected: String,
    /// What was found instead, cut to a bounded length.
    pub found: String,
    /// Why each alternative of `anyOf` or `oneOf` does not match, bounded in number and depth.
    pub branches: Vec<BranchFailure>,
}

/// Why one alternative does not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchFailure {
    /// The name of the schema's component, or its pointer.
    pub name: String,
    /// Some of what is wrong, the first first.
    pub violations: Vec<Violation>,
}

/// A keyword that could not be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchecked {
    /// The value in the instance.
    pub instance: Place,
    /// The keyword in the schema.
    pub schema: KeywordPlace,
    /// Why, as a lower-case sentence without a full stop.
    pub reason: &'static str,
}

/// What came of checking one value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Validation {
    /// Every violation, in the order of the schema's keywords, up to the limit; there may be more where as many are
    /// listed as the limit allows.
    pub violations: Vec<Violation>,
    /// What could not be checked and decides whether the value matches.
    pub unchecked: Vec<Unchecked>,
    /// The limit that ended the check early, if one did.
    pub limit: Option<Limit>,
}

impl Validation {
    /// Whether the value surely matches.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty() && self.unchecked.is_empty() && self.limit.is_none()
    }

    /// Whether the value surely does not match.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        !self.violations.is_empty()
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Depth => "not decided: the schemas lead deeper than is followed",
            Limit::Steps => "not decided: checking takes more work than is allowed",
        })
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.instance.pointer.is_empty() {
            write!(f, "`{}`: ", self.instance.pointer)?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)?;
        for (at, branch) in self.branches.iter().enumerate() {
            let before = if at == 0 { " (" } else { "; " };
            write!(f, "{before}not `{}`", branch.name)?;
            if let Some(first) = branch.violations.first() {
                write!(f, ": {first}")?;
            }
        }
        if self.branches.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}
