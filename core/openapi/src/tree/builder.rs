//! Fills an arena from the events of the JSON or YAML parser. Digests, duplicate keys and limits are handled here for both.

use waybill_base::internal::order::Listed as _;

use super::arena::{Arena, INDEXED_FROM, Kind, Node, NodeId};
use super::digest::Digest;
use super::fault::ParseError;
use super::interner::{KeyId, Vocabulary, to_u32};
use super::source_warning::SourceWarning;
use super::{number, text};

/// A container that is not closed yet.
#[derive(Debug)]
struct Frame {
    id: u32,
    members_from: usize,
    digest: Digest,
}

/// An arena under construction.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    arena: Arena<'a>,
    frames: Vec<Frame>,
    members: Vec<(KeyId, u32)>,
    pending: (KeyId, u32),
    /// For every key, the last object with that key, and the member there.
    last_seen: Vec<(u32, u32)>,
    scratch: String,
    depth: usize,
    warnings: Vec<(NodeId, SourceWarning)>,
}

/// The values of a text, and the warnings about it.
#[derive(Debug)]
pub(crate) struct Built<'a> {
    pub(crate) arena: Arena<'a>,
    pub(crate) warnings: Vec<(NodeId, SourceWarning)>,
}

pub(super) const fn digest_tag(kind: Kind) -> u8 {
    match kind {
        Kind::Null => 1,
        Kind::True => 2,
        Kind::False => 3,
        Kind::Number => 4,
        Kind::Text | Kind::Escaped | Kind::Pooled => 5,
        Kind::Array => 6,
        Kind::Object => 7,
    }
}

impl Arena<'_> {
    /// Recomputes the digest of a container from those of its children.
    pub(crate) fn recompute_digest(&mut self, id: NodeId) {
        let mut digest = Digest::hash(digest_tag(self.kind(id)), b"");
        for child in self.children(id) {
            let key = self.key(child);
            digest = if key == KeyId::NONE {
                digest.with_next(self.digest(child))
            } else {
                digest.with_member(self.keys().digest(key), self.digest(child))
            };
        }
        self.set_digest(id, digest.with_next(Digest::default()));
    }

    /// Makes a string compare as `text`. The caller must recompute the digests of its ancestors.
    pub(crate) fn compare_as(&mut self, id: NodeId, text: String) {
        let digest = Digest::hash(digest_tag(Kind::Text), text.as_bytes());
        if digest != self.digest(id) {
            self.set_digest(id, digest);
            self.compared_as.insert(id, text);
        }
    }

    fn set_digest(&mut self, id: NodeId, digest: Digest) {
        if let Some(slot) = self.digests.get_mut(id.index()) {
            *slot = digest;
        }
    }
}

impl<'a> Builder<'a> {
    /// Creates a builder. `bytes` is the length of the source, `depth` the maximum number of open containers, and `vocabulary`
    /// the names with fixed ids.
    pub(crate) fn new(bytes: usize, depth: usize, vocabulary: Vocabulary) -> Builder<'a> {
        let nodes = bytes / 48;
        let arena = Arena::empty(nodes, vocabulary);
        Builder {
            arena,
            frames: Vec::new(),
            members: Vec::new(),
            pending: (KeyId::NONE, 0),
            last_seen: Vec::new(),
            scratch: String::new(),
            depth,
            warnings: Vec::new(),
        }
    }

    /// Returns the kind of the innermost open container, if any.
    pub(super) fn open_kind(&self) -> Option<Kind> {
        self.frames.last().map(|frame| self.arena.kind(NodeId(frame.id)))
    }

    /// Returns the innermost open container and its start, for error messages.
    pub(crate) fn open_container(&self) -> Option<(&'static str, usize)> {
        let id = self.frames.last()?.id;
        let what = if self.arena.is_object(NodeId(id)) { "the object" } else { "the array" };
        Some((what, self.arena.node(NodeId(id)).start as usize))
    }

    /// Returns the pointer of the innermost open container, for error messages.
    pub(super) fn open_pointer(&self) -> String {
        self.frames.last().map_or_else(String::new, |frame| {
            // Open containers have no end yet, so ordinals are counted up to the last node.
            self.arena.pointer(NodeId(frame.id))
        })
    }

    /// Returns true if no value has been added yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.arena.nodes.is_empty()
    }

    pub(super) fn next_id(&self) -> u32 {
        to_u32(self.arena.nodes.len())
    }

    /// Sets the name of the next member. It starts at `start`.
    pub(crate) fn key(&mut self, name: &str, start: usize) {
        self.pending = (self.arena.keys.intern(name), to_u32(start));
    }

    /// Sets a name with escapes.
    pub(super) fn escaped_key(&mut self, raw: &str, start: usize) {
        let _lone = text::unescape(raw, &mut self.scratch);
        self.pending = (self.arena.keys.intern(&self.scratch), to_u32(start));
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, digest: Digest) -> u32 {
        let id = self.next_id();
        let (key, key_start) = std::mem::replace(&mut self.pending, (KeyId::NONE, 0));
        let parent = self.frames.last().map_or(u32::MAX, |frame| frame.id);
        let (start, end) = (to_u32(start), to_u32(end));
        self.arena.nodes.push(Node { start, end, key, key_start, parent, extra: id + 1, kind });
        self.arena.digests.push(digest);
        id
    }

    fn add_to_container(&mut self, id: u32, digest: Digest) {
        let key = self.arena.key(NodeId(id));
        if let Some(frame) = self.frames.last_mut() {
            if key == KeyId::NONE {
                frame.digest = frame.digest.with_next(digest);
            } else {
                frame.digest = frame.digest.with_member(self.arena.keys.digest(key), digest);
                self.members.push((key, id));
            }
        }
    }

    /// Adds `null`, `true` or `false`.
    pub(crate) fn literal(&mut self, kind: Kind, start: usize, end: usize) -> u32 {
        let digest = Digest::hash(digest_tag(kind), b"");
        let id = self.push(kind, start, end, digest);
        self.add_to_container(id, digest);
        id
    }

    /// Adds a number whose text is its span.
    pub(crate) fn number(&mut self, written: &str, start: usize, end: usize) -> u32 {
        number::normalise(written, &mut self.scratch);
        let digest = Digest::hash(digest_tag(Kind::Number), self.scratch.as_bytes());
        let id = self.push(Kind::Number, start, end, digest);
        self.add_to_container(id, digest);
        id
    }

    /// Adds a string whose content is its span.
    pub(crate) fn text(&mut self, text: &str, start: usize, end: usize) -> u32 {
        let digest = Digest::hash(digest_tag(Kind::Text), text.as_bytes());
        let id = self.push(Kind::Text, start, end, digest);
        self.add_to_container(id, digest);
        id
    }

    /// Adds a JSON string with escapes.
    pub(crate) fn escaped(&mut self, raw: &str, start: usize, end: usize) -> u32 {
        let lone = text::unescape(raw, &mut self.scratch);
        let digest = Digest::hash(digest_tag(Kind::Escaped), self.scratch.as_bytes());
        let id = self.push(Kind::Escaped, start, end, digest);
        if lone {
            self.warn(id, SourceWarning::LoneSurrogate);
        }
        self.add_to_container(id, digest);
        id
    }

    /// Adds a string whose content is not in the source.
    pub(crate) fn pooled(&mut self, text: &str, start: usize, end: usize) -> u32 {
        let digest = Digest::hash(digest_tag(Kind::Pooled), text.as_bytes());
        let id = self.push(Kind::Pooled, start, end, digest);
        let from = to_u32(self.arena.pool.len());
        self.arena.pool.push_str(text);
        if let Some(node) = self.arena.nodes.last_mut() {
            node.extra = to_u32(self.arena.pooled.len());
        }
        self.arena.pooled.push((from, to_u32(self.arena.pool.len())));
        self.add_to_container(id, digest);
        id
    }

    /// Opens an array or an object.
    pub(crate) fn open(&mut self, kind: Kind, start: usize) -> Result<u32, ParseError> {
        if self.frames.len() >= self.depth {
            return Err(self.too_deep(start));
        }
        let id = self.push(kind, start, start, Digest::default());
        let digest = Digest::hash(digest_tag(kind), b"");
        self.frames.push(Frame { id, members_from: self.members.len(), digest });
        // An open container has no end yet and includes all following nodes.
        if let Some(node) = self.arena.nodes.get_mut(id as usize) {
            node.extra = u32::MAX;
        }
        Ok(id)
    }

    fn too_deep(&self, at: usize) -> ParseError {
        ParseError::limit(at, format!("expected values nested at most {} deep, found one more level", self.depth))
    }

    /// Closes the innermost open container.
    pub(crate) fn close(&mut self, end: usize) {
        let Some(frame) = self.frames.pop() else { return };
        let next = self.next_id();
        if let Some(node) = self.arena.nodes.get_mut(frame.id as usize) {
            node.end = to_u32(end);
            node.extra = next;
        }
        let members = self.index_members(&frame);
        // Mixed once more, so that nested sums cannot add up to the same value.
        let digest = members.with_next(Digest::default());
        self.arena.set_digest(NodeId(frame.id), digest);
        self.add_to_container(frame.id, digest);
    }

    /// Indexes the members of a closed container, and returns its digest without overridden members.
    fn index_members(&mut self, frame: &Frame) -> Digest {
        let members = self.members.get(frame.members_from..).unwrap_or_default();
        if self.last_seen.len() < self.arena.keys.len() {
            self.last_seen.resize(self.arena.keys.len(), (u32::MAX, u32::MAX));
        }
        let mut digest = frame.digest;
        let indexed = members.len() > INDEXED_FROM;
        for &(key, id) in members {
            if let Some(seen) = self.last_seen.get_mut(key.index()) {
                let (object, earlier) = std::mem::replace(seen, (frame.id, id));
                if object == frame.id {
                    let before = self.arena.node(NodeId(earlier)).key_start;
                    self.warnings.push((NodeId(id), SourceWarning::DuplicateKey { before }));
                    self.arena.overridden.add(NodeId(earlier));
                    let value = self.arena.digest(NodeId(earlier));
                    digest = digest.without_member(self.arena.keys.digest(key), value);
                }
            }
            if indexed {
                self.arena.index.insert((frame.id, key), id);
            }
        }
        self.members.truncate(frame.members_from);
        digest
    }

    /// Adds a warning about a value.
    pub(super) fn warn(&mut self, id: u32, warning: SourceWarning) {
        self.warnings.push((NodeId(id), warning));
    }

    /// Returns the keys of the open object so far.
    pub(super) fn open_keys(&self) -> impl Iterator<Item = KeyId> + '_ {
        let from = self.frames.last().map_or(0, |frame| frame.members_from);
        self.members.get(from..).unwrap_or_default().iter().map(|(key, _)| *key)
    }

    /// Returns the mapping `id`, or the mappings in the list `id`, for a merge key. Returns `None` for other values.
    pub(crate) fn mappings(&self, id: u32) -> Option<Vec<NodeId>> {
        let id = NodeId(id);
        if self.arena.is_object(id) {
            return Some(vec![id]);
        }
        let elements = || self.arena.children(id);
        (self.arena.is_array(id) && elements().all(|element| self.arena.is_object(element))).then(|| elements().list())
    }

    /// Returns the members of a complete mapping: their keys and node ranges.
    pub(super) fn members_of(&self, mapping: NodeId) -> Vec<(KeyId, u32, u32)> {
        let all = self.arena.children(mapping);
        all.map(|member| (self.arena.key(member), member.0, self.arena.after(member).0)).list()
    }

    /// Marks the last member of the open object as overridden. Its nodes are kept, but look-ups skip them.
    pub(super) fn override_last_member(&mut self, id: u32) {
        let value = self.arena.digest(NodeId(id));
        if let (Some((key, _)), Some(frame)) = (self.members.pop_if(|(_, last)| *last == id), self.frames.last_mut()) {
            frame.digest = frame.digest.without_member(self.arena.keys.digest(key), value);
        }
        self.arena.overridden.add(NodeId(id));
    }

    /// Copies a member of another object with its name. The copy keeps the location of the original.
    pub(super) fn copy_member(&mut self, from: u32, to: u32, start: usize) -> Result<(), ParseError> {
        let member = self.arena.node(NodeId(from));
        self.pending = (member.key, member.key_start);
        self.copy_nodes(from, to, start)
    }

    /// Returns the content of a pooled string.
    pub(super) fn pooled_text(&self, id: u32) -> Option<&str> {
        let node = self.arena.node(NodeId(id));
        let (from, to) = self.arena.pooled.get(node.extra as usize).copied().filter(|_| node.kind == Kind::Pooled)?;
        self.arena.pool.get(from as usize..to as usize)
    }

    /// Returns the kind of a value and its span in the source.
    pub(crate) fn span(&self, id: u32) -> (Kind, std::ops::Range<usize>) {
        let node = self.arena.node(NodeId(id));
        (node.kind, node.start as usize..node.end as usize)
    }

    /// Copies the nodes `from..to` under the pending key, to expand the YAML alias at the byte `start`.
    pub(crate) fn copy_nodes(&mut self, from: u32, to: u32, start: usize) -> Result<(), ParseError> {
        self.check_depth_of_copies(from, to, start)?;
        let id = self.next_id();
        let (key, key_start) = std::mem::replace(&mut self.pending, (KeyId::NONE, 0));
        let parent = self.frames.last().map_or(u32::MAX, |frame| frame.id);
        for at in from..to {
            let original = NodeId(at);
            let mut node = self.arena.node(original);
            if at == from {
                (node.key, node.key_start, node.parent) = (key, key_start, parent);
            } else {
                node.parent = node.parent - from + id;
            }
            if matches!(node.kind, Kind::Array | Kind::Object) {
                node.extra = node.extra - from + id;
            } else if node.kind != Kind::Pooled {
                node.extra = at - from + id + 1;
            }
            if self.arena.overridden.has(&original) {
                self.arena.overridden.add(NodeId(self.next_id()));
            }
            self.arena.nodes.push(node);
            self.arena.digests.push(self.arena.digest(original));
        }
        self.index_copies(from, to, id);
        self.add_to_container(id, self.arena.digest(NodeId(id)));
        Ok(())
    }

    /// Returns an error if copies of the nodes `from..to` would be nested too deeply. Copies inside copies add to the depth.
    fn check_depth_of_copies(&self, from: u32, to: u32, start: usize) -> Result<(), ParseError> {
        // The ends of the copied containers around a node.
        let mut around: Vec<u32> = Vec::new();
        for at in from..to {
            let node = self.arena.node(NodeId(at));
            if matches!(node.kind, Kind::Array | Kind::Object) {
                while around.pop_if(|end| *end <= at).is_some() {}
                if self.frames.len() + around.len() >= self.depth {
                    return Err(self.too_deep(start));
                }
                around.push(node.extra);
            }
        }
        Ok(())
    }

    fn index_copies(&mut self, from: u32, to: u32, id: u32) {
        for at in from..to {
            let copy = NodeId(at - from + id);
            if self.arena.is_object(copy) && self.arena.children(copy).count() > INDEXED_FROM {
                let members: Vec<(KeyId, u32)> =
                    self.arena.children(copy).map(|child| (self.arena.key(child), child.0)).list();
                self.arena.index.extend(members.into_iter().map(|(key, child)| ((copy.0, key), child)));
            }
        }
    }

    pub(crate) fn finish(mut self) -> Built<'a> {
        self.arena.nodes.shrink_to_fit();
        self.arena.digests.shrink_to_fit();
        Built { arena: self.arena, warnings: self.warnings }
    }
}
