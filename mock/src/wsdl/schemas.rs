//! The schemas inside `wsdl:types`, cut out as documents that stand on their own.

use std::fmt::Write as _;

use roxmltree::Node;

use super::imports::Tree;
use super::syntax::{XSD, children};
use crate::xsd::Document;

/// Every `xs:schema` in the types of these files.
pub(super) fn embedded(trees: &[Tree<'_>]) -> Vec<Document> {
    let mut documents = Vec::new();
    for tree in trees {
        let types = children(tree.document.root_element(), "types");
        let schemas = types.flat_map(|types| types.children().filter(|child| child.has_tag_name((XSD, "schema"))));
        for (index, schema) in schemas.enumerate() {
            let uri = format!("{}#schema-{}", tree.uri, index + 1);
            documents.push(Document { uri, text: stand_alone(schema) });
        }
    }
    documents
}

/// The element's text with the namespace declarations that were in scope around it.
fn stand_alone(element: Node<'_, '_>) -> String {
    let text = element.document().input_text().get(element.range()).unwrap_or_default();
    // The start tag's name ends at the first character that no name holds.
    let end = text.char_indices().skip(1).find(|(_, c)| c.is_whitespace() || matches!(c, '>' | '/'));
    let (name, rest) = text.split_at(end.map_or(text.len(), |(at, _)| at));
    let own = own_prefixes(element);
    let mut document = String::with_capacity(text.len() + 256);
    document.push_str(name);
    for namespace in element.namespaces().filter(|namespace| !own.contains(&namespace.name())) {
        let uri = escape_attribute(namespace.uri());
        let _ = match namespace.name() {
            Some("xml") => Ok(()),
            Some(prefix) => write!(document, " xmlns:{prefix}=\"{uri}\""),
            None => write!(document, " xmlns=\"{uri}\""),
        };
    }
    document.push_str(rest);
    document
}

/// The prefixes that the element declares itself; None is the default namespace.
fn own_prefixes<'a>(element: Node<'a, '_>) -> Vec<Option<&'a str>> {
    let outer: Vec<_> = element.parent_element().map(|parent| parent.namespaces().collect()).unwrap_or_default();
    let text = element.document().input_text().get(element.range()).unwrap_or_default();
    let start_tag = start_tag(text);
    element
        .namespaces()
        .filter(|namespace| {
            let declared = match namespace.name() {
                Some(prefix) => {
                    start_tag.contains(&format!("xmlns:{prefix}=")) || start_tag.contains(&format!("xmlns:{prefix} "))
                }
                None => start_tag.contains("xmlns=") || start_tag.contains("xmlns "),
            };
            declared || !outer.iter().any(|o| o.name() == namespace.name() && o.uri() == namespace.uri())
        })
        .map(roxmltree::Namespace::name)
        .collect()
}

/// The text up to the `>` that ends the start tag; one inside an attribute's value ends nothing.
fn start_tag(text: &str) -> &str {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), character) if open == character => quote = None,
            (None, '>') => return text.get(..at).unwrap_or(text),
            _ => {}
        }
    }
    text
}

fn escape_attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
