//! Definitions that only excluded operations use.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{NodeId, ObjectKind, ResolvedDescription};

use super::{Graph, Reach, UseFilter};
use crate::model::DefinitionPair;
use crate::pairing::operation_pairing::OperationPairing;
use crate::pairing::sides::Sides;

impl Reach {
    /// Returns true if only excluded operations contain a path item or reach a component. This is checked in the new
    /// description, or in the old one if nothing uses it in the new one.
    pub(super) fn is_used_by_excluded_alone(
        &self,
        sides: &Sides<'_>,
        pairing: &OperationPairing,
        definition_pair: Option<&DefinitionPair>,
    ) -> bool {
        let [of_old, of_new] = &pairing.excluded;
        let Some(definition_pair) = definition_pair.filter(|_| !of_old.is_empty() || !of_new.is_empty()) else {
            return false;
        };
        let users = |description: &ResolvedDescription<'_>, graph: &Graph, id: NodeId| -> Vec<usize> {
            if definition_pair.kind == ObjectKind::PathItem {
                let entries = description.operation_entries().iter().enumerate();
                return entries.filter(|(_, entry)| entry.item == id).map(|(at, _)| at).list();
            }
            graph.users(id, UseFilter::Any).into_iter().map(|(at, ..)| at).list()
        };
        let in_new = users(sides.new, &self.new, definition_pair.new);
        if !in_new.is_empty() {
            return in_new.into_iter().all(|at| of_new.rule_of(at).is_some());
        }
        let in_old = users(sides.old, &self.old, definition_pair.old);
        !in_old.is_empty() && in_old.into_iter().all(|at| of_old.rule_of(at).is_some())
    }
}
