//! Resolves references from file to file while a description is loaded. Tracks the missing files and the kinds of values that are
//! only reached by references.
//!
//! Parts of a file that no reference reaches do not belong to the description.

use percent_encoding::percent_decode_str;
use waybill_base::internal::table::{Set, Table};

use super::documents::Documents;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::reference::{Reference, is_reference};
use super::reference_table::ReferenceTable;
use super::resources::Resources;
use super::{mapping, uri};
use crate::tree::{KeySet, NodeId};

/// The state of a file of the description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum File {
    /// The host has not provided it.
    Wanted,
    /// It has been read. Contains its outermost value.
    Read(NodeId),
    /// It could not be loaded, for this reason.
    Refused(String),
    /// It was provided but is unreadable. This is a separate problem.
    Unreadable,
}

impl File {
    /// Returns the state of the file after its values were moved. `home` returns the new id of a value.
    pub(super) fn moved(&self, home: impl Fn(NodeId) -> Option<NodeId>) -> File {
        match self {
            File::Read(root) => home(*root).map_or(File::Wanted, File::Read),
            other => other.clone(),
        }
    }
}

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReferenceTarget {
    Node(NodeId),
    /// The file exists, but the location in it does not.
    Nothing {
        uri: String,
        fragment: String,
    },
    /// The file is missing.
    Elsewhere {
        uri: String,
        fragment: String,
    },
}

/// The references of a description whose files may not all be loaded yet.
#[derive(Debug)]
pub(super) struct RefResolver {
    resources: Resources,
    files: Table<String, File>,
    /// URIs of the files other than the root, in the order of their requests.
    wanted: Vec<String>,
    answered: usize,
    /// Referenced locations in missing files, by file: fragment and expected kind.
    waiting: Table<String, Vec<(String, ObjectKind)>>,
    /// Values of other files that have been searched for references.
    seen: Set<NodeId>,
    /// The possible references in the files, in order: `$ref` and, if the version has it, `$dynamicRef`.
    members: Vec<NodeId>,
    /// The targets of plain references in the root document, by string.
    pub(super) plain: ReferenceTable,
}

/// Names of members that may hold references.
const REFERRING: KeySet = KnownKey::key_set(&[KnownKey::Ref, KnownKey::DynamicRef, KnownKey::Mapping]);

/// Returns true if a member is a reference, provided that its object may be one.
fn may_be_reference(documents: &Documents<'_>, id: NodeId, modern: bool) -> bool {
    let key = documents.key(id);
    (key == KnownKey::Ref.key() || modern && key == KnownKey::DynamicRef.key()) && documents.is_string(id)
}

impl RefResolver {
    /// Searches the root document, whose URI is `root`. Only `modern` versions (OpenAPI 3.1.0 and later) have `$id`, `$anchor`
    /// and `$dynamicRef`.
    pub(super) fn new(documents: &mut Documents<'_>, root: String, modern: bool) -> RefResolver {
        let mut files = Table::default();
        files.insert(root.clone(), File::Read(NodeId::ROOT));
        let mut links = RefResolver {
            resources: Resources::new(root, modern),
            files,
            wanted: Vec::new(),
            answered: 0,
            waiting: Table::default(),
            seen: Set::default(),
            members: Vec::new(),
            plain: ReferenceTable::default(),
        };
        links.add_document(documents, NodeId::ROOT);
        links.look_through_root(documents);
        links
    }

    /// Resolves the references of a description that was made from another one, whose files are those of `found`. `moved` returns
    /// the state of a file after the change.
    pub(super) fn renewed(
        documents: &mut Documents<'_>,
        found: &RefResolver,
        moved: impl Fn(&File) -> File,
    ) -> RefResolver {
        let mut links = RefResolver::new(documents, found.root().to_owned(), found.resources.is_modern());
        while let Some(uri) = links.wanted() {
            let file = found.file(uri).map_or(File::Wanted, &moved);
            links.provide(documents, file);
        }
        links
    }

    /// Returns true if the same reference string can have different targets at different locations.
    pub(super) fn depends_on_place(&self, documents: &Documents<'_>) -> bool {
        !documents.files().is_empty() || self.resources.has_named_schemas() || self.resources.has_anchors()
    }

    /// Returns true if any schema has an anchor.
    pub(super) fn has_anchors(&self) -> bool {
        self.resources.has_anchors()
    }

    /// Returns the URI of the root document.
    pub(super) fn root(&self) -> &str {
        self.resources.root()
    }

    /// Returns the state of a file.
    pub(super) fn file(&self, uri: &str) -> Option<&File> {
        self.files.get(uri)
    }

    /// Returns the possible references in the files, in order.
    pub(super) fn members(&self) -> &[NodeId] {
        &self.members
    }

    fn add_document(&mut self, documents: &Documents<'_>, root: NodeId) {
        let modern = self.resources.is_modern();
        for id in documents.visible_nodes_with_key(root, REFERRING) {
            if may_be_reference(documents, id, modern) {
                self.members.push(id);
            } else if documents.key(id) == KnownKey::Mapping.key() {
                self.members.extend(documents.children(id).filter(|&entry| mapping::names_file(documents, entry)));
            }
        }
        self.resources.add_document(documents, root);
    }

    /// Returns the next file that the host has not provided.
    pub(super) fn wanted(&self) -> Option<&str> {
        self.wanted.get(self.answered).map(String::as_str)
    }

    /// Stores the URI at which a requested file was found, unless that URI is already known.
    pub(super) fn found(&mut self, uri: String, root: NodeId) {
        self.files.get_or_insert(uri, File::Read(root));
    }

    /// Stores the result for the requested file, and follows the references into it.
    pub(super) fn provide(&mut self, documents: &mut Documents<'_>, file: File) {
        let Some(uri) = self.wanted.get(self.answered).cloned() else { return };
        self.answered += 1;
        let waiting = self.waiting.insert(uri.clone(), Vec::new()).unwrap_or_default();
        if let File::Read(root) = file {
            self.files.insert(uri, file);
            if root != NodeId::ROOT {
                self.add_document(documents, root);
                let named = if documents.is_swagger { KnownKey::Swagger } else { KnownKey::Openapi };
                if documents.member(root, named).is_some() {
                    documents.kinds.insert(root, ObjectKind::Root);
                }
            }
            let mut open = Vec::new();
            for (fragment, kind) in waiting {
                if let Some(target) = self.resources.below(documents, root, &fragment) {
                    self.enter_target(documents, target, kind, &mut open);
                }
            }
            self.look_through(documents, open);
        } else {
            self.files.insert(uri, file);
        }
        // The next requested URI may be the `$id` of a schema in this file.
        while self.wanted().is_some_and(|uri| self.resources.named(uri).is_some()) {
            self.answered += 1;
        }
    }

    /// Returns the target of the reference `member`, as far as its file is loaded.
    pub(super) fn find(&self, documents: &Documents<'_>, member: NodeId) -> ReferenceTarget {
        let text = documents.string(member).unwrap_or_default();
        let (file, fragment) = uri::split(&text);
        let fragment = percent_decode_str(fragment).decode_utf8_lossy().into_owned();
        let uri = uri::resolve(&self.resources.base(documents, member), file);
        let resource = match (self.resources.named(&uri), self.files.get(&uri)) {
            (Some(schema), _) => schema,
            (None, Some(File::Read(root))) => *root,
            (None, Some(File::Wanted | File::Refused(_) | File::Unreadable) | None) => {
                return ReferenceTarget::Elsewhere { uri, fragment };
            }
        };
        match self.resources.below(documents, resource, &fragment) {
            Some(target) => ReferenceTarget::Node(target),
            None => ReferenceTarget::Nothing { uri, fragment },
        }
    }

    /// Returns a reference to a value that has this meaning at the value itself and inside it.
    pub(super) fn address(&self, documents: &Documents<'_>, id: NodeId) -> String {
        let resource = documents.pointer(self.resources.resource(documents, id));
        let pointer = documents.pointer(id);
        format!("#{}", pointer.strip_prefix(&resource).unwrap_or(&pointer).replace('%', "%25"))
    }

    /// Returns true if a value is a schema with an `$id`.
    pub(super) fn is_resource(&self, documents: &Documents<'_>, id: NodeId) -> bool {
        self.resources.has_named_schemas() && self.resources.resource(documents, id) == id
    }

    /// Follows the root document's references. The kinds of its values follow from their locations, unless a reference sets them.
    fn look_through_root(&mut self, documents: &mut Documents<'_>) {
        for member in self.members.clone() {
            if self.plain.find(documents, member).is_some() {
                continue;
            }
            match self.plain_target(documents, member) {
                Some(target) => {
                    self.plain.insert(documents, member, Reference::Local(target));
                }
                None if is_reference(documents, member) => {
                    let mut open = Vec::new();
                    self.follow(documents, member, &mut open);
                    self.look_through(documents, open);
                }
                None => {}
            }
        }
    }

    /// Returns the target of a reference to a pointer in the root document whose kind follows from its location.
    fn plain_target(&self, documents: &Documents<'_>, member: NodeId) -> Option<NodeId> {
        if self.resources.has_named_schemas() {
            return None;
        }
        let text = documents.string(member)?;
        let pointer = percent_decode_str(text.strip_prefix('#')?).decode_utf8_lossy();
        let target = documents.at_pointer(&pointer)?;
        (documents.is_component(target) || documents.object_kind(target).is_referable()).then_some(target)
    }

    /// Follows a reference. Its target is pushed to `open`, unless it needs no search.
    fn follow(&mut self, documents: &mut Documents<'_>, member: NodeId, open: &mut Vec<(NodeId, ObjectKind)>) {
        let object = documents.parent(member).unwrap_or(NodeId::ROOT);
        let kind = match documents.object_kind(object) {
            ObjectKind::Mapping if documents.key(member) != KnownKey::Ref.key() => ObjectKind::Schema,
            kind => kind.referred(),
        };
        match self.find(documents, member) {
            ReferenceTarget::Node(target) => self.enter_target(documents, target, kind, open),
            ReferenceTarget::Elsewhere { uri, fragment } => {
                if !self.files.has(&uri) {
                    self.files.insert(uri.clone(), File::Wanted);
                    self.wanted.push(uri.clone());
                }
                if self.files.get(&uri) == Some(&File::Wanted)
                    && let Some(waiting) = self.waiting.get_or_insert(uri, Vec::new())
                {
                    waiting.push((fragment, kind));
                }
            }
            ReferenceTarget::Nothing { .. } => {}
        }
    }

    /// Searches values for references, and the targets of these references in turn.
    fn look_through(&mut self, documents: &mut Documents<'_>, mut open: Vec<(NodeId, ObjectKind)>) {
        while let Some((id, kind)) = open.pop() {
            if kind.is_referable() && !self.seen.add(id) {
                continue;
            }
            if !matches!(kind, ObjectKind::Docs | ObjectKind::Extension | ObjectKind::Ignored | ObjectKind::Version) {
                if kind.is_schema() {
                    self.resources.name(documents, id);
                }
                for key in [KnownKey::Ref, KnownKey::DynamicRef] {
                    let member = documents.member(id, key).filter(|&member| {
                        may_be_reference(documents, member, self.resources.is_modern())
                            && is_reference(documents, member)
                    });
                    if let Some(member) = member {
                        self.follow(documents, member, &mut open);
                    }
                }
            }
            if kind == ObjectKind::Mapping {
                for entry in
                    documents.children(id).filter(|&entry| mapping::names_file(documents, entry)).collect::<Vec<_>>()
                {
                    self.follow(documents, entry, &mut open);
                }
            }
            if !matches!(kind, ObjectKind::Data | ObjectKind::Docs) {
                open.extend(
                    documents.children(id).map(|child| (child, documents.child_kind(kind, documents.key(child)))),
                );
            }
        }
    }

    /// Pushes the target of a reference to `open`. Its kind follows from its location, or else is the `referred` kind.
    fn enter_target(
        &mut self,
        documents: &mut Documents<'_>,
        target: NodeId,
        referred: ObjectKind,
        open: &mut Vec<(NodeId, ObjectKind)>,
    ) {
        if referred.has_no_meaning() {
            return;
        }
        let kind = documents.object_kind(target);
        if kind.has_no_meaning() {
            documents.kinds.insert(target, referred);
            open.push((target, referred));
        } else if documents.file(target).is_some()
            && (kind.is_referable() || !referred.is_referable() && self.seen.add(target))
        {
            open.push((target, kind));
        }
    }
}
