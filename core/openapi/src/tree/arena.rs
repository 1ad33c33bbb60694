//! The arena: all values of its texts in one flat vector, in document order, with spans and digests.
//!
//! A container is followed by its descendants and stores its end, so children are found by skipping. A node has 28 bytes and a
//! digest 16. Strings stay in the source, or in a pool if YAML folds them.

use std::borrow::Cow;

use hashbrown::HashMap;
use waybill_base::internal::table::{Set, Table};

use super::decimal::Decimal;
use super::digest::Digest;
use super::interner::{KeyId, KeySet, KeyTable, Vocabulary, to_u32};
use super::sources::Source;
use super::text;

/// A hasher with a fixed seed, so that runs are reproducible.
pub type FixedHasher = foldhash::fast::FixedState;

/// The id of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The root value.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns its position in document order.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Creates the id of the node at a position.
    pub(crate) fn from_index(index: usize) -> NodeId {
        NodeId(to_u32(index))
    }

    /// Returns this node's id after its arena is appended at `root`.
    pub(crate) fn offset_by(self, root: NodeId) -> NodeId {
        NodeId(self.0 + root.0)
    }
}

/// The type of a value, and the storage of its string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum Kind {
    Null,
    True,
    False,
    Number,
    /// A string that is equal to its span in the source.
    Text,
    /// A JSON string with escapes.
    Escaped,
    /// A string in the pool.
    Pooled,
    Array,
    Object,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) key: KeyId,
    pub(super) key_start: u32,
    pub(crate) parent: u32,
    /// For a container, the node after its last descendant. For a pooled string, its index in the pool.
    pub(crate) extra: u32,
    pub(crate) kind: Kind,
}

impl Node {
    /// Returns the node after the last descendant of this one, which is `id`.
    fn after(&self, id: NodeId) -> NodeId {
        match self.kind {
            Kind::Array | Kind::Object => NodeId(self.extra),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Text | Kind::Escaped | Kind::Pooled => {
                NodeId(id.0 + 1)
            }
        }
    }
}

const ABSENT: Node =
    Node { start: 0, end: 0, key: KeyId::NONE, key_start: 0, parent: u32::MAX, extra: 0, kind: Kind::Null };

/// Maximum number of members of an object without an index. Up to this number, a scan is as fast.
pub(super) const INDEXED_FROM: usize = 48;

/// The values of one or more texts.
#[derive(Debug)]
pub struct Arena<'a> {
    pub(crate) source: Cow<'a, str>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) digests: Vec<Digest>,
    pub(crate) keys: KeyTable,
    pub(super) pool: String,
    pub(crate) pooled: Vec<(u32, u32)>,
    pub(crate) index: HashMap<(u32, KeyId), u32, FixedHasher>,
    /// The texts after the first.
    pub(super) further_sources: Vec<Source<'a>>,
    /// Members whose key occurs again later in their object. They are kept, but look-ups skip them.
    pub(super) overridden: Set<NodeId>,
    /// Strings that are compared as if they were another string.
    pub(super) compared_as: Table<NodeId, String>,
    /// True if the digests are numbers, which are only comparable to arenas that were numbered together with this one.
    pub(super) is_renumbered: bool,
}

impl<'a> Arena<'a> {
    pub(crate) fn empty(nodes: usize, vocabulary: Vocabulary) -> Arena<'a> {
        Arena {
            source: Cow::Borrowed(""),
            nodes: Vec::with_capacity(nodes),
            digests: Vec::with_capacity(nodes),
            keys: KeyTable::new(vocabulary),
            pool: String::new(),
            pooled: Vec::new(),
            index: HashMap::default(),
            overridden: Set::default(),
            compared_as: Table::default(),
            is_renumbered: false,
            further_sources: Vec::new(),
        }
    }

    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.nodes.get(id.index()).copied().unwrap_or(ABSENT)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns all nodes in document order.
    #[cfg(test)]
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(NodeId)
    }

    /// Returns all nodes with one of these names in document order, including overridden ones.
    pub fn nodes_with_key(&self, keys: KeySet) -> impl Iterator<Item = NodeId> + '_ {
        // Almost no node has one of these names, so only the key is read.
        let named = self.nodes.iter().zip(0..).filter(move |(node, _)| keys.has(node.key));
        named.map(|(_, at)| NodeId(at))
    }

    /// Gives a member a name with the same text and without a meaning. The caller must recompute the digests of its ancestors.
    pub(crate) fn ignore(&mut self, member: NodeId) {
        let Some(node) = self.nodes.get_mut(member.index()) else { return };
        let key = self.keys.intern_ignored(node.key);
        if let Some(indexed) = self.index.remove(&(node.parent, node.key)) {
            self.index.insert((node.parent, key), indexed);
        }
        node.key = key;
    }

    /// Returns the names of members.
    pub fn keys(&self) -> &KeyTable {
        &self.keys
    }

    /// Returns the kind of a value.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// Returns the digest of a value.
    pub fn digest(&self, id: NodeId) -> Digest {
        self.digests.get(id.index()).copied().unwrap_or_default()
    }

    /// Returns the name of a value in its object.
    pub fn key(&self, id: NodeId) -> KeyId {
        self.node(id).key
    }

    /// Returns the name of a value as a string.
    pub fn key_text(&self, id: NodeId) -> &str {
        self.keys.text(self.key(id))
    }

    /// Returns the container of a value.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id).parent;
        (parent != u32::MAX).then_some(NodeId(parent))
    }

    /// Returns the node after the last descendant.
    pub fn after(&self, id: NodeId) -> NodeId {
        self.node(id).after(id)
    }

    /// Returns the elements of an array or the values of an object's members, in document order. Overridden members are skipped.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.after(id);
        let mut next = NodeId(id.0 + 1);
        std::iter::from_fn(move || self.child(&mut next, end))
    }

    /// Returns the next child, and advances `next`. Not inlined, because about a hundred callers would make this a twentieth of
    /// the code that a browser loads for a comparison.
    #[inline(never)]
    fn child(&self, next: &mut NodeId, end: NodeId) -> Option<NodeId> {
        loop {
            let child = (*next < end).then_some(*next)?;
            *next = self.after(child);
            if !self.is_overridden(child) {
                return Some(child);
            }
        }
    }

    /// Returns true if a member's key occurs again later in its object.
    pub(crate) fn is_overridden(&self, id: NodeId) -> bool {
        !self.overridden.is_empty() && self.overridden.has(&id)
    }

    /// Returns the nodes with one of these names in the text with the outermost value `root`, in document order. Overridden
    /// members and their contents are skipped.
    pub(crate) fn visible_nodes_with_key(&self, root: NodeId, keys: KeySet) -> impl Iterator<Item = NodeId> + '_ {
        let behind = self.further_sources.partition_point(|source| source.root <= root);
        let end = self.further_sources.get(behind).map_or(self.nodes.len(), |source| source.root.index());
        let nodes = self.nodes.get(root.index()..end).unwrap_or_default();
        let named = nodes.iter().zip(root.0..).filter(move |(node, _)| keys.has(node.key));
        let is_met = |id: &NodeId| {
            let mut around = self.ancestors(*id);
            self.overridden.is_empty() || !around.any(|id| self.is_overridden(id))
        };
        named.map(|(_, at)| NodeId(at)).filter(is_met)
    }

    /// Returns true if a value is an object.
    pub fn is_object(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Object
    }

    /// Returns true if a value is an array.
    pub fn is_array(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Array
    }

    /// Returns true if a value is a string.
    pub fn is_string(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::Text | Kind::Escaped | Kind::Pooled)
    }

    /// Returns the value of a member. For duplicate keys this is the last one, as in most parsers; the others are overridden.
    pub fn get(&self, object: NodeId, key: KeyId) -> Option<NodeId> {
        let around = self.nodes.get(object.index()).filter(|node| node.kind == Kind::Object)?;
        if !self.overridden.is_empty() {
            return self.get_among_overridden(object, key);
        }
        // The remaining nodes of the object, from the next member on.
        let mut left = self.nodes.get(object.index() + 1..around.extra as usize)?;
        for _ in 0..INDEXED_FROM {
            let (member, behind) = left.split_first()?;
            if member.key == key {
                return around.extra.checked_sub(to_u32(left.len())).map(NodeId);
            }
            left = match member.kind {
                Kind::Array | Kind::Object => {
                    let rest = around.extra.checked_sub(member.extra)?;
                    left.get(left.len().checked_sub(rest as usize)?..)?
                }
                Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Text | Kind::Escaped | Kind::Pooled => {
                    behind
                }
            };
        }
        self.find_indexed(object, key)
    }

    /// Implements [`get`](Arena::get) for arenas with overridden members.
    #[inline(never)]
    fn get_among_overridden(&self, object: NodeId, key: KeyId) -> Option<NodeId> {
        let found = self.children(object).take(INDEXED_FROM).find(|&id| self.key(id) == key);
        found.or_else(|| self.find_indexed(object, key))
    }

    /// Finds a member after those that are scanned.
    #[inline(never)]
    fn find_indexed(&self, object: NodeId, key: KeyId) -> Option<NodeId> {
        self.index.get(&(object.0, key)).map(|&id| NodeId(id))
    }

    /// Like [`get`](Arena::get), but first tries `near`, because compared objects usually have the same order of members.
    pub fn get_near(&self, object: NodeId, key: KeyId, near: NodeId) -> Option<NodeId> {
        let node = self.node(near);
        let is_there = node.key == key && node.parent == object.0 && self.overridden.is_empty();
        if is_there { Some(near) } else { self.get(object, key) }
    }

    /// Returns the value of a member whose name is in the vocabulary.
    pub fn member(&self, object: NodeId, name: impl Into<KeyId>) -> Option<NodeId> {
        self.get(object, name.into())
    }

    /// Returns the content of a string, or `None` for other values.
    pub fn string(&self, id: NodeId) -> Option<Cow<'_, str>> {
        let node = self.node(id);
        match node.kind {
            Kind::Text => Some(Cow::Borrowed(self.span(node.start, node.end))),
            Kind::Escaped => {
                let mut out = String::new();
                let _lone = text::unescape(self.span(node.start, node.end), &mut out);
                Some(Cow::Owned(out))
            }
            Kind::Pooled => {
                let (start, end) = self.pooled.get(node.extra as usize).copied().unwrap_or_default();
                Some(Cow::Borrowed(self.pool.get(start as usize..end as usize).unwrap_or_default()))
            }
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => None,
        }
    }

    /// Returns the string that a string is compared as, or `None` for other values.
    pub(super) fn compared_string(&self, id: NodeId) -> Option<Cow<'_, str>> {
        match self.compared_as.get(&id) {
            Some(text) => Some(Cow::Borrowed(text)),
            None => self.string(id),
        }
    }

    /// Returns a number, or `None` for other values and for numbers that are too large.
    pub fn decimal(&self, id: NodeId) -> Option<Decimal> {
        if self.kind(id) == Kind::Number { Decimal::parse(self.source_text(id)) } else { None }
    }

    /// Returns a number that is a non-negative integer.
    pub fn count(&self, id: NodeId) -> Option<u64> {
        let (number, is_whole) = self.decimal(id)?.floor()?;
        u64::try_from(number).ok().filter(|_| is_whole)
    }

    /// Returns the content of a member that is a string.
    pub fn string_at(&self, object: NodeId, name: impl Into<KeyId>) -> Option<Cow<'_, str>> {
        self.string(self.member(object, name)?)
    }

    /// Returns true if a member exists and is `true`.
    pub fn is_true(&self, object: NodeId, name: impl Into<KeyId>) -> bool {
        self.member(object, name).is_some_and(|id| self.kind(id) == Kind::True)
    }

    /// Returns a number or plain scalar as written.
    pub fn source_text(&self, id: NodeId) -> &str {
        let node = self.node(id);
        self.span(node.start, node.end)
    }

    fn span(&self, start: u32, end: u32) -> &str {
        self.source.get(start as usize..end as usize).unwrap_or_else(|| self.span_elsewhere(start, end))
    }

    #[cold]
    fn span_elsewhere(&self, start: u32, end: u32) -> &str {
        let (source, base) = self.source_at(start as usize);
        source.get((start as usize).saturating_sub(base)..(end as usize).saturating_sub(base)).unwrap_or_default()
    }

    /// Returns the start and end offset of a value, counted across all texts.
    pub(crate) fn extent(&self, id: NodeId) -> (usize, usize) {
        let node = self.node(id);
        (node.start as usize, node.end as usize)
    }

    /// Returns the start offset of a node, including its key, counted across all texts.
    pub(crate) fn offset(&self, id: NodeId) -> usize {
        let node = self.node(id);
        if node.key != KeyId::NONE {
            return node.key_start as usize;
        }
        let (source, base) = self.source_at(node.start as usize);
        let quote = |&at: &u32| matches!(source.as_bytes().get((at as usize).saturating_sub(base)), Some(b'"' | b'\''));
        let before = node.start.checked_sub(1).filter(|&at| at as usize >= base);
        let quoted = before.filter(|_| node.kind == Kind::Text || node.kind == Kind::Escaped).filter(quote);
        quoted.unwrap_or(node.start) as usize
    }
}
