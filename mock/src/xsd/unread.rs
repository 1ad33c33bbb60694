//! Components that reach undeclared components, so that their instances are only partially validated.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;

use super::collect::Source;
use super::model::{self, Kind};
use super::qname::QName;
use super::stubs::Missing;

/// For each component, the first undeclared component that it was found to reach.
pub(super) type Unread = BTreeMap<(Kind, QName), (Kind, QName)>;

/// Follows all references backwards from undeclared components. `dropped` are removed declarations, by document.
pub(super) fn reaching(
    trees: &[roxmltree::Document<'_>],
    sources: &[Source],
    dropped: &BTreeSet<(usize, u32)>,
    missing: &Missing,
) -> Unread {
    let mut unread: Unread = missing.keys().map(|name| (name.clone(), name.clone())).collect();
    if unread.is_empty() {
        return unread;
    }
    let users = users(trees, sources, dropped);
    let mut waiting: Vec<(Kind, QName)> = missing.keys().cloned().collect();
    while let Some(reached) = waiting.pop() {
        let Some(stub) = unread.get(&reached).cloned() else { continue };
        for user in users.get(&reached).into_iter().flatten() {
            if !unread.contains_key(user) {
                unread.insert(user.clone(), stub.clone());
                waiting.push(user.clone());
            }
        }
    }
    unread
}

/// Returns the global components that refer to each component. A redefinition is treated as the redefined component.
fn users(
    trees: &[roxmltree::Document<'_>],
    sources: &[Source],
    dropped: &BTreeSet<(usize, u32)>,
) -> BTreeMap<(Kind, QName), BTreeSet<(Kind, QName)>> {
    let mut users: BTreeMap<(Kind, QName), BTreeSet<(Kind, QName)>> = BTreeMap::new();
    for (index, (tree, source)) in trees.iter().zip(sources).enumerate() {
        let children = tree.root_element().children();
        let declarations = children.flat_map(|node| {
            let within = model::is_xs(node, "redefine").then(|| node.children());
            std::iter::once(node).chain(within.into_iter().flatten())
        });
        for node in declarations.filter(|node: &Node<'_, '_>| !dropped.contains(&(index, node.id().get()))) {
            let Some(user) = model::declaration(node, &source.namespace) else { continue };
            for reference in model::references(node, source) {
                let referred = (reference.kind, reference.name);
                if reference.attribute.name() == "substitutionGroup" {
                    // Components that accept the head also accept its members.
                    users.entry(user.clone()).or_default().insert(referred.clone());
                }
                users.entry(referred).or_default().insert(user.clone());
            }
        }
    }
    users
}
