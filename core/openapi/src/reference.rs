//! The targets of all `$ref`s and `$dynamicRef`s of a description. Each reference string is resolved once (RFC 6901 section 6).
//!
//! In another file or below an `$id`, the string alone does not determine the target. Such a reference is compared by its
//! target's location relative to the root document's directory.

use std::collections::BTreeMap;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use super::documents::Documents;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::misplaced::is_misplaced;
use super::ref_resolver::{File, RefResolver, ReferenceTarget};
use super::reference_table::ReferenceTable;
use super::{mapping, uri};
use crate::tree::{Digest, NodeId};

/// The target of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// A node.
    Local(NodeId),
    /// The file exists, but the location in it does not.
    Missing,
    /// A location in a missing file.
    External,
}

/// A missing file, with the references into it.
#[derive(Debug)]
pub(super) struct Absent {
    /// The first reference into it, in document order.
    pub(super) member: NodeId,
    /// Number of further references into it.
    pub(super) others: usize,
    pub(super) uri: String,
    pub(super) file: File,
}

/// The distinct references of a description.
#[derive(Debug)]
pub(super) struct References {
    /// The URI of the root document.
    root: String,
    known: ReferenceTable,
    members: Vec<NodeId>,
    /// Misplaced references that cannot be followed.
    misplaced: Vec<NodeId>,
    dangling: Vec<String>,
    definitions: BTreeMap<Digest, (NodeId, ObjectKind)>,
    absent: Vec<Absent>,
    absent_at: Table<String, usize>,
}

impl References {
    /// Resolves all references. No file can be added after this. `misplaced` are the misplaced ones, which cannot be followed.
    pub(super) fn new(documents: &mut Documents<'_>, mut resolver: RefResolver, misplaced: Vec<NodeId>) -> References {
        let mut references = References {
            root: resolver.root().to_owned(),
            known: std::mem::take(&mut resolver.plain),
            members: resolver.members().to_vec(),
            misplaced,
            dangling: Vec::new(),
            definitions: BTreeMap::new(),
            absent: Vec::new(),
            absent_at: Table::default(),
        };
        if resolver.depends_on_place(documents) {
            references.known.clear();
            references.members.retain(|&member| is_reference(documents, member));
            let founds: Vec<ReferenceTarget> =
                references.members.iter().map(|&member| resolver.find(documents, member)).list();
            references.mark(documents, &founds);
            for (at, found) in founds.into_iter().enumerate() {
                references.note(documents, &resolver, at, found);
            }
        } else {
            for at in 0..references.members.len() {
                let member = references.members.get(at).copied();
                let Some(member) = member.filter(|&member| !references.is_settled(documents, member)) else { continue };
                let found = resolver.find(documents, member);
                references.note(documents, &resolver, at, found);
            }
        }
        references
    }

    /// Returns true if this reference string was already resolved and needs no further processing.
    fn is_settled(&self, documents: &Documents<'_>, member: NodeId) -> bool {
        match self.known.find(documents, member) {
            Some(Reference::Local(target)) => {
                !is_definition(documents, target) || self.definitions.contains_key(&documents.digest(member))
            }
            Some(Reference::Missing) => true,
            // References into missing files are counted one by one.
            Some(Reference::External) | None => false,
        }
    }

    /// Returns the digest of a location, relative to the root document's directory.
    pub(super) fn place(&self, documents: &Documents<'_>, target: NodeId) -> Digest {
        Digest::hash(4, place(documents, &self.root, target).as_bytes())
    }

    /// Sets the digest of every reference to that of its target's location, and updates the digests of its ancestors.
    fn mark(&self, documents: &mut Documents<'_>, founds: &[ReferenceTarget]) {
        let mut around: Vec<NodeId> = Vec::new();
        for (&member, found) in self.members.iter().zip(founds) {
            let place = match found {
                ReferenceTarget::Node(target) => place(documents, &self.root, *target),
                ReferenceTarget::Nothing { uri, fragment } | ReferenceTarget::Elsewhere { uri, fragment } => {
                    seen(&self.root, uri, fragment)
                }
            };
            let before = documents.digest(member);
            documents.arena.compare_as(member, place);
            if documents.digest(member) != before {
                around.extend(documents.ancestors(member).skip(1));
            }
        }
        // Children have higher ids than their parents, so their digests are recomputed first.
        for id in order::sorted_unique(around).into_iter().rev() {
            documents.arena.recompute_digest(id);
        }
    }

    fn note(&mut self, documents: &Documents<'_>, resolver: &RefResolver, at: usize, found: ReferenceTarget) {
        let Some(&member) = self.members.get(at) else { return };
        let reference = match found {
            ReferenceTarget::Node(target) => {
                self.define(documents, member, target);
                Reference::Local(target)
            }
            ReferenceTarget::Nothing { uri, fragment } => {
                if uri == resolver.root() {
                    self.dangling.push(fragment);
                }
                Reference::Missing
            }
            ReferenceTarget::Elsewhere { uri, .. } => {
                if is_reference(documents, member) {
                    let known = self.absent_at.get(&uri).and_then(|&at| self.absent.get_mut(at));
                    if let Some(absent) = known {
                        absent.others += 1;
                    } else {
                        let file = resolver.file(&uri).cloned().unwrap_or(File::Wanted);
                        self.absent_at.insert(uri.clone(), self.absent.len());
                        self.absent.push(Absent { member, others: 0, uri, file });
                    }
                }
                Reference::External
            }
        };
        self.known.insert(documents, member, reference);
    }

    /// Rebuilds the look-up tables after the digests have changed.
    pub(super) fn renew_digests(&mut self, documents: &Documents<'_>) {
        self.known.renew_digests(documents);
        self.definitions.clear();
        for member in self.members.clone() {
            if let Some(Reference::Local(target)) = self.known.get(documents, member) {
                self.define(documents, member, target);
            }
        }
    }

    /// Stores the target of a reference as a definition, if it is one.
    fn define(&mut self, documents: &Documents<'_>, member: NodeId, target: NodeId) {
        if is_definition(documents, target) && is_reference(documents, member) {
            self.definitions.insert(documents.digest(member), (target, documents.object_kind(target).referred()));
        }
    }

    /// Returns the reference targets that are neither components nor the root, by the digest of the reference.
    pub(super) fn definitions(&self) -> &BTreeMap<Digest, (NodeId, ObjectKind)> {
        &self.definitions
    }

    /// Returns the target of the reference `id`.
    pub(super) fn get(&self, documents: &Documents<'_>, id: NodeId) -> Reference {
        self.known.get(documents, id).unwrap_or(Reference::Missing)
    }

    /// Resolves a string at `from` as a reference into the loaded files.
    pub(super) fn at(&self, documents: &Documents<'_>, from: NodeId, text: &str) -> Option<NodeId> {
        let (file, fragment) = uri::split(text);
        let (written, origin) = documents.written_in(from);
        let uri = uri::resolve(written.file(origin).map_or(&self.root, |file| &file.uri), file);
        let root = if uri == self.root { NodeId::ROOT } else { documents.root_at(&uri)? };
        documents.below(root, &uri::decoded(fragment))
    }

    /// Returns true if a reference points to this location of the root document and the location does not exist.
    pub(super) fn dangles(&self, pointer: &str) -> bool {
        self.dangling.iter().any(|fragment| fragment == pointer)
    }

    /// Returns the references of the description, in document order.
    pub(super) fn members(&self) -> &[NodeId] {
        &self.members
    }

    /// Returns the misplaced references that cannot be followed, in document order.
    pub(super) fn misplaced(&self) -> &[NodeId] {
        &self.misplaced
    }

    /// Returns the missing files.
    pub(super) fn absent(&self) -> &[Absent] {
        &self.absent
    }
}

/// Returns true if a reference to this value makes it a definition. These are all values except the root and components: values
/// in other files, in locations without a meaning, or inside an operation or component.
fn is_definition(documents: &Documents<'_>, target: NodeId) -> bool {
    target != NodeId::ROOT && !documents.is_component(target)
}

/// Returns true if the member `id` is a reference, and not a property or example with the same name. An entry of a mapping is a
/// reference if it names a file.
pub(super) fn is_reference(documents: &Documents<'_>, id: NodeId) -> bool {
    documents.parent(id).is_some_and(|object| match documents.object_kind(object) {
        ObjectKind::Mapping if documents.key(id) != KnownKey::Ref.key() => mapping::names_file(documents, id),
        kind => refers(documents, id) && (kind.is_referable() || is_misplaced(documents, object, kind)),
    })
}

fn refers(documents: &Documents<'_>, id: NodeId) -> bool {
    documents.key(id) == KnownKey::Ref.key() || documents.key(id) == KnownKey::DynamicRef.key()
}

/// Returns a location as a reference, relative to the root document's directory.
fn place(documents: &Documents<'_>, root: &str, target: NodeId) -> String {
    let uri = documents.file(target).map_or(root, |file| &file.uri);
    seen(root, uri, &documents.pointer(target))
}

fn seen(root: &str, uri: &str, fragment: &str) -> String {
    if uri == root { format!("#{fragment}") } else { format!("{}#{fragment}", uri::seen_from(root, uri)) }
}
