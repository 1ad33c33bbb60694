//! The arena: every value of the texts it was read from in one flat vector, in document order, with its span and its digest.
//!
//! A container is followed by its descendants and knows where they end, so children are found by skipping. A node is
//! 28 bytes and its digest 16, whatever it holds: texts stay in the source, or in a pool where YAML folds them.

use std::borrow::Cow;

use hashbrown::HashMap;
use waybill_base::internal::table::{Set, Table};

use super::decimal::Decimal;
use super::digest::Digest;
use super::interner::{KeyId, KeySet, KeyTable, Vocabulary, to_u32};
use super::sources::Source;
use super::text;

/// A hasher with a fixed seed, so that two runs do the same.
pub type FixedHasher = foldhash::fast::FixedState;

/// One value of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The root value.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns its position in document order.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node with this index.
    pub(crate) fn from_index(index: usize) -> NodeId {
        NodeId(to_u32(index))
    }

    /// The node that is as far after `root` as this one is after the first.
    pub(crate) fn offset_by(self, root: NodeId) -> NodeId {
        NodeId(self.0 + root.0)
    }
}

/// What a value is, and where its text is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum Kind {
    Null,
    True,
    False,
    Number,
    /// A string whose text is the span itself.
    Text,
    /// A JSON string with escapes.
    Escaped,
    /// A string whose text is in the pool.
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
    /// For a container the node after its last descendant, for a pooled text its entry in the pool.
    pub(crate) extra: u32,
    pub(crate) kind: Kind,
}

impl Node {
    /// The node after the last descendant of this one, which is `id`.
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

/// Objects with more members than this have an index; below it a scan is as fast.
pub(super) const INDEXED_FROM: usize = 48;

/// All values of one text or several.
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
    /// Members whose key comes again later in their object: they are kept, but lookups skip them.
    pub(super) overridden: Set<NodeId>,
    /// Strings that are compared by another text than their own.
    pub(super) compared_as: Table<NodeId, String>,
    /// True if the digests are numbers, which say nothing to arenas that were not numbered together with this one.
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

    /// Every node, in document order.
    #[cfg(test)]
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(NodeId)
    }

    /// Every node with one of these names, overridden ones too, in document order.
    pub fn nodes_with_key(&self, keys: KeySet) -> impl Iterator<Item = NodeId> + '_ {
        // Nearly all nodes have another name: this looks at nothing else.
        let named = self.nodes.iter().zip(0..).filter(move |(node, _)| keys.has(node.key));
        named.map(|(_, at)| NodeId(at))
    }

    /// Gives a member a name that is written like its own and means nothing. The digests around it are the caller's to
    /// work out again.
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

    /// Returns the name a value has in its object.
    pub fn key(&self, id: NodeId) -> KeyId {
        self.node(id).key
    }

    /// Returns that name as a string.
    pub fn key_text(&self, id: NodeId) -> &str {
        self.keys.text(self.key(id))
    }

    /// Returns the value around a value.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id).parent;
        (parent != u32::MAX).then_some(NodeId(parent))
    }

    /// The node after the last descendant.
    pub fn after(&self, id: NodeId) -> NodeId {
        self.node(id).after(id)
    }

    /// The elements of an array or the values of an object's members, in document order; of members with the same key
    /// the last one alone.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.after(id);
        let mut next = NodeId(id.0 + 1);
        std::iter::from_fn(move || self.child(&mut next, end))
    }

    /// The child at `next` or after it, after which `next` is the one to look at. Some hundred places go through children:
    /// copied into each of them, this is a twentieth of what a browser loads to compare.
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

    /// Whether a member's key comes again later in its object.
    pub(crate) fn is_overridden(&self, id: NodeId) -> bool {
        !self.overridden.is_empty() && self.overridden.has(&id)
    }

    /// The nodes with one of these names in the text whose outermost value is `root`, in document order; none that is
    /// overridden or inside an overridden member.
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

    /// True if a value is an object.
    pub fn is_object(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Object
    }

    /// True if a value is an array.
    pub fn is_array(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Array
    }

    /// True if a value is a string.
    pub fn is_string(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::Text | Kind::Escaped | Kind::Pooled)
    }

    /// The value of a member; of the last one where the key is there twice, as most readers take it: the others are
    /// overridden.
    pub fn get(&self, object: NodeId, key: KeyId) -> Option<NodeId> {
        let around = self.nodes.get(object.index()).filter(|node| node.kind == Kind::Object)?;
        if !self.overridden.is_empty() {
            return self.get_among_overridden(object, key);
        }
        // All that is left inside the object, from the next member on.
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

    /// [`get`](Arena::get) in an arena with overridden members.
    #[inline(never)]
    fn get_among_overridden(&self, object: NodeId, key: KeyId) -> Option<NodeId> {
        let found = self.children(object).take(INDEXED_FROM).find(|&id| self.key(id) == key);
        found.or_else(|| self.find_indexed(object, key))
    }

    /// One of the members after those that are looked at one by one.
    #[inline(never)]
    fn find_indexed(&self, object: NodeId, key: KeyId) -> Option<NodeId> {
        self.index.get(&(object.0, key)).map(|&id| NodeId(id))
    }

    /// [`get`](Arena::get) that looks at `near` first: objects that are compared mostly have their members in one order.
    pub fn get_near(&self, object: NodeId, key: KeyId, near: NodeId) -> Option<NodeId> {
        let node = self.node(near);
        let is_there = node.key == key && node.parent == object.0 && self.overridden.is_empty();
        if is_there { Some(near) } else { self.get(object, key) }
    }

    /// The value of a member whose name is in the vocabulary.
    pub fn member(&self, object: NodeId, name: impl Into<KeyId>) -> Option<NodeId> {
        self.get(object, name.into())
    }

    /// The text of a string; `None` for anything else.
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

    /// The text a string is compared by; `None` for anything else.
    pub(super) fn compared_string(&self, id: NodeId) -> Option<Cow<'_, str>> {
        match self.compared_as.get(&id) {
            Some(text) => Some(Cow::Borrowed(text)),
            None => self.string(id),
        }
    }

    /// A number; `None` for anything else, and for numbers with too many digits.
    pub fn decimal(&self, id: NodeId) -> Option<Decimal> {
        if self.kind(id) == Kind::Number { Decimal::parse(self.source_text(id)) } else { None }
    }

    /// A number that is a count: neither negative nor a fraction.
    pub fn count(&self, id: NodeId) -> Option<u64> {
        let (number, is_whole) = self.decimal(id)?.floor()?;
        u64::try_from(number).ok().filter(|_| is_whole)
    }

    /// The text of a member that is a string.
    pub fn string_at(&self, object: NodeId, name: impl Into<KeyId>) -> Option<Cow<'_, str>> {
        self.string(self.member(object, name)?)
    }

    /// Whether a member is there and `true`.
    pub fn is_true(&self, object: NodeId, name: impl Into<KeyId>) -> bool {
        self.member(object, name).is_some_and(|id| self.kind(id) == Kind::True)
    }

    /// A number or a plain scalar as it is written.
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

    /// Where a node's value begins and ends in all texts.
    pub(crate) fn extent(&self, id: NodeId) -> (usize, usize) {
        let node = self.node(id);
        (node.start as usize, node.end as usize)
    }

    /// Where a node begins in all texts: its key where it has one.
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
