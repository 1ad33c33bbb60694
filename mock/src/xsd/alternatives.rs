//! Patterns with alternatives, in parentheses: the validator anchors the first and the last of them alone.

use roxmltree::Document;

use super::edits::Edits;
use super::model;

/// Puts parentheses around every pattern that holds a `|`; what it matches stays the same.
pub(super) fn group(tree: &Document<'_>, edits: &mut Edits) {
    let patterns = tree.root_element().descendants().filter(|node| model::is_xs(*node, "pattern"));
    for value in patterns.filter_map(|node| node.attribute_node("value")).filter(|value| value.value().contains('|')) {
        edits.insert(value.range_value().start, "(");
        edits.insert(value.range_value().end, ")");
    }
}
