//! A loaded description and its problems. It is immutable, so any number of comparisons can share it.

use std::borrow::Cow;
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

/// A loaded OpenAPI description.
#[derive(Debug)]
pub struct Description<'a> {
    pub(crate) resolved: ResolvedDescription<'a>,
}

impl Description<'_> {
    /// Returns the name under which the description was loaded.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.resolved.name
    }

    /// Returns the version of the specification that it uses.
    #[must_use]
    pub fn spec_version(&self) -> SpecVersion {
        self.resolved.version
    }

    /// Returns `info.version` as written.
    #[must_use]
    pub fn release(&self) -> Option<String> {
        self.resolved.release()
    }

    /// Returns the parts that could only be read partially.
    #[must_use]
    pub fn problems(&self) -> &[ReadProblem] {
        &self.resolved.problems
    }

    /// Returns the number of operations in `paths`.
    #[must_use]
    pub fn operation_count(&self) -> usize {
        self.resolved.operation_count()
    }
}

/// A description for the crates of the core: values with their locations, and resolved references.
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

/// Maximum number of references in a chain before it is treated as broken. References can form a cycle, and each access to a
/// value follows its whole chain.
pub(super) const MAX_CHAIN: usize = 64;

impl<'a> ResolvedDescription<'a> {
    pub(super) fn new(
        name: String,
        mut documents: Documents<'a>,
        version: SpecVersion,
        resolver: RefResolver,
        misplaced: Vec<NodeId>,
        unreadable: Vec<ReadProblem>,
    ) -> ResolvedDescription<'a> {
        let dynamic_anchors = DynamicAnchors::collect(&documents, resolver.has_anchors());
        let references = References::new(&mut documents, resolver, misplaced);
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

    /// Returns the name under which it was loaded.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the version of the specification that it uses.
    pub fn spec_version(&self) -> SpecVersion {
        self.version
    }

    /// Returns `info.title`.
    pub fn title(&self) -> Option<String> {
        let title = self.documents.member(self.documents.member(NodeId::ROOT, KnownKey::Info)?, KnownKey::Title)?;
        self.documents.string(title).map(Cow::into_owned)
    }

    /// Returns `info.version` as written.
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

    /// Returns the parts that could only be read partially.
    pub fn problems(&self) -> &[ReadProblem] {
        &self.problems
    }

    /// Returns the number of operations in `paths`.
    pub fn operation_count(&self) -> usize {
        self.operation_entries.iter().filter(|operation_entry| operation_entry.kind == OperationKind::Path).count()
    }

    /// Returns the arena with its values.
    pub fn arena(&self) -> &Arena<'a> {
        &self.documents.arena
    }

    pub(super) fn documents(&self) -> &Documents<'a> {
        &self.documents
    }

    /// Returns the kind of object that a node is.
    pub fn object_kind(&self, id: NodeId) -> ObjectKind {
        self.documents.object_kind(id)
    }

    /// Returns a node and its ancestors, outermost first, each with its kind. Starts at the nearest one whose kind is stored.
    pub(crate) fn object_kinds_around(&self, id: NodeId) -> Vec<(NodeId, ObjectKind)> {
        self.documents.object_kinds_around(id)
    }

    /// Returns the nearest node around `id` (or `id` itself) whose kind is stored, its kind, and the steps from there to `id`,
    /// innermost first. The kinds of all other nodes follow from their locations.
    pub fn steps_to(&self, id: NodeId) -> (NodeId, ObjectKind, Vec<NodeId>) {
        self.documents.path_from_known_kind(id)
    }

    /// Returns the node at a JSON Pointer (RFC 6901) of the root document. The empty pointer is the root.
    pub fn at_pointer(&self, pointer: &str) -> Option<NodeId> {
        self.documents.at_pointer(pointer)
    }

    /// Returns true if the root document has a value at the location that `id` has in its file of `other`.
    pub fn has_place_of(&self, other: &ResolvedDescription<'_>, id: NodeId) -> bool {
        self.documents.has_place_of(&other.documents, id)
    }

    /// Returns all operations: those of paths, then of webhooks, then of callbacks.
    pub fn operation_entries(&self) -> &[OperationEntry] {
        &self.operation_entries
    }

    /// Returns the `$ref` members in document order.
    pub fn references(&self) -> &[NodeId] {
        self.references.members()
    }

    /// Returns the member that makes `object` a reference: `$ref`, or `$dynamicRef` in versions that support it.
    pub fn reference_member(&self, object: NodeId) -> Option<NodeId> {
        let text = |key| self.documents.member(object, key).filter(|&member| self.documents.is_string(member));
        text(KnownKey::Ref).or_else(|| self.version.is_modern().then(|| text(KnownKey::DynamicRef)).flatten())
    }

    /// Returns the target of `object`'s reference, or `None` if it is not a reference.
    pub fn reference(&self, object: NodeId) -> Option<Reference> {
        Some(self.references.get(&self.documents, self.reference_member(object)?))
    }

    /// Returns true if a reference points to this location and the location does not exist.
    pub fn dangles(&self, pointer: &str) -> bool {
        self.references.dangles(pointer)
    }

    /// Returns the reference targets that are not components of the root document. The key is the digest of the reference; the
    /// value is the node and the kind of object that the reference expects.
    pub fn definitions(&self) -> &BTreeMap<Digest, (NodeId, ObjectKind)> {
        self.references.definitions()
    }

    /// Returns the digest of the location of a definition that is not a component, or the default digest for the root document.
    pub fn definition_digest(&self, id: NodeId) -> Digest {
        if id == NodeId::ROOT { Digest::default() } else { self.references.place(&self.documents, id) }
    }

    /// Returns a name for a definition that is not a component: its key, or the name of its file.
    pub fn definition_name(&self, id: NodeId) -> String {
        match (self.documents.key(id), self.documents.file(id)) {
            (KeyId::NONE, Some(file)) => stem(&file.name).to_owned(),
            _ => self.documents.key_text(id).to_owned(),
        }
    }

    /// Returns the target of the `$ref` member `member`.
    pub fn target(&self, member: NodeId) -> Reference {
        self.references.get(&self.documents, member)
    }

    /// Resolves a string at `from` as a reference, such as an entry of a discriminator's mapping.
    pub(crate) fn resolve_text(&self, from: NodeId, text: &str) -> Option<NodeId> {
        self.references.at(&self.documents, from, text)
    }

    /// Follows references to the object that a value refers to. Returns `None` if they are broken or form a cycle.
    pub fn resolve(&self, id: NodeId) -> Option<NodeId> {
        let mut at = id;
        // One more iteration than references, to check that the last target is not a reference.
        for _ in 0..=MAX_CHAIN {
            match self.reference(at) {
                None => return Some(at),
                Some(Reference::Local(target)) => at = target,
                Some(Reference::Missing | Reference::External) => return None,
            }
        }
        None
    }

    /// Returns true if a value is an entry of a section of the components.
    pub fn is_component(&self, id: NodeId) -> bool {
        self.documents.is_component(id)
    }

    /// Returns the JSON Pointer of a node in its file.
    pub fn pointer(&self, id: NodeId) -> String {
        let (written, id) = self.documents.written_in(id);
        written.pointer(id)
    }

    /// Returns the JSON Pointers of all values of the file that a node was made from, its own pointer first.
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

    /// Returns the node of the file that a node was made from. Changing it changes all nodes made from it.
    pub fn source_node(&self, id: NodeId) -> NodeId {
        self.documents.written_in(id).1
    }

    /// Returns true if the file has no such value, so that this one was made from a value of another type.
    pub fn is_synthesized(&self, id: NodeId) -> bool {
        let (file, origin) = self.documents.written_in(id);
        file.kind(origin) != self.documents.kind(id)
    }

    /// Returns the value of this file that would contain `id` of `other`: the nearest value around `id` that both files have.
    /// Returns `found` unless it was synthesized or made from the root.
    pub fn around(&self, other: &ResolvedDescription<'_>, id: NodeId, found: NodeId) -> NodeId {
        let stands_elsewhere = self.is_synthesized(found) || self.source_node(found) == NodeId::ROOT;
        let Some(origins) = self.documents.origins.as_deref().filter(|_| stands_elsewhere) else { return found };
        let (there, id) = other.documents.written_in(id);
        let mut above = there.ancestors(id);
        let shared = above.find_map(|id| origins.view_of(origins.file().counterpart(there, id)?));
        shared.unwrap_or(found)
    }

    /// Returns the value of this description at the location that `id` has in `other`.
    pub fn at_place_of(&self, other: &ResolvedDescription<'_>, id: NodeId) -> Option<NodeId> {
        match &self.documents.origins {
            Some(_) => self.documents.at_pointer(&other.pointer(id)),
            None => self.documents.counterpart(&other.documents, id),
        }
    }

    /// Returns true if it is a view of a file in another format, such as Swagger 2.0.
    pub fn is_view(&self) -> bool {
        self.documents.origins.is_some()
    }

    /// Returns true if the file has an equal value at the location of `other`'s node in its file.
    pub fn has_same_source_text(&self, other: &ResolvedDescription<'_>, id: NodeId) -> bool {
        let (there, id) = other.documents.written_in(id);
        let here = self.documents.written_in(NodeId::ROOT).0;
        here.counterpart(there, id).is_some_and(|same| here.has_same_value(same, there, id))
    }

    /// Returns the key of the Swagger 2.0 root list (`consumes` or `produces`) that a node was made from, if any.
    pub fn shared_list(&self, id: NodeId) -> Option<&'static str> {
        let origins = self.documents.origins.as_deref()?;
        origins.shared(origins.get(id)?)
    }
}

/// Returns a file's name without directories and extension.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.split_once('.').map_or(file, |(stem, _)| if stem.is_empty() { file } else { stem })
}
