//! What differs between two descriptions, without opinions: all changed places, and facts that explain them.
//!
//! A raw comparison guided by digests finds every changed place. Facets turn places into facts and claim them; a place
//! nobody claims stays on the list. Nothing here knows levels, rules or wording.

mod align;
mod as_text;
mod bytes;
mod compose;
mod composed_uses;
mod conclude;
mod conjuncts;
mod contradictions;
mod coverage;
mod differ;
mod entry_pairs;
mod equivalent;
mod facets;
mod fact;
mod implicit_mappings;
mod inclusion;
mod known_formats;
mod look;
mod maps;
mod media_range;
mod merged;
mod moved_keywords;
mod multi_map;
mod neighbours;
mod node_pairs;
mod operation_pairing;
mod overlap;
mod owner;
mod owners;
mod parameter_pairs;
mod places;
mod prover;
mod qualifiers;
mod reach;
mod reached;
mod refutation;
mod relation;
mod renamed_references;
mod repeated_facts;
mod replaced;
mod replacements;
mod schema_ref;
mod serialization_style;
mod sides;
mod similarity;
mod status;
mod steps;
mod subtypes;
mod text_findings;
mod text_positions;
mod text_uses;
mod types;
mod unevaluated;
mod unexplained;
mod unmatched;
mod unmatched_uses;
mod uses;
mod walk;
mod worklist;
mod wrapped_schema;

pub use crate::schema::Direction;
pub use differ::Phase;

pub(crate) use coverage::Named;
pub(crate) use differ::Differ;
pub(crate) use fact::{DisplayValue, Event, Facet, Fact, Qualifier};
pub(crate) use media_range::MediaRange;
pub(crate) use owner::Affected;
pub(crate) use places::Claim;
pub(crate) use reached::{Reached, is_in_other_than_xml};
pub(crate) use relation::Relation;
pub(crate) use status::Status;
