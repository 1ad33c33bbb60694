//! What follows once all pairs are compared: who is reached, what contradicts itself, what no fact explains.

pub(in crate::diff) mod as_text;
pub(in crate::diff) mod composed_uses;
pub(in crate::diff) mod contradictions;
pub(in crate::diff) mod qualifiers;
pub(in crate::diff) mod repeated_facts;
pub(in crate::diff) mod replaced;
pub(in crate::diff) mod subtypes;
pub(in crate::diff) mod unexplained;
pub(in crate::diff) mod unmatched;
