//! References to a component under its old and its new name.

use waybill_openapi::internal::{NodeId, Reference, ResolvedDescription};

use super::sides::Sides;

/// Whether a reference to a component was replaced by one to another name, the first being gone and the other new.
pub(crate) fn is_reference_to_new_name(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    has_no_namesake(sides.old, sides.new, old) && has_no_namesake(sides.new, sides.old, new)
}

/// Whether a reference leads to what the other description has nothing by the name of.
pub(crate) fn has_no_namesake(
    here: &ResolvedDescription<'_>,
    there: &ResolvedDescription<'_>,
    reference: NodeId,
) -> bool {
    let Some(Reference::Local(target)) = here.reference(reference) else { return false };
    !there.has_place_of(here, target)
}
