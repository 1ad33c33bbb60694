//! The operations that a definition reaches, and the direction of its values there. The search follows the graph of
//! references. Its cost depends on the number of references and not on the number of paths.

mod excluded;
pub(crate) mod implicit_mappings;
mod owners;
pub(crate) mod reached;
pub(crate) mod text_uses;
use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::{
    KnownKey, NodeId, ObjectKind, OperationEntry, Origin, Reference, ResolvedDescription, is_extension,
};

use self::implicit_mappings::ImplicitMappings;
use self::owners::AllOwners;
use self::reached::{Reached, UseContext, collect_reached};
use super::model::{DefinitionPair, DefinitionPairId, MessageSide, MultiMap, Owner, UnmatchedSubtrees};
use super::pairing::operation_pairing::OperationPairing;
use super::pairing::parameters;
use super::pairing::sides::Sides;

/// The operations that each definition pair reaches, and the users of each component.
#[derive(Debug, Default)]
pub struct Reach {
    definition_pairs: Vec<Reached>,
    owners: AllOwners,
    unused: Vec<bool>,
    /// True for definition pairs that only excluded operations reach.
    excluded: Vec<bool>,
    pub(super) old: Graph,
    pub(super) new: Graph,
}

impl Reach {
    /// Finds the operations that the next definition pair reaches. Returns the number of uses found.
    pub(super) fn add_definition_pair(
        &mut self,
        sides: &Sides<'_>,
        pairing: &OperationPairing,
        definition_pairs: &[DefinitionPair],
        at: usize,
    ) -> usize {
        let mut reached = Vec::new();
        let owners = self.owners.add(definition_pairs).to_vec();
        let components = owners.iter().all(|owner| matches!(owner, Owner::Component { .. }));
        for owner in &owners {
            match *owner {
                Owner::Document | Owner::DefinitionPair(_) => {}
                Owner::Operation { pair, side: part } => reached.push((pair, part, UseContext::default())),
                Owner::Component { old, new } => {
                    let filter = UseFilter::Affected(DefinitionPairId::from_index(at));
                    reached.extend(self.users_in_both(pairing, (old, new), filter));
                }
            }
        }
        let ways = reached.len();
        reached.retain(|&(pair, ..)| !pairing.is_excluded(pair));
        let is_left_out = |ways| {
            if ways > 0 { true } else { self.is_used_by_excluded_alone(sides, pairing, definition_pairs.get(at)) }
        };
        self.excluded.push(reached.is_empty() && is_left_out(ways));
        self.unused.push(components && reached.is_empty());
        self.definition_pairs.push(collect_reached(sides, pairing, reached));
        ways
    }

    /// Returns the uses of a pair of components in parts of operations that use it on both sides.
    fn users_in_both(
        &self,
        pairing: &OperationPairing,
        (old, new): (NodeId, NodeId),
        through: UseFilter,
    ) -> Vec<(usize, MessageSide, UseContext)> {
        let of_old = self.old.users(old, through).into_iter();
        let of_new = self.new.users(new, through).into_iter();
        let of_old = of_old.filter_map(|(at, part, way)| Some((pairing.pair_of_old(at)?, part, way)));
        let of_new = of_new.filter_map(|(at, part, way)| Some((pairing.pair_of_new(at)?, part, way)));
        in_both(of_old.collect(), of_new.collect()).list()
    }

    /// Drops the data of the definition pairs from an index on.
    pub(super) fn truncate(&mut self, definition_pairs: usize) {
        self.definition_pairs.truncate(definition_pairs);
    }

    /// Returns the operations that a definition pair reaches.
    pub fn reached(&self, definition_pair: DefinitionPairId) -> Option<&Reached> {
        self.definition_pairs.get(definition_pair.index())
    }

    /// Returns true if a definition pair belongs only to components that no operation of both descriptions reaches.
    pub fn is_unused(&self, definition_pair: DefinitionPairId) -> bool {
        self.unused.get(definition_pair.index()).copied().unwrap_or(false)
    }

    /// Returns true if a definition pair is reached, but only by excluded operations.
    pub(crate) fn is_excluded(&self, definition_pair: DefinitionPairId) -> bool {
        self.excluded.get(definition_pair.index()).copied().unwrap_or(false)
    }

    /// Returns true if an operation of the old description reaches this component of it.
    pub(crate) fn is_used_in_old(&self, component: NodeId) -> bool {
        self.old.is_used(component)
    }

    /// Returns true if an operation of the new description reaches this component of it.
    pub(crate) fn is_used_in_new(&self, component: NodeId) -> bool {
        self.new.is_used(component)
    }
}

#[cfg(any(test, feature = "test-oracles"))]
impl Reach {
    /// Returns the number of definition pairs and the number of uses of components.
    pub fn sizes(&self) -> [usize; 2] {
        [self.definition_pairs.len(), self.old.users.len() + self.new.users.len()]
    }
}

/// Returns the uses in parts of operations that use a definition on both sides. A use on one side only is a change of
/// the referring location.
fn in_both(
    old: Vec<(usize, MessageSide, UseContext)>,
    new: Vec<(usize, MessageSide, UseContext)>,
) -> impl Iterator<Item = (usize, MessageSide, UseContext)> {
    let parts = |uses: &[(usize, MessageSide, UseContext)]| {
        order::sorted_unique(uses.iter().map(|&(pair, part, _)| (pair, part)))
    };
    let (left, right) = (parts(&old), parts(&new));
    let is_in_both = move |(pair, part, _): &(usize, MessageSide, UseContext)| {
        left.binary_search(&(*pair, *part)).is_ok() && right.binary_search(&(*pair, *part)).is_ok()
    };
    old.into_iter().chain(new).filter(is_in_both)
}

/// Returns true if an operation sends the value at `place`, inside `root`. False for a path item parameter that the
/// operation overrides.
fn operation_uses(description: &ResolvedDescription<'_>, operation_entry: usize, root: NodeId, place: NodeId) -> bool {
    let arena = description.arena();
    if arena.key(root) != KnownKey::Parameters.key() {
        return true;
    }
    let mut around = arena.ancestors(place);
    let element = around.find(|&id| arena.parent(id) == Some(root));
    let operation_entry = description.operation_entries().get(operation_entry);
    operation_entry.zip(element).is_none_or(|(operation_entry, element)| {
        parameters::has_effective_parameter(description, operation_entry, element)
    })
}

/// Returns true if a reference is inside an extension.
fn is_in_extension(description: &ResolvedDescription<'_>, member: NodeId) -> bool {
    let arena = description.arena();
    let mut around = arena.ancestors(member);
    // Properties and components can have such names too, so the kind is checked as well.
    around.any(|id| is_extension(arena.key(id)))
        && arena.parent(member).is_some_and(|holder| description.object_kind(holder) == ObjectKind::Extension)
}

/// A use of a component: the user and its context.
#[derive(Debug, Clone, Copy)]
pub(super) struct Use {
    pub(super) by: Referrer,
    position: UseContext,
    /// The reference, or the contained definition. The root for uses by name.
    pub(super) place: NodeId,
    /// True if the use is inside a value that the other side lacks.
    is_unmatched: bool,
}

impl Use {
    /// Creates a use by name, without a reference.
    fn by_name(by: Referrer) -> Use {
        Use { by, position: UseContext::default(), place: NodeId::ROOT, is_unmatched: false }
    }
}

/// The references that are treated as uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UseFilter {
    /// References in locations that both sides have, if this pair's facts about the component affect them.
    Affected(DefinitionPairId),
    Any,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Referrer {
    Component(NodeId),
    Part(usize, MessageSide),
}

/// The users of each component.
#[derive(Debug, Default)]
pub(super) struct Graph {
    users: MultiMap<Use>,
    /// Values other than components that own their content: other definitions and the parts of operations.
    roots: MultiMap<Referrer>,
    definitions: Vec<NodeId>,
    implicit_mappings: ImplicitMappings,
    unmatched: UnmatchedSubtrees,
    /// References that are compared with something else than the same reference.
    replaced: Set<NodeId>,
    /// Components, and references through which their changes have no effect.
    unaffected: Set<(NodeId, NodeId)>,
    /// Definition pairs, and references through which their facts have no effect.
    unaffected_by: Set<(DefinitionPairId, NodeId)>,
}

impl Graph {
    /// Returns the number of items for [`Graph::add_root`].
    pub(super) fn count_roots(description: &ResolvedDescription<'_>) -> usize {
        description.operation_entries().len() + 1
    }

    /// Returns the number of items for [`Graph::add_reference`], once all roots are known.
    pub(super) fn count_references(description: &ResolvedDescription<'_>) -> usize {
        description.references().len() + description.definitions().len()
    }

    /// Adds the parts of an operation. After the last operation, adds all definitions that are not components.
    pub(super) fn add_root(&mut self, description: &ResolvedDescription<'_>, at: usize) {
        let Some(operation_entry) = description.operation_entries().get(at) else {
            for &(definition, _) in description.definitions().values() {
                self.definitions.push(definition);
                self.roots.push(definition, Referrer::Component(definition));
            }
            return;
        };
        let arena = description.arena();
        let OperationEntry { entry, item, operation, .. } = operation_entry;
        let parts = [
            // The entry may refer to a path item of the components.
            (Some(*entry), MessageSide::Whole),
            (Some(*operation), MessageSide::Whole),
            (
                operation_entry.level(Origin::Beside).and_then(|entry| arena.member(entry, KnownKey::Parameters)),
                MessageSide::Request,
            ),
            (arena.member(*item, KnownKey::Parameters), MessageSide::Request),
            (arena.member(*operation, KnownKey::Parameters), MessageSide::Request),
            (arena.member(*operation, KnownKey::RequestBody), MessageSide::Request),
            (arena.member(*operation, KnownKey::Responses), MessageSide::Response),
        ];
        for (root, part) in parts {
            if let Some(root) = root {
                self.roots.push(root, Referrer::Part(at, part));
            }
        }
        // Security requirements use schemes by name, without a reference.
        let requirements =
            description.security_of(operation_entry).list.into_iter().flat_map(|list| arena.children(list));
        for named in requirements.flat_map(|requirement| arena.children(requirement)) {
            if let Some(scheme) = description.security_scheme(arena.key_text(named)) {
                self.users.push(scheme, Use::by_name(Referrer::Part(at, MessageSide::Whole)));
            }
        }
    }

    /// Adds a reference or a definition. A definition is used by the users of the value that contains it.
    pub(super) fn add_reference(&mut self, description: &ResolvedDescription<'_>, at: usize) {
        let references = description.references();
        let mut found = None;
        let (place, inside, target) = if let Some(&member) = references.get(at) {
            let Reference::Local(target) = description.target(member) else { return };
            if is_in_extension(description, member) {
                // References in extensions are for tools. Their targets are neither sent nor received.
                return;
            }
            found = self.implicit_mappings.used(description, member, target);
            (member, Some(member), self.nearest_owner(description, target))
        } else {
            let Some(&definition) = self.definitions.get(at - references.len()) else { return };
            (definition, description.arena().parent(definition), Some(definition))
        };
        let from = inside.and_then(|id| self.nearest_owner(description, id));
        let (Some(from), Some(target)) = (from, target) else { return };
        let position = UseContext::at(description, place);
        let is_lone = self.unmatched.holds_inside(from, place);
        let component = description.is_component(from).then_some(Referrer::Component(from));
        let takes = |by: &Referrer| match *by {
            Referrer::Part(operation_entry, MessageSide::Request) => {
                operation_uses(description, operation_entry, from, place)
            }
            Referrer::Part(..) | Referrer::Component(_) => true,
        };
        for used in std::iter::once(target).chain(found) {
            for by in self.roots.get_all(from).chain(component).filter(takes) {
                self.users.push(used, Use { by, position, place, is_unmatched: is_lone });
            }
        }
    }

    /// Adds the components that are used by name, before any reference is added.
    pub(super) fn add_implicit_mappings(
        &mut self,
        description: &ResolvedDescription<'_>,
        implicit_mappings: ImplicitMappings,
    ) {
        for (used, by) in implicit_mappings.edges(description) {
            self.users.push(used, Use::by_name(Referrer::Component(by)));
        }
        self.implicit_mappings = implicit_mappings;
    }

    /// Returns the nearest value that owns a node, which may be the node itself.
    fn nearest_owner(&self, description: &ResolvedDescription<'_>, id: NodeId) -> Option<NodeId> {
        let arena = description.arena();
        // A component is recognized by the keys above it, which the loop reaches last.
        let (mut at, mut section, mut entry) = (id, None, None);
        while !self.roots.has(at) {
            let above = arena.parent(at)?;
            if above == NodeId::ROOT {
                return entry.filter(|_| arena.key(at) == KnownKey::Components.key());
            }
            (at, section, entry) = (above, Some(at), section);
        }
        Some(at)
    }

    /// Returns the uses of a component.
    pub(super) fn users_of(&self, component: NodeId) -> impl Iterator<Item = Use> {
        self.users.get_all(component)
    }

    /// Sets the values that the other side lacks, before any reference is added.
    pub(super) fn set_unmatched(&mut self, unmatched: UnmatchedSubtrees) {
        self.unmatched = unmatched;
    }

    /// Excludes references that are compared with something else than the same reference. They do not use the component
    /// itself, but may still use it inside another value.
    pub(super) fn exclude_replaced(&mut self, members: Vec<NodeId>) {
        for member in members {
            self.replaced.add(member);
        }
    }

    /// Excludes references through which a change of a component has no effect.
    pub(super) fn exclude_unaffected(&mut self, component: NodeId, members: Vec<NodeId>) {
        for member in members {
            self.unaffected.add((component, member));
        }
    }

    /// Excludes references through which the facts of a definition pair have no effect.
    pub(super) fn exclude_unaffected_by(&mut self, pair: DefinitionPairId, members: Vec<NodeId>) {
        for member in members {
            self.unaffected_by.add((pair, member));
        }
    }

    /// Returns true if a part of an operation reaches a component.
    fn is_used(&self, component: NodeId) -> bool {
        !self.search(component, UseFilter::Any, <[_]>::is_empty).is_empty()
    }

    /// Returns the parts of operations that reach a component.
    fn users(&self, component: NodeId, through: UseFilter) -> Vec<(usize, MessageSide, UseContext)> {
        self.search(component, through, |_| true)
    }

    /// Returns the parts of operations that reach a component. Stops once `asks_for_more` returns false.
    fn search(
        &self,
        component: NodeId,
        through: UseFilter,
        asks_for_more: impl Fn(&[(usize, MessageSide, UseContext)]) -> bool,
    ) -> Vec<(usize, MessageSide, UseContext)> {
        let mut seen: Set<(NodeId, UseContext, bool)> = Set::default();
        // The flag is true for the component itself, and false for it as a part of a value that uses it.
        let (mut found, mut waiting) = (Vec::new(), vec![(component, UseContext::default(), true)]);
        while let Some((at, inside, is_first)) = waiting.pop().filter(|_| asks_for_more(&found)) {
            if !seen.add((at, inside, is_first)) {
                continue;
            }
            let is_affected = |user: &Use| {
                !(self.unaffected.has(&(component, user.place)) || is_first && self.replaced.has(&user.place))
            };
            let counts = |user: &Use| match through {
                UseFilter::Affected(pair) => {
                    !user.is_unmatched && is_affected(user) && !self.unaffected_by.has(&(pair, user.place))
                }
                UseFilter::Any => true,
            };
            for user in self.users.get_all(at).filter(counts) {
                let position = inside.or(user.position);
                match user.by {
                    Referrer::Component(other) => waiting.push((other, position, false)),
                    Referrer::Part(operation_entry, part) => found.push((operation_entry, part, position)),
                }
            }
        }
        found
    }
}
