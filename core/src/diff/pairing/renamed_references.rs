//! References to a component under its old and its new name.

use super::sides::Sides;
use crate::openapi::{Description, Reference};
use crate::tree::NodeId;

/// Whether a reference to a component was replaced by one to another name, the first being gone and the other new.
pub(crate) fn renamed(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    is_unnamed(sides.old, sides.new, old) && is_unnamed(sides.new, sides.old, new)
}

/// Whether a reference leads to what the other description has nothing by the name of.
pub(in crate::diff) fn is_unnamed(here: &Description<'_>, there: &Description<'_>, reference: NodeId) -> bool {
    let Some(Reference::Local(target)) = here.reference(reference) else { return false };
    !there.has_place_of(here, target)
}
