//! A description that has been read: immutable, shared by any number of comparisons, with its problems.

use std::collections::BTreeMap;

use super::documents::Documents;
use super::dynamic::DynamicAnchors;
use super::error::ReadProblem;
use super::grammar::ObjectKind;
use super::ignored;
use super::known_key::KnownKey;
use super::operations::{OperationEntry, OperationKind, operation_entries};
use super::ref_resolver::RefResolver;
use super::reference::{Reference, References};
use super::spec_version::SpecVersion;
use crate::tree::{Arena, Digest, KeyId, Kind, NodeId};

/// One OpenAPI description.
#[derive(Debug)]
pub struct Description<'a> {
    pub(crate) resolved: ResolvedDescription<'a>,
}

impl Description<'_> {
    /// The name the description was read under.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.resolved.name
    }

    /// The version of the specification it is written in.
    #[must_use]
    pub fn spec_version(&self) -> SpecVersion {
        self.resolved.version
    }

    /// `info.version` as written.
    #[must_use]
    pub fn release(&self) -> Option<String> {
        self.resolved.release()
    }

    /// The parts that could not be read in full.
    #[must_use]
    pub fn problems(&self) -> &[ReadProblem] {
        &self.resolved.problems
    }

    /// The number of operations in its `paths`.
    #[must_use]
    pub fn operation_count(&self) -> usize {
        self.resolved.operation_count()
    }
}

/// A description as the crates of the core read it: values with their places, and references that can be followed.
#[derive(Debug)]
pub struct ResolvedDescription<'a> {
    name: String,
    pub(super) documents: Documents<'a>,
    version: SpecVersion,
    pub(super) references: References,
    pub(super) dynamic_anchors: DynamicAnchors,
    operation_entries: Vec<OperationEntry>,
    problems: Vec<ReadProblem>,
}

/// How many references may lead to one another before the chain counts as broken: they may lead round in a circle, and each
/// is followed whenever a value is asked for.
pub(super) const MAX_CHAIN: usize = 64;

impl<'a> ResolvedDescription<'a> {
    pub(super) fn new(
        name: String,
        mut documents: Documents<'a>,
        version: SpecVersion,
        resolver: RefResolver,
        unreadable: Vec<ReadProblem>,
    ) -> ResolvedDescription<'a> {
        let dynamic_anchors = DynamicAnchors::collect(&documents, resolver.has_anchors());
        let references = References::new(&mut documents, resolver);
        ignored::ignore_keys_without_meaning(&mut documents, version, references.members());
        let mut description = ResolvedDescription {
            name,
            documents,
            version,
            references,
            dynamic_anchors,
            operation_entries: Vec::new(),
            problems: Vec::new(),
        };
        description.operation_entries = operation_entries(&description);
        description.problems = description.find_problems();
        description.problems.extend(unreadable);
        description
    }

    /// Returns the name it was read under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the version of the specification it is written in.
    pub fn spec_version(&self) -> SpecVersion {
        self.version
    }

    /// `info.version` as written.
    pub fn release(&self) -> Option<String> {
        let version = self.documents.member(self.documents.member(NodeId::ROOT, KnownKey::Info)?, KnownKey::Version)?;
        match self.documents.string(version) {
            Some(text) => Some(text.into_owned()),
            None if self.documents.kind(version) == Kind::Number => {
                Some(self.documents.source_text(version).to_owned())
            }
            None => None,
        }
    }

    /// The parts that could not be read in full.
    pub fn problems(&self) -> &[ReadProblem] {
        &self.problems
    }

    /// The number of operations in its `paths`.
    pub fn operation_count(&self) -> usize {
        self.operation_entries.iter().filter(|operation_entry| operation_entry.kind == OperationKind::Path).count()
    }

    /// Returns its values.
    pub fn arena(&self) -> &Arena<'a> {
        &self.documents.arena
    }

    pub(super) fn documents(&self) -> &Documents<'a> {
        &self.documents
    }

    /// What a node is.
    pub fn object_kind(&self, id: NodeId) -> ObjectKind {
        self.documents.object_kind(id)
    }

    /// A node and what is around it, outermost first, each with its kind: from where that does not follow from the place.
    pub(crate) fn object_kinds_around(&self, id: NodeId) -> Vec<(NodeId, ObjectKind)> {
        self.documents.object_kinds_around(id)
    }

    /// The nearest value around a node (or the node itself) whose kind does not follow from its place, that kind, and
    /// the steps from there to the node, innermost first.
    pub fn steps_to(&self, id: NodeId) -> (NodeId, ObjectKind, Vec<NodeId>) {
        self.documents.path_from_known_kind(id)
    }

    /// The node a JSON pointer of the root document leads to (RFC 6901); the empty pointer is the root.
    pub fn at_pointer(&self, pointer: &str) -> Option<NodeId> {
        self.documents.at_pointer(pointer)
    }

    /// Whether the root document has something at the place where a file of `other` has `id`.
    pub fn has_place_of(&self, other: &ResolvedDescription<'_>, id: NodeId) -> bool {
        self.documents.has_place_of(&other.documents, id)
    }

    /// Returns its operations, in document order.
    pub fn operation_entries(&self) -> &[OperationEntry] {
        &self.operation_entries
    }

    /// The `$ref` members, in document order.
    pub fn references(&self) -> &[NodeId] {
        self.references.members()
    }

    /// The member that makes `object` a reference: `$ref`, or `$dynamicRef` where the version knows it.
    pub fn reference_member(&self, object: NodeId) -> Option<NodeId> {
        let text = |key| self.documents.member(object, key).filter(|&member| self.documents.is_string(member));
        text(KnownKey::Ref).or_else(|| self.version.is_modern().then(|| text(KnownKey::DynamicRef)).flatten())
    }

    /// What the reference of `object` leads to; `None` where it has none.
    pub fn reference(&self, object: NodeId) -> Option<Reference> {
        Some(self.references.get(&self.documents, self.reference_member(object)?))
    }

    /// Whether some reference names this place, and it is not there.
    pub fn dangles(&self, pointer: &str) -> bool {
        self.references.dangles(pointer)
    }

    /// What references lead to that is no component of the root document, by the digest of the reference: what it is,
    /// and as what it is referred to.
    pub fn definitions(&self) -> &BTreeMap<Digest, (NodeId, ObjectKind)> {
        self.references.definitions()
    }

    /// The place of a definition that is no component, as references name it; nothing for the root document.
    pub fn definition_digest(&self, id: NodeId) -> Digest {
        if id == NodeId::ROOT { Digest::default() } else { self.references.place(&self.documents, id) }
    }

    /// What to call a definition that is no component: the last name that leads to it, or its file's.
    pub fn definition_name(&self, id: NodeId) -> String {
        match (self.documents.key(id), self.documents.file(id)) {
            (KeyId::NONE, Some(file)) => stem(&file.name).to_owned(),
            _ => self.documents.key_text(id).to_owned(),
        }
    }

    /// What the `$ref` member `id` leads to.
    pub fn target(&self, member: NodeId) -> Reference {
        self.references.get(&self.documents, member)
    }

    /// What a text at `from` leads to as a reference, such as an entry of a mapping.
    pub(crate) fn resolve_text(&self, from: NodeId, text: &str) -> Option<NodeId> {
        self.references.at(&self.documents, from, text)
    }

    /// The object a value stands for, references followed; `None` where they lead nowhere or in a cycle.
    pub fn resolve(&self, id: NodeId) -> Option<NodeId> {
        let mut at = id;
        // What the last of them leads to is asked as well, which is none.
        for _ in 0..=MAX_CHAIN {
            match self.reference(at) {
                None => return Some(at),
                Some(Reference::Local(target)) => at = target,
                Some(Reference::Missing | Reference::External) => return None,
            }
        }
        None
    }

    /// Whether a value is an entry of a section of the components.
    pub fn is_component(&self, id: NodeId) -> bool {
        self.documents.is_component(id)
    }

    /// The JSON pointer of a node in its file.
    pub fn pointer(&self, id: NodeId) -> String {
        let (written, id) = self.documents.written_in(id);
        written.pointer(id)
    }

    /// The JSON pointers of everything in its file a node was made of: the first is its own.
    #[cfg(any(test, feature = "test-oracles"))]
    pub fn pointers(&self, id: NodeId) -> Vec<String> {
        let mut pointers = vec![self.pointer(id)];
        let is_view = self.documents.origins.is_some();
        let mut waiting: Vec<NodeId> = self.documents.children(id).filter(|_| is_view).collect();
        while let Some(inner) = waiting.pop() {
            let pointer = self.pointer(inner);
            if !pointers.contains(&pointer) {
                pointers.push(pointer);
            }
            waiting.extend(self.documents.children(inner));
        }
        pointers
    }

    /// The node of the file that a node was made from; one change of it changes every node made from it.
    pub fn source_node(&self, id: NodeId) -> NodeId {
        self.documents.written_in(id).1
    }

    /// Whether the file has no such value, and this one stands for something else there.
    pub fn is_synthesized(&self, id: NodeId) -> bool {
        let (file, origin) = self.documents.written_in(id);
        file.kind(origin) != self.documents.kind(id)
    }

    /// What would hold a node of `other` in this file, where `found` stands for something else there or for nothing: the
    /// nearest value around it that both files have.
    pub fn around(&self, other: &ResolvedDescription<'_>, id: NodeId, found: NodeId) -> NodeId {
        let stands_elsewhere = self.is_synthesized(found) || self.source_node(found) == NodeId::ROOT;
        let Some(origins) = self.documents.origins.as_deref().filter(|_| stands_elsewhere) else { return found };
        let (there, id) = other.documents.written_in(id);
        let mut above = there.ancestors(id);
        let shared = above.find_map(|id| origins.view_of(origins.file().counterpart(there, id)?));
        shared.unwrap_or(found)
    }

    /// The value at the place in this description that `id` has in another.
    pub fn at_place_of(&self, other: &ResolvedDescription<'_>, id: NodeId) -> Option<NodeId> {
        match &self.documents.origins {
            Some(_) => self.documents.at_pointer(&other.pointer(id)),
            None => self.documents.counterpart(&other.documents, id),
        }
    }

    /// Whether it is a view of a file in another shape.
    pub fn is_view(&self) -> bool {
        self.documents.origins.is_some()
    }

    /// Whether the file has, at the same place, what the file of `other` has for a node.
    pub fn has_same_source_text(&self, other: &ResolvedDescription<'_>, id: NodeId) -> bool {
        let (there, id) = other.documents.written_in(id);
        let here = self.documents.written_in(NodeId::ROOT).0;
        here.counterpart(there, id).is_some_and(|same| here.has_same_value(same, there, id))
    }

    /// `consumes` or `produces` of the whole of a Swagger 2.0 description, where a node was made of a value in it.
    pub fn shared_list(&self, id: NodeId) -> Option<&'static str> {
        let origins = self.documents.origins.as_deref()?;
        origins.shared(origins.get(id)?)
    }
}

/// A file's name without folders and ending.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.split_once('.').map_or(file, |(stem, _)| if stem.is_empty() { file } else { stem })
}
