//! The list of changed places, each once, and what became of each.

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{NodeId, ObjectKind};

use super::definition_pair_id::DefinitionPairId;
use super::multi_map::MultiMap;

/// What became of a changed place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Nothing explains it so far.
    Open,
    /// A fact explains it.
    Fact,
    /// It changes no meaning: the values on both sides are compared with one another instead (a reference that leads
    /// elsewhere, a renamed path parameter, a parameter moved between a path and its operations).
    Neutral,
}

/// One changed place: a value that is on one side only, or differs.
#[derive(Debug, Clone, Copy)]
pub struct DiffPlace {
    pub old: Option<NodeId>,
    pub new: Option<NodeId>,
    pub(crate) kind: ObjectKind,
    /// The pair of definitions it was found in.
    pub(crate) definition_pair: DefinitionPairId,
    pub claim: Claim,
}

/// The places that have a value, by their position on the list.
type Index = MultiMap<usize>;

/// All changed places.
#[derive(Debug, Default)]
pub struct Places {
    all: Vec<DiffPlace>,
    by_old: Index,
    by_new: Index,
    /// The places inside each pair of values that make nothing valid by themselves (inside `not`, `if` ...).
    non_asserting: Table<(NodeId, NodeId), (usize, usize)>,
}

impl Places {
    /// The places from `from` on are inside a pair of values that make nothing valid by themselves.
    pub(crate) fn set_non_asserting(&mut self, pair: (NodeId, NodeId), from: usize) {
        self.non_asserting.insert(pair, (from, self.all.len()));
    }

    /// The places inside a pair that was set as non-asserting.
    pub(crate) fn non_asserting_inside(&self, pair: (NodeId, NodeId)) -> Option<(usize, usize)> {
        self.non_asserting.get(&pair).copied()
    }

    /// Adds a place unless the pair of definitions has found it already. Two pairs that share a definition on one side
    /// find there what the other side lacks, and each has to report what that means for it.
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

    /// Exactly this place, once for each pair of definitions that found it.
    fn found(&self, old: Option<NodeId>, new: Option<NodeId>) -> impl Iterator<Item = &DiffPlace> {
        let places = candidates(&self.by_old, &self.by_new, old, new).filter_map(|at| self.all.get(at));
        places.filter(move |place| place.old == old && place.new == new)
    }

    /// Whether exactly this place is on the list, explained or not.
    pub(crate) fn contains(&self, old: Option<NodeId>, new: Option<NodeId>) -> bool {
        self.found(old, new).next().is_some()
    }

    /// Whether some place on the list has this value of the old description.
    pub(crate) fn contains_old(&self, old: NodeId) -> bool {
        self.by_old.has(old)
    }

    /// Whether some place on the list has this value of the new description.
    pub(crate) fn contains_new(&self, new: NodeId) -> bool {
        self.by_new.has(new)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Claims every open place from one on, documentation aside.
    pub(crate) fn claim_open_from(&mut self, from: usize, claim: Claim) {
        self.claim_open_in((from, self.all.len()), claim);
    }

    /// Whether some place of a range is open, documentation aside.
    pub(crate) fn is_any_open(&self, (from, to): (usize, usize)) -> bool {
        let range = self.all.iter().take(to).skip(from);
        range.into_iter().any(|place| place.claim == Claim::Open && !is_documentation_or_extension(place.kind))
    }

    /// Claims the open places of a range, documentation aside.
    pub(crate) fn claim_open_in(&mut self, (from, to): (usize, usize), claim: Claim) {
        for place in self.all.iter_mut().take(to).skip(from) {
            if place.claim == Claim::Open && !is_documentation_or_extension(place.kind) {
                place.claim = claim;
            }
        }
    }

    /// Opens a place again.
    pub(crate) fn reopen(&mut self, at: usize) {
        if let Some(place) = self.all.get_mut(at) {
            place.claim = Claim::Open;
        }
    }

    /// Whether exactly this place is on the list and open, for a facet to report.
    pub(crate) fn is_open(&self, old: Option<NodeId>, new: Option<NodeId>) -> bool {
        self.found(old, new).any(|place| place.claim == Claim::Open)
    }

    /// Claims a place, if it is on the list; the first claim stays.
    pub(crate) fn claim(&mut self, old: Option<NodeId>, new: Option<NodeId>, claim: Claim) {
        for at in candidates(&self.by_old, &self.by_new, old, new) {
            let is_it = |place: &&mut DiffPlace| (place.old, place.new, place.claim) == (old, new, Claim::Open);
            if let Some(place) = self.all.get_mut(at).filter(is_it) {
                place.claim = claim;
            }
        }
    }

    /// Whether some place that has this value of the old description is open.
    pub(crate) fn is_old_open(&self, old: NodeId) -> bool {
        self.is_any_of_open(self.by_old.get_all(old))
    }

    /// Whether some place that has this value of the new description is open.
    pub(crate) fn is_new_open(&self, new: NodeId) -> bool {
        self.is_any_of_open(self.by_new.get_all(new))
    }

    fn is_any_of_open(&self, mut places: impl Iterator<Item = usize>) -> bool {
        places.any(|at| self.all.get(at).is_some_and(|place| place.claim == Claim::Open))
    }

    /// Claims every place that has this value of the old description; whether any was open.
    pub(crate) fn claim_old(&mut self, old: NodeId, claim: Claim) -> bool {
        claim_open(&mut self.all, self.by_old.get_all(old), claim)
    }

    /// Claims every place that has this value of the new description; whether any was open.
    pub(crate) fn claim_new(&mut self, new: NodeId, claim: Claim) -> bool {
        claim_open(&mut self.all, self.by_new.get_all(new), claim)
    }

    /// Whether some place with this value of the old description that a pair of definitions found is open.
    pub(crate) fn is_old_open_in(&self, definition_pair: DefinitionPairId, old: NodeId) -> bool {
        self.is_any_of_open(self.by_old.get_all(old).filter(|&at| self.is_of(at, definition_pair)))
    }

    /// Whether some place with this value of the new description that a pair of definitions found is open.
    pub(crate) fn is_new_open_in(&self, definition_pair: DefinitionPairId, new: NodeId) -> bool {
        self.is_any_of_open(self.by_new.get_all(new).filter(|&at| self.is_of(at, definition_pair)))
    }

    /// Claims every place with this value of the old description that a pair of definitions found.
    pub(crate) fn claim_old_in(&mut self, definition_pair: DefinitionPairId, old: NodeId, claim: Claim) {
        let found: Vec<usize> = self.by_old.get_all(old).filter(|&at| self.is_of(at, definition_pair)).list();
        claim_open(&mut self.all, found.into_iter(), claim);
    }

    /// Claims every place with this value of the new description that a pair of definitions found.
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

/// Where a place may be on the list.
fn candidates<'i>(
    by_old: &'i Index,
    by_new: &'i Index,
    old: Option<NodeId>,
    new: Option<NodeId>,
) -> impl Iterator<Item = usize> + 'i {
    let (index, id) = if old.is_some() { (by_old, old) } else { (by_new, new) };
    id.into_iter().flat_map(|id| index.get_all(id))
}

/// Claims what is open of some places; whether anything was.
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

/// Documentation and extensions: they have facts of their own wherever they stand.
pub(crate) const fn is_documentation_or_extension(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::Docs | ObjectKind::Metadata | ObjectKind::Extension)
}
