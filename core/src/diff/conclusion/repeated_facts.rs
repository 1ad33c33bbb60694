//! What is told of a component need not be told again where one definition took the place of another: both refer to that
//! component, and its users are told already.

use crate::diff::facets::context::FacetContext;
use crate::diff::model::{Affected, DefinitionPair, Facet, Fact, Owner};
use crate::diff::reach::Reach;
use crate::order;
use crate::tree::NodeId;

/// What makes two facts one.
type FactKey = (Facet, Option<NodeId>, Option<NodeId>, String);

/// Forgets what was found of a component again in pairs that are compared for replacements alone, where it concerns
/// nobody else.
pub(in crate::diff) fn drop_repeated_facts(context: &mut FacetContext<'_, '_>, reach: &Reach) {
    let unit = |fact: &Fact| match fact.affected {
        Affected::DefinitionPair(at) => context.worklist.get(at).map(|unit| (at, unit)),
        _ => None,
    };
    let told = |fact: &Fact| -> FactKey { (fact.facet, fact.old, fact.new, fact.name.clone()) };
    let is_replacement =
        |unit: &DefinitionPair| unit.owners.iter().all(|owner| matches!(owner, Owner::DefinitionPair(_)));
    let again = context.facts.iter().filter(|fact| unit(fact).is_some_and(|(_, unit)| is_replacement(unit)));
    let again = order::sorted_unique(again.map(told));
    if again.is_empty() {
        return;
    }
    let is_own = |unit: &DefinitionPair| unit.owners.contains(&Owner::Component { old: unit.old, new: unit.new });
    let own = context.facts.iter().filter_map(|fact| {
        let (at, unit) = unit(fact)?;
        let told = told(fact);
        (is_own(unit) && again.binary_search(&told).is_ok()).then_some((told, at))
    });
    let own = order::groups(own);
    let pairs = |at: usize| reach.reached(at).map(|reached| reached.pairs(None)).unwrap_or_default();
    let is_shared = |fact: &Fact| {
        let Some((at, _)) = unit(fact).filter(|(_, unit)| is_replacement(unit)) else { return false };
        let owners = order::find(&own, &told(fact)).into_iter().flatten();
        owners.into_iter().any(|&owner| order::is_subset(&pairs(at), &pairs(owner)))
    };
    let shared: Vec<bool> = context.facts.iter().map(is_shared).collect();
    let mut shared = shared.into_iter();
    context.facts.retain(|_| !shared.next().unwrap_or_default());
}
