//! Replacement of `xs:redefine` (XML Schema Part 1, 4.2.2): the old component is renamed, and the new one takes its
//! place and refers to the new name.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::collect::Source;
use super::edits::{Edits, start_tag_end};
use super::model::{self, Kind};
use super::qname::QName;

/// Redefined components, with the new names of the old components.
pub(super) type Renamed = BTreeMap<(Kind, QName), String>;

/// Returns the components that the redefinitions of all documents replace.
pub(super) fn renamed(trees: &[roxmltree::Document<'_>], sources: &[Source]) -> Renamed {
    let mut renamed = Renamed::new();
    for (tree, source) in trees.iter().zip(sources) {
        for redefine in tree.root_element().children().filter(|node| model::is_xs(*node, "redefine")) {
            for child in redefine.children() {
                if let Some((kind, name)) = model::declaration(child, &source.namespace) {
                    let other = format!("{}.redefined", name.local);
                    renamed.insert((kind, name), other);
                }
            }
        }
    }
    renamed
}

/// Renames a redefined component.
pub(super) fn rename(declaration: Node<'_, '_>, other: &str, edits: &mut Edits) {
    if let Some(name) = declaration.attribute_node("name") {
        edits.replace(name.range_value(), other);
    }
}

/// Removes the directive around its declarations. Their references to the redefined name become references to the old
/// component.
pub(super) fn unwrap(redefine: Node<'_, '_>, source: &Source, renamed: &Renamed, edits: &mut Edits) {
    let text = source.text.as_str();
    let range = redefine.range();
    let tag_end = start_tag_end(redefine);
    if text.get(tag_end..).unwrap_or_default().starts_with("/>") {
        edits.remove(range, text);
        return;
    }
    edits.remove(range.start..tag_end + 1, text);
    let end_tag = text.get(range.clone()).and_then(|inner| inner.rfind("</")).map_or(range.end, |at| range.start + at);
    edits.remove(end_tag..range.end, text);
    for child in redefine.children() {
        let Some((kind, name)) = model::declaration(child, &source.namespace) else { continue };
        let Some(other) = renamed.get(&(kind, name.clone())) else { continue };
        for reference in model::references(child, source) {
            if reference.kind == kind && reference.name == name {
                let written = reference.attribute.value();
                let prefix = written.rfind(':').and_then(|colon| written.get(..=colon)).unwrap_or_default();
                edits.replace(reference.attribute.range_value(), format!("{prefix}{other}"));
            }
        }
    }
}
