//! Which facts are about properties whose values travel one way only (OpenAPI 3.0.4 section 4.7.24.1; JSON Schema 2020-12
//! validation, section 9.4).

use super::differ::Differ;
use super::fact::{Facet, Fact, Qualifier};
use crate::schema::AccessMode;

impl Differ<'_> {
    /// Gives a fact about values inside of such properties, on both sides, the quality of being so.
    pub(super) fn mark_one_way(&mut self, at: usize) {
        let said = self.facts.get(at).map(|fact| self.around_fact(fact)).unwrap_or_default();
        let Some(fact) = self.facts.get_mut(at) else { return };
        for (quality, applies) in [(Qualifier::ReadOnly, said.read_only), (Qualifier::WriteOnly, said.write_only)] {
            if applies && !fact.has(quality) {
                fact.qualities.push(quality);
            }
        }
    }

    fn around_fact(&self, fact: &Fact) -> AccessMode {
        let old = fact.old.map(|id| AccessMode::around(self.sides.old, id));
        let new = fact.new.map(|id| AccessMode::around(self.sides.new, id));
        match (old, new) {
            // That it is so from now on, or no longer, is said of values that were sent, or are from now on.
            (Some(old), Some(new)) if matches!(fact.facet, Facet::ReadOnly | Facet::WriteOnly) => old.and(new),
            // What is sent on one side only cannot be refused, or misread, for having changed.
            (Some(old), Some(new)) => old.or(new),
            (old, new) => old.or(new).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::facets::examples::{found, in_property};
    use crate::diff::{Facet, Qualifier};

    #[test]
    fn what_is_sent_on_one_side_only_has_not_changed_on_its_way() {
        let (sent, unsent) = (json!({"maxLength": 9}), json!({"maxLength": 5, "readOnly": true}));
        for (before, after) in [(&sent, &unsent), (&unsent, &sent)] {
            let (before, after) = (in_property(before), in_property(after));
            let facts = found(&before, &after, |fact| (fact.facet, fact.has(Qualifier::ReadOnly)));
            assert!(facts.contains(&(Facet::Length, true)), "{facts:?}");
            assert!(facts.contains(&(Facet::ReadOnly, false)), "{facts:?}");
        }
    }
}
