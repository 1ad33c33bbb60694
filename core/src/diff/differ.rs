//! The worklist: pairs of definitions, each compared once, and what came of them.

use super::as_text::{Candidate, TextUses};
use super::facets;
use super::fact::Fact;
use super::inclusion::SubschemaProver;
use super::node_pairs::NodePairs;
use super::operation_pairing::OperationPairing;
use super::overlap::Choices;
use super::places::{Claim, Places};
use super::reach::{Owner, Reach};
use super::replaced::Replacements;
use super::sides::Sides;
use super::types::Types;
use super::unevaluated::Closings;
use super::uses::Uses;
use crate::openapi::{Description, NodeId, ObjectKind};
use crate::order::{self, Listed as _};
use crate::schema::Direction;
use crate::stages::Stages;
use crate::table::{Set, Table};

/// A pair of definitions: what is compared in one go and reached by the same operations.
#[derive(Debug, Clone)]
pub(crate) struct DefinitionPair {
    pub(crate) old: NodeId,
    pub(crate) new: NodeId,
    pub(crate) kind: ObjectKind,
    pub(crate) owners: Vec<Owner>,
}

/// A pair of objects that differ, for the facets of their kind to look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct ObjectPair {
    pub(super) kind: ObjectKind,
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
    /// What was found is put together: whom it reaches, what it means to them, where it stands in both files.
    Report,
}

/// Pairs of objects inside a pair of definitions that cost as much as comparing a small pair.
const VISITS_AT_ONCE: usize = 4;

/// A comparison in progress.
#[derive(Debug)]
pub(crate) struct Differ<'d> {
    pub(crate) sides: Sides<'d>,
    pub(crate) pairing: OperationPairing,
    pub(crate) definition_pairs: Vec<DefinitionPair>,
    by_pair: Table<(NodeId, NodeId), usize>,
    /// The units in the order they are compared.
    queue: Vec<usize>,
    next_unit: usize,
    next_operation: usize,
    pub(crate) places: Places,
    pub(crate) facts: Vec<Fact>,
    /// The definitions of both sides that are alternatives of a `oneOf`, once somebody asks.
    pub(super) choices: Option<Choices>,
    /// The schemas of both sides that allow no other properties, once something asks for them.
    pub(super) closings: Option<(Closings, Closings)>,
    /// Where components are referred to, once somebody asks.
    pub(super) uses: Option<Uses>,
    pub(crate) node_pairs: NodePairs,
    /// The pairs of objects the unit at hand came across.
    pub(super) visited: Vec<ObjectPair>,
    pub(super) old_types: Types<'d>,
    pub(super) new_types: Types<'d>,
    /// What is proved about schemas of the two sides.
    pub(super) prover: SubschemaProver<'d>,
    /// Whether what is walked is proved to mean the same.
    pub(super) proven_equal: bool,
    /// Whether what is walked makes no value valid by itself (inside `not`, `if` ...).
    pub(super) in_non_asserting: bool,
    /// The places inside each pair of schemas of which that is true.
    pub(super) non_asserting_places: Table<(NodeId, NodeId), (usize, usize)>,
    /// The schemas whose values are text, and of which that says more than their types and keywords do.
    pub(super) texts: Set<(NodeId, NodeId)>,
    /// Definitions of other types that are the same texts, or some more or less of them.
    pub(super) text_candidates: Vec<Candidate>,
    /// Who uses the definitions that these are looked for in.
    pub(super) text_uses: TextUses,
    /// The places that got another definition.
    pub(super) replacements: Replacements,
    /// Who is reached by each unit; nobody yet while pairs are compared.
    pub(crate) reach: Reach,
    /// How far the conclusion is.
    pub(super) conclusion: Stages,
    /// What had become of each place before the conclusion looked at them.
    pub(super) claims: Vec<Claim>,
    /// The pairs of components of which it has been said that they changed and nobody uses them.
    pub(super) reported_unused: Set<(NodeId, NodeId)>,
    /// Parameters that answer to one another whatever they are called and wherever they go.
    pub(super) paired_parameters: Set<(NodeId, NodeId)>,
    /// Whether a parameter of the components is called differently or goes elsewhere.
    pub(super) renamed_parameters: bool,
}

impl<'d> Differ<'d> {
    pub(crate) fn new(old: &'d Description<'d>, new: &'d Description<'d>) -> Differ<'d> {
        let sides = Sides::new(old, new);
        let pairing = OperationPairing::new(&sides);
        let mut differ = Differ {
            sides,
            pairing,
            definition_pairs: Vec::new(),
            by_pair: Table::default(),
            queue: Vec::new(),
            next_unit: 0,
            next_operation: 0,
            places: Places::default(),
            facts: Vec::new(),
            choices: None,
            closings: None,
            uses: None,
            node_pairs: NodePairs::default(),
            visited: Vec::new(),
            old_types: Types::new(old),
            new_types: Types::new(new),
            prover: SubschemaProver::new(old, new),
            proven_equal: false,
            in_non_asserting: false,
            non_asserting_places: Table::default(),
            texts: Set::default(),
            text_candidates: Vec::new(),
            text_uses: TextUses::default(),
            replacements: Replacements::default(),
            reach: Reach::default(),
            conclusion: Stages::default(),
            claims: Vec::new(),
            reported_unused: Set::default(),
            paired_parameters: Set::default(),
            renamed_parameters: false,
        };
        if !differ.sides.equal(NodeId::ROOT, NodeId::ROOT) {
            differ.add_definition_pair(NodeId::ROOT, NodeId::ROOT, ObjectKind::Root, &[Owner::Document]);
        }
        differ.enqueue_definitions();
        if differ.definition_pairs.is_empty() {
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
                    ObjectKind::PathItem => self.operation_owners(None, old, new, kind),
                    _ => vec![Owner::Component { old, new }],
                };
                self.add_definition_pair(old, new, kind, &owners);
            }
        }
    }

    /// What it is busy with; `None` when nothing is left.
    pub(crate) fn phase(&self) -> Option<Phase> {
        let is_any_left = self.next_unit < self.definition_pairs.len();
        if is_any_left && self.next_operation == 0 {
            Some(Phase::Definitions)
        } else if is_any_left || self.next_operation < self.pairing.pairs.len() {
            Some(Phase::Operations)
        } else {
            (!self.is_concluded()).then_some(Phase::Report)
        }
    }

    /// How many steps are left, by what is known so far.
    pub(crate) fn left(&self) -> usize {
        let units = self.definition_pairs.len().saturating_sub(self.next_unit);
        units + self.pairing.pairs.len() - self.next_operation + self.left_to_conclude()
    }

    /// Goes one step further: compares a pair, definitions first, for operations look at what was found in them, or
    /// puts together some of what was found. The answer is what it cost, in small pairs.
    pub(crate) fn step(&mut self) -> usize {
        self.queue_found_pairs();
        let next = self.queue.get(self.next_unit).and_then(|&at| Some((at, self.definition_pairs.get(at)?)));
        if let Some((at, &DefinitionPair { old, new, kind, .. })) = next {
            self.next_unit += 1;
            return self.compare_definition_pair(at, old, new, kind);
        }
        if self.next_operation < self.pairing.pairs.len() {
            facets::compare_operation_pair(self, self.next_operation);
            self.next_operation += 1;
            return 1;
        }
        self.conclude()
    }

    fn compare_definition_pair(&mut self, at: usize, old: NodeId, new: NodeId, kind: ObjectKind) -> usize {
        self.walk(at, old, new, kind);
        let visited = std::mem::take(&mut self.visited);
        let renamed = !self.sides.same_name(old, new);
        let first = self.facts.len();
        let mut found_at = Vec::new();
        for (visit_at, visit) in visited.iter().enumerate() {
            self.node_pairs.add(renamed, visit.old, visit.new);
            facets::compare_objects(self, at, visit);
            found_at.resize(self.facts.len() - first, visit_at);
        }
        for (visit_at, visit) in visited.iter().enumerate() {
            facets::report_rest_of_objects(self, at, visit);
            found_at.resize(self.facts.len() - first, visit_at);
        }
        self.resolve_facts(at, &visited, first, &found_at);
        let cost = 1 + visited.len() / VISITS_AT_ONCE;
        self.visited = visited;
        self.visited.clear();
        cost
    }

    /// Once all units that are lined up are compared, lines up those that were found meanwhile: in an order that does not
    /// depend on which side is the old one, as what is explained first may explain more.
    fn queue_found_pairs(&mut self) {
        if self.next_unit == self.queue.len() {
            let found = self.queue.len()..self.definition_pairs.len();
            let turned = self.sides.are_turned();
            let pairs = found
                .filter_map(|at| self.definition_pairs.get(at).map(|&DefinitionPair { old, new, .. }| (old, new, at)));
            let mut found: Vec<_> =
                pairs.map(|(old, new, at)| if turned { (new, old, at) } else { (old, new, at) }).list();
            order::sort(&mut found);
            self.queue.extend(found.into_iter().map(|(_, _, at)| at));
        }
    }

    /// Which way travels what the caller of a pair of operations sends.
    pub(crate) fn sent(&self, pair: usize) -> Direction {
        let reversed = self.pairing.get(&self.sides, pair).is_some_and(|(_, new)| new.is_reversed());
        if reversed { Direction::Request.reversed() } else { Direction::Request }
    }

    /// Whether a pair is, or was, on the worklist.
    pub(super) fn has_definition_pair(&self, old: NodeId, new: NodeId) -> bool {
        self.by_pair.has(&(old, new))
    }

    /// A pair nobody compares, for a fact that concerns whoever its owner does.
    pub(super) fn add_compared_pair(&mut self, (old, new): (NodeId, NodeId), owner: Owner) -> usize {
        let at = self.definition_pairs.len();
        self.definition_pairs.push(DefinitionPair { old, new, kind: ObjectKind::Schema, owners: vec![owner] });
        self.queue.push(at);
        self.next_unit = self.queue.len();
        at
    }

    /// Puts a pair on the worklist, or adds owners to one that is there.
    pub(super) fn add_definition_pair(
        &mut self,
        old: NodeId,
        new: NodeId,
        kind: ObjectKind,
        owners: &[Owner],
    ) -> usize {
        if let Some(&known) = self.by_pair.get(&(old, new)) {
            if let Some(unit) = self.definition_pairs.get_mut(known) {
                for owner in owners {
                    if !unit.owners.contains(owner) && *owner != Owner::Unit(known) {
                        unit.owners.push(*owner);
                    }
                }
            }
            return known;
        }
        let at = self.definition_pairs.len();
        self.definition_pairs.push(DefinitionPair { old, new, kind, owners: owners.to_vec() });
        self.by_pair.insert((old, new), at);
        at
    }
}
