//! What differs between two descriptions, without judging it: all changed places, and facts that explain them.
//!
//! A raw comparison guided by digests finds every changed place. Facets turn places into facts and claim them; a place
//! nobody claims stays on the list. Nothing here knows levels, rules or wording.

mod conclude;
mod conclusion;
mod differ;
mod facets;
mod model;
mod pairing;
mod prover;
mod reach;
mod result;
mod steps;
mod walk;

pub use crate::schema::Direction;
pub(crate) use crate::schema::conjuncts::allows_anything;
pub use differ::Phase;

pub(crate) use differ::Differ;
pub(crate) use facets::security::asks_for_scope;
#[cfg(any(test, feature = "test-oracles"))]
pub(crate) use model::Claim;
pub(crate) use model::{Affected, DisplayValue, Event, Facet, FacetDirection, FacetSubject, Fact, Qualifier, Relation};
pub use pairing::exclusions::{ExclusionRule, Exclusions};
pub(crate) use pairing::operation_pairing::OperationPairing;
pub(crate) use pairing::sides::Sides;
pub(crate) use reach::Reach;
pub(crate) use reach::reached::{Reached, is_in_other_than_xml};
pub(crate) use result::DiffResult;
