//! A comparison in progress: both sides, what is still to be compared, and what was found out so far.

use waybill_openapi::internal::{NodeId, ObjectKind, ResolvedDescription};

use super::conclusion::unexplained::PlaceExplainer;
use super::facets::context::FacetContext;
use super::model::{
    ConclusionPhase, DefinitionPairId, DefinitionPairs, Fact, ObjectPair, Owner, ParameterPairs, Places, Replacements,
    TextFindings, Worklist,
};
use super::pairing::exclusions::Exclusions;
use super::pairing::node_pairs::NodePairs;
use super::pairing::operation_pairing::OperationPairing;
use super::pairing::sides::Sides;
use super::prover::Prover;
use super::reach::Reach;
use super::reach::text_uses::TextUses;
use super::result::DiffResult;
use super::walk::Walker;
use crate::stages::Stages;

/// What a comparison is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Pairs of definitions are compared.
    Definitions,
    /// Operations are compared as wholes: their parameters, those of their paths included.
    Operations,
    /// What was found is put together: whom it reaches, what it means to them, where it stands in both files.
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
    /// The places that differ.
    pub places: Places,
    pub(super) facts: Vec<Fact>,
    pub(super) node_pairs: NodePairs,
    /// What is proved about schemas of the two sides.
    pub(super) prover: Prover<'d>,
    /// Which values are written as text, as far as facets have asked.
    pub(super) texts: TextFindings,
    /// Who uses the definitions whose values may be written as text.
    pub(super) text_uses: TextUses,
    /// The places whose definition was replaced by another one.
    pub(super) replacements: Replacements,
    /// Who is reached by each pair of definitions; nobody yet while pairs are compared.
    pub(super) reach: Reach,
    /// How far the conclusion is.
    pub(super) conclusion: Stages<ConclusionPhase>,
    /// What explains the places that are left.
    pub(super) explainer: PlaceExplainer,
    pub(super) parameters: ParameterPairs,
}

impl<'d> Differ<'d> {
    /// Starts a comparison.
    pub fn new(
        old: &'d ResolvedDescription<'d>,
        new: &'d ResolvedDescription<'d>,
        exclusions: &Exclusions,
    ) -> Differ<'d> {
        let sides = Sides::new(old, new);
        let pairing = OperationPairing::new(&sides, exclusions);
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

    /// What the same reference leads to on both sides is a pair of its own wherever it is: in other files, in places that
    /// only the reference gives a meaning, inside operations and components.
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

    /// What it is busy with; `None` when nothing is left.
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

    /// How many steps are left, by what is known so far.
    pub fn steps_left(&self) -> usize {
        self.worklist.left(&self.definition_pairs) + self.pairing.pairs.len() - self.next_operation
            + self.left_to_conclude()
    }

    /// What facets look at and change.
    pub(super) fn facet_context(&mut self) -> FacetContext<'_, 'd> {
        let Differ { sides, places, facts, prover, definition_pairs, .. } = self;
        FacetContext { sides, places, facts, prover, definition_pairs }
    }

    /// What walks a pair of definitions, and lists the pairs of objects it comes across.
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

    /// What was found, to be read.
    pub fn result(&self) -> DiffResult<'_, 'd> {
        let Differ { sides, pairing, definition_pairs, node_pairs, facts, reach, replacements, .. } = self;
        DiffResult { sides, pairing, definition_pairs, node_pairs, facts, reach, replacements }
    }
}
