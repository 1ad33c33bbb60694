//! Uses of a definition that now refer to another one, or to a schema in its place. They are compared with that one, so
//! a change of the definition does not affect them.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind};

use crate::facets::context::FacetContext;
use crate::model::{DefinitionPairId, ReplacedUses, SchemaRef, Side};
use crate::reach::Reach;

/// Excludes the replaced uses from the users of their definitions.
pub(crate) fn exclude_replaced_uses(context: &FacetContext<'_, '_>, uses: &mut ReplacedUses, reach: &mut Reach) {
    if uses.references.is_empty() {
        return;
    }
    let search = Search::new(context, uses);
    let references = order::sorted_unique(uses.references.iter().map(|(reference, _)| *reference));
    let (old, new): (Vec<SchemaRef>, Vec<SchemaRef>) = references
        .into_iter()
        .filter(|&reference| search.is_replaced(reference))
        .partition(|(side, _)| *side == Side::Old);
    reach.old.exclude_replaced(search.members(old));
    reach.new.exclude_replaced(search.members(new));
}

struct Search<'s, 'd> {
    context: &'s FacetContext<'s, 'd>,
    references: Set<(SchemaRef, DefinitionPairId)>,
    partners: Vec<(SchemaRef, Vec<NodeId>)>,
    shared: Set<SchemaRef>,
    definitions: Set<SchemaRef>,
    /// Values that were added or removed, by side and by the pair that contains them.
    unmatched: Vec<((Side, DefinitionPairId), Vec<NodeId>)>,
}

impl<'s, 'd> Search<'s, 'd> {
    fn new(context: &'s FacetContext<'s, 'd>, uses: &mut ReplacedUses) -> Search<'s, 'd> {
        let mut search = Search {
            context,
            references: Set::default(),
            partners: order::groups(std::mem::take(&mut uses.partners)),
            shared: Set::default(),
            definitions: Set::default(),
            unmatched: unmatched_values(context),
        };
        for &reference in &uses.references {
            search.references.add(reference);
        }
        for &value in &uses.shared {
            search.shared.add(value);
        }
        for side in [Side::Old, Side::New] {
            for &(definition, _) in context.sides.description(side).definitions().values() {
                search.definitions.add((side, definition));
            }
        }
        search
    }

    /// Returns true if a reference is never compared with a reference to the same definition.
    fn is_replaced(&self, (side, reference): SchemaRef) -> bool {
        let description = self.context.sides.description(side);
        let arena = description.arena();
        let Some(target) = description.resolve(reference) else { return false };
        // A discriminator also finds schemas by name, which are not compared at the reference.
        let objects = Conjuncts::opened(description, &[target]).objects;
        if objects.iter().any(|&object| arena.member(object, KnownKey::Discriminator).is_some()) {
            return false;
        }
        let around: Vec<NodeId> = arena.ancestors(reference).list();
        // The parameters of a path are compared for each of its operations.
        let is_of_path = |&id: &NodeId| {
            arena.key(id) == KnownKey::Parameters.key()
                && arena.parent(id).is_some_and(|item| description.object_kind(item) == ObjectKind::PathItem)
        };
        if around.iter().any(|id| self.shared.has(&(side, *id)) || is_of_path(id)) {
            return false;
        }
        let is_definition = |id: &&NodeId| self.definitions.has(&(side, **id)) || description.is_component(**id);
        let owners: Vec<NodeId> = around.iter().filter(is_definition).copied().list();
        match owners.as_slice() {
            [] => true,
            [owner] => self.is_replaced_in((side, reference), *owner),
            _ => false,
        }
    }

    /// Returns true if a reference is replaced, added or removed in all comparisons of the definition around it.
    fn is_replaced_in(&self, (side, reference): SchemaRef, owner: NodeId) -> bool {
        let sides = self.context.sides;
        let mut partners: Vec<NodeId> = order::find(&self.partners, &(side, owner)).cloned().unwrap_or_default();
        partners.extend(sides.description(side.other()).at_place_of(sides.description(side), owner));
        let is_replaced = |&partner: &NodeId| {
            let (old, new) = side.in_order(owner, partner);
            let pair = self.context.definition_pairs.find(old, new);
            pair.is_some_and(|pair| {
                self.references.has(&((side, reference), pair)) || self.is_unmatched((side, reference), pair)
            })
        };
        !partners.is_empty() && partners.iter().all(is_replaced)
    }

    /// Returns true if a reference is inside a value that was added or removed in a pair.
    fn is_unmatched(&self, (side, reference): SchemaRef, pair: DefinitionPairId) -> bool {
        let values = order::find(&self.unmatched, &(side, pair)).map(Vec::as_slice).unwrap_or_default();
        let behind = values.partition_point(|&value| value <= reference);
        let nearest = behind.checked_sub(1).and_then(|at| values.get(at));
        nearest.is_some_and(|&value| self.context.sides.description(side).arena().contains(value, reference))
    }

    /// Returns the `$ref` members of references.
    fn members(&self, references: Vec<SchemaRef>) -> Vec<NodeId> {
        let member = |(side, reference)| self.context.sides.description(side).reference_member(reference);
        references.into_iter().filter_map(member).list()
    }
}

/// Returns the values that were added or removed, by side and by the pair that contains them.
fn unmatched_values(context: &FacetContext<'_, '_>) -> Vec<((Side, DefinitionPairId), Vec<NodeId>)> {
    let reported = context.places.all().iter().filter(|place| context.places.is_reported_for_one_side(place));
    let values = reported.filter_map(|place| match (place.old, place.new) {
        (Some(old), None) => Some(((Side::Old, place.definition_pair), old)),
        (None, Some(new)) => Some(((Side::New, place.definition_pair), new)),
        (Some(_), Some(_)) | (None, None) => None,
    });
    order::groups(order::sorted_unique(values))
}
