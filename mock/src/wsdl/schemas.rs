//! The schemas inside `wsdl:types`, extracted as separate documents.

use std::fmt::Write as _;

use roxmltree::Node;

use super::imports::Tree;
use super::syntax::{XSD, children};
use crate::xsd::Document;

/// Returns every `xs:schema` in the types of these files.
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

/// Returns the element's source with the namespace declarations that are in scope.
fn stand_alone(element: Node<'_, '_>) -> String {
    let text = element.document().input_text().get(element.range()).unwrap_or_default();
    // The name in the start tag ends at the first character that is invalid in names.
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

/// Returns the prefixes that the element itself declares. `None` is the default namespace.
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

/// Returns the text before the `>` that ends the start tag. Ignores `>` inside attribute values.
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
