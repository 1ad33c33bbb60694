//! Drops repeated facts about a component. If one definition replaced another and both refer to a component, the users
//! of that component already have its facts.

use waybill_base::internal::order;
use waybill_openapi::internal::NodeId;

use crate::facets::context::FacetContext;
use crate::model::{Affected, DefinitionPair, DefinitionPairId, Facet, Fact, Owner};
use crate::reach::Reach;

/// The key that identifies equal facts.
type FactKey = (Facet, Option<NodeId>, Option<NodeId>, String);

/// Drops facts about components that were found again in pairs compared only for replacements. They are kept if they
/// affect other operations.
pub(crate) fn drop_repeated_facts(context: &mut FacetContext<'_, '_>, reach: &Reach) {
    let definition_pair = |fact: &Fact| match fact.affected {
        Affected::DefinitionPair(at) => context.definition_pairs.get(at).map(|definition_pair| (at, definition_pair)),
        _ => None,
    };
    let told = |fact: &Fact| -> FactKey { (fact.facet, fact.old, fact.new, fact.name.clone()) };
    let is_replacement = |definition_pair: &DefinitionPair| {
        definition_pair.owners.iter().all(|owner| matches!(owner, Owner::DefinitionPair(_)))
    };
    let again = context
        .facts
        .iter()
        .filter(|fact| definition_pair(fact).is_some_and(|(_, definition_pair)| is_replacement(definition_pair)));
    let again = order::sorted_unique(again.map(told));
    if again.is_empty() {
        return;
    }
    let is_own = |definition_pair: &DefinitionPair| {
        definition_pair.owners.contains(&Owner::Component { old: definition_pair.old, new: definition_pair.new })
    };
    let own = context.facts.iter().filter_map(|fact| {
        let (at, definition_pair) = definition_pair(fact)?;
        let told = told(fact);
        (is_own(definition_pair) && again.binary_search(&told).is_ok()).then_some((told, at))
    });
    let own = order::groups(own);
    let pairs = |id: DefinitionPairId| reach.reached(id).map(|reached| reached.pairs(None)).unwrap_or_default();
    let is_shared = |fact: &Fact| {
        let Some((at, _)) = definition_pair(fact).filter(|(_, definition_pair)| is_replacement(definition_pair)) else {
            return false;
        };
        let owners = order::find(&own, &told(fact)).into_iter().flatten();
        owners.into_iter().any(|&owner| order::is_subset(&pairs(at), &pairs(owner)))
    };
    let shared: Vec<bool> = context.facts.iter().map(is_shared).collect();
    let mut shared = shared.into_iter();
    context.facts.retain(|_| !shared.next().unwrap_or_default());
}
