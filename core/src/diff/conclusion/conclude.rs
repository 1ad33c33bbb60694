//! What remains once all pairs are compared, a few items in each step: who is reached by them, operations on one side
//! only, and the places nobody explained.

use super::{subtypes, unexplained};
use crate::diff::differ::Differ;
use crate::diff::facets::operations;
use crate::diff::pairing::operation_pairing::OperationPairing;
use crate::diff::reach::Graph;
use crate::stages::List;

/// How many lists there are to work through.
const LISTS: usize = 12;
/// The first of those of changed places.
const PLACES: usize = 8;
/// Findings of a search that cost as much as comparing a pair.
const FOUND_AT_ONCE: usize = 64;
/// Units and facts freed in one step.
const FREED_AT_ONCE: usize = 128;

impl Differ<'_> {
    /// Whether nothing remains.
    pub(in crate::diff) fn is_concluded(&self) -> bool {
        self.conclusion.list() == LISTS
    }

    /// How many steps the conclusion takes, by what is known so far.
    pub(in crate::diff) fn left_to_conclude(&self) -> usize {
        self.conclusion.left(&self.lists())
    }

    /// In this order. Nothing remains where nothing differs.
    fn lists(&self) -> [List; LISTS] {
        if self.worklist.len() == 0 {
            return [(0, 1); LISTS];
        }
        let (old, new) = (self.sides.old, self.sides.new);
        [
            (Graph::roots_of(old), 16),
            (Graph::roots_of(new), 16),
            (Graph::references_of(old), 32),
            (Graph::references_of(new), 32),
            (self.worklist.len(), 8),
            (self.pairing.removed.len(), 16),
            (self.pairing.added.len(), 16),
            (self.pairing.implemented.len(), 16),
            (self.places.len(), 64),
            (self.places.len(), 32),
            (self.facts.len(), 16),
            (self.facts.len(), 16),
        ]
    }

    /// One step of the conclusion; what it cost, in pairs compared.
    pub(in crate::diff) fn conclude(&mut self) -> usize {
        let Some((list, items)) = self.conclusion.next(&self.lists()) else { return 0 };
        if list == 0 && items.start == 0 {
            subtypes::compare_implicit_mappings(self);
            self.find_unmatched_uses();
            self.compare_contexts();
        }
        if list == PLACES && items.start == 0 {
            self.drop_repeated_facts();
            unexplained::forget_unused(self);
            self.resolve_replaced();
        }
        let mut found = 0;
        for at in items {
            match list {
                0 => self.reach.old.add_root(self.sides.old, at),
                1 => self.reach.new.add_root(self.sides.new, at),
                2 => self.reach.old.add_reference(self.sides.old, at),
                3 => self.reach.new.add_reference(self.sides.new, at),
                4 => found += self.reach.add_definition_pair(&self.sides, &self.pairing, self.worklist.all(), at),
                5..=7 => self.report_unpaired_operation(list, at),
                PLACES => unexplained::prepare(self, at),
                9 => unexplained::explain_place(self, at),
                10 => {
                    self.mark_one_way(at);
                    self.mark_texts(at);
                    self.mark_overlapping(at);
                    self.mark_closed(at);
                }
                _ => self.attach_to_replaced(at),
            }
        }
        1 + found / FOUND_AT_ONCE
    }

    /// Operations on one side only, and those that answer nothing but 501 on one.
    fn report_unpaired_operation(&mut self, list: usize, at: usize) {
        let OperationPairing { removed, added, implemented, .. } = &self.pairing;
        let (removed, added, implemented) = (removed.get(at), added.get(at), implemented.get(at));
        match list {
            5 => removed.copied().map(|at| operations::report_removed(&mut self.facet_context(), at)),
            6 => added.copied().map(|at| operations::report_added(&mut self.facet_context(), at)),
            _ => implemented.copied().map(|pair| operations::report_implemented(&mut self.facet_context(), pair)),
        };
    }

    /// How many steps [`Differ::free_memory`] takes.
    pub(crate) fn left_to_free(&self) -> usize {
        self.worklist.len().max(self.facts.len()).div_ceil(FREED_AT_ONCE)
    }

    /// Frees some of what a comparison has no more use for once its report is complete: all at once it takes as long as
    /// comparing many pairs.
    pub(crate) fn free_memory(&mut self) {
        let left = (self.left_to_free() * FREED_AT_ONCE).saturating_sub(FREED_AT_ONCE);
        self.worklist.truncate(left);
        self.facts.truncate(left);
        self.reach.truncate(left);
    }
}
