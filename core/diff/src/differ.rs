//! A comparison in progress: both sides, the remaining work, and the results so far.

use waybill_openapi::internal::{NodeId, ObjectKind, ResolvedDescription};

use super::conclusion::unexplained::PlaceExplainer;
use super::facets::SharedSecurity;
use super::facets::context::FacetContext;
use super::model::{
    ConclusionPhase, DefinitionPairId, DefinitionPairs, Fact, ObjectPair, Owner, ParameterPairs, Places, Replacements,
    TextFindings, Worklist,
};
use super::pairing::exclusions::Exclusions;
use super::pairing::node_pairs::NodePairs;
use super::pairing::operation_pairing::OperationPairing;
use super::pairing::renames::Renames;
use super::pairing::sides::Sides;
use super::prover::Prover;
use super::reach::Reach;
use super::reach::text_uses::TextUses;
use super::result::DiffResult;
use super::walk::Walker;
use crate::stages::Stages;

/// The current phase of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Comparison of definition pairs.
    Definitions,
    /// Comparison of operations, including the parameters of their paths.
    Operations,
    /// Combination of the results: affected operations, their effect, and their locations in both files.
    Report,
}

/// A comparison in progress.
#[derive(Debug)]
pub struct Differ<'d> {
    pub(super) sides: Sides<'d>,
    pub(super) pairing: OperationPairing,
    pub(super) definition_pairs: DefinitionPairs,
    pub(super) worklist: Worklist,
    pub(super) next_operation: usize,
    /// The changed locations.
    pub places: Places,
    pub(super) facts: Vec<Fact>,
    pub(super) node_pairs: NodePairs,
    /// Cached proofs about schemas of both sides.
    pub(super) prover: Prover<'d>,
    /// Values that are serialized as strings, as far as facets needed to know.
    pub(super) texts: TextFindings,
    /// Uses of the definitions whose values may be serialized as strings.
    pub(super) text_uses: TextUses,
    /// The locations whose definition was replaced by another one.
    pub(super) replacements: Replacements,
    /// The operations that each definition pair reaches. Filled after all pairs are compared.
    pub(super) reach: Reach,
    /// The progress of the conclusion.
    pub(super) conclusion: Stages<ConclusionPhase>,
    /// The state of the search for unexplained locations.
    pub(super) explainer: PlaceExplainer,
    pub(super) parameters: ParameterPairs,
    /// Comparisons of security lists and schemes that operations share.
    pub(super) security: SharedSecurity<'d>,
}

impl<'d> Differ<'d> {
    /// Starts a comparison.
    pub fn new(
        old: &'d ResolvedDescription<'d>,
        new: &'d ResolvedDescription<'d>,
        exclusions: &Exclusions,
        renames: &Renames,
    ) -> Differ<'d> {
        let sides = Sides::new(old, new);
        let pairing = OperationPairing::new(&sides, exclusions, renames);
        let mut differ = Differ {
            sides,
            pairing,
            definition_pairs: DefinitionPairs::default(),
            worklist: Worklist::default(),
            next_operation: 0,
            places: Places::default(),
            facts: Vec::new(),
            node_pairs: NodePairs::default(),
            prover: Prover::new(old, new),
            texts: TextFindings::default(),
            text_uses: TextUses::default(),
            replacements: Replacements::default(),
            reach: Reach::default(),
            conclusion: Stages::default(),
            explainer: PlaceExplainer::default(),
            parameters: ParameterPairs::default(),
            security: SharedSecurity::default(),
        };
        if !differ.sides.equal(NodeId::ROOT, NodeId::ROOT) {
            differ.definition_pairs.add(NodeId::ROOT, NodeId::ROOT, ObjectKind::Root, &[Owner::Document]);
        }
        differ.enqueue_definitions();
        if differ.definition_pairs.len() == 0 {
            differ.next_operation = differ.pairing.pairs.len();
        }
        differ
    }

    /// Adds a pair for each reference that exists on both sides and leads to different values. Such values can be in
    /// other files, or inside operations and components. Some are in locations that only the reference gives a meaning.
    fn enqueue_definitions(&mut self) {
        let definitions = self.sides.old.definitions();
        for (reference, &(old, kind)) in definitions {
            let Some(&(new, _)) = self.sides.new.definitions().get(reference) else { continue };
            if !self.sides.equal(old, new) {
                let owners = match kind {
                    ObjectKind::PathItem => self.pairing.owners_of(old, new, kind, None),
                    _ => vec![Owner::Component { old, new }],
                };
                self.definition_pairs.add(old, new, kind, &owners);
            }
        }
    }

    /// Returns the current phase, or `None` once the comparison is complete.
    pub fn phase(&self) -> Option<Phase> {
        let is_any_left = self.worklist.left(&self.definition_pairs) > 0;
        if is_any_left && self.next_operation == 0 {
            Some(Phase::Definitions)
        } else if is_any_left || self.next_operation < self.pairing.pairs.len() {
            Some(Phase::Operations)
        } else {
            (!self.is_concluded()).then_some(Phase::Report)
        }
    }

    /// Returns the number of steps left, as far as known.
    pub fn steps_left(&self) -> usize {
        self.worklist.left(&self.definition_pairs) + self.pairing.pairs.len() - self.next_operation
            + self.left_to_conclude()
    }

    /// Returns the data that facets read and change.
    pub(super) fn facet_context(&mut self) -> FacetContext<'_, 'd> {
        let Differ { sides, places, facts, prover, definition_pairs, .. } = self;
        FacetContext { sides, places, facts, prover, definition_pairs }
    }

    /// Returns the walker for a definition pair. It adds the object pairs it visits to `visited`.
    pub(super) fn walker<'w>(
        &'w mut self,
        definition_pair: DefinitionPairId,
        visited: &'w mut Vec<ObjectPair>,
    ) -> Walker<'w, 'd> {
        let Differ { sides, pairing, prover, definition_pairs, places, replacements, .. } = self;
        Walker {
            sides,
            pairing,
            prover,
            definition_pairs,
            places,
            replacements,
            visited,
            definition_pair,
            proven_equal: false,
            in_non_asserting: false,
            behind_references: None,
        }
    }

    /// Returns a read-only view of the results.
    pub fn result(&self) -> DiffResult<'_, 'd> {
        let Differ { sides, pairing, definition_pairs, node_pairs, facts, reach, replacements, .. } = self;
        DiffResult { sides, pairing, definition_pairs, node_pairs, facts, reach, replacements }
    }
}
