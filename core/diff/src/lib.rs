//! Differences between two descriptions: all changed places, facts that explain them, and rules that judge the facts.
//! `waybill-core` documents it as `compat` and `release`.
//!
//! A raw comparison guided by digests finds every changed place. Facets turn places into facts and claim them;
//! unclaimed places stay on the list. Only [`compat`] knows levels and rules.
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
pub(crate) use reach::Reach;
pub(crate) use reach::reached::{Reached, is_in_other_than_xml};
pub(crate) use result::DiffResult;
