//! Schema resources (JSON Schema 2020-12, section 8.2): base URIs set by `$id`, and anchors.

use std::borrow::Cow;

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use super::documents::Documents;
use super::known_key::KnownKey;
use super::uri;
use crate::tree::{KeySet, NodeId};

/// The base URIs and anchors of a description's files.
#[derive(Debug)]
pub(super) struct Resources {
    /// The URI of the root document.
    root: String,
    /// True if the description's version supports schema resources (OpenAPI 3.1.0 and later).
    modern: bool,
    /// Schemas with an `$id`, by URI.
    named: Table<String, NodeId>,
    /// Schemas with an anchor, by file and anchor.
    anchors: Table<(NodeId, String), Vec<NodeId>>,
}

/// Names of members that identify a schema.
const NAMING: KeySet = KnownKey::key_set(&[KnownKey::Id, KnownKey::Anchor, KnownKey::DynamicAnchor]);

impl Resources {
    pub(super) fn new(root: String, modern: bool) -> Resources {
        Resources { root, modern, named: Table::default(), anchors: Table::default() }
    }

    pub(super) fn root(&self) -> &str {
        &self.root
    }

    pub(super) fn is_modern(&self) -> bool {
        self.modern
    }

    /// Returns true if any schema has an `$id`.
    pub(super) fn has_named_schemas(&self) -> bool {
        !self.named.is_empty()
    }

    /// Returns true if any schema has an anchor.
    pub(super) fn has_anchors(&self) -> bool {
        !self.anchors.is_empty()
    }

    /// Returns the schema with this URI as `$id`.
    pub(super) fn named(&self, uri: &str) -> Option<NodeId> {
        self.named.get(uri).copied()
    }

    /// Stores the anchors of a file, and the `$id`s of values that are already known to be schemas.
    pub(super) fn add_document(&mut self, documents: &Documents<'_>, root: NodeId) {
        if !self.modern {
            return;
        }
        for id in documents.visible_nodes_with_key(root, NAMING) {
            let key = documents.key(id);
            let Some(schema) = documents.parent(id).filter(|_| documents.is_string(id)) else { continue };
            if key != KnownKey::Id.key() {
                let name = documents.string(id).unwrap_or_default().into_owned();
                if let Some(anchored) = self.anchors.get_or_insert((root, name), Vec::new()) {
                    anchored.push(schema);
                }
            } else if documents.object_kind(schema).is_schema() {
                self.name(documents, schema);
            }
        }
    }

    /// Stores the `$id` of a schema, if it has one.
    pub(super) fn name(&mut self, documents: &Documents<'_>, schema: NodeId) {
        let Some(id) = documents.string_at(schema, KnownKey::Id).filter(|_| self.modern) else { return };
        let base = match documents.parent(schema) {
            Some(around) => self.base(documents, around),
            None => self.document_uri(documents, schema),
        };
        self.named.get_or_insert(uri::resolve(&base, uri::split(&id).0), schema);
    }

    /// Returns the base URI at a value (RFC 3986 section 5.1): its file's URI, changed by each `$id` around it.
    pub(super) fn base(&self, documents: &Documents<'_>, at: NodeId) -> String {
        let mut base = self.document_uri(documents, at);
        if self.named.is_empty() {
            return base;
        }
        let (file, at) = documents.written_in(at);
        let around: Vec<NodeId> = file.ancestors(at).list();
        for schema in around.into_iter().rev() {
            if let Some(id) = identifier(file, schema) {
                base = uri::resolve(&base, uri::split(&id).0);
            }
        }
        base
    }

    /// Returns the URI of the file in which a value was written. For a view, this is the original file.
    fn document_uri(&self, documents: &Documents<'_>, at: NodeId) -> String {
        let (file, at) = documents.written_in(at);
        file.file(at).map_or_else(|| self.root.clone(), |file| file.uri.clone())
    }

    /// Returns the location of a fragment in the resource whose outermost value is `resource`.
    pub(super) fn below(&self, documents: &Documents<'_>, resource: NodeId, fragment: &str) -> Option<NodeId> {
        if fragment.is_empty() || fragment.starts_with('/') {
            return documents.below(resource, fragment);
        }
        let known = self.anchors.get(&(documents.root_around(resource), fragment.to_owned()))?;
        known.iter().copied().find(|&schema| self.resource(documents, schema) == self.resource(documents, resource))
    }

    /// Returns the outermost value of the resource that contains a value.
    pub(super) fn resource(&self, documents: &Documents<'_>, at: NodeId) -> NodeId {
        let mut around = documents.ancestors(at);
        let named = around.find(|&schema| self.has_named_schemas() && identifier(documents, schema).is_some());
        named.unwrap_or_else(|| documents.root_around(at))
    }
}

/// Returns the `$id` of a schema.
pub(super) fn identifier<'s>(documents: &'s Documents<'_>, schema: NodeId) -> Option<Cow<'s, str>> {
    documents.string_at(schema, KnownKey::Id).filter(|_| documents.object_kind(schema).is_schema())
}
