//! The source texts of an arena.
//!
//! Node ids and offsets continue from text to text, so most code does not need to know that there are several.

use std::borrow::Cow;

use super::arena::{Arena, Kind, NodeId};
use super::interner::{KeyId, to_u32};
use super::position::Lines;

/// A text after the first.
#[derive(Debug, Clone)]
pub(super) struct Source<'a> {
    /// Its outermost value.
    pub(super) root: NodeId,
    /// Its start offset among all texts.
    base: u32,
    text: Cow<'a, str>,
}

impl<'a> Arena<'a> {
    /// Sets the source of a newly parsed arena.
    pub(crate) fn set_source(&mut self, text: Cow<'a, str>) {
        self.source = text;
    }

    /// Returns the first text.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Returns the first text, and drops the arena.
    pub(crate) fn into_source(self) -> Cow<'a, str> {
        self.source
    }

    /// Sets the sources of this arena to those of `other`, from which its values were made. `roots` are the outermost values here
    /// of the texts after the first.
    pub(crate) fn share_sources(&mut self, other: &Arena<'a>, roots: &[NodeId]) {
        self.source.clone_from(&other.source);
        let sources = other.further_sources.iter().zip(roots);
        self.further_sources = sources.map(|(source, &root)| Source { root, ..source.clone() }).collect();
    }

    /// Takes the sources of `other`, from which this arena was made, like [`share_sources`](Arena::share_sources).
    pub(crate) fn take_sources(&mut self, other: Arena<'a>, roots: &[NodeId]) {
        self.source = other.source;
        let sources = other.further_sources.into_iter().zip(roots);
        self.further_sources = sources.map(|(source, &root)| Source { root, ..source }).collect();
    }

    /// Returns the index of a node's text, where 0 is the second text. Returns `None` for the first.
    pub(crate) fn source_of(&self, id: NodeId) -> Option<usize> {
        self.further_sources.partition_point(|source| source.root <= id).checked_sub(1)
    }

    /// Returns the outermost value of a text, with an index as in [`source_of`](Arena::source_of).
    pub(crate) fn root_of(&self, source: Option<usize>) -> NodeId {
        source.and_then(|at| self.further_sources.get(at)).map_or(NodeId::ROOT, |source| source.root)
    }

    /// Returns the start offset of a text, with an index as in [`source_of`](Arena::source_of).
    pub(crate) fn base_of(&self, source: Option<usize>) -> u32 {
        source.and_then(|at| self.further_sources.get(at)).map_or(0, |source| source.base)
    }

    /// Returns the text that contains an offset, and its start.
    pub(super) fn source_at(&self, offset: usize) -> (&str, usize) {
        let after = self.further_sources.partition_point(|source| source.base as usize <= offset);
        match after.checked_sub(1).and_then(|at| self.further_sources.get(at)) {
            Some(source) => (&source.text, source.base as usize),
            None => (&self.source, 0),
        }
    }

    /// Returns the start offset of a further text. There is one byte between texts.
    fn text_end(&self) -> usize {
        match self.further_sources.last() {
            Some(last) => last.base as usize + last.text.len() + 1,
            None => self.source.len() + 1,
        }
    }

    /// Returns true if a further text with this number of bytes fits into 32-bit offsets.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.text_end().saturating_add(bytes) < u32::MAX as usize
    }

    /// Returns the total size of all texts in bytes.
    pub(crate) fn total_bytes(&self) -> usize {
        self.text_end() - 1
    }

    /// Appends the values of another text, and returns its outermost value.
    pub(crate) fn append(&mut self, other: Arena<'a>) -> NodeId {
        let (first, base) = (to_u32(self.nodes.len()), to_u32(self.text_end()));
        let keys: Vec<KeyId> = other.keys.ids().map(|key| self.keys.intern(other.keys.text(key))).collect();
        let key = |key: KeyId| keys.get(key.index()).copied().unwrap_or(KeyId::NONE);
        let (pool, pooled) = (to_u32(self.pool.len()), to_u32(self.pooled.len()));
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
        self.further_sources.push(Source { root, base, text: other.source });
        root
    }
}

/// The line starts of each text, as far as they have been counted.
#[derive(Debug, Default)]
pub struct SourceLines {
    first: Lines,
    others: Vec<Lines>,
}

impl SourceLines {
    /// Counts all lines in the texts of an arena.
    pub(crate) fn new(arena: &Arena<'_>) -> SourceLines {
        let mut lines = SourceLines::default();
        lines.count(arena, usize::MAX);
        lines
    }

    /// Counts the lines of up to `bytes` more bytes, one text after the other.
    pub(crate) fn count(&mut self, arena: &Arena<'_>, bytes: usize) {
        self.others.resize_with(arena.further_sources.len(), Lines::default);
        let mut left = self.first.scan_up_to(&arena.source, bytes);
        for (source, lines) in arena.further_sources.iter().zip(&mut self.others) {
            left = lines.scan_up_to(&source.text, left);
        }
    }

    /// Returns line and column of an offset in its text.
    pub(crate) fn locate(&self, arena: &Arena<'_>, offset: usize) -> (u32, u32) {
        let after = arena.further_sources.partition_point(|source| source.base as usize <= offset);
        let other = after.checked_sub(1).and_then(|at| arena.further_sources.get(at).zip(self.others.get(at)));
        match other {
            Some((source, lines)) => lines.locate(&source.text, offset - source.base as usize),
            None => self.first.locate(&arena.source, offset),
        }
    }
}
