//! What follows from the facts that were found: in each definition pair, which of them contradict one another; once all pairs
//! are compared, what follows from all facts together, and which places no fact explains.

pub(crate) mod as_text;
pub(crate) mod composed_uses;
pub(crate) mod contradictions;
pub(crate) mod qualifiers;
pub(crate) mod repeated_facts;
pub(crate) mod replaced;
pub(crate) mod subtypes;
pub(crate) mod unexplained;
pub(crate) mod unmatched;
