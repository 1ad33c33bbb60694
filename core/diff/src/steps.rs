//! The steps of a comparison: first definitions, then operations, then the conclusion.

use waybill_openapi::internal::{NodeId, ObjectKind};

use super::conclusion::contradictions::resolve_facts;
use super::differ::Differ;
use super::facets;
use super::facets::context::FacetContext;
use super::model::{DefinitionPair, DefinitionPairId};

/// Number of object pairs inside a definition pair that cost as much as comparing a small pair.
const OBJECT_PAIRS_PER_UNIT_OF_COST: usize = 4;

impl Differ<'_> {
    /// Runs one step and returns its cost, in small pairs. A step compares the next definition pair, else the next
    /// operation pair, else runs a part of the conclusion.
    pub fn step(&mut self) -> usize {
        let turned = self.sides.is_new_first();
        if let Some(id) = self.worklist.next(&self.definition_pairs, turned)
            && let Some(&DefinitionPair { old, new, kind, .. }) = self.definition_pairs.get(id)
        {
            return self.compare_definition_pair(id, old, new, kind);
        }
        if self.next_operation < self.pairing.pairs.len() {
            let pair = self.next_operation;
            let Differ { sides, places, facts, prover, definition_pairs, pairing, parameters, security, .. } = self;
            let mut context = FacetContext { sides, places, facts, prover, definition_pairs };
            if !facets::enqueue_moved_operation(&mut context, pairing, pair) {
                // A moved operation is walked before its facets claim what the walk finds.
                facets::compare_operation_pair(&mut context, pairing, parameters, security, pair);
                self.next_operation += 1;
            }
            return 1;
        }
        self.conclude()
    }

    fn compare_definition_pair(&mut self, id: DefinitionPairId, old: NodeId, new: NodeId, kind: ObjectKind) -> usize {
        let mut visited = Vec::new();
        self.walker(id, &mut visited).walk(old, new, kind);
        let renamed = !self.sides.same_name(old, new);
        let first = self.facts.len();
        let mut found_at = Vec::new();
        for (object_pair_at, object_pair) in visited.iter().enumerate() {
            self.node_pairs.add(renamed, object_pair.old, object_pair.new);
            let Differ { sides, places, facts, prover, definition_pairs, pairing, parameters, texts, .. } = self;
            let mut context = FacetContext { sides, places, facts, prover, definition_pairs };
            facets::compare_objects(&mut context, pairing, parameters, texts, id, object_pair);
            found_at.resize(self.facts.len() - first, object_pair_at);
        }
        for (object_pair_at, object_pair) in visited.iter().enumerate() {
            facets::report_rest_of_objects(&mut self.facet_context(), id, object_pair);
            found_at.resize(self.facts.len() - first, object_pair_at);
        }
        let Differ { sides, places, facts, prover, definition_pairs, texts, .. } = self;
        let mut context = FacetContext { sides, places, facts, prover, definition_pairs };
        resolve_facts(&mut context, texts, id, &visited, first, &found_at);
        1 + visited.len() / OBJECT_PAIRS_PER_UNIT_OF_COST
    }
}
