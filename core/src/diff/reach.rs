//! Which operations a definition reaches, and which way its values travel there: a search over the graph of references,
//! so that its cost follows the number of references and not the number of paths through them.

use hashbrown::{HashMap, HashSet};

use super::contracts::Pairing;
use super::differ::Unit;
use super::direction::Direction;
use super::one_way::OneWay;
use super::sides::Sides;
use crate::openapi::{Contract, Description, NodeId, Origin, Reference, Word};
use crate::order;

type Fixed = foldhash::fast::FixedState;

/// The part of an operation a definition belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part {
    Request,
    Response,
    Whole,
}

/// What a unit belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The description as a whole.
    Document,
    /// A pair of components of the same name: reached by whoever refers to them.
    Component { old: NodeId, new: NodeId },
    /// A part of a pair of operations.
    Contract { pair: usize, part: Part },
    /// Another unit, which refers to one definition before and to another one after.
    Unit(usize),
}

/// Whom a fact concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Affected {
    /// Whoever reaches a unit.
    Unit(usize),
    /// A pair of operations, by what callers send.
    Pair(usize),
    /// An operation of the old description alone.
    Old(usize),
    /// An operation of the new description alone.
    New(usize),
    /// No operation both descriptions have.
    Nobody,
}

/// The pairs of operations that are reached, and which way the values travel in each.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reached {
    /// Every pair, and the way of what holds the values there.
    ways: Vec<(usize, Option<Direction>)>,
    /// Those of them in which the values do not go that way, being inside of properties that go the other way alone.
    stopped: Vec<(usize, Option<Direction>)>,
}

impl Reached {
    /// The pairs in which values travel this way; all of them for `None`.
    pub(crate) fn pairs(&self, direction: Option<Direction>) -> Vec<usize> {
        let going = self
            .ways
            .iter()
            .filter(|way| direction.is_none() || (way.1 == direction && self.stopped.binary_search(way).is_err()));
        order::set(going.map(|(pair, _)| *pair))
    }

    /// Whether it is known of any pair which way the values would go.
    pub(crate) fn has_direction(&self) -> bool {
        self.ways.iter().any(|(_, way)| way.is_some())
    }
}

/// Who is reached by each unit and who uses each component.
#[derive(Debug)]
pub(crate) struct Reach {
    units: Vec<Reached>,
    unused: Vec<bool>,
    old: Graph,
    new: Graph,
}

impl Reach {
    pub(crate) fn new(sides: &Sides<'_>, pairing: &Pairing, units: &[Unit]) -> Reach {
        let (old, new) = (Graph::new(sides.old), Graph::new(sides.new));
        let mut reach = Reach { units: Vec::new(), unused: Vec::new(), old, new };
        let by_side = |old_side: bool, contracts: usize| {
            let mut pairs = vec![None; contracts];
            for (at, &(left, right)) in pairing.pairs.iter().enumerate() {
                if let Some(slot) = pairs.get_mut(if old_side { left } else { right }) {
                    *slot = Some(at);
                }
            }
            pairs
        };
        let old_pairs = by_side(true, sides.old.contracts().len());
        let new_pairs = by_side(false, sides.new.contracts().len());
        let mut found = Vec::with_capacity(units.len());
        for at in 0..units.len() {
            let mut reached = Vec::new();
            let owners = owners(units, at);
            let components = owners.iter().all(|owner| matches!(owner, Owner::Component { .. }));
            for owner in &owners {
                match *owner {
                    Owner::Document | Owner::Unit(_) => {}
                    Owner::Contract { pair, part } => reached.push((pair, part, OneWay::default())),
                    Owner::Component { old, new } => {
                        let mut add = |parts: Vec<(usize, Part, OneWay)>, pairs: &[Option<usize>]| {
                            let pair = |(contract, part, one_way)| {
                                Some((pairs.get(contract).copied().flatten()?, part, one_way))
                            };
                            reached.extend(parts.into_iter().filter_map(pair));
                        };
                        add(reach.old.users(old), &old_pairs);
                        add(reach.new.users(new), &new_pairs);
                    }
                }
            }
            reach.unused.push(components && reached.is_empty());
            found.push(directed(sides, pairing, reached));
        }
        reach.units = found;
        reach
    }

    /// Who is reached by a unit.
    pub(crate) fn of_unit(&self, unit: usize) -> Option<&Reached> {
        self.units.get(unit)
    }

    /// Whether a unit belongs to components alone, which no operation of both descriptions reaches.
    pub(crate) fn is_unused(&self, unit: usize) -> bool {
        self.unused.get(unit).copied().unwrap_or(false)
    }

    /// Whether any operation of the old description reaches this component of it.
    pub(crate) fn is_used_in_old(&self, component: NodeId) -> bool {
        !self.old.users(component).is_empty()
    }

    /// Whether any operation of the new description reaches this component of it.
    pub(crate) fn is_used_in_new(&self, component: NodeId) -> bool {
        !self.new.users(component).is_empty()
    }
}

/// The owners of a unit, those of the units it belongs to included.
fn owners(units: &[Unit], at: usize) -> Vec<Owner> {
    let (mut found, mut seen, mut waiting) = (Vec::new(), vec![at], vec![at]);
    while let Some(unit) = waiting.pop().and_then(|at| units.get(at)) {
        for owner in &unit.owners {
            match owner {
                Owner::Unit(other) if !seen.contains(other) => {
                    seen.push(*other);
                    waiting.push(*other);
                }
                Owner::Unit(_) => {}
                Owner::Document | Owner::Component { .. } | Owner::Contract { .. } => found.push(*owner),
            }
        }
    }
    found
}

fn directed(sides: &Sides<'_>, pairing: &Pairing, parts: Vec<(usize, Part, OneWay)>) -> Reached {
    let mut reached = Reached::default();
    let mut going = Vec::new();
    for (pair, part, one_way) in parts {
        let direction = match part {
            Part::Request => Some(Direction::Request),
            Part::Response => Some(Direction::Response),
            Part::Whole => None,
        };
        let reversed = pairing.get(sides, pair).is_some_and(|(_, new)| new.is_reversed());
        let direction = if reversed { direction.map(Direction::reversed) } else { direction };
        let is_stopped = match direction {
            Some(Direction::Request) => one_way.read_only,
            Some(Direction::Response) => one_way.write_only,
            None => false,
        };
        reached.ways.push((pair, direction));
        if is_stopped {
            reached.stopped.push((pair, direction));
        } else {
            going.push((pair, direction));
        }
    }
    order::sort(&mut reached.ways);
    reached.ways.dedup();
    // One way in is enough.
    order::sort(&mut going);
    reached.stopped.retain(|way| going.binary_search(way).is_err());
    order::sort(&mut reached.stopped);
    reached
}

/// Who refers to a component, and what the properties around the reference say.
#[derive(Debug, Clone, Copy)]
struct User {
    by: By,
    one_way: OneWay,
}

#[derive(Debug, Clone, Copy)]
enum By {
    Component(NodeId),
    Part(usize, Part),
}

/// Who refers to which component.
#[derive(Debug)]
struct Graph {
    users: HashMap<NodeId, Vec<User>, Fixed>,
}

impl Graph {
    fn new(description: &Description<'_>) -> Graph {
        let roots = roots(description);
        let arena = description.arena();
        let nearest = |id: NodeId| {
            let mut ancestors = std::iter::successors(Some(id), |&id| arena.parent(id));
            ancestors.find_map(|id| roots.get(&id).map(|users| (id, users)))
        };
        let mut users: HashMap<NodeId, Vec<User>, Fixed> = HashMap::default();
        for &member in description.references() {
            let Reference::Local(target) = description.target(member) else { continue };
            let (Some((_, from)), Some((component, _))) = (nearest(member), nearest(target)) else { continue };
            let one_way = OneWay::around(description, member);
            users.entry(component).or_default().extend(from.iter().map(|&by| User { by, one_way }));
        }
        // Requirements name schemes, where others refer.
        for (at, contract) in description.contracts().iter().enumerate() {
            let requirements = description.security_of(contract).list.into_iter().flat_map(|list| arena.children(list));
            for named in requirements.flat_map(|requirement| arena.children(requirement)) {
                if let Some(scheme) = description.security_scheme(arena.key_text(named)) {
                    let by = By::Part(at, Part::Whole);
                    users.entry(scheme).or_default().push(User { by, one_way: OneWay::default() });
                }
            }
        }
        // Who uses a value uses the definitions inside it.
        for &(definition, _) in description.definitions().values() {
            if let Some((_, around)) = arena.parent(definition).and_then(nearest) {
                let one_way = OneWay::around(description, definition);
                users.entry(definition).or_default().extend(around.iter().map(|&by| User { by, one_way }));
            }
        }
        Graph { users }
    }

    /// The parts of operations that reach a component.
    fn users(&self, component: NodeId) -> Vec<(usize, Part, OneWay)> {
        let mut seen: HashSet<(NodeId, OneWay), Fixed> = HashSet::default();
        let (mut found, mut waiting) = (Vec::new(), vec![(component, OneWay::default())]);
        while let Some((component, inside)) = waiting.pop() {
            if !seen.insert((component, inside)) {
                continue;
            }
            for user in self.users.get(&component).into_iter().flatten() {
                let one_way = inside.or(user.one_way);
                match user.by {
                    By::Component(other) => waiting.push((other, one_way)),
                    By::Part(contract, part) => found.push((contract, part, one_way)),
                }
            }
        }
        found
    }
}

/// The values that own what is inside them: components, other definitions and the parts of operations.
fn roots(description: &Description<'_>) -> HashMap<NodeId, Vec<By>, Fixed> {
    let arena = description.arena();
    let mut roots: HashMap<NodeId, Vec<By>, Fixed> = HashMap::default();
    let components = arena.word(NodeId::ROOT, Word::Components);
    for section in components.into_iter().flat_map(|components| arena.children(components)) {
        for entry in arena.children(section) {
            roots.entry(entry).or_default().push(By::Component(entry));
        }
    }
    for &(definition, _) in description.definitions().values() {
        roots.entry(definition).or_default().push(By::Component(definition));
    }
    for (at, contract) in description.contracts().iter().enumerate() {
        let Contract { entry, item, operation, .. } = contract;
        let parts = [
            // It may refer to a path item of the components.
            (Some(*entry), Part::Whole),
            (Some(*operation), Part::Whole),
            (contract.level(Origin::Beside).and_then(|entry| arena.word(entry, Word::Parameters)), Part::Request),
            (arena.word(*item, Word::Parameters), Part::Request),
            (arena.word(*operation, Word::Parameters), Part::Request),
            (arena.word(*operation, Word::RequestBody), Part::Request),
            (arena.word(*operation, Word::Responses), Part::Response),
        ];
        for (root, part) in parts {
            if let Some(root) = root {
                roots.entry(root).or_default().push(By::Part(at, part));
            }
        }
    }
    roots
}
