//! The data of a comparison: facts, changed locations, owners, the worklist.

mod conclusion_phase;
mod definition_pair_id;
mod facet;
mod fact;
mod multi_map;
mod owner;
mod parameter_pairs;
mod places;
mod relation;
mod replaced_uses;
mod replacements;
mod schema_ref;
mod text_findings;
mod unmatched_uses;
mod worklist;

pub(crate) use conclusion_phase::ConclusionPhase;
pub(crate) use definition_pair_id::DefinitionPairId;
pub use facet::{Facet, FacetDirection, FacetSubject};
pub(crate) use facet::{FacetOrder, FacetValues};
pub(crate) use fact::AsText;
pub use fact::{DisplayValue, Event, Fact, Qualifier};
pub(crate) use multi_map::MultiMap;
pub use owner::Affected;
pub(crate) use owner::{MessageSide, Owner};
pub(crate) use parameter_pairs::ParameterPairs;
pub use places::Claim;
pub(crate) use places::{DiffPlace, Places, is_documentation_or_extension};
pub use relation::Relation;
pub(crate) use replaced_uses::ReplacedUses;
pub(crate) use replacements::{Edges, Replacement, Replacements};
pub(crate) use schema_ref::{SchemaRef, Side};
pub(crate) use text_findings::{TextFindings, TypeChange};
pub(crate) use unmatched_uses::UnmatchedSubtrees;
pub(crate) use worklist::{DefinitionPair, DefinitionPairs, NodePair, ObjectPair, Values, Worklist};
