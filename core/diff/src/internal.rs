//! Internal items for `waybill-report`. They may change in any release.

pub use crate::compat::finding::{Finding, inner_rule, judge, judge_for};
pub use crate::compat::levels::level_of;
pub use crate::compat::rule::Rule;
pub use crate::compat::rules::all as rules;
pub use crate::compat::rules::{definition_rule, find_rule};
pub use crate::differ::Differ;
pub use crate::facets::{is_same_spelling, moment, name_alternative, stability_around};
pub use crate::model::Claim;
pub use crate::model::{Affected, DisplayValue, Event, Facet, FacetDirection, FacetSubject, Fact, Qualifier, Relation};
pub use crate::pairing::moves::MoveReason;
pub use crate::pairing::operation_pairing::OperationPairing;
pub use crate::pairing::sides::Sides;
pub use crate::reach::Reach;
pub use crate::reach::reached::Reached;
pub use crate::result::DiffResult;
pub use crate::stages::{ItemsAndBatch, Phases, Stages};
pub use waybill_openapi::internal::conjuncts::allows_anything;
