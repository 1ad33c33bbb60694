//! References to a component under its old and its new name.

use super::sides::Sides;
use crate::openapi::{Description, Reference};
use crate::tree::NodeId;

/// Whether a reference to a component was replaced by one to another name, the first being gone and the other new.
pub(crate) fn is_reference_to_new_name(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    has_no_namesake(sides.old, sides.new, old) && has_no_namesake(sides.new, sides.old, new)
}

/// Whether a reference leads to what the other description has nothing by the name of.
pub(in crate::diff) fn has_no_namesake(here: &Description<'_>, there: &Description<'_>, reference: NodeId) -> bool {
    let Some(Reference::Local(target)) = here.reference(reference) else { return false };
    !there.has_place_of(here, target)
}
