//! The arena: every value of a description in one flat vector, in document order, with its span and its digest.
//!
//! A container is followed by its descendants and knows where they end, so children are found by skipping. A node is
//! 28 bytes and its digest 16, whatever it holds: texts stay in the source, or in a pool where YAML folds them.

use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};

use super::digest::Digest;
use super::documents::Document;
use super::grammar::Site;
use super::keys::{KeyId, Keys, Word};
use super::swagger::Origins;
use super::{number, text};

/// A fixed seed: the order of a table never shows, and two runs do the same.
pub(crate) type FixedHasher = foldhash::fast::FixedState;

/// One value of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub(super) u32);

impl NodeId {
    pub(crate) const ROOT: NodeId = NodeId(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a value is, and where its text is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
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
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) key: KeyId,
    pub(super) key_start: u32,
    pub(super) parent: u32,
    /// For a container the node after its last descendant, for a pooled text its entry in the pool.
    pub(super) extra: u32,
    pub(super) kind: Kind,
}

const ABSENT: Node =
    Node { start: 0, end: 0, key: KeyId::NONE, key_start: 0, parent: u32::MAX, extra: 0, kind: Kind::Null };

/// Objects with more members than this have an index; below it a scan is as fast.
pub(super) const INDEXED_FROM: usize = 48;

/// One document, and those it refers to.
#[derive(Debug)]
pub(crate) struct Arena<'a> {
    pub(super) source: Cow<'a, str>,
    pub(super) nodes: Vec<Node>,
    pub(super) digests: Vec<Digest>,
    pub(super) keys: Keys,
    pub(super) pool: String,
    pub(super) pooled: Vec<(u32, u32)>,
    pub(super) index: HashMap<(u32, KeyId), u32, FixedHasher>,
    /// Where its values come from, if it is a view of a description in another shape.
    pub(super) origins: Option<Box<Origins<'a>>>,
    /// The files behind the root document.
    pub(super) documents: Vec<Document<'a>>,
    /// What values are whose place does not say it: files, and values only references lead to.
    pub(super) entries: HashMap<NodeId, Site, FixedHasher>,
    /// Members whose key comes again later in their object: they are kept, but nobody meets them.
    pub(super) overridden: HashSet<NodeId, FixedHasher>,
    /// Whether it is Swagger 2.0 as it is written, and not a view of it.
    pub(super) older: bool,
}

impl<'a> Arena<'a> {
    pub(super) fn empty(nodes: usize) -> Arena<'a> {
        Arena {
            source: Cow::Borrowed(""),
            nodes: Vec::with_capacity(nodes),
            digests: Vec::with_capacity(nodes),
            keys: Keys::new(),
            pool: String::new(),
            pooled: Vec::new(),
            index: HashMap::default(),
            overridden: HashSet::default(),
            documents: Vec::new(),
            entries: HashMap::default(),
            origins: None,
            older: false,
        }
    }

    pub(super) fn node(&self, id: NodeId) -> Node {
        self.nodes.get(id.index()).copied().unwrap_or(ABSENT)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    pub(crate) fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    pub(crate) fn digest(&self, id: NodeId) -> Digest {
        self.digests.get(id.index()).copied().unwrap_or_default()
    }

    pub(crate) fn key(&self, id: NodeId) -> KeyId {
        self.node(id).key
    }

    pub(crate) fn key_text(&self, id: NodeId) -> &str {
        self.keys.text(self.key(id))
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id).parent;
        (parent != u32::MAX).then_some(NodeId(parent))
    }

    /// The node after the last descendant.
    pub(crate) fn after(&self, id: NodeId) -> NodeId {
        let node = self.node(id);
        match node.kind {
            Kind::Array | Kind::Object => NodeId(node.extra),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Text | Kind::Escaped | Kind::Pooled => {
                NodeId(id.0 + 1)
            }
        }
    }

    /// The elements of an array or the values of an object's members, in document order; of members with the same key
    /// the last one alone.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.after(id);
        let mut next = NodeId(id.0 + 1);
        std::iter::from_fn(move || {
            loop {
                let child = (next < end).then_some(next)?;
                next = self.after(child);
                if self.overridden.is_empty() || !self.overridden.contains(&child) {
                    return Some(child);
                }
            }
        })
    }

    /// Every node of the file whose outermost value is `root` that can be met from there, in document order.
    pub(super) fn all(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let behind = self.documents.partition_point(|document| document.root <= root);
        let end = self.documents.get(behind).map_or(self.nodes.len(), |document| document.root.index());
        let mut next = root;
        std::iter::from_fn(move || {
            while !self.overridden.is_empty() && self.overridden.contains(&next) {
                next = self.after(next);
            }
            let here = (next.index() < end).then_some(next)?;
            next = NodeId(next.0 + 1);
            Some(here)
        })
    }

    pub(crate) fn is_object(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Object
    }

    pub(crate) fn is_array(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Array
    }

    pub(crate) fn is_string(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::Text | Kind::Escaped | Kind::Pooled)
    }

    /// The value of a member; of the last one where the key is there twice, as most readers take it.
    pub(crate) fn get(&self, object: NodeId, key: KeyId) -> Option<NodeId> {
        if !self.is_object(object) {
            return None;
        }
        let mut found = None;
        for (seen, child) in self.children(object).enumerate() {
            if seen == INDEXED_FROM {
                return self.index.get(&(object.0, key)).map(|&id| NodeId(id));
            }
            if self.key(child) == key {
                found = Some(child);
            }
        }
        found
    }

    pub(crate) fn word(&self, object: NodeId, word: Word) -> Option<NodeId> {
        self.get(object, word.key())
    }

    /// The text of a string; `None` for anything else.
    pub(crate) fn string(&self, id: NodeId) -> Option<Cow<'_, str>> {
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

    /// The text of a member that is a string.
    pub(crate) fn string_at(&self, object: NodeId, word: Word) -> Option<Cow<'_, str>> {
        self.string(self.word(object, word)?)
    }

    /// Whether a member is there and `true`.
    pub(crate) fn is_true(&self, object: NodeId, word: Word) -> bool {
        self.word(object, word).is_some_and(|id| self.kind(id) == Kind::True)
    }

    /// A number or a plain scalar as it is written.
    pub(crate) fn written(&self, id: NodeId) -> &str {
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

    /// Where a node begins in the texts of all files: its key where it has one.
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

    /// The arena of the file a node was written in, and the node there: itself, but for views.
    pub(super) fn written_in(&self, id: NodeId) -> (&Self, NodeId) {
        let origin = self.origins.as_deref().and_then(|origins| Some((origins.file(), origins.of(id)?)));
        origin.unwrap_or((self, id))
    }

    /// The place of a node among its siblings.
    pub(crate) fn ordinal(&self, id: NodeId) -> usize {
        self.parent(id).map_or(0, |parent| self.children(parent).take_while(|&sibling| sibling != id).count())
    }

    /// The JSON pointer of a node in its file (RFC 6901).
    pub(crate) fn pointer(&self, id: NodeId) -> String {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.pop();
        let mut pointer = String::new();
        for step in path.into_iter().rev() {
            pointer.push('/');
            if self.key(step) == KeyId::NONE {
                pointer.push_str(&self.ordinal(step).to_string());
            } else {
                escape(self.key_text(step), &mut pointer);
            }
        }
        pointer
    }

    /// The node a JSON pointer of the file leads to (RFC 6901); the empty pointer is the root.
    pub(crate) fn at_pointer(&self, pointer: &str) -> Option<NodeId> {
        self.below(NodeId::ROOT, pointer)
    }

    /// The node a JSON pointer leads to from the value `from` of a file.
    pub(super) fn below(&self, from: NodeId, pointer: &str) -> Option<NodeId> {
        // What a view has a new name for is known by that name.
        let renamed = from == NodeId::ROOT && pointer.starts_with("/components/");
        let origins = self.origins.as_deref().filter(|_| self.parent(from).is_none() && !renamed);
        match origins {
            Some(origins) => origins.view_of(origins.file().below_own(origins.of(from)?, pointer)?),
            None => self.below_own(from, pointer),
        }
    }

    fn below_own(&self, from: NodeId, pointer: &str) -> Option<NodeId> {
        let mut at = from;
        if pointer.is_empty() {
            return Some(at);
        }
        for token in pointer.strip_prefix('/')?.split('/') {
            let token = token.replace("~1", "/").replace("~0", "~");
            at = if self.is_array(at) {
                // An index has no sign and no zero in front (RFC 6901 section 4).
                let plain = token == "0" || token.starts_with(|first: char| matches!(first, '1'..='9'));
                self.children(at).nth(token.parse().ok().filter(|_| plain)?)?
            } else {
                self.get(at, self.keys.find(&token)?)?
            };
        }
        Some(at)
    }

    /// The value at the place in this description that `id` has in another: in the file of the same name.
    pub(super) fn counterpart(&self, other: &Arena<'_>, id: NodeId) -> Option<NodeId> {
        let root = match other.document(id) {
            Some(file) => self.documents.iter().find(|document| document.uri == file.uri)?.root,
            None => NodeId::ROOT,
        };
        self.below_own(root, &other.pointer(id))
    }

    /// Writes a value as compact JSON; `false`, and `out` as it was, where that takes more than `limit` bytes.
    pub(crate) fn write_json(&self, id: NodeId, limit: usize, out: &mut String) -> bool {
        let before = out.len();
        let fits = self.write_value(id, before + limit, out);
        if !fits {
            out.truncate(before);
        }
        fits
    }

    /// Writes the name of a member as a JSON string.
    pub(crate) fn write_key(&self, id: NodeId, out: &mut String) {
        text::quote(self.key_text(id), out);
    }

    fn write_value(&self, id: NodeId, limit: usize, out: &mut String) -> bool {
        match self.kind(id) {
            Kind::Null => out.push_str("null"),
            Kind::True => out.push_str("true"),
            Kind::False => out.push_str("false"),
            Kind::Number => number::write_json(self.written(id), out),
            Kind::Text | Kind::Escaped | Kind::Pooled => {
                text::quote(&self.string(id).unwrap_or_default(), out);
            }
            kind @ (Kind::Array | Kind::Object) => {
                let [open, close] = if kind == Kind::Object { ['{', '}'] } else { ['[', ']'] };
                out.push(open);
                for (at, child) in self.children(id).enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    if kind == Kind::Object {
                        text::quote(self.key_text(child), out);
                        out.push(':');
                    }
                    if !self.write_value(child, limit, out) {
                        return false;
                    }
                }
                out.push(close);
            }
        }
        out.len() <= limit
    }
}

/// Writes a name as a step of a JSON pointer (RFC 6901 section 3).
fn escape(name: &str, out: &mut String) {
    let mut rest = name;
    while let Some(at) = rest.find(['~', '/']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        out.push_str(if behind.starts_with('~') { "~0" } else { "~1" });
        rest = behind.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}
