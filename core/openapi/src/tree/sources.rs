//! The texts an arena holds the values of: those of each come after those of the one before.
//!
//! Numbers of nodes and offsets simply go on from text to text, so whoever reads the values need not know.

use std::borrow::Cow;

use super::arena::{Arena, Kind, NodeId};
use super::interner::{KeyId, to_u32};
use super::position::Lines;

/// A text besides the first.
#[derive(Debug, Clone)]
pub(super) struct Source<'a> {
    /// Its outermost value.
    pub(super) root: NodeId,
    /// Where it begins among all texts.
    base: u32,
    text: Cow<'a, str>,
}

impl<'a> Arena<'a> {
    /// Gives an arena that was just read the text its values stand in.
    pub(crate) fn set_source(&mut self, text: Cow<'a, str>) {
        self.source = text;
    }

    /// The first text.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// The first text, of an arena that nobody needs any more.
    pub(crate) fn into_source(self) -> Cow<'a, str> {
        self.source
    }

    /// Gives the values of this arena the texts of another one they were made of; `roots`: where those of each text but
    /// the first begin here.
    pub(crate) fn share_sources(&mut self, other: &Arena<'a>, roots: &[NodeId]) {
        self.source.clone_from(&other.source);
        let sources = other.further_sources.iter().zip(roots);
        self.further_sources = sources.map(|(source, &root)| Source { root, ..source.clone() }).collect();
    }

    /// Which text a node is in, counted from the second text on; `None` for the first.
    pub(crate) fn source_of(&self, id: NodeId) -> Option<usize> {
        self.further_sources.partition_point(|source| source.root <= id).checked_sub(1)
    }

    /// The outermost value of a text, counted as by [`source_of`](Arena::source_of).
    pub(crate) fn root_of(&self, source: Option<usize>) -> NodeId {
        source.and_then(|at| self.further_sources.get(at)).map_or(NodeId::ROOT, |source| source.root)
    }

    /// Where a text begins among all, counted as by [`source_of`](Arena::source_of).
    pub(crate) fn base_of(&self, source: Option<usize>) -> u32 {
        source.and_then(|at| self.further_sources.get(at)).map_or(0, |source| source.base)
    }

    /// The text an offset is in, and where that text begins.
    pub(super) fn source_at(&self, offset: usize) -> (&str, usize) {
        let after = self.further_sources.partition_point(|source| source.base as usize <= offset);
        match after.checked_sub(1).and_then(|at| self.further_sources.get(at)) {
            Some(source) => (&source.text, source.base as usize),
            None => (&self.source, 0),
        }
    }

    /// Where one more text would begin: the texts stand one byte apart.
    fn text_end(&self) -> usize {
        match self.further_sources.last() {
            Some(last) => last.base as usize + last.text.len() + 1,
            None => self.source.len() + 1,
        }
    }

    /// Whether one more text of this many bytes has room: offsets are 32 bits wide.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.text_end().saturating_add(bytes) < u32::MAX as usize
    }

    /// How many bytes all texts have.
    pub(crate) fn total_bytes(&self) -> usize {
        self.text_end() - 1
    }

    /// Takes in what was read from one more text; the answer is its outermost value.
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

/// Where the lines of each text begin, as far as they have been counted.
#[derive(Debug, Default)]
pub struct SourceLines {
    first: Lines,
    others: Vec<Lines>,
}

impl SourceLines {
    /// All lines of the texts of an arena.
    pub(crate) fn new(arena: &Arena<'_>) -> SourceLines {
        let mut lines = SourceLines::default();
        lines.count(arena, usize::MAX);
        lines
    }

    /// Counts up to so many bytes more, of one text after the other.
    pub(crate) fn count(&mut self, arena: &Arena<'_>, bytes: usize) {
        self.others.resize_with(arena.further_sources.len(), Lines::default);
        let mut left = self.first.scan_up_to(&arena.source, bytes);
        for (source, lines) in arena.further_sources.iter().zip(&mut self.others) {
            left = lines.scan_up_to(&source.text, left);
        }
    }

    /// Line and column of a byte of all texts, in its own.
    pub(crate) fn locate(&self, arena: &Arena<'_>, offset: usize) -> (u32, u32) {
        let after = arena.further_sources.partition_point(|source| source.base as usize <= offset);
        let other = after.checked_sub(1).and_then(|at| arena.further_sources.get(at).zip(self.others.get(at)));
        match other {
            Some((source, lines)) => lines.locate(&source.text, offset - source.base as usize),
            None => self.first.locate(&arena.source, offset),
        }
    }
}
