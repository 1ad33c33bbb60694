//! Conclusions from facts. In each definition pair, contradicting facts are resolved. Once all pairs are compared,
//! facts are combined, and unexplained locations are reported.

pub(crate) mod as_text;
pub(crate) mod composed_uses;
pub(crate) mod contradictions;
pub(crate) mod negated;
pub(crate) mod overlapping;
mod properties_of_uses;
pub(crate) mod qualifiers;
pub(crate) mod renamed_properties;
pub(crate) mod repeated_facts;
pub(crate) mod replaced;
pub(crate) mod replaced_uses;
pub(crate) mod subtypes;
pub(crate) mod unexplained;
pub(crate) mod unmatched;
