//! The worklist: pairs of definitions, each compared once, and what came of them.

use hashbrown::{HashMap, HashSet};

use super::contracts::Pairing;
use super::direction::Direction;
use super::facets;
use super::fact::{Fact, Relation};
use super::inclusion::Inclusion;
use super::partners::Partners;
use super::places::Places;
use super::reach::{Owner, Reach};
use super::sides::Sides;
use super::types::Types;
use crate::openapi::{Description, NodeId, Site};

/// A pair of definitions: what is compared in one go and reached by the same operations.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) old: NodeId,
    pub(crate) new: NodeId,
    pub(crate) site: Site,
    pub(crate) owners: Vec<Owner>,
}

/// A pair of objects that differ, for the facets of their site to look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visit {
    pub(super) site: Site,
    pub(super) old: NodeId,
    pub(super) new: NodeId,
    /// The schemas these are branches of; themselves where they are none.
    pub(super) whole: (NodeId, NodeId),
}

/// What a comparison is busy with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Pairs of definitions are compared.
    Definitions,
    /// Operations are compared as wholes: their parameters, those of their paths included.
    Operations,
}

/// A comparison in progress.
#[derive(Debug)]
pub(crate) struct Differ<'d> {
    pub(crate) sides: Sides<'d>,
    pub(crate) pairing: Pairing,
    pub(crate) units: Vec<Unit>,
    by_pair: HashMap<(NodeId, NodeId), usize, foldhash::fast::FixedState>,
    next_unit: usize,
    next_contract: usize,
    pub(crate) places: Places,
    pub(crate) facts: Vec<Fact>,
    pub(crate) partners: Partners,
    /// The pairs of objects the unit at hand came across.
    pub(super) visited: Vec<Visit>,
    pub(super) old_types: Types<'d>,
    pub(super) new_types: Types<'d>,
    /// What is proved about schemas of the two sides.
    pub(super) inclusion: Inclusion<'d>,
    /// Whether what is walked is proved to mean the same.
    pub(super) quiet: bool,
    /// Whether what is walked makes no value valid by itself (inside `not`, `if` ...).
    pub(super) sealed: bool,
    /// The places inside each pair of schemas of which that is true.
    pub(super) sealed_places: HashMap<(NodeId, NodeId), (usize, usize), foldhash::fast::FixedState>,
    /// How the values of two schemas relate where they are written as text and that is more than their types say.
    pub(super) texts: HashMap<(NodeId, NodeId), Relation, foldhash::fast::FixedState>,
    reach: Option<Reach>,
    /// Parameters that answer to one another whatever they are called and wherever they go.
    pub(super) answering: HashSet<(NodeId, NodeId), foldhash::fast::FixedState>,
    /// Whether a parameter of the components is called differently or goes elsewhere.
    pub(super) renamed_parameters: bool,
}

impl<'d> Differ<'d> {
    pub(crate) fn new(old: &'d Description<'d>, new: &'d Description<'d>) -> Differ<'d> {
        let sides = Sides::new(old, new);
        let pairing = Pairing::new(&sides);
        let mut differ = Differ {
            sides,
            pairing,
            units: Vec::new(),
            by_pair: HashMap::default(),
            next_unit: 0,
            next_contract: 0,
            places: Places::default(),
            facts: Vec::new(),
            partners: Partners::default(),
            visited: Vec::new(),
            old_types: Types::new(old),
            new_types: Types::new(new),
            inclusion: Inclusion::new(old, new),
            quiet: false,
            sealed: false,
            sealed_places: HashMap::default(),
            texts: HashMap::default(),
            reach: None,
            answering: HashSet::default(),
            renamed_parameters: false,
        };
        if !differ.sides.equal(NodeId::ROOT, NodeId::ROOT) {
            differ.enqueue(NodeId::ROOT, NodeId::ROOT, Site::Root, &[Owner::Document]);
        }
        differ.enqueue_definitions();
        if differ.units.is_empty() {
            differ.next_contract = differ.pairing.pairs.len();
        }
        differ
    }

    /// What the same reference leads to on both sides is a pair of its own wherever it is: in other files, in places that
    /// only the reference gives a meaning, inside operations and components.
    fn enqueue_definitions(&mut self) {
        let definitions = self.sides.old.definitions();
        for (reference, &(old, site)) in definitions {
            let Some(&(new, _)) = self.sides.new.definitions().get(reference) else { continue };
            if !self.sides.equal(old, new) {
                let owners = match site {
                    Site::PathItem => self.contract_owners(None, old, new, site),
                    _ => vec![Owner::Component { old, new }],
                };
                self.enqueue(old, new, site, &owners);
            }
        }
    }

    /// What is being compared; `None` when all pairs have been.
    pub(crate) fn phase(&self) -> Option<Phase> {
        if self.next_unit < self.units.len() {
            Some(Phase::Definitions)
        } else {
            (self.next_contract < self.pairing.pairs.len()).then_some(Phase::Operations)
        }
    }

    /// How many pairs have been compared, and how many are known of.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.next_unit + self.next_contract, self.units.len() + self.pairing.pairs.len())
    }

    /// Compares one more pair: definitions first, for operations look at what was found in them.
    pub(crate) fn step(&mut self) {
        let Some(unit) = self.units.get(self.next_unit) else {
            facets::of_contract(self, self.next_contract);
            self.next_contract += 1;
            return;
        };
        let (at, old, new, site) = (self.next_unit, unit.old, unit.new, unit.site);
        self.next_unit += 1;
        self.walk(at, old, new, site);
        let visited = std::mem::take(&mut self.visited);
        for visit in &visited {
            self.partners.add(visit.old, visit.new);
            facets::of_pair(self, at, visit);
        }
        for visit in &visited {
            facets::of_rest_of_pair(self, at, visit);
        }
        self.visited = visited;
        self.visited.clear();
    }

    /// What remains once all pairs are compared: operations on one side only, unused components, unexplained places.
    pub(crate) fn conclude(&mut self) {
        let reach = Reach::new(&self.sides, &self.pairing, &self.units);
        facets::operations::of_description(self);
        facets::rest::of_open_places(self, &reach);
        self.mark_one_way();
        self.reach = Some(reach);
    }

    /// Which way travels what the caller of a pair of operations sends.
    pub(crate) fn sent(&self, pair: usize) -> Direction {
        let reversed = self.pairing.get(&self.sides, pair).is_some_and(|(_, new)| new.is_reversed());
        if reversed { Direction::Request.reversed() } else { Direction::Request }
    }

    /// Who is reached by a unit; nothing before [`Differ::conclude`].
    pub(crate) fn reach(&self) -> Option<&Reach> {
        self.reach.as_ref()
    }

    /// Whether a pair is, or was, on the worklist.
    pub(super) fn is_on_the_list(&self, old: NodeId, new: NodeId) -> bool {
        self.by_pair.contains_key(&(old, new))
    }

    /// Puts a pair on the worklist, or adds owners to one that is there.
    pub(super) fn enqueue(&mut self, old: NodeId, new: NodeId, site: Site, owners: &[Owner]) -> usize {
        if let Some(&known) = self.by_pair.get(&(old, new)) {
            if let Some(unit) = self.units.get_mut(known) {
                for owner in owners {
                    if !unit.owners.contains(owner) && *owner != Owner::Unit(known) {
                        unit.owners.push(*owner);
                    }
                }
            }
            return known;
        }
        let at = self.units.len();
        self.units.push(Unit { old, new, site, owners: owners.to_vec() });
        self.by_pair.insert((old, new), at);
        at
    }
}
