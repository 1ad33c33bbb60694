//! The files a description is made of: one arena holds the values of all, and this table says which file a value is in.
//!
//! Numbers of nodes and offsets of texts simply go on from file to file, so whoever reads the arena need not know.

use std::borrow::Cow;

use super::arena::{Arena, Kind, NodeId};
use super::error::Place;
use super::interner::{KeyId, KnownKey, position};
use super::position::Lines;

/// A file besides the root.
#[derive(Debug, Clone)]
pub(super) struct Document<'a> {
    /// Its URI, in one spelling.
    pub(super) uri: String,
    /// What messages call it.
    pub(super) name: String,
    /// Its outermost value.
    pub(super) root: NodeId,
    /// Where its text begins among the texts of all files.
    pub(super) base: u32,
    pub(super) source: Cow<'a, str>,
}

impl<'a> Arena<'a> {
    /// The file a node is in; `None` for the root document.
    pub(super) fn document(&self, id: NodeId) -> Option<&Document<'a>> {
        let after = self.documents.partition_point(|document| document.root <= id);
        self.documents.get(after.checked_sub(1)?)
    }

    /// The outermost value of the file a node is in.
    pub(super) fn document_root(&self, id: NodeId) -> NodeId {
        self.document(id).map_or(NodeId::ROOT, |document| document.root)
    }

    /// The text of the file an offset is in, and where that text begins.
    pub(super) fn source_at(&self, offset: usize) -> (&str, usize) {
        let after = self.documents.partition_point(|document| document.base as usize <= offset);
        match after.checked_sub(1).and_then(|at| self.documents.get(at)) {
            Some(document) => (&document.source, document.base as usize),
            None => (&self.source, 0),
        }
    }

    /// Where the text of one more file would begin: the texts stand one byte apart.
    fn text_end(&self) -> usize {
        match self.documents.last() {
            Some(last) => last.base as usize + last.source.len() + 1,
            None => self.source.len() + 1,
        }
    }

    /// Whether one more file of this many bytes has room: offsets are 32 bits wide.
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.text_end().saturating_add(bytes) < u32::MAX as usize
    }

    /// How many bytes all files have.
    pub(super) fn total_bytes(&self) -> usize {
        self.text_end() - 1
    }

    /// Whether a value is an entry of a section of the root document's components.
    pub(super) fn is_component(&self, id: NodeId) -> bool {
        let components = self.parent(id).and_then(|section| self.parent(section));
        components.is_some_and(|components| {
            self.key(components) == KnownKey::Components.key() && self.parent(components) == Some(NodeId::ROOT)
        })
    }

    /// Takes in what was read from one more file; the answer is its outermost value.
    pub(super) fn append(&mut self, other: Arena<'a>, source: Cow<'a, str>, uri: String, name: String) -> NodeId {
        let (first, base) = (position(self.nodes.len()), position(self.text_end()));
        let keys: Vec<KeyId> = other.keys.ids().map(|key| self.keys.intern(other.keys.text(key))).collect();
        let key = |key: KeyId| keys.get(key.index()).copied().unwrap_or(KeyId::NONE);
        let (pool, pooled) = (position(self.pool.len()), position(self.pooled.len()));
        self.pool.push_str(&other.pool);
        self.pooled.extend(other.pooled.into_iter().map(|(start, end)| (start + pool, end + pool)));
        self.nodes.reserve(other.nodes.len());
        for mut node in other.nodes {
            (node.start, node.end, node.key_start) = (node.start + base, node.end + base, node.key_start + base);
            node.key = key(node.key);
            if node.parent != u32::MAX {
                node.parent += first;
            }
            node.extra += if node.kind == Kind::Pooled { pooled } else { first };
            self.nodes.push(node);
        }
        self.digests.extend(other.digests);
        for &(id, ()) in other.overridden.entries() {
            self.overridden.add(NodeId(id.0 + first));
        }
        self.index
            .extend(other.index.into_iter().map(|((object, name), id)| ((object + first, key(name)), id + first)));
        let root = NodeId(first);
        self.documents.push(Document { uri, name, root, base, source });
        root
    }
}

/// Where the lines of each file begin, as far as they have been counted.
#[derive(Debug, Default)]
pub(crate) struct FileLines {
    root: Lines,
    others: Vec<Lines>,
}

impl FileLines {
    /// All lines of the files an arena holds.
    pub(super) fn new(arena: &Arena<'_>) -> FileLines {
        let mut lines = FileLines::default();
        lines.count(arena, usize::MAX);
        lines
    }

    /// Counts up to so many bytes more, of one file after the other.
    pub(super) fn count(&mut self, arena: &Arena<'_>, bytes: usize) {
        self.others.resize_with(arena.documents.len(), Lines::default);
        let mut left = self.root.count(&arena.source, bytes);
        for (document, lines) in arena.documents.iter().zip(&mut self.others) {
            left = lines.count(&document.source, left);
        }
    }

    /// Line and column of a byte of the texts of all files, in its file.
    pub(super) fn locate(&self, arena: &Arena<'_>, offset: usize) -> (u32, u32) {
        let after = arena.documents.partition_point(|document| document.base as usize <= offset);
        let other = after.checked_sub(1).and_then(|at| arena.documents.get(at).zip(self.others.get(at)));
        match other {
            Some((document, lines)) => lines.locate(&document.source, offset - document.base as usize),
            None => self.root.locate(&arena.source, offset),
        }
    }

    /// The place of a node in its file.
    pub(super) fn place(&self, arena: &Arena<'_>, id: NodeId) -> Place {
        let (written, id) = arena.written_in(id);
        let after = written.documents.partition_point(|document| document.root <= id);
        let other = after.checked_sub(1).and_then(|at| written.documents.get(at).zip(self.others.get(at)));
        let Some((document, lines)) = other else {
            let (line, column) = self.root.locate(&arena.source, written.offset(id));
            return Place { file: None, pointer: written.pointer(id), line, column };
        };
        let offset = written.offset(id).saturating_sub(document.base as usize);
        let (line, column) = lines.locate(&document.source, offset);
        Place { file: Some(document.name.clone()), pointer: written.pointer(id), line, column }
    }
}
