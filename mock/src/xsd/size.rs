//! How large the automaton of a content model would be, before it is built: groups that refer to groups twice, and
//! occurrence bounds within occurrence bounds, double with each line of a schema.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use super::collect::{Source, XS};
use super::model::{self, Kind};
use super::{CompileError, QName};
use crate::xml;

/// Particles of one content model after its groups and repetitions are written out.
const CONTENT_MODEL: u64 = 5_000;
/// The same for all content models of a schema.
const SCHEMA: u64 = 400_000;
/// The validator writes repetitions out up to this bound and counts beyond it.
const WRITTEN_OUT: u64 = 16;
/// Definitions that build on one another; the validator's own limit is lower.
const CHAIN: usize = 300;

/// Definitions by name, and the sizes found so far.
struct Sizes<'a, 'input> {
    definitions: BTreeMap<(Kind, QName), (Node<'a, 'input>, &'a Source)>,
    known: BTreeMap<(Kind, QName), u64>,
}

/// Refuses what would cost too much.
pub(super) fn check<'a>(trees: &'a [Document<'a>], sources: &'a [Source]) -> Result<(), CompileError> {
    let mut sizes = Sizes { definitions: BTreeMap::new(), known: BTreeMap::new() };
    for (tree, source) in trees.iter().zip(sources) {
        for node in tree.root_element().descendants() {
            let named = model::declaration(node, &source.namespace);
            if let Some((kind @ (Kind::Type | Kind::Group), name)) = named {
                sizes.definitions.entry((kind, name)).or_insert((node, source));
            }
        }
    }
    let mut total = 0_u64;
    for (tree, source) in trees.iter().zip(sources) {
        for node in tree.root_element().descendants().filter(|node| model::is_xs(*node, "complexType")) {
            let size = sizes.content(node, source, 0);
            total = total.saturating_add(size);
            if size > CONTENT_MODEL || total > SCHEMA {
                let (line, column) = xml::position(&source.text, node.range().start);
                let message =
                    "the content model is too large: groups and occurrence bounds within one another come to \
                               more particles than are compiled"
                        .to_owned();
                return Err(CompileError { uri: source.uri.clone(), line, column, message });
            }
        }
    }
    Ok(())
}

impl<'a> Sizes<'a, '_> {
    /// The size of what stands below a node, elements' own types not counted.
    fn content(&mut self, node: Node<'a, '_>, source: &'a Source, chain: usize) -> u64 {
        if chain > CHAIN {
            return 1;
        }
        let mut size = 0_u64;
        for child in node.children().filter(Node::is_element) {
            if child.tag_name().namespace() != Some(XS) {
                continue;
            }
            let one = match child.tag_name().name() {
                "element" | "any" => 1,
                "sequence" | "choice" | "all" | "complexContent" | "restriction" => {
                    self.content(child, source, chain + 1)
                }
                "extension" => {
                    let base = self.referred(child, "base", Kind::Type, source, chain);
                    self.content(child, source, chain + 1).saturating_add(base)
                }
                "group" => self.referred(child, "ref", Kind::Group, source, chain),
                _ => 0,
            };
            size = size.saturating_add(one.saturating_mul(repetitions(child)));
        }
        size
    }

    fn referred(&mut self, node: Node<'a, '_>, attribute: &str, kind: Kind, source: &'a Source, chain: usize) -> u64 {
        let reference = model::references(node, source)
            .into_iter()
            .find(|found| found.element == node && found.attribute.name() == attribute);
        let Some(reference) = reference else { return 1 };
        let key = (kind, reference.name);
        if let Some(size) = self.known.get(&key) {
            return *size;
        }
        let Some((definition, origin)) = self.definitions.get(&key).copied() else { return 1 };
        // A definition that builds on itself is refused by the validator; it only must not be followed here.
        self.known.insert(key.clone(), 1);
        let size = self.content(definition, origin, chain + 1);
        self.known.insert(key, size);
        size
    }
}

fn repetitions(particle: Node<'_, '_>) -> u64 {
    let bound = |name| particle.attribute(name).map(|value: &str| value.trim().parse::<u64>().unwrap_or(u64::MAX));
    let most = match particle.attribute("maxOccurs").map(str::trim) {
        // As many copies as have to be there, and one that repeats.
        Some("unbounded") => bound("minOccurs").unwrap_or(1).saturating_add(1),
        _ => bound("maxOccurs").unwrap_or(1),
    };
    if most > WRITTEN_OUT { 2 } else { most.max(1) }
}
