//! The documents of a schema: roots, and the files that their directives refer to. A document without a target
//! namespace adopts that of each document that includes it (XML Schema Part 1, 4.2.1).

use std::collections::BTreeSet;

use roxmltree::Node;

use super::document::{CompileError, Document, Note, NoteKind};
use crate::files::{Files, Resolved};
use crate::xml;

/// The namespace of XML Schema itself.
pub(crate) const XS: &str = "http://www.w3.org/2001/XMLSchema";
/// The namespace of `xml:lang` and similar attributes.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Namespaces whose schemas are often imported needlessly. Their missing documents are not reported; if components are
/// used, stubs replace them and that is reported.
const CUSTOMARY: [&str; 7] = [
    "http://schemas.xmlsoap.org/soap/encoding/",
    "http://schemas.xmlsoap.org/soap/envelope/",
    "http://schemas.xmlsoap.org/wsdl/",
    "http://www.w3.org/2003/05/soap-encoding",
    "http://www.w3.org/2003/05/soap-envelope",
    XML,
    XS,
];

/// Maximum number of documents in one schema, and of bytes in all of them.
const DOCUMENTS: usize = 2_000;
const BYTES: usize = 64 << 20;

/// A document of the schema. It occurs once for each namespace that it is read in.
pub(super) struct Source {
    pub(super) uri: String,
    pub(super) text: String,
    /// Target namespace, or that of an including document if it has none. Empty for no namespace.
    pub(super) namespace: String,
}

/// A directive that refers to a document.
struct Request {
    uri: String,
    /// Namespace for a document that has none.
    namespace: String,
    /// Index of the source that contains the directive.
    source: usize,
    /// Byte offset of the directive in that source.
    offset: usize,
}

/// Returns the roots and all documents that they refer to, without duplicates. Roots come first.
pub(super) fn collect(
    embedded: Vec<Document>,
    files: &Files,
    notes: &mut Vec<Note>,
) -> Result<Vec<Source>, CompileError> {
    let mut sources = Vec::new();
    let mut waiting = Vec::new();
    for document in embedded {
        add(document, "", files, &mut sources, &mut waiting, notes)?;
    }
    let mut seen = BTreeSet::new();
    let mut unread = Vec::new();
    let mut bytes = 0;
    while let Some(request) = waiting.pop() {
        let Some(text) = files.text(&request.uri) else {
            if !CUSTOMARY.contains(&request.namespace.as_str()) {
                unread.push(request);
            }
            continue;
        };
        if !seen.insert((request.uri.clone(), request.namespace.clone())) {
            continue;
        }
        bytes += text.len();
        if sources.len() >= DOCUMENTS || bytes > BYTES {
            let message = format!("the schema has more than {DOCUMENTS} documents or {} MiB", BYTES >> 20);
            return Err(CompileError { uri: request.uri, line: 0, column: 0, message });
        }
        let document = Document { uri: request.uri, text: text.to_owned() };
        add(document, &request.namespace, files, &mut sources, &mut waiting, notes)?;
    }
    note_unread(unread, &sources, notes);
    Ok(sources)
}

fn add(
    document: Document,
    adopted: &str,
    files: &Files,
    sources: &mut Vec<Source>,
    waiting: &mut Vec<Request>,
    notes: &mut Vec<Note>,
) -> Result<(), CompileError> {
    let Document { uri, text } = document;
    let tree = parse(&uri, &text)?;
    let root = tree.root_element();
    if !root.has_tag_name((XS, "schema")) {
        let message = format!(
            "`{}` is imported as a schema, but its root element is `{}` of {}",
            uri,
            root.tag_name().name(),
            xml::namespace(root).unwrap_or("no namespace")
        );
        notes.push(Note { uri, line: 1, kind: NoteKind::Unread, message });
        return Ok(());
    }
    let own = root.attribute("targetNamespace").unwrap_or_default();
    let namespace = if own.is_empty() { adopted } else { own }.to_owned();
    if namespace == XS {
        let message = "the schema of XML Schema is built in; this copy is ignored".to_owned();
        notes.push(Note { uri, line: 1, kind: NoteKind::Relaxed, message });
        return Ok(());
    }
    let before = waiting.len();
    for directive in root.children().filter(Node::is_element) {
        waiting.extend(request(directive, &uri, &namespace, files).map(|(uri, namespace)| Request {
            uri,
            namespace,
            source: sources.len(),
            offset: directive.range().start,
        }));
    }
    // The first directive is followed first, so that the first of several declarations is kept.
    if let Some(added) = waiting.get_mut(before..) {
        added.reverse();
    }
    drop(tree);
    // Embedded schemas may share a URI, so they are all added. `seen` prevents duplicates of files.
    sources.push(Source { uri, text, namespace });
    Ok(())
}

/// Adds a note for each missing document, with the line of its directive. Lines are counted once for each source, even
/// if it has many directives.
fn note_unread(mut unread: Vec<Request>, sources: &[Source], notes: &mut Vec<Note>) {
    unread.sort_by_key(|request| (request.source, request.offset));
    for requests in unread.chunk_by(|a, b| a.source == b.source) {
        let Some(source) = requests.first().and_then(|request| sources.get(request.source)) else { continue };
        let (mut counted, mut line) = (0, 1_u32);
        for request in requests {
            let between = source.text.get(counted..request.offset).unwrap_or_default();
            let breaks = between.matches('\n').count();
            line = line.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
            counted = request.offset;
            let message = format!("`{}` is not among the files and was not read", request.uri);
            notes.push(Note { uri: source.uri.clone(), line, kind: NoteKind::Unread, message });
        }
    }
}

/// Returns the URI and the namespace of the document that a directive refers to, if any.
fn request(directive: Node<'_, '_>, uri: &str, namespace: &str, files: &Files) -> Option<(String, String)> {
    let location = directive.attribute("schemaLocation").filter(|location| !location.trim().is_empty())?;
    let namespace = match directive.tag_name().name() {
        _ if xml::namespace(directive) != Some(XS) => return None,
        "include" | "redefine" => namespace,
        "import" => directive.attribute("namespace").unwrap_or_default(),
        _ => return None,
    };
    if namespace == XS {
        return None;
    }
    let uri = match files.resolve(uri, location) {
        Resolved::File(path) => path,
        Resolved::Remote(location) | Resolved::Missing(location) => location,
        Resolved::Ambiguous(_) => location.to_owned(),
    };
    Some((uri, namespace.to_owned()))
}

/// Parses a document. Errors become a [`CompileError`].
pub(super) fn parse<'a>(uri: &str, text: &'a str) -> Result<roxmltree::Document<'a>, CompileError> {
    xml::parse(text).map_err(|error| CompileError {
        uri: uri.to_owned(),
        line: error.line,
        column: error.column,
        message: error.message,
    })
}
