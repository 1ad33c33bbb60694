//! What follows from the facts that were found: in each definition pair, which of them contradict one another; once all pairs
//! are compared, what follows from all facts together, and which places no fact explains.

pub(in crate::diff) mod as_text;
pub(in crate::diff) mod composed_uses;
pub(in crate::diff) mod contradictions;
pub(in crate::diff) mod qualifiers;
pub(in crate::diff) mod repeated_facts;
pub(in crate::diff) mod replaced;
pub(in crate::diff) mod subtypes;
pub(in crate::diff) mod unexplained;
pub(in crate::diff) mod unmatched;
