//! Locations whose definition was replaced by another one.

use hashbrown::HashMap;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{NodeId, ResolvedDescription};

use super::definition_pair_id::DefinitionPairId;
use super::facet::Facet;
use super::fact::Fact;
use super::owner::Affected;
use super::replaced_uses::ReplacedUses;

/// The replacements that lead from one pair to another.
pub(crate) type Edges = HashMap<(DefinitionPairId, DefinitionPairId), Vec<usize>, foldhash::fast::FixedState>;

/// A location whose definition was replaced by another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Replacement {
    /// The pair that contains the location.
    pub(crate) definition_pair: DefinitionPairId,
    /// The old reference, or the schema in its place; `None` if a branch was added.
    pub(crate) old: Option<NodeId>,
    /// The new reference, or the schema in its place; `None` if a branch was removed.
    pub(crate) new: Option<NodeId>,
    /// The fact reported for the replacement.
    pub(crate) fact: Option<usize>,
}

/// The replacements of a comparison, and the facts that they cause.
#[derive(Debug, Default)]
pub(crate) struct Replacements {
    pub(crate) all: Vec<Replacement>,
    /// Replacements by the pair that contains the location and the pair that compares the two definitions.
    pub(crate) by_edge: Edges,
    /// References whose definitions were compared branch by branch: the pair they are in, and true if they are old.
    pub(crate) followed: Vec<(DefinitionPairId, bool, NodeId)>,
    /// References that no longer lead to the same definition.
    pub(crate) uses: ReplacedUses,
    /// For each pair, the replacements it is compared for. `None` if it is also compared independently.
    pub(crate) causes: Vec<Option<Vec<usize>>>,
    /// The replacements that cause facts about branches.
    pub(crate) of_fact: Table<usize, usize>,
}

impl Replacements {
    /// Adds a replacement in `definition_pair`; the pair `target` compares the two definitions.
    pub(crate) fn add(
        &mut self,
        (old, new): (&ResolvedDescription<'_>, &ResolvedDescription<'_>),
        definition_pair: DefinitionPairId,
        target: DefinitionPairId,
        place: (Option<NodeId>, Option<NodeId>),
    ) {
        // One Swagger 2.0 reference may represent several definitions, depending on its location.
        if place.0.is_some_and(|id| old.is_view() && new.has_same_source_text(old, id)) {
            return;
        }
        let at = self.find_or_add((old, new), definition_pair, place);
        let known = self.by_edge.entry((definition_pair, target)).or_default();
        if definition_pair != target && !known.contains(&at) {
            known.push(at);
        }
    }

    /// Returns the index of a replacement. Adds it if it is missing.
    pub(crate) fn find_or_add(
        &mut self,
        (all_old, all_new): (&ResolvedDescription<'_>, &ResolvedDescription<'_>),
        definition_pair: DefinitionPairId,
        (old, new): (Option<NodeId>, Option<NodeId>),
    ) -> usize {
        // One Swagger 2.0 reference represents several, one for each media type.
        let written = |old: Option<NodeId>, new: Option<NodeId>| {
            (old.map(|id| all_old.source_node(id)), new.map(|id| all_new.source_node(id)))
        };
        let same = |known: &Replacement| {
            known.definition_pair == definition_pair && written(known.old, known.new) == written(old, new)
        };
        self.all.iter().rposition(same).unwrap_or_else(|| {
            self.all.push(Replacement { definition_pair, old, new, fact: None });
            self.all.len() - 1
        })
    }

    /// Records that the target of `reference` has no partner and was compared keyword by keyword.
    pub(crate) fn note_followed(&mut self, definition_pair: DefinitionPairId, is_old: bool, reference: NodeId) {
        let followed = (definition_pair, is_old, reference);
        if self.followed.last() != Some(&followed) {
            self.followed.push(followed);
        }
    }

    /// Returns the locations of replacements in `definition_pair` whose definitions `target` compares.
    pub(crate) fn places(
        &self,
        definition_pair: DefinitionPairId,
        target: DefinitionPairId,
    ) -> Vec<(Option<NodeId>, Option<NodeId>)> {
        let known = self.by_edge.get(&(definition_pair, target)).map(Vec::as_slice).unwrap_or_default();
        let places = known.iter().filter_map(|&at| self.all.get(at));
        places.map(|replacement| (replacement.old, replacement.new)).list()
    }

    /// Returns the indexes of the facts reported for the replacements that caused a fact.
    pub(crate) fn causes_of(&self, facts: &[Fact], at: usize) -> Vec<usize> {
        let Some(Fact { affected: Affected::DefinitionPair(definition_pair), facet, .. }) = facts.get(at) else {
            return Vec::new();
        };
        // Unexplained changes are shown at their own location.
        if matches!(facet, Facet::Definition | Facet::Unexplained) {
            return Vec::new();
        }
        let causes = match (self.causes.get(definition_pair.index()), self.of_fact.get(&at)) {
            (Some(Some(causes)), _) => causes.as_slice(),
            (_, Some(cause)) => std::slice::from_ref(cause),
            (_, None) => &[],
        };
        causes.iter().filter_map(|&cause| self.all.get(cause)?.fact).list()
    }

    /// Returns true if a pair is compared only because of replacements.
    pub(crate) fn are_all_of(&self, definition_pair: DefinitionPairId) -> bool {
        matches!(self.causes.get(definition_pair.index()), Some(Some(_)))
    }
}
