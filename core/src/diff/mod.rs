//! What differs between two descriptions, without opinions: all changed places, and facts that explain them.
//!
//! A raw comparison guided by digests finds every changed place. Facets turn places into facts and claim them; a place
//! nobody claims stays on the list. Nothing here knows levels, rules or wording.

mod align;
mod as_text;
mod bytes;
mod chains;
mod closed;
mod compose;
mod conclude;
mod conjuncts;
mod contexts;
mod contracts;
mod coverage;
mod differ;
mod facets;
mod fact;
mod form;
mod heirs;
mod inclusion;
mod lone;
mod look;
mod maps;
mod media_range;
mod merged;
mod neighbours;
mod one_way;
mod overlap;
mod partners;
mod places;
mod reach;
mod reached;
mod refutation;
mod regrouped;
mod replaced;
mod respelled;
mod settled;
mod shared;
mod sides;
mod status;
mod types;
mod uses;
mod walk;
mod wrapped;
mod written;

pub use crate::schema::Direction;
pub use differ::Phase;

pub(crate) use coverage::Named;
pub(crate) use differ::Differ;
pub(crate) use fact::{Event, Facet, Fact, Quality, Relation, Shown};
pub(crate) use media_range::MediaRange;
pub(crate) use places::Claim;
pub(crate) use reach::Affected;
pub(crate) use reached::{Reached, is_in_other_than_xml};
pub(crate) use status::Status;
