//! The data of a comparison: facts, places, owners, the worklist.

mod conclusion_phase;
mod definition_pair_id;
mod facet;
mod fact;
mod multi_map;
mod owner;
mod parameter_pairs;
mod places;
mod relation;
mod replacements;
mod schema_ref;
mod text_findings;
mod unmatched_uses;
mod worklist;

pub(in crate::diff) use conclusion_phase::ConclusionPhase;
pub(in crate::diff) use definition_pair_id::DefinitionPairId;
pub(crate) use facet::{Facet, FacetDirection, FacetOrder, FacetSubject, FacetValues};
pub(crate) use fact::{AsText, DisplayValue, Event, Fact, Qualifier};
pub(in crate::diff) use multi_map::MultiMap;
pub(crate) use owner::{Affected, MessageSide, Owner};
pub(in crate::diff) use parameter_pairs::ParameterPairs;
pub(crate) use places::{Claim, DiffPlace, Places, is_documentation_or_extension};
pub(crate) use relation::Relation;
pub(in crate::diff) use replacements::{Edges, Replacement, Replacements};
pub(crate) use schema_ref::{SchemaRef, Side};
pub(in crate::diff) use text_findings::{TextFindings, TypeChange};
pub(in crate::diff) use unmatched_uses::UnmatchedSubtrees;
pub(in crate::diff) use worklist::{DefinitionPair, DefinitionPairs, ObjectPair, Worklist};
