//! The stable identifiers of problems. They are defined once, so that a report that is read back has the same identifiers.

use waybill_base::error::code;

use crate::error::{Place, ReadProblem};

/// Declares the identifiers and the list of all identifiers.
macro_rules! problem_codes {
    ($($(#[$doc:meta])+ $constant:ident = $name:literal;)+) => {
        $($(#[$doc])+ pub(super) const $constant: &str = $name;)+

        const ALL: &[&str] = &[$($constant),+];
    };
}

problem_codes! {
    /// `paths` is not an object.
    DESCRIPTION_PATHS = "description.paths";
    /// A key occurs twice in an object.
    DESCRIPTION_DUPLICATE_KEY = "description.duplicate-key";
    /// A string contains half of a surrogate pair.
    DESCRIPTION_LONE_SURROGATE = "description.lone-surrogate";
    /// A value has a forged digest, equal to that of another value.
    DESCRIPTION_FORGED = "description.forged";
    /// The value of `<<` is not a YAML mapping that can be merged.
    DESCRIPTION_MERGE_KEY = "description.merge-key";
    /// Lines in quotes or brackets begin with tabs.
    DESCRIPTION_TAB = "description.tab";
    /// A YAML tag is unknown.
    DESCRIPTION_TAG = "description.tag";
    /// The target of a reference has a kind that is not allowed there.
    REFERENCE_TARGET = "reference.target";
    /// A reference at a location where OpenAPI allows none is followed.
    REFERENCE_MISPLACED = "reference.misplaced";
    /// The target of a reference does not exist.
    REFERENCE_UNRESOLVED = "reference.unresolved";
    /// References form a cycle.
    REFERENCE_CIRCULAR = "reference.circular";
    /// A chain of references is too long.
    REFERENCE_CHAIN = "reference.chain";
    /// A reference points into a missing file.
    REFERENCE_EXTERNAL = "reference.external";
    /// The settings rename an operation to one that does not exist.
    RENAME_TARGET = "rename.target";
}

/// Returns true if a problem with this identifier leaves no part of a description unread: a report about it is complete.
pub fn is_warning(code: &str) -> bool {
    [DESCRIPTION_TAB, REFERENCE_MISPLACED, RENAME_TARGET].contains(&code)
}

/// Returns the problem of a rename to an operation that a description lacks. It concerns the whole description.
pub fn missing_rename(old: &str, new: &str) -> ReadProblem {
    let message =
        format!("the settings rename `{old}` to `{new}`, which this description lacks: correct or remove the entry");
    let place = Place { file: None, pointer: String::new(), line: 1, column: 1 };
    ReadProblem { code: RENAME_TARGET, message, place }
}

/// Returns the identifier with this name. For files that could not be read at all, it is the code of an error.
pub fn find_problem_code(name: &str) -> Option<&'static str> {
    let errors = code::ALL.iter().map(|code| code.as_str());
    ALL.iter().copied().chain(errors).find(|known| *known == name)
}
