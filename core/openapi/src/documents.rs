//! The files of a description. One arena stores the values of all files.

use std::borrow::Cow;
use std::ops::Deref;

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use super::error::Place;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::swagger::Origins;
use crate::tree::{Arena, Built, NodeId, SourceLines, SourceWarning};

/// A file other than the root document.
#[derive(Debug, Clone)]
pub(super) struct SourceFile {
    /// Its normalised URI.
    pub(super) uri: String,
    /// Its name in messages.
    pub(super) name: String,
}

/// All files of a description. Dereferences to the arena for code that only needs values.
#[derive(Debug)]
pub(crate) struct Documents<'a> {
    pub(super) arena: Arena<'a>,
    /// The files after the root document, in the order of their sources in the arena.
    files: Vec<SourceFile>,
    /// The kinds of values whose kind does not follow from their location: files, and values reached only by references.
    pub(super) kinds: Table<NodeId, ObjectKind>,
    /// True if it is Swagger 2.0 as written, and not a view of it.
    pub(super) is_swagger: bool,
    /// True if media types can be references (OpenAPI 3.2.0).
    pub(super) has_media_type_references: bool,
    /// The values that are in the description a second time, because a misplaced reference was replaced by its target. Each has
    /// its original.
    copied: Table<NodeId, NodeId>,
    /// Suspicious source text, with the values concerned.
    pub(super) warnings: Vec<(NodeId, SourceWarning)>,
    /// Origins of its values, if it is a view of a description in another format.
    pub(super) origins: Option<Box<Origins<'a>>>,
}

impl<'a> Deref for Documents<'a> {
    type Target = Arena<'a>;

    fn deref(&self) -> &Arena<'a> {
        &self.arena
    }
}

impl<'a> Documents<'a> {
    /// Creates a description with only a root document.
    pub(super) fn new(built: Built<'a>, source: Cow<'a, str>) -> Documents<'a> {
        let Built { mut arena, warnings } = built;
        arena.set_source(source);
        let (files, kinds, copied) = (Vec::new(), Table::default(), Table::default());
        Documents {
            arena,
            files,
            kinds,
            is_swagger: false,
            has_media_type_references: false,
            copied,
            warnings,
            origins: None,
        }
    }

    /// Creates a view of the first files of the description in `origins`. `roots` are the outermost values in the view of the
    /// files other than the root document.
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
            has_media_type_references: false,
            copied: Table::default(),
            warnings,
            origins: Some(Box::new(origins)),
        }
    }

    /// Replaces all values by those of `arena`, which were made from them. `roots` are the outermost values of the files after the
    /// root document, `home` returns the new id of a value, and `copied` are the values that are there a second time.
    pub(super) fn replace_values(
        &mut self,
        arena: Arena<'a>,
        roots: &[NodeId],
        home: impl Fn(NodeId) -> Option<NodeId>,
        copied: Table<NodeId, NodeId>,
    ) {
        let before = std::mem::replace(&mut self.arena, arena);
        self.arena.take_sources(before, roots);
        let mut kinds = Table::default();
        for &(id, kind) in self.kinds.entries() {
            if let Some(id) = home(id) {
                kinds.insert(id, kind);
            }
        }
        self.kinds = kinds;
        self.warnings = self.warnings.iter().filter_map(|&(id, warning)| Some((home(id)?, warning))).list();
        self.copied = copied;
    }

    /// Returns the files after the root document.
    pub(super) fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Returns their outermost values.
    pub(super) fn other_roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.files.len()).map(|at| self.root_of(Some(at)))
    }

    /// Returns the file of a node, or `None` for the root document.
    pub(super) fn file(&self, id: NodeId) -> Option<&SourceFile> {
        self.files.get(self.source_of(id)?)
    }

    /// Returns the outermost value of a node's file.
    pub(super) fn root_around(&self, id: NodeId) -> NodeId {
        self.root_of(self.source_of(id))
    }

    /// Returns the outermost value of the file with this URI. The root document is not searched.
    pub(super) fn root_at(&self, uri: &str) -> Option<NodeId> {
        let at = self.files.iter().position(|file| file.uri == *uri)?;
        Some(self.root_of(Some(at)))
    }

    /// Adds another file, and returns its outermost value.
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

    /// Returns true if a value is an entry of a section of the root document's components.
    pub(super) fn is_component(&self, id: NodeId) -> bool {
        let components = self.parent(id).and_then(|section| self.parent(section));
        components.is_some_and(|components| {
            self.key(components) == KnownKey::Components.key() && self.parent(components) == Some(NodeId::ROOT)
        })
    }

    /// Returns the files in which a node was written, and the node there. For all but views and copies, these are `self` and `id`.
    pub(super) fn written_in(&self, id: NodeId) -> (&Self, NodeId) {
        let origin = self.origins.as_deref().and_then(|origins| Some((origins.file(), origins.get(id)?)));
        let (file, id) = origin.unwrap_or((self, id));
        (file, if file.copied.is_empty() { id } else { file.copied.get(&id).copied().unwrap_or(id) })
    }

    /// Returns true if the root document has a value at the location that `id` has in its file of `other`.
    pub(super) fn has_place_of(&self, other: &Documents<'_>, id: NodeId) -> bool {
        if self.origins.is_some() {
            return self.at_pointer(&other.pointer(id)).is_some();
        }
        self.at_place_of(NodeId::ROOT, other, id).is_some()
    }

    /// Returns the value at the location of `other`'s node, in the file with the same name.
    pub(super) fn counterpart(&self, other: &Documents<'_>, id: NodeId) -> Option<NodeId> {
        let root = match other.file(id) {
            Some(file) => self.root_at(&file.uri)?,
            None => NodeId::ROOT,
        };
        self.at_place_of(root, other, id)
    }

    /// Returns the node at a JSON Pointer (RFC 6901) of the root document. The empty pointer is the root.
    pub(super) fn at_pointer(&self, pointer: &str) -> Option<NodeId> {
        self.below(NodeId::ROOT, pointer)
    }

    /// Returns the node at a JSON Pointer relative to the value `from`.
    pub(super) fn below(&self, from: NodeId, pointer: &str) -> Option<NodeId> {
        // Components of a view are found by their names in the view; all other pointers are those of the original file.
        let renamed = from == NodeId::ROOT && pointer.starts_with("/components/");
        let origins = self.origins.as_deref().filter(|_| self.parent(from).is_none() && !renamed);
        match origins {
            Some(origins) => origins.view_of(origins.file().find_pointer(origins.get(from)?, pointer)?),
            None => self.find_pointer(from, pointer),
        }
    }

    /// Returns the location of a node in its file.
    pub(super) fn place(&self, id: NodeId, lines: &SourceLines) -> Place {
        let (written, id) = self.written_in(id);
        let (line, column) = lines.locate(&self.arena, written.offset(id));
        let file = written.file(id).map(|file| file.name.clone());
        Place { file, pointer: written.pointer(id), line, column }
    }
}
