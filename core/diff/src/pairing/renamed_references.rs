//! References to a component under its old and its new name.

use waybill_openapi::internal::{NodeId, Reference, ResolvedDescription};

use super::sides::Sides;

/// Returns true if a reference was replaced by one to another component. The old component no longer exists, and the
/// new one is new.
pub(crate) fn is_reference_to_new_name(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    has_no_namesake(sides.old, sides.new, old) && has_no_namesake(sides.new, sides.old, new)
}

/// Returns true if the other description has no component with the name of the reference's target.
pub(crate) fn has_no_namesake(
    here: &ResolvedDescription<'_>,
    there: &ResolvedDescription<'_>,
    reference: NodeId,
) -> bool {
    let Some(Reference::Local(target)) = here.reference(reference) else { return false };
    !there.has_place_of(here, target)
}
