//! Size estimates of content models before their automata are built. Groups that are referenced twice and nested
//! occurrence bounds can double the size with each line of a schema.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use super::collect::{Source, XS};
use super::document::CompileError;
use super::model::{self, Kind};
use super::qname::QName;
use crate::xml;

/// Maximum number of particles in one content model, with groups and repetitions expanded.
const CONTENT_MODEL: u64 = 2_000;
/// Maximum sum of the squares of these numbers. Consecutive optional particles are compared pairwise.
const SCHEMA: u64 = 12_000_000;
/// Largest occurrence bound that the validator expands. It counts larger ones.
const WRITTEN_OUT: u64 = 16;
/// Maximum nesting of counted repetitions. Each level multiplies the states during validation.
const COUNTERS: u64 = 2;
/// Maximum number of attributes in one type or group, with its groups expanded.
const ATTRIBUTES: u64 = 2_000;
/// Maximum number of members of substitution groups.
const MEMBERS: usize = 2_000;
/// Maximum cost of a value of a union.
const UNION: u64 = 1_024;
/// Maximum depth of definitions that build on each other. The validator's own limit is lower.
const CHAIN: usize = 300;

/// Definitions by name, and the known sizes.
struct Sizes<'a, 'input> {
    definitions: BTreeMap<(Kind, QName), (Node<'a, 'input>, &'a Source)>,
    known: BTreeMap<(Kind, QName), Size>,
    /// The cost of a value of each simple type.
    costs: BTreeMap<QName, u64>,
}

/// The size of a content model.
#[derive(Clone, Copy, Default)]
struct Size {
    particles: u64,
    /// Nesting depth of counted repetitions.
    counters: u64,
}

impl Size {
    /// One particle, or an unknown definition.
    const ONE: Self = Self { particles: 1, counters: 0 };

    fn and(self, other: Self) -> Self {
        let particles = self.particles.saturating_add(other.particles);
        Self { particles, counters: self.counters.max(other.counters) }
    }

    /// Returns the size within a particle that repeats.
    fn repeated(self, particle: Node<'_, '_>) -> Self {
        let (copies, counted) = repetitions(particle);
        let counters = self.counters + u64::from(counted && self.particles > 0);
        Self { particles: self.particles.saturating_mul(copies), counters }
    }
}

/// Rejects schemas that would cost too much.
pub(super) fn check<'a>(trees: &'a [Document<'a>], sources: &'a [Source]) -> Result<(), CompileError> {
    let mut sizes = Sizes { definitions: BTreeMap::new(), known: BTreeMap::new(), costs: BTreeMap::new() };
    let (mut total, mut members) = (0_u64, 0);
    for (tree, source) in trees.iter().zip(sources) {
        for node in tree.root_element().descendants() {
            let named = model::declaration(node, &source.namespace);
            if let Some((kind @ (Kind::Type | Kind::Group | Kind::AttributeGroup), name)) = named {
                sizes.definitions.entry((kind, name)).or_insert((node, source));
            }
        }
    }
    for (tree, source) in trees.iter().zip(sources) {
        for node in tree.root_element().descendants().filter(Node::is_element) {
            let reason = if model::is_xs(node, "complexType") {
                let size = sizes.content(node, source, 0);
                total = total.saturating_add(size.particles.saturating_mul(size.particles));
                let large = size.particles > CONTENT_MODEL || size.counters > COUNTERS || total > SCHEMA;
                large.then_some(
                    "the content model is too large: nested groups and occurrence bounds expand to too many particles",
                )
            } else if model::is_xs(node, "simpleType") {
                let large = sizes.cost(node, source, 0) > UNION;
                large.then_some("the union is too large: nested unions expand to too many member types")
            } else if model::is_xs(node, "attributeGroup") {
                let large = sizes.attributes(node, source, 0) > ATTRIBUTES;
                large.then_some("the attribute group is too large: nested groups expand to too many attributes")
            } else {
                members += usize::from(model::is_xs(node, "element") && node.has_attribute("substitutionGroup"));
                (members > MEMBERS).then_some("too many elements are members of substitution groups")
            };
            if let Some(reason) = reason {
                let (line, column) = xml::position(&source.text, node.range().start);
                return Err(CompileError { uri: source.uri.clone(), line, column, message: reason.to_owned() });
            }
        }
    }
    Ok(())
}

impl<'a> Sizes<'a, '_> {
    /// Returns the size of the content below a node. The types of its elements are not included.
    fn content(&mut self, node: Node<'a, '_>, source: &'a Source, chain: usize) -> Size {
        // Depth: `CHAIN`.
        if chain > CHAIN {
            return Size::ONE;
        }
        let mut size = Size::default();
        for child in node.children().filter(Node::is_element) {
            if xml::namespace(child) != Some(XS) {
                continue;
            }
            let one = match child.tag_name().name() {
                "element" | "any" => Size::ONE,
                "sequence" | "choice" | "all" | "complexContent" | "restriction" => {
                    self.content(child, source, chain + 1)
                }
                "extension" => {
                    let base = self.referred(child, "base", Kind::Type, source, chain);
                    self.content(child, source, chain + 1).and(base)
                }
                "group" => self.referred(child, "ref", Kind::Group, source, chain),
                _ => Size::default(),
            };
            size = size.and(one.repeated(child));
        }
        size
    }

    /// Returns the number of attributes in a group. A referenced group is included once for each reference.
    fn attributes(&mut self, node: Node<'a, '_>, source: &'a Source, chain: usize) -> u64 {
        // Depth: `CHAIN`.
        if chain > CHAIN {
            return 1;
        }
        let referred = node.attribute("ref").and_then(|word| model::name(node, word.trim(), source));
        if let Some(name) = referred {
            let key = (Kind::AttributeGroup, name);
            if let Some(size) = self.known.get(&key) {
                return size.particles;
            }
            let Some((definition, origin)) = self.definitions.get(&key).copied() else { return 1 };
            self.known.insert(key.clone(), Size::ONE);
            let particles = self.attributes(definition, origin, chain + 1);
            self.known.insert(key, Size { particles, counters: 0 });
            return particles;
        }
        let mut count = 0_u64;
        for child in node.children().filter(|child| child.is_element() && xml::namespace(*child) == Some(XS)) {
            count = count.saturating_add(match child.tag_name().name() {
                "attributeGroup" => self.attributes(child, source, chain + 1),
                "attribute" => 1,
                _ => 0,
            });
        }
        count
    }

    /// Returns the cost of a value of a simple type. The validator reads a value of a union as each of its member types, and does
    /// so twice.
    fn cost(&mut self, node: Node<'a, '_>, source: &'a Source, chain: usize) -> u64 {
        // Depth: `CHAIN`.
        if chain > CHAIN {
            return 1;
        }
        let mut cost = 0_u64;
        for child in node.children().filter(|child| child.is_element() && xml::namespace(*child) == Some(XS)) {
            cost = cost.saturating_add(match child.tag_name().name() {
                "simpleType" | "restriction" | "list" => self.cost(child, source, chain + 1),
                "union" => self.cost(child, source, chain + 1).saturating_mul(2),
                _ => 0,
            });
        }
        for attribute in ["base", "itemType", "memberTypes"] {
            for word in node.attribute(attribute).unwrap_or_default().split_ascii_whitespace() {
                cost =
                    cost.saturating_add(model::name(node, word, source).map_or(1, |name| self.named_cost(name, chain)));
            }
        }
        cost.max(1)
    }

    fn named_cost(&mut self, name: QName, chain: usize) -> u64 {
        if let Some(cost) = self.costs.get(&name) {
            return *cost;
        }
        let Some((definition, origin)) = self.definitions.get(&(Kind::Type, name.clone())).copied() else { return 1 };
        // As in `referred`.
        self.costs.insert(name.clone(), 1);
        let cost = self.cost(definition, origin, chain + 1);
        self.costs.insert(name, cost);
        cost
    }

    fn referred(&mut self, node: Node<'a, '_>, attribute: &str, kind: Kind, source: &'a Source, chain: usize) -> Size {
        let Some(name) = node.attribute(attribute).and_then(|word| model::name(node, word.trim(), source)) else {
            return Size::ONE;
        };
        let key = (kind, name);
        if let Some(size) = self.known.get(&key) {
            return *size;
        }
        let Some((definition, origin)) = self.definitions.get(&key).copied() else { return Size::ONE };
        // The validator rejects definitions that build on themselves, so here they are only cut off.
        self.known.insert(key.clone(), Size::ONE);
        let size = self.content(definition, origin, chain + 1);
        self.known.insert(key, size);
        size
    }
}

/// Returns the number of copies of a particle in the automaton, and true if it counts them.
fn repetitions(particle: Node<'_, '_>) -> (u64, bool) {
    let bound = |name| particle.attribute(name).map(|value: &str| value.trim().parse::<u64>().unwrap_or(u64::MAX));
    let least = bound("minOccurs").unwrap_or(1);
    match particle.attribute("maxOccurs").map(str::trim) {
        // The required copies, and one that repeats.
        Some("unbounded") if least <= WRITTEN_OUT => (least + 1, false),
        Some("unbounded") => (2, true),
        _ => match bound("maxOccurs").unwrap_or(1) {
            most if most > WRITTEN_OUT => (2, true),
            most => (most.max(1), false),
        },
    }
}
