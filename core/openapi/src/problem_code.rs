//! The stable identifiers of what can be read only in part, each once, so that a report that is read again has the same.

use waybill_base::error::code;

/// Declares the identifiers, and the list of them all.
macro_rules! problem_codes {
    ($($(#[$doc:meta])+ $constant:ident = $name:literal;)+) => {
        $($(#[$doc])+ pub(super) const $constant: &str = $name;)+

        const ALL: &[&str] = &[$($constant),+];
    };
}

problem_codes! {
    /// `paths` is no object.
    DESCRIPTION_PATHS = "description.paths";
    /// A key stands twice in an object.
    DESCRIPTION_DUPLICATE_KEY = "description.duplicate-key";
    /// A text holds half of a surrogate pair.
    DESCRIPTION_LONE_SURROGATE = "description.lone-surrogate";
    /// A value was made to have the digest of another one.
    DESCRIPTION_FORGED = "description.forged";
    /// `<<` is no mapping of YAML that can be merged.
    DESCRIPTION_MERGE_KEY = "description.merge-key";
    /// A tag of YAML is not known.
    DESCRIPTION_TAG = "description.tag";
    /// A reference leads to what cannot stand there.
    REFERENCE_TARGET = "reference.target";
    /// A reference is where OpenAPI allows none.
    REFERENCE_MISPLACED = "reference.misplaced";
    /// A reference leads to nothing.
    REFERENCE_UNRESOLVED = "reference.unresolved";
    /// References lead to one another for ever.
    REFERENCE_CIRCULAR = "reference.circular";
    /// References lead over too many others.
    REFERENCE_CHAIN = "reference.chain";
    /// A reference leads to a file that is not there.
    REFERENCE_EXTERNAL = "reference.external";
}

/// The identifier of this name; that of a whole file that cannot be read is an error's code.
pub fn find_problem_code(name: &str) -> Option<&'static str> {
    let errors = code::ALL.iter().map(|code| code.as_str());
    ALL.iter().copied().chain(errors).find(|known| *known == name)
}
