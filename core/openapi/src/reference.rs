//! What every `$ref` and `$dynamicRef` of a description leads to, each text looked up once (RFC 6901 section 6).
//!
//! The text of a reference in another file, or below an `$id`, is not enough to know what it leads to. Such a reference
//! is compared by its target's location, seen from the root document's folder.

use std::collections::BTreeMap;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use super::documents::Documents;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::object_kinds::KindsInOrder;
use super::ref_resolver::{File, RefResolver, ReferenceTarget};
use super::reference_table::ReferenceTable;
use super::{mapping, uri};
use crate::tree::{Digest, NodeId};

/// What a `$ref` leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// A node.
    Local(NodeId),
    /// Nothing: no such place in the file it names.
    Missing,
    /// Into a file that is not there.
    External,
}

/// A file that is not there, and who refers to it.
#[derive(Debug)]
pub(super) struct Absent {
    /// The first reference into it, in document order.
    pub(super) member: NodeId,
    /// How many more there are.
    pub(super) others: usize,
    pub(super) uri: String,
    pub(super) file: File,
}

/// Every distinct reference of a description.
#[derive(Debug)]
pub(super) struct References {
    /// The URI of the root document.
    root: String,
    known: ReferenceTable,
    members: Vec<NodeId>,
    /// References where OpenAPI allows none.
    misplaced: Vec<NodeId>,
    dangling: Vec<String>,
    definitions: BTreeMap<Digest, (NodeId, ObjectKind)>,
    absent: Vec<Absent>,
    absent_at: Table<String, usize>,
}

impl References {
    /// Settles what the references lead to; no file comes after this.
    pub(super) fn new(documents: &mut Documents<'_>, mut resolver: RefResolver) -> References {
        let mut references = References {
            root: resolver.root().to_owned(),
            known: std::mem::take(&mut resolver.plain),
            members: resolver.members().to_vec(),
            misplaced: misplaced(documents, resolver.members()),
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

    /// Whether nothing more is to be said about a reference of this text.
    fn is_settled(&self, documents: &Documents<'_>, member: NodeId) -> bool {
        match self.known.find(documents, member) {
            Some(Reference::Local(target)) => {
                !is_definition(documents, target) || self.definitions.contains_key(&documents.digest(member))
            }
            Some(Reference::Missing) => true,
            // Files that are not there are counted reference by reference.
            Some(Reference::External) | None => false,
        }
    }

    /// A place as references name it, seen from the root document's folder.
    pub(super) fn place(&self, documents: &Documents<'_>, target: NodeId) -> Digest {
        Digest::hash(4, place(documents, &self.root, target).as_bytes())
    }

    /// Gives every reference the digest of what it leads to, and the values around it theirs.
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
        // Children have higher numbers than what holds them.
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

    /// Looks references up by their digests of today.
    pub(super) fn renew_digests(&mut self, documents: &Documents<'_>) {
        self.known.renew_digests(documents);
        self.definitions.clear();
        for member in self.members.clone() {
            if let Some(Reference::Local(target)) = self.known.get(documents, member) {
                self.define(documents, member, target);
            }
        }
    }

    /// Notes a definition as what it is.
    fn define(&mut self, documents: &Documents<'_>, member: NodeId, target: NodeId) {
        if is_definition(documents, target) && is_reference(documents, member) {
            self.definitions.insert(documents.digest(member), (target, documents.object_kind(target).referred()));
        }
    }

    /// What references lead to besides components and the description itself, by the digest of the reference.
    pub(super) fn definitions(&self) -> &BTreeMap<Digest, (NodeId, ObjectKind)> {
        &self.definitions
    }

    /// What the reference `id` leads to.
    pub(super) fn get(&self, documents: &Documents<'_>, id: NodeId) -> Reference {
        self.known.get(documents, id).unwrap_or(Reference::Missing)
    }

    /// What a text at `from` leads to that is a reference by what it says, in the files that are there.
    pub(super) fn at(&self, documents: &Documents<'_>, from: NodeId, text: &str) -> Option<NodeId> {
        let (file, fragment) = uri::split(text);
        let uri = uri::resolve(documents.file(from).map_or(&self.root, |file| &file.uri), file);
        let root = if uri == self.root { NodeId::ROOT } else { documents.root_at(&uri)? };
        documents.below(root, &uri::decoded(fragment))
    }

    /// Whether some reference names this place of the root document, and it is not there.
    pub(super) fn dangles(&self, pointer: &str) -> bool {
        self.dangling.iter().any(|fragment| fragment == pointer)
    }

    /// The references of the description, in document order.
    pub(super) fn members(&self) -> &[NodeId] {
        &self.members
    }

    /// The references where OpenAPI allows none, in document order. Nobody follows them.
    pub(super) fn misplaced(&self) -> &[NodeId] {
        &self.misplaced
    }

    /// The files that are not there.
    pub(super) fn absent(&self) -> &[Absent] {
        &self.absent
    }
}

/// Whether a reference to this value makes it a definition: in another file, in a place that only the reference gives a
/// meaning, and inside an operation or a component, where it is reached by more than use what is around it.
fn is_definition(documents: &Documents<'_>, target: NodeId) -> bool {
    target != NodeId::ROOT && !documents.is_component(target)
}

/// Whether the member `id` is a reference, and not a property or an example that happens to be called so. An entry of
/// a mapping is one where it names a file.
pub(super) fn is_reference(documents: &Documents<'_>, id: NodeId) -> bool {
    documents.parent(id).is_some_and(|object| match documents.object_kind(object) {
        ObjectKind::Mapping => mapping::names_file(documents, id),
        kind => refers(documents, id) && kind.is_referable(),
    })
}

/// The members that are references where OpenAPI allows none.
fn misplaced(documents: &Documents<'_>, members: &[NodeId]) -> Vec<NodeId> {
    let mut kinds = KindsInOrder::default();
    let mut is_misplaced = |id: NodeId| {
        refers(documents, id)
            && documents.parent(id).is_some_and(|object| kinds.kind(documents, object).forbids_references())
    };
    members.iter().copied().filter(|&id| is_misplaced(id)).list()
}

fn refers(documents: &Documents<'_>, id: NodeId) -> bool {
    documents.key(id) == KnownKey::Ref.key() || documents.key(id) == KnownKey::DynamicRef.key()
}

/// A place as references name it, seen from the root document's folder.
fn place(documents: &Documents<'_>, root: &str, target: NodeId) -> String {
    let uri = documents.file(target).map_or(root, |file| &file.uri);
    seen(root, uri, &documents.pointer(target))
}

fn seen(root: &str, uri: &str, fragment: &str) -> String {
    if uri == root { format!("#{fragment}") } else { format!("{}#{fragment}", uri::seen_from(root, uri)) }
}
