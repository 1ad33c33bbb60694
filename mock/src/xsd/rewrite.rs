//! Rewriting of documents, so that they can be compiled together. Directives are removed, because they were followed
//! before. Imports are limited to used namespaces, repeated declarations are removed, and undeclared components get
//! stubs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use roxmltree::Node;

use super::collect::{self, Source, XML, XS};
use super::document::{CompileError, Note, NoteKind};
use super::edits::{Edits, start_tag_end};
use super::model::{self, Kind};
use super::patterns::Patterns;
use super::qname::QName;
use super::redefine::{self, Renamed};
use super::stubs::{self, Missing};
use super::unread::{self, Unread};
use crate::xml;

/// The documents to compile.
pub(super) struct Rewritten {
    pub(super) texts: Vec<Source>,
    /// Undeclared components, and the components that reach them.
    pub(super) unread: Unread,
}

/// Information about all documents that is needed to rewrite each of them.
struct Components {
    /// Index of the document that declares each component.
    declared: BTreeMap<(Kind, QName), usize>,
    /// Repeated declarations, which are removed, by document.
    dropped: BTreeSet<(usize, u32)>,
    renamed: Renamed,
}

/// Rewrites all documents.
pub(super) fn rewrite(
    sources: &[Source],
    patterns: &mut Patterns,
    notes: &mut Vec<Note>,
) -> Result<Rewritten, CompileError> {
    let trees =
        sources.iter().map(|source| collect::parse(&source.uri, &source.text)).collect::<Result<Vec<_>, _>>()?;
    let components = components(&trees, sources, notes);
    super::size::check(&trees, sources)?;
    let mut missing = Missing::new();
    let mut texts = Vec::new();
    for (index, (tree, source)) in trees.iter().zip(sources).enumerate() {
        let mut edits = Edits::default();
        notes.extend(patterns.prepare(tree, source, &mut edits));
        let text = document(index, tree, source, &components, edits, &mut missing, notes);
        texts.push(Source { uri: source.uri.clone(), text, namespace: source.namespace.clone() });
    }
    texts.extend(stubs::documents(&missing));
    let unread = unread::reaching(&trees, sources, &components.dropped, &missing);
    Ok(Rewritten { texts, unread })
}

/// Adds the document that declares `xml:lang` and similar attributes if it is needed but missing.
pub(super) fn add_xml_namespace(sources: &mut Vec<Source>) {
    let known = sources.iter().any(|source| source.namespace == XML);
    if !known && sources.iter().any(|source| source.text.contains("xml:") || source.text.contains(XML)) {
        let text = String::from_utf8_lossy(xsd_schema::embedded::XML_XSD).into_owned();
        // The W3C's document starts with a declaration and a document type, which the parser rejects.
        let root = text.find("<xs:schema").unwrap_or_default();
        let text = text.get(root..).unwrap_or_default().to_owned();
        sources.push(Source { uri: XML.to_owned(), text, namespace: XML.to_owned() });
    }
}

fn components(trees: &[roxmltree::Document<'_>], sources: &[Source], notes: &mut Vec<Note>) -> Components {
    let renamed = redefine::renamed(trees, sources);
    let mut components = Components { declared: BTreeMap::new(), dropped: BTreeSet::new(), renamed };
    for (index, (tree, source)) in trees.iter().zip(sources).enumerate() {
        let mut twice: BTreeMap<usize, Vec<(Node<'_, '_>, String)>> = BTreeMap::new();
        for (node, is_redefinition) in declarations(tree) {
            let Some((kind, mut name)) = model::declaration(node, &source.namespace) else { continue };
            let name_of_kind = format!("{} {name}", kind.word());
            if !is_redefinition && let Some(other) = components.renamed.get(&(kind, name.clone())) {
                name.local.clone_from(other);
            }
            if let Some(first) = components.declared.get(&(kind, name.clone())) {
                components.dropped.insert((index, node.id().get()));
                twice.entry(*first).or_default().push((node, name_of_kind));
            } else {
                components.declared.insert((kind, name), index);
            }
        }
        for (first, again) in twice {
            notes.extend(duplicates(source, sources.get(first), &again));
        }
    }
    components
}

/// Returns the global declarations of a document. The boolean is true for redefinitions.
fn declarations<'a, 'input>(
    tree: &'a roxmltree::Document<'input>,
) -> impl Iterator<Item = (Node<'a, 'input>, bool)> + use<'a, 'input> {
    tree.root_element().children().flat_map(|node| {
        let redefined = model::is_xs(node, "redefine");
        let inner = redefined.then(|| node.children().map(|child| (child, true)));
        let own = (!redefined).then_some((node, false));
        own.into_iter().chain(inner.into_iter().flatten())
    })
}

fn duplicates(source: &Source, first: Option<&Source>, again: &[(Node<'_, '_>, String)]) -> Option<Note> {
    let (node, _) = again.first()?;
    let (line, _) = xml::position(&source.text, node.range().start);
    let names: Vec<&str> = again.iter().map(|(_, name_of_kind)| name_of_kind.as_str()).collect();
    let first = first.map(|first| first.uri.as_str()).unwrap_or_default();
    let message = format!("{} declared again; the declaration of `{first}` is used", enumerate(&names, ""));
    Some(Note { uri: source.uri.clone(), line, kind: NoteKind::Relaxed, message })
}

/// Rewrites one document. Adds undeclared references to `missing`.
fn document(
    index: usize,
    tree: &roxmltree::Document<'_>,
    source: &Source,
    components: &Components,
    mut edits: Edits,
    missing: &mut Missing,
    notes: &mut Vec<Note>,
) -> String {
    let mut imports = BTreeSet::new();
    let mut unknown: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for node in tree.root_element().children().filter(Node::is_element) {
        let dropped = components.dropped.contains(&(index, node.id().get()));
        if dropped || ["include", "import"].iter().any(|directive| model::is_xs(node, directive)) {
            edits.remove(node.range(), &source.text);
            continue;
        }
        if model::is_xs(node, "redefine") {
            redefine::unwrap(node, source, &components.renamed, &mut edits);
        } else if let Some(declared) = model::declaration(node, &source.namespace)
            && let Some(other) = components.renamed.get(&declared)
        {
            redefine::rename(node, other, &mut edits);
        }
        notes.extend(fill_empty_choices(node, source, &mut edits));
        for reference in model::references(node, source) {
            let name = &reference.name;
            if name.namespace == XS {
                accept_any_schema(&reference, &mut edits);
                continue;
            }
            if name.namespace != source.namespace {
                imports.insert(name.namespace.clone());
            }
            if !components.declared.contains_key(&(reference.kind, name.clone())) {
                let usage = missing.entry((reference.kind, name.clone())).or_insert(reference.usage);
                *usage = (*usage).max(reference.usage);
                let at = reference.element.range().start;
                let (_, names) = unknown.entry(name.namespace.clone()).or_insert_with(|| (at, Vec::new()));
                names.push(format!("{} `{}`", reference.kind.word(), name.local));
            }
        }
    }
    notes.extend(unknown.into_iter().map(|(namespace, (at, names))| stand_ins(source, &namespace, at, names)));
    complete_root(tree.root_element(), source, &imports, &mut edits);
    edits.apply(&source.text)
}

/// Makes empty choices optional. Such a choice accepts nothing (XML Schema Part 1, 3.8.4), which no author intends.
/// Like Xerces, this reads it as no content.
fn fill_empty_choices(node: Node<'_, '_>, source: &Source, edits: &mut Edits) -> Vec<Note> {
    let is_particle = |node: Node<'_, '_>| node.is_element() && !model::is_xs(node, "annotation");
    let mut notes = Vec::new();
    for choice in node.descendants().filter(|node| model::is_xs(*node, "choice") && !node.children().any(is_particle)) {
        match choice.attribute_node("minOccurs") {
            Some(least) if least.value().trim() == "0" => continue,
            Some(least) => edits.replace(least.range_value(), "0"),
            None => edits.insert(start_tag_end(choice), " minOccurs=\"0\""),
        }
        let (line, _) = xml::position(&source.text, choice.range().start);
        let message = "a choice without branches allows nothing; it is treated as empty content".to_owned();
        notes.push(Note { uri: source.uri.clone(), line, kind: NoteKind::Relaxed, message });
    }
    notes
}

/// Replaces references to `xs:schema`, which .NET services put before a data set, with any content.
fn accept_any_schema(reference: &model::Reference<'_, '_>, edits: &mut Edits) {
    if reference.kind == Kind::Element && reference.attribute.name() == "ref" {
        let bounds: String = ["minOccurs", "maxOccurs"]
            .iter()
            .filter_map(|name| Some(format!(" {name}=\"{}\"", reference.element.attribute(*name)?)))
            .collect();
        let prefix = model::prefix(reference.element);
        let any = format!("<{prefix}any namespace=\"{XS}\" processContents=\"skip\"{bounds}/>");
        edits.replace(reference.element.range(), any);
    }
}

fn stand_ins(source: &Source, namespace: &str, at: usize, mut names: Vec<String>) -> Note {
    names.sort();
    names.dedup();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let place = if namespace.is_empty() { " of no namespace".to_owned() } else { format!(" of namespace {namespace}") };
    let message =
        format!("{} not declared in any file that was read; any value is accepted there", enumerate(&names, &place));
    let (line, _) = xml::position(&source.text, at);
    Note { uri: source.uri.clone(), line, kind: NoteKind::Relaxed, message }
}

/// Adds an adopted target namespace and the imports of used namespaces to the root (XML Schema Part 1, 4.2.3: without
/// an import a reference to another namespace is an error).
fn complete_root(root: Node<'_, '_>, source: &Source, imports: &BTreeSet<String>, edits: &mut Edits) {
    let tag_end = start_tag_end(root);
    let own = root.attribute("targetNamespace").unwrap_or_default();
    let mut attributes = String::new();
    if own.is_empty() && !source.namespace.is_empty() {
        push_attribute("targetNamespace", &source.namespace, &mut attributes);
        adopt_default(root, source, &mut attributes, edits);
    }
    if let Some(empty) = root.attribute_node("targetNamespace").filter(|attribute| attribute.value().is_empty()) {
        // An empty target namespace means no namespace, which requires that the attribute is missing (Part 1, 3.15.2).
        edits.replace(empty.range(), "");
    }
    edits.insert(tag_end, attributes);
    if source.text.get(tag_end..).is_some_and(|rest| rest.starts_with('>')) {
        let prefix = model::prefix(root);
        let mut lines = String::new();
        for namespace in imports {
            lines.extend(["<", prefix, "import"]);
            if !namespace.is_empty() {
                push_attribute("namespace", namespace, &mut lines);
            }
            lines.push_str("/>");
        }
        edits.insert(tag_end + 1, lines);
    }
}

/// Makes an adopted namespace the default of elements without a default namespace. Names without a prefix are in it
/// (XML Schema Part 1, 4.2.1).
fn adopt_default(root: Node<'_, '_>, source: &Source, root_attributes: &mut String, edits: &mut Edits) {
    if root.lookup_namespace_uri(None).is_none() {
        push_attribute("xmlns", &source.namespace, root_attributes);
    }
    let undeclared = root.descendants().filter(|node| node.lookup_namespace_uri(None) == Some(""));
    for declaration in undeclared.filter_map(empty_default) {
        let mut adopted = String::new();
        push_attribute("xmlns", &source.namespace, &mut adopted);
        edits.replace(declaration, adopted);
    }
}

/// Returns the range of `xmlns=""` in the start tag of an element.
fn empty_default(element: Node<'_, '_>) -> Option<Range<usize>> {
    let (mut at, end) = (element.range().start, start_tag_end(element));
    loop {
        let rest = element.document().input_text().get(at..end)?;
        let (before, quoted) = rest.split_at(rest.find(['"', '\''])?);
        let quote = quoted.chars().next()?;
        let length = quoted.get(1..)?.find(quote)?;
        let name = before.trim_end().strip_suffix('=')?.trim_end();
        let value_end = at + before.len() + length + 2;
        if let Some(tag) = name.strip_suffix("xmlns")
            && tag.ends_with(char::is_whitespace)
            && length == 0
        {
            return Some(at + tag.len()..value_end);
        }
        at = value_end;
    }
}

fn push_attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    xml::escape(value, out);
    out.push('"');
}

/// Lists the first few names at the start of a sentence, followed by their place and the verb.
fn enumerate(names: &[&str], place: &str) -> String {
    const SHOWN: usize = 5;
    let shown = names.get(..names.len().min(SHOWN)).unwrap_or_default().join(", ");
    match names.len() {
        0 | 1 => format!("{shown}{place} is"),
        few if few <= SHOWN => format!("{shown}{place} are"),
        many => format!("{shown} and {} more{place} are", many - SHOWN),
    }
}
