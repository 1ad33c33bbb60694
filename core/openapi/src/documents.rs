//! The files a description is made of, before and after its references are followed: one arena holds the values of all.

use std::borrow::Cow;
use std::ops::Deref;

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use super::error::Place;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::swagger::Origins;
use crate::tree::{Arena, Built, NodeId, SourceLines, SourceWarning};

/// A file besides the root.
#[derive(Debug, Clone)]
pub(super) struct SourceFile {
    /// Its URI, in one spelling.
    pub(super) uri: String,
    /// What messages call it.
    pub(super) name: String,
}

/// All files of a description. Whoever asks for values alone asks the arena.
#[derive(Debug)]
pub(crate) struct Documents<'a> {
    pub(super) arena: Arena<'a>,
    /// The files after the root document, in the order of their texts in the arena.
    files: Vec<SourceFile>,
    /// What values are whose place does not say it: files, and values only references lead to.
    pub(super) kinds: Table<NodeId, ObjectKind>,
    /// Whether it is Swagger 2.0 as it is written, and not a view of it.
    pub(super) is_swagger: bool,
    /// What is odd about the texts.
    pub(super) warnings: Vec<(NodeId, SourceWarning)>,
    /// Where its values come from, if it is a view of a description in another shape.
    pub(super) origins: Option<Box<Origins<'a>>>,
}

impl<'a> Deref for Documents<'a> {
    type Target = Arena<'a>;

    fn deref(&self) -> &Arena<'a> {
        &self.arena
    }
}

impl<'a> Documents<'a> {
    /// A root document alone, as it was read from its text.
    pub(super) fn new(built: Built<'a>, source: Cow<'a, str>) -> Documents<'a> {
        let Built { mut arena, warnings } = built;
        arena.set_source(source);
        let (files, kinds) = (Vec::new(), Table::default());
        Documents { arena, files, kinds, is_swagger: false, warnings, origins: None }
    }

    /// A view of the first of the files it was made of, as many as there are `roots`: where each but the root document
    /// begins in it.
    pub(super) fn new_view(mut arena: Arena<'a>, origins: Origins<'a>, roots: &[NodeId]) -> Documents<'a> {
        let written = origins.file();
        arena.share_sources(written, roots);
        let files = written.files.iter().take(roots.len()).cloned().collect();
        let warnings = written.warnings.iter().filter_map(|&(id, warning)| Some((origins.view_of(id)?, warning)));
        let warnings = warnings.list();
        Documents {
            arena,
            files,
            kinds: Table::default(),
            is_swagger: false,
            warnings,
            origins: Some(Box::new(origins)),
        }
    }

    /// The files after the root document.
    pub(super) fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Where each of them begins.
    pub(super) fn other_roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.files.len()).map(|at| self.root_of(Some(at)))
    }

    /// The file a node is in; `None` for the root document.
    pub(super) fn file(&self, id: NodeId) -> Option<&SourceFile> {
        self.files.get(self.source_of(id)?)
    }

    /// The outermost value of the file a node is in.
    pub(super) fn root_around(&self, id: NodeId) -> NodeId {
        self.root_of(self.source_of(id))
    }

    /// The outermost value of the file with this URI, which is not the root document.
    pub(super) fn root_at(&self, uri: &str) -> Option<NodeId> {
        let at = self.files.iter().position(|file| file.uri == *uri)?;
        Some(self.root_of(Some(at)))
    }

    /// Takes in what was read from one more file; the answer is its outermost value.
    pub(super) fn append(&mut self, built: Built<'a>, source: Cow<'a, str>, uri: String, name: String) -> NodeId {
        let Built { mut arena, warnings } = built;
        arena.set_source(source);
        let root = self.arena.append(arena);
        self.files.push(SourceFile { uri, name });
        let base = self.base_of(self.source_of(root));
        let moved = |(id, warning): (NodeId, SourceWarning)| (id.offset_by(root), warning.offset_by(base));
        self.warnings.extend(warnings.into_iter().map(moved));
        root
    }

    /// Whether a value is an entry of a section of the root document's components.
    pub(super) fn is_component(&self, id: NodeId) -> bool {
        let components = self.parent(id).and_then(|section| self.parent(section));
        components.is_some_and(|components| {
            self.key(components) == KnownKey::Components.key() && self.parent(components) == Some(NodeId::ROOT)
        })
    }

    /// The files a node was written in, and the node there: itself, but for views.
    pub(super) fn written_in(&self, id: NodeId) -> (&Self, NodeId) {
        let origin = self.origins.as_deref().and_then(|origins| Some((origins.file(), origins.get(id)?)));
        origin.unwrap_or((self, id))
    }

    /// Whether the root document has something at the place where a file of `other` has `id`.
    pub(super) fn has_place_of(&self, other: &Documents<'_>, id: NodeId) -> bool {
        if self.origins.is_some() {
            return self.at_pointer(&other.pointer(id)).is_some();
        }
        self.at_place_of(NodeId::ROOT, other, id).is_some()
    }

    /// The value at the place in these files that `id` has in others: in the file of the same name.
    pub(super) fn counterpart(&self, other: &Documents<'_>, id: NodeId) -> Option<NodeId> {
        let root = match other.file(id) {
            Some(file) => self.root_at(&file.uri)?,
            None => NodeId::ROOT,
        };
        self.at_place_of(root, other, id)
    }

    /// The node a JSON pointer of the root document leads to (RFC 6901); the empty pointer is the root.
    pub(super) fn at_pointer(&self, pointer: &str) -> Option<NodeId> {
        self.below(NodeId::ROOT, pointer)
    }

    /// The node a JSON pointer leads to from the value `from` of a file.
    pub(super) fn below(&self, from: NodeId, pointer: &str) -> Option<NodeId> {
        // What a view has a new name for is known by that name.
        let renamed = from == NodeId::ROOT && pointer.starts_with("/components/");
        let origins = self.origins.as_deref().filter(|_| self.parent(from).is_none() && !renamed);
        match origins {
            Some(origins) => origins.view_of(origins.file().find_pointer(origins.get(from)?, pointer)?),
            None => self.find_pointer(from, pointer),
        }
    }

    /// The place of a node in its file.
    pub(super) fn place(&self, id: NodeId, lines: &SourceLines) -> Place {
        let (written, id) = self.written_in(id);
        let (line, column) = lines.locate(&self.arena, written.offset(id));
        let file = written.file(id).map(|file| file.name.clone());
        Place { file, pointer: written.pointer(id), line, column }
    }
}
