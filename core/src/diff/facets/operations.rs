//! Operations that are in one description only.

use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Quality};
use crate::diff::places::Claim;
use crate::diff::reach::Affected;
use crate::openapi::{ContractKind, Word};

/// Facts about the operations of paths; webhooks and callbacks have none in this version and stay unexplained.
pub(crate) fn of_description(differ: &mut Differ<'_>) {
    let (old, new) = (differ.sides.old.contracts(), differ.sides.new.contracts());
    for at in differ.pairing.removed.clone() {
        let Some(contract) = old.get(at).filter(|contract| contract.kind == ContractKind::Path) else { continue };
        differ.places.claim_old(contract.operation, Claim::Fact);
        differ.places.claim(Some(contract.entry), None, Claim::Fact);
        let fact = Fact::new(Facet::Operation, Event::Removed, Some(contract.operation), None, Affected::Old(at));
        let deprecated = differ.sides.old.arena().is_true(contract.operation, Word::Deprecated);
        differ.facts.push(fact.with(Quality::Deprecated, deprecated));
    }
    for at in differ.pairing.added.clone() {
        let Some(contract) = new.get(at).filter(|contract| contract.kind == ContractKind::Path) else { continue };
        differ.places.claim_new(contract.operation, Claim::Fact);
        differ.places.claim(None, Some(contract.entry), Claim::Fact);
        let fact = Fact::new(Facet::Operation, Event::Added, None, Some(contract.operation), Affected::New(at));
        differ.facts.push(fact);
    }
}
