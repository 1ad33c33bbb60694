//! Operations that are in one description only: of paths, webhooks and callbacks.

use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, OperationEntry, OperationKind};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, Event, Facet, Fact, MessageSide, Owner, Qualifier};
use crate::pairing::addresses::AddressChange;
use crate::pairing::moves::MoveReason;
use crate::pairing::operation_pairing::OperationPairing;

/// Reports an operation that is in the old description only.
pub(crate) fn report_removed(context: &mut FacetContext<'_, '_>, at: usize) {
    let Some(operation_entry) = context.sides.old.operation_entries().get(at) else { return };
    let places = [
        (Some(operation_entry.entry), None),
        (Some(operation_entry.holder), None),
        (Some(operation_entry.operation), None),
    ];
    if let Some(thing) = thing(context, operation_entry, &places) {
        context.places.claim_old(operation_entry.operation, Claim::Fact);
        let deprecated = context.sides.old.arena().is_true(operation_entry.operation, KnownKey::Deprecated);
        let (old, affected) = (Some(operation_entry.operation), Affected::Old(at));
        let fact = Fact::new(thing, Event::Removed, old, None, affected).named(operation_entry.kind.name());
        context.facts.push(fact.with(Qualifier::Deprecated, deprecated));
    }
}

/// Reports an operation that is in the new description only.
pub(crate) fn report_added(context: &mut FacetContext<'_, '_>, at: usize) {
    let Some(operation_entry) = context.sides.new.operation_entries().get(at) else { return };
    let places = [
        (None, Some(operation_entry.entry)),
        (None, Some(operation_entry.holder)),
        (None, Some(operation_entry.operation)),
    ];
    if let Some(thing) = thing(context, operation_entry, &places) {
        context.places.claim_new(operation_entry.operation, Claim::Fact);
        let (new, affected) = (Some(operation_entry.operation), Affected::New(at));
        context.facts.push(Fact::new(thing, Event::Added, None, new, affected).named(operation_entry.kind.name()));
    }
}

/// Reports an operation that clients can call on one side only, although both descriptions list it. On the other side,
/// it responds only with 501 or is excluded. It is reported as added or removed.
pub(crate) fn report_one_sided(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    (from, to): (usize, usize),
) {
    let operation_entries =
        context.sides.old.operation_entries().get(from).zip(context.sides.new.operation_entries().get(to));
    let Some((old, new)) = operation_entries else { return };
    let [of_old, of_new] = &pairing.excluded;
    let is_excluded = of_old.rule_of(from).or(of_new.rule_of(to)).is_some();
    let places = [(old.entry, new.entry), (old.holder, new.holder), (old.operation, new.operation)];
    let thing = thing(context, old, &places.map(|(old, new)| (Some(old), Some(new))));
    let Some(about) = (if is_excluded { thing } else { Some(Facet::Operation) }) else { return };
    let (event, affected) = if pairing.is_new_offered(context.sides, to) {
        (Event::Added, Affected::New(to))
    } else {
        (Event::Removed, Affected::Old(from))
    };
    let deprecated = event == Event::Removed && context.sides.old.arena().is_true(old.operation, KnownKey::Deprecated);
    let (named, old, new) = (old.kind.name(), Some(old.operation), Some(new.operation));
    let fact = Fact::new(about, event, old, new, affected);
    let fact = if is_excluded { fact.named(named) } else { fact.with(Qualifier::Unimplemented, true) };
    context.facts.push(fact.with(Qualifier::Excluded, is_excluded).with(Qualifier::Deprecated, deprecated));
}

/// Adds a definition pair for operations that are paired although their locations are not. Their paths may have
/// differently named parameters and no pair, because other paths have the same form. Or one is in a referenced path item
/// and the other beside the reference. Returns true if the pair was added now.
pub(in crate::facets) fn enqueue_moved(
    context: &mut FacetContext<'_, '_>,
    pair: usize,
    (old, new): (&OperationEntry, &OperationEntry),
) -> bool {
    let apart = old.path != new.path;
    let (from, to) = (old.operation, new.operation);
    let moved = context.places.is_open(Some(from), None) || context.places.is_open(None, Some(to));
    if matches!(old.kind, OperationKind::Callback(_)) || !(apart || moved) {
        return false;
    }
    context.places.claim(Some(from), None, Claim::Neutral);
    context.places.claim(None, Some(to), Claim::Neutral);
    if apart {
        context.places.claim(Some(old.entry), None, Claim::Neutral);
        context.places.claim(None, Some(new.entry), Claim::Neutral);
    }
    let is_added = !context.sides.equal(from, to) && !context.definition_pairs.has(from, to);
    if is_added {
        context.definition_pairs.add(
            from,
            to,
            ObjectKind::Operation,
            &[Owner::Operation { pair, side: MessageSide::Whole }],
        );
    }
    is_added
}

/// Reports an operation that moved to another address. A prefix that several operations changed has its own fact.
pub(in crate::facets) fn report_moved(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    pair: usize,
    (old, new): (&OperationEntry, &OperationEntry),
) {
    let reason = pairing.move_reason(pair).filter(|reason| *reason != MoveReason::SharedPrefix);
    let (Some(_), Some(&(at, _))) = (reason, pairing.pairs.get(pair)) else { return };
    let is_moved = |change| matches!(change, AddressChange::Moved(..));
    if old.method == new.method && !is_moved(AddressChange::compare(context.sides, (old, new))) {
        return;
    }
    let deprecated = context.sides.old.arena().is_true(old.operation, KnownKey::Deprecated);
    let places = (Some(old.operation), Some(new.operation));
    let fact = Fact::new(Facet::Operation, Event::Removed, places.0, places.1, Affected::Old(at));
    let fact = fact.named(format!("{} {}", new.method, new.path)).with(Qualifier::Moved, true);
    context.facts.push(fact.with(Qualifier::Deprecated, deprecated));
}

type Place = (Option<NodeId>, Option<NodeId>);

/// Returns the facet of an operation and claims its locations. Returns `None` for a callback that was added or removed
/// together with its operation.
fn thing(context: &mut FacetContext<'_, '_>, operation_entry: &OperationEntry, places: &[Place]) -> Option<Facet> {
    let is_open = |&(old, new): &Place| match (old, new) {
        (Some(old), _) => context.places.is_old_open(old),
        (None, new) => new.is_some_and(|new| context.places.is_new_open(new)),
    };
    let known = places.iter().any(is_open);
    for &(old, new) in places {
        context.claim(old, new);
    }
    match operation_entry.kind {
        OperationKind::Path => Some(Facet::Operation),
        OperationKind::Webhook(_) => Some(Facet::Webhook),
        OperationKind::Callback(_) => known.then_some(Facet::Callback),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Facet;
    use crate::facets::tests::examples::{description, facets};

    #[test]
    fn operation_moved_to_an_equivalent_path_is_compared() {
        let sent = |kind: &str| json!({"requestBody": {"content": {"application/json": {"schema": {"type": kind}}}}});
        let apart =
            description(&json!({"paths": {"/labels/{id}": {"get": {}}, "/labels/{label}": {"put": sent("string")}}}));
        let together = |kind| description(&json!({"paths": {"/labels/{id}": {"get": {}, "put": sent(kind)}}}));
        assert_eq!(facets(&apart, &together("string")), []);
        assert_eq!(facets(&together("string"), &apart), []);
        assert_eq!(facets(&apart, &together("integer")), [Facet::Type]);
        assert_eq!(facets(&together("integer"), &apart), [Facet::Type]);
    }
}
