//! Renamed properties: the fact that one was removed, and the fact that it was added under another name. Both are
//! judged as one change.

use waybill_base::internal::order;

use crate::model::{Affected, DisplayValue, Facet, Fact};

/// Links the two facts about each renamed property. If one of them is gone, or if they affect other operations, the other
/// one is an ordinary addition or removal.
pub(crate) fn link_renamed_properties(facts: &mut [Fact]) {
    let mut found = Vec::new();
    for (at, fact) in facts.iter().enumerate().filter(|(_, fact)| fact.facet == Facet::Property) {
        if let (Affected::DefinitionPair(pair), DisplayValue::Key(old), DisplayValue::Key(new)) =
            (fact.affected, fact.before, fact.after)
        {
            found.push(((pair, old, new), at));
        }
    }
    for (_, all) in order::groups(found) {
        let twins = match *all {
            [one, other] => facts
                .get(one)
                .zip(facts.get(other))
                .filter(|(one, other)| one.event != other.event && one.is_sent_like(other)),
            _ => None,
        };
        let is_renamed = twins.is_some();
        for (&at, &twin) in all.iter().zip(all.iter().rev()) {
            let Some(fact) = facts.get_mut(at) else { continue };
            if is_renamed {
                fact.renamed = Some(twin);
            } else {
                (fact.before, fact.after) = (DisplayValue::Nothing, DisplayValue::Nothing);
            }
        }
    }
}
