//! What else is true of a fact, once all are known: its values travel one way only (OpenAPI 3.0.4 section 4.7.24.1; JSON
//! Schema 2020-12 validation, section 9.4), are inside an alternative that another one may overlap, or are refused from now on.

use crate::diff::differ::Differ;
use crate::diff::model::{Event, Facet, Fact, Qualifier, Relation, Side};
use crate::diff::prover::overlap::referred;
use crate::diff::prover::unevaluated::is_refused_everywhere;
use crate::schema::AccessMode;
use crate::tree::NodeId;

impl Differ<'_> {
    /// Gives a fact about values inside of such an alternative the quality of being so.
    pub(in crate::diff) fn mark_overlapping(&mut self, at: usize) {
        let related = |fact: &&Fact| fact.facet.limits_values() && fact.event != Event::Changed(Relation::Unknown);
        let Some((old, new)) = self.facts.get(at).filter(related).map(|fact| (fact.old, fact.new)) else { return };
        let choices = self.choices.take().unwrap_or_else(|| (referred(self.sides.old), referred(self.sides.new)));
        let overlaps = old.is_some_and(|id| self.is_in_overlap(Side::Old, id, &choices.0))
            || new.is_some_and(|id| self.is_in_overlap(Side::New, id, &choices.1));
        self.choices = Some(choices);
        if let Some(fact) = self.facts.get_mut(at).filter(|_| overlaps) {
            fact.qualities.push(Qualifier::Overlapping);
        }
    }

    /// Whether a value is in such an alternative, or in a definition that is one.
    fn is_in_overlap(&mut self, side: Side, id: NodeId, referred: &[(NodeId, NodeId)]) -> bool {
        let arena = self.sides.description(side).arena();
        std::iter::successors(Some(id), |&at| arena.parent(at)).any(|at| {
            let mut by = referred.iter().filter(|(target, _)| *target == at).map(|(_, choice)| *choice).peekable();
            self.prover.overlaps(side, at) || by.peek().is_some() && by.all(|choice| self.prover.overlaps(side, choice))
        })
    }

    /// Gives a property that went the quality of being refused, where whoever uses what listed it allows no other.
    pub(in crate::diff) fn mark_closed(&mut self, at: usize) {
        let open = self.facts.get(at).filter(|fact| {
            fact.facet == Facet::Property && fact.event == Event::Removed && !fact.has(Qualifier::Closed)
        });
        let Some((object, name)) = open.and_then(|fact| Some((fact.new?, fact.name.clone()))) else { return };
        let closings = self.prover.closings();
        let is_refused = is_refused_everywhere(self.sides.new, &closings.1, object, &name);
        if let Some(fact) = self.facts.get_mut(at).filter(|_| is_refused) {
            fact.qualities.push(Qualifier::Closed);
        }
    }

    /// Gives a fact about values inside of such properties, on both sides, the quality of being so.
    pub(in crate::diff) fn mark_one_way(&mut self, at: usize) {
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

    use crate::diff::facets::tests::examples::{found, in_property};
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
