//! Differences between two API descriptions: all changed locations, facts that explain them, and rules that judge the
//! facts. `waybill-core` re-exports and documents this crate as `compat` and `release`.
//!
//! A raw comparison finds every changed location and skips subtrees with equal digests. Facets derive facts from these
//! locations and claim them. Unclaimed locations are reported as unexplained. Only [`compat`] knows levels and rules.
#![forbid(unsafe_code)]
#![allow(clippy::must_use_candidate, reason = "most of it is for the crates of the core alone")]

pub mod compat;
mod conclude;
mod conclusion;
mod differ;
mod facets;
#[doc(hidden)]
pub mod internal;
mod model;
mod pairing;
mod prover;
mod reach;
pub mod release;
mod result;
mod stages;
mod steps;
mod walk;

pub use differ::Phase;
pub use waybill_openapi::schema::Direction;

pub(crate) use facets::security::requirements::asks_for_scope;
pub(crate) use model::{Affected, Event, Facet, FacetDirection, Fact, Qualifier, Relation};
pub use pairing::exclusions::{ExclusionRule, Exclusions};
pub use pairing::renames::{Renames, RenamesError};
pub(crate) use reach::Reach;
pub(crate) use reach::reached::{Reached, is_in_other_than_xml};
pub(crate) use result::DiffResult;
