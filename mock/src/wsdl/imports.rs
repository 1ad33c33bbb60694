//! The files that a WSDL file reaches: `wsdl:import`, and `xs:import`, `xs:include` and `xs:redefine` in schemas.

use std::collections::BTreeSet;

use roxmltree::Node;

use super::error::WsdlError;
use super::limits::REFERENCES;
use super::syntax::{XSD, is_wsdl};
use crate::files::{Files, Resolved};
use crate::missing::MissingFiles;
use crate::xml;

/// Namespaces that the schema processor declares itself, so they need no file.
const BUILT_IN: [&str; 6] = [
    "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/2001/XMLSchema",
    "http://www.w3.org/2001/XMLSchema-instance",
    "http://schemas.xmlsoap.org/soap/encoding/",
    "http://schemas.xmlsoap.org/soap/envelope/",
    "http://www.w3.org/2003/05/soap-envelope",
];

/// An import whose URL has no file in the upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MissingImport {
    /// File that contains the import.
    pub(crate) file: String,
    /// URL as written.
    pub(crate) location: String,
}

/// A parsed file of the upload.
pub(super) struct Tree<'a> {
    pub(super) uri: String,
    pub(super) document: roxmltree::Document<'a>,
}

/// The files that a WSDL file reaches.
pub(super) struct Reach<'a> {
    /// WSDL files, the main one first.
    pub(super) trees: Vec<Tree<'a>>,
    /// URIs of all files, the main one first.
    pub(super) reached: Vec<String>,
    pub(super) unreachable: Vec<MissingImport>,
}

/// Follows all references, starting at the file `main`.
pub(super) fn follow<'a>(main: &str, files: &'a Files) -> Result<Reach<'a>, WsdlError> {
    let (seen, missing) = (BTreeSet::new(), MissingFiles::default());
    let mut walk = Walk { files, seen, queue: vec![main.to_owned()], references: 0, missing, reach: Reach::new() };
    let mut next = 0;
    while let Some(uri) = walk.queue.get(next).cloned() {
        next += 1;
        walk.visit(uri)?;
    }
    walk.missing.check()?;
    walk.reach.reached = walk.queue;
    Ok(walk.reach)
}

struct Walk<'a> {
    files: &'a Files,
    seen: BTreeSet<String>,
    queue: Vec<String>,
    /// Number of references followed so far.
    references: usize,
    missing: MissingFiles,
    reach: Reach<'a>,
}

impl<'a> Reach<'a> {
    fn new() -> Reach<'a> {
        Reach { trees: Vec::new(), reached: Vec::new(), unreachable: Vec::new() }
    }
}

impl Walk<'_> {
    fn visit(&mut self, uri: String) -> Result<(), WsdlError> {
        self.seen.insert(uri.clone());
        let text = self.files.text(&uri).unwrap_or_default();
        let document = xml::parse(text).map_err(|error| WsdlError::Xml { file: uri.clone(), error })?;
        let root = document.root_element();
        let is_definitions = is_wsdl(root, "definitions");
        if !is_definitions && self.reach.trees.is_empty() {
            let (name, namespace) = (root.tag_name().name(), xml::namespace(root));
            let root = match (name, namespace) {
                ("definitions", Some(namespace)) => format!("`definitions` of {namespace}, not "),
                ("definitions", None) => "`definitions` without a namespace, not ".to_owned(),
                (other, _) => format!("`{other}`, not `definitions` "),
            };
            return Err(WsdlError::NotWsdl { file: uri, root });
        }
        for node in root.descendants().filter(|node| refers_to_a_file(*node)) {
            self.follow_one(&uri, node)?;
        }
        if is_definitions {
            self.reach.trees.push(Tree { uri, document });
        }
        Ok(())
    }

    fn follow_one(&mut self, uri: &str, node: Node<'_, '_>) -> Result<(), WsdlError> {
        let attribute = if is_wsdl(node, "import") { "location" } else { "schemaLocation" };
        // An empty location names no document, like a missing one.
        let Some(location) = node.attribute(attribute).filter(|location| !location.trim().is_empty()) else {
            return Ok(());
        };
        self.references += 1;
        if self.references > REFERENCES {
            return Err(WsdlError::TooManyReferences { file: uri.to_owned() });
        }
        let line = || node.document().text_pos_at(node.range().start).row;
        match self.files.resolve(uri, location) {
            Resolved::File(path) => {
                if self.seen.insert(path.clone()) {
                    self.queue.push(path);
                }
                Ok(())
            }
            _ if node.attribute("namespace").is_some_and(|namespace| BUILT_IN.contains(&namespace)) => Ok(()),
            Resolved::Remote(location) => {
                self.reach.unreachable.push(MissingImport { file: uri.to_owned(), location });
                Ok(())
            }
            Resolved::Missing(location) => {
                self.missing.add(uri, || Some(line()), location);
                Ok(())
            }
            Resolved::Ambiguous(files) => {
                let (file, location) = (uri.to_owned(), location.to_owned());
                Err(WsdlError::AmbiguousFile { file, line: line(), location, files })
            }
        }
    }
}

fn refers_to_a_file(node: Node<'_, '_>) -> bool {
    is_wsdl(node, "import") || ["import", "include", "redefine"].iter().any(|local| node.has_tag_name((XSD, *local)))
}
