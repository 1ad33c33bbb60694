//! The result of a validation: all violations with their locations and reasons, and the keywords that could not be checked.

use std::fmt;

use crate::Place;

/// A limit that ended a validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Schemas are nested or refer to each other too deeply.
    Depth,
    /// The validation needs too many steps.
    Steps,
}

/// The location of a keyword in a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordPlace {
    /// The file, or `None` for the root document.
    pub file: Option<String>,
    /// JSON Pointer (RFC 6901) in the file.
    pub pointer: String,
}

/// A keyword that a value violates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The value in the instance: the object if a property is missing, and the property if it is not allowed.
    pub instance: Place,
    /// The keyword in the schema.
    pub schema: KeywordPlace,
    /// The keyword's name, such as `required`, or `false` for the schema `false`.
    pub keyword: String,
    /// Description of the expected value.
    pub expected: String,
    /// Description of the value found, truncated.
    pub found: String,
    /// Reasons why each alternative of `anyOf` or `oneOf` does not match, limited in number and depth.
    pub branches: Vec<BranchFailure>,
}

/// The reasons why one alternative does not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchFailure {
    /// The schema's component, title or pointer.
    pub name: String,
    /// The first violations.
    pub violations: Vec<Violation>,
}

/// A keyword that could not be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchecked {
    /// The value in the instance.
    pub instance: Place,
    /// The keyword in the schema.
    pub schema: KeywordPlace,
    /// The reason, as a lower-case sentence without a full stop.
    pub reason: &'static str,
}

/// The result of validating a value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Validation {
    /// The violations in the order of the schema's keywords. If the limit on their number is reached, there may be more.
    pub violations: Vec<Violation>,
    /// Keywords that could not be checked and affect the result.
    pub unchecked: Vec<Unchecked>,
    /// The limit that ended the validation early, if any.
    pub limit: Option<Limit>,
}

impl Validation {
    /// Returns true if the value certainly matches.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty() && self.unchecked.is_empty() && self.limit.is_none()
    }

    /// Returns true if the value certainly does not match.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        !self.violations.is_empty()
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Depth => "undecided: the schemas are nested too deeply",
            Limit::Steps => "undecided: the check exceeds its step limit",
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
