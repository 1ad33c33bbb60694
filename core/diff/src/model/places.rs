//! The list of changed locations and the claim of each.

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::{Set, Table};
use waybill_openapi::internal::{NodeId, ObjectKind};

use super::definition_pair_id::DefinitionPairId;
use super::multi_map::MultiMap;

/// The explanation of a changed location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Not explained yet.
    Open,
    /// Explained by a fact.
    Fact,
    /// Without an effect by itself, because the values on both sides are compared separately. Examples: a reference
    /// with a new target, a renamed path parameter, a parameter moved between a path and its operations.
    Neutral,
}

/// A changed location: a value that is on one side only, or differs.
#[derive(Debug, Clone, Copy)]
pub struct DiffPlace {
    pub old: Option<NodeId>,
    pub new: Option<NodeId>,
    pub(crate) kind: ObjectKind,
    /// The definition pair it was found in.
    pub(crate) definition_pair: DefinitionPairId,
    pub claim: Claim,
}

/// Indexes of the locations of each value.
type Index = MultiMap<usize>;

/// All changed locations.
#[derive(Debug, Default)]
pub struct Places {
    all: Vec<DiffPlace>,
    by_old: Index,
    by_new: Index,
    /// For each pair of non-asserting values (inside `not`, `if` ...), the range of locations inside it.
    non_asserting: Table<(NodeId, NodeId), (usize, usize)>,
    /// The followed references behind which a schema was paired, each with its definition pair.
    with_pairs: Set<(Option<NodeId>, Option<NodeId>, DefinitionPairId)>,
}

impl Places {
    /// Marks the locations from index `from` on as inside a pair of non-asserting values.
    pub(crate) fn set_non_asserting(&mut self, pair: (NodeId, NodeId), from: usize) {
        self.non_asserting.insert(pair, (from, self.all.len()));
    }

    /// Notes that a schema behind a followed reference was paired with one of the other side.
    pub(crate) fn note_pair_behind(
        &mut self,
        old: Option<NodeId>,
        new: Option<NodeId>,
        definition_pair: DefinitionPairId,
    ) {
        self.with_pairs.add((old, new, definition_pair));
    }

    /// Returns true if a fact covers a location on one side only, and nothing in it was paired with the other side.
    pub(crate) fn is_reported_for_one_side(&self, place: &DiffPlace) -> bool {
        place.claim == Claim::Fact
            && place.old.is_some() != place.new.is_some()
            && !self.with_pairs.has(&(place.old, place.new, place.definition_pair))
    }

    /// Returns the range of locations inside a pair that was marked as non-asserting.
    pub(crate) fn non_asserting_inside(&self, pair: (NodeId, NodeId)) -> Option<(usize, usize)> {
        self.non_asserting.get(&pair).copied()
    }

    /// Adds a location unless this definition pair has found it already. Two pairs can share a definition on one side.
    /// Each of them reports the locations that the other side lacks.
    pub(crate) fn add(
        &mut self,
        old: Option<NodeId>,
        new: Option<NodeId>,
        kind: ObjectKind,
        definition_pair: DefinitionPairId,
    ) {
        if self.found(old, new).any(|place| place.definition_pair == definition_pair) {
            return;
        }
        let at = self.all.len();
        self.all.push(DiffPlace { old, new, kind, definition_pair, claim: Claim::Open });
        if let Some(old) = old {
            self.by_old.push(old, at);
        }
        if let Some(new) = new {
            self.by_new.push(new, at);
        }
    }

    /// Returns the entries for exactly this location, one for each definition pair that found it.
    fn found(&self, old: Option<NodeId>, new: Option<NodeId>) -> impl Iterator<Item = &DiffPlace> {
        let places = candidates(&self.by_old, &self.by_new, old, new).filter_map(|at| self.all.get(at));
        places.filter(move |place| place.old == old && place.new == new)
    }

    /// Returns true if exactly this location is on the list, explained or not.
    pub(crate) fn contains(&self, old: Option<NodeId>, new: Option<NodeId>) -> bool {
        self.found(old, new).next().is_some()
    }

    /// Returns true if some location on the list has this value of the old description.
    pub(crate) fn contains_old(&self, old: NodeId) -> bool {
        self.by_old.has(old)
    }

    /// Returns true if some location on the list has this value of the new description.
    pub(crate) fn contains_new(&self, new: NodeId) -> bool {
        self.by_new.has(new)
    }

    /// Returns the number of locations.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Claims every open location from an index on, except documentation and extensions.
    pub(crate) fn claim_open_from(&mut self, from: usize, claim: Claim) {
        self.claim_open_in((from, self.all.len()), claim);
    }

    /// Returns true if a location in a range is open, except documentation and extensions.
    pub(crate) fn is_any_open(&self, (from, to): (usize, usize)) -> bool {
        let range = self.all.iter().take(to).skip(from);
        range.into_iter().any(|place| place.claim == Claim::Open && !is_documentation_or_extension(place.kind))
    }

    /// Claims the open locations in a range, except documentation and extensions.
    pub(crate) fn claim_open_in(&mut self, (from, to): (usize, usize), claim: Claim) {
        for place in self.all.iter_mut().take(to).skip(from) {
            if place.claim == Claim::Open && !is_documentation_or_extension(place.kind) {
                place.claim = claim;
            }
        }
    }

    /// Reopens a location.
    pub(crate) fn reopen(&mut self, at: usize) {
        if let Some(place) = self.all.get_mut(at) {
            place.claim = Claim::Open;
        }
    }

    /// Returns true if exactly this location is on the list and open.
    pub(crate) fn is_open(&self, old: Option<NodeId>, new: Option<NodeId>) -> bool {
        self.found(old, new).any(|place| place.claim == Claim::Open)
    }

    /// Claims a location if it is on the list and open. The first claim is kept.
    pub(crate) fn claim(&mut self, old: Option<NodeId>, new: Option<NodeId>, claim: Claim) {
        for at in candidates(&self.by_old, &self.by_new, old, new) {
            let is_it = |place: &&mut DiffPlace| (place.old, place.new, place.claim) == (old, new, Claim::Open);
            if let Some(place) = self.all.get_mut(at).filter(is_it) {
                place.claim = claim;
            }
        }
    }

    /// Returns true if some location with this value of the old description is open.
    pub(crate) fn is_old_open(&self, old: NodeId) -> bool {
        self.is_any_of_open(self.by_old.get_all(old))
    }

    /// Returns true if some location with this value of the new description is open.
    pub(crate) fn is_new_open(&self, new: NodeId) -> bool {
        self.is_any_of_open(self.by_new.get_all(new))
    }

    fn is_any_of_open(&self, mut places: impl Iterator<Item = usize>) -> bool {
        places.any(|at| self.all.get(at).is_some_and(|place| place.claim == Claim::Open))
    }

    /// Claims every location with this value of the old description. Returns true if any was open.
    pub(crate) fn claim_old(&mut self, old: NodeId, claim: Claim) -> bool {
        claim_open(&mut self.all, self.by_old.get_all(old), claim)
    }

    /// Claims every location with this value of the new description. Returns true if any was open.
    pub(crate) fn claim_new(&mut self, new: NodeId, claim: Claim) -> bool {
        claim_open(&mut self.all, self.by_new.get_all(new), claim)
    }

    /// Returns true if a definition pair found an open location with this value of the old description.
    pub(crate) fn is_old_open_in(&self, definition_pair: DefinitionPairId, old: NodeId) -> bool {
        self.is_any_of_open(self.by_old.get_all(old).filter(|&at| self.is_of(at, definition_pair)))
    }

    /// Returns true if a definition pair found an open location with this value of the new description.
    pub(crate) fn is_new_open_in(&self, definition_pair: DefinitionPairId, new: NodeId) -> bool {
        self.is_any_of_open(self.by_new.get_all(new).filter(|&at| self.is_of(at, definition_pair)))
    }

    /// Claims every location with this value of the old description that a definition pair found.
    pub(crate) fn claim_old_in(&mut self, definition_pair: DefinitionPairId, old: NodeId, claim: Claim) {
        let found: Vec<usize> = self.by_old.get_all(old).filter(|&at| self.is_of(at, definition_pair)).list();
        claim_open(&mut self.all, found.into_iter(), claim);
    }

    /// Claims every location with this value of the new description that a definition pair found.
    pub(crate) fn claim_new_in(&mut self, definition_pair: DefinitionPairId, new: NodeId, claim: Claim) {
        let found: Vec<usize> = self.by_new.get_all(new).filter(|&at| self.is_of(at, definition_pair)).list();
        claim_open(&mut self.all, found.into_iter(), claim);
    }

    fn is_of(&self, at: usize, definition_pair: DefinitionPairId) -> bool {
        self.all.get(at).is_some_and(|place| place.definition_pair == definition_pair)
    }

    pub fn all(&self) -> &[DiffPlace] {
        &self.all
    }
}

/// Returns the indexes of the entries that may match a location.
fn candidates<'i>(
    by_old: &'i Index,
    by_new: &'i Index,
    old: Option<NodeId>,
    new: Option<NodeId>,
) -> impl Iterator<Item = usize> + 'i {
    let (index, id) = if old.is_some() { (by_old, old) } else { (by_new, new) };
    id.into_iter().flat_map(|id| index.get_all(id))
}

/// Claims the open ones of the given locations. Returns true if any was open.
fn claim_open(all: &mut [DiffPlace], places: impl Iterator<Item = usize>, claim: Claim) -> bool {
    let mut any = false;
    for at in places {
        if let Some(place) = all.get_mut(at).filter(|place| place.claim == Claim::Open) {
            place.claim = claim;
            any = true;
        }
    }
    any
}

/// Returns true for documentation and extensions, which have their own facts at any location.
pub(crate) const fn is_documentation_or_extension(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::Docs | ObjectKind::Metadata | ObjectKind::Extension)
}
