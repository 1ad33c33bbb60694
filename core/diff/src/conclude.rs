//! The last phases of a comparison, run once all pairs are compared. Each step processes a few items.
//!
//! These phases find the operations that facts affect, and report operations on one side only. They also report changed
//! locations that no fact explains.

use super::conclusion::as_text::{ReachContext, mark_texts};
use super::conclusion::composed_uses::compare_composed_uses;
use super::conclusion::negated::decide_negated;
use super::conclusion::overlapping::decide_overlapping;
use super::conclusion::qualifiers::{mark_closed, mark_matched_twice, mark_one_way};
use super::conclusion::renamed_properties::link_renamed_properties;
use super::conclusion::repeated_facts::drop_repeated_facts;
use super::conclusion::replaced::{attach_to_replaced, resolve_replaced};
use super::conclusion::replaced_uses::exclude_replaced_uses;
use super::conclusion::subtypes::compare_implicit_mappings;
use super::conclusion::unexplained::drop_facts_of_unused_components;
use super::conclusion::unmatched::find_unmatched_uses;
use super::differ::Differ;
use super::facets::context::FacetContext;
use super::facets::operations::presence as operations;
use super::model::ConclusionPhase;
use super::reach::Graph;
use crate::stages::ItemsAndBatch;

/// Number of findings whose search costs as much as comparing one pair.
const FOUND_AT_ONCE: usize = 64;
/// Number of definition pairs and facts freed in one step.
const FREED_AT_ONCE: usize = 128;

impl Differ<'_> {
    /// Returns true if no phase is left.
    pub(crate) fn is_concluded(&self) -> bool {
        self.conclusion.phase().is_none()
    }

    /// Returns the number of steps left, as far as known.
    pub(crate) fn left_to_conclude(&self) -> usize {
        self.conclusion.left(|phase| self.items_of(phase))
    }

    /// Returns the item count and batch size of a phase. If no definition pair differs, all phases are empty.
    fn items_of(&self, phase: ConclusionPhase) -> ItemsAndBatch {
        if self.definition_pairs.len() == 0 {
            return (0, 1);
        }
        let (old, new) = (self.sides.old, self.sides.new);
        match phase {
            ConclusionPhase::ImplicitMappings
            | ConclusionPhase::UnmatchedUses
            | ConclusionPhase::ComposedUses
            | ConclusionPhase::SchemasAround
            | ConclusionPhase::RepeatedFacts
            | ConclusionPhase::UnusedComponents
            | ConclusionPhase::Replacements
            | ConclusionPhase::RenamedProperties => (1, 1),
            ConclusionPhase::OldRoots => (Graph::count_roots(old), 16),
            ConclusionPhase::NewRoots => (Graph::count_roots(new), 16),
            ConclusionPhase::OldReferences => (Graph::count_references(old), 32),
            ConclusionPhase::NewReferences => (Graph::count_references(new), 32),
            ConclusionPhase::DefinitionPairs => (self.definition_pairs.len(), 8),
            ConclusionPhase::RemovedOperations => (self.pairing.removed.len(), 16),
            ConclusionPhase::AddedOperations => (self.pairing.added.len(), 16),
            ConclusionPhase::OneSidedOperations => (self.pairing.one_sided.len(), 16),
            ConclusionPhase::ReadPlaces => (self.places.len(), 64),
            ConclusionPhase::ExplainPlaces => (self.places.len(), 32),
            ConclusionPhase::QualifyFacts | ConclusionPhase::AttachFacts => (self.facts.len(), 16),
        }
    }

    /// Runs one step and returns its cost, in compared pairs.
    pub(crate) fn conclude(&mut self) -> usize {
        let mut conclusion = self.conclusion;
        let next = conclusion.next(|phase| self.items_of(phase));
        self.conclusion = conclusion;
        let Some((phase, items)) = next else { return 0 };
        let found: usize = items.map(|at| self.conclude_item(phase, at)).sum();
        1 + found / FOUND_AT_ONCE
    }

    /// Processes one item of a phase and returns the number of findings searched.
    fn conclude_item(&mut self, phase: ConclusionPhase, at: usize) -> usize {
        let Differ {
            sides,
            places,
            facts,
            prover,
            definition_pairs,
            pairing,
            texts,
            reach,
            replacements,
            node_pairs,
            explainer,
            ..
        } = self;
        let mut context = FacetContext { sides, places, facts, prover, definition_pairs };
        match phase {
            ConclusionPhase::ImplicitMappings => compare_implicit_mappings(&mut context, reach),
            ConclusionPhase::UnmatchedUses => find_unmatched_uses(&context, reach),
            ConclusionPhase::ComposedUses => {
                compare_composed_uses(&mut context, pairing, reach);
                exclude_replaced_uses(&context, &mut replacements.uses, reach);
            }
            ConclusionPhase::SchemasAround => {
                decide_negated(&mut context, texts, pairing, reach);
                decide_overlapping(&mut context, texts, pairing);
            }
            ConclusionPhase::OldRoots => reach.old.add_root(sides.old, at),
            ConclusionPhase::NewRoots => reach.new.add_root(sides.new, at),
            ConclusionPhase::OldReferences => reach.old.add_reference(sides.old, at),
            ConclusionPhase::NewReferences => reach.new.add_reference(sides.new, at),
            ConclusionPhase::DefinitionPairs => {
                return reach.add_definition_pair(sides, pairing, context.definition_pairs.all(), at);
            }
            ConclusionPhase::RemovedOperations => {
                if let Some(&operation) = pairing.removed.get(at) {
                    operations::report_removed(&mut context, operation);
                }
            }
            ConclusionPhase::AddedOperations => {
                if let Some(&operation) = pairing.added.get(at) {
                    operations::report_added(&mut context, operation);
                }
            }
            ConclusionPhase::OneSidedOperations => {
                if let Some(&pair) = pairing.one_sided.get(at) {
                    operations::report_one_sided(&mut context, pairing, pair);
                }
            }
            ConclusionPhase::RepeatedFacts => drop_repeated_facts(&mut context, reach),
            ConclusionPhase::UnusedComponents => drop_facts_of_unused_components(context.facts, reach),
            ConclusionPhase::Replacements => resolve_replaced(&mut context, replacements),
            ConclusionPhase::ReadPlaces => explainer.record_claim(sides, context.places, at),
            ConclusionPhase::ExplainPlaces => explainer.explain_place(&mut context, reach, at),
            ConclusionPhase::QualifyFacts => self.qualify_fact(at),
            ConclusionPhase::RenamedProperties => link_renamed_properties(context.facts),
            ConclusionPhase::AttachFacts => attach_to_replaced(&mut context, replacements, node_pairs, at),
        }
        0
    }

    /// Adds the qualifiers of a fact that depend on the whole comparison.
    fn qualify_fact(&mut self, at: usize) {
        mark_one_way(&mut self.facet_context(), at);
        let Differ { sides, facts, definition_pairs, pairing, texts, text_uses, reach, replacements, .. } = self;
        mark_texts(facts, texts, text_uses, ReachContext { sides, pairing, definition_pairs, reach, replacements }, at);
        mark_matched_twice(&mut self.facet_context(), at);
        mark_closed(&mut self.facet_context(), at);
    }

    /// Returns the number of steps that [`Differ::free_memory`] takes.
    pub fn left_to_free(&self) -> usize {
        self.definition_pairs.len().max(self.facts.len()).div_ceil(FREED_AT_ONCE)
    }

    /// Frees part of the memory that is not needed once the report is complete. Freeing everything at once would take
    /// as long as comparing many pairs.
    pub fn free_memory(&mut self) {
        let left = (self.left_to_free() * FREED_AT_ONCE).saturating_sub(FREED_AT_ONCE);
        self.definition_pairs.truncate(left);
        self.facts.truncate(left);
        self.reach.truncate(left);
    }
}
