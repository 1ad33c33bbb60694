//! Writes the view: copied, renamed or new values, each with its origin in the file.

use std::cell::RefCell;

use waybill_base::error::code;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use crate::documents::Documents;
use crate::error::Fault;
use crate::known_key::{KnownKey, VOCABULARY, is_extension};
use crate::limits::Limits;
use crate::ref_resolver::{RefResolver, ReferenceTarget};
use crate::tree::{Arena, Builder, KeyId, Kind, NodeId};

/// Maximum number of levels that the conversion adds, so that a readable description is also writable. A form field in a separate
/// file needs the most, because it becomes a property in the schema of a body.
const MAX_ADDED_DEPTH: usize = 9;

pub(super) struct Converter<'f, 'a> {
    pub(super) from: &'f Documents<'a>,
    /// The resolved references, if there is more than one file.
    links: Option<&'f RefResolver>,
    /// Cached targets of references.
    resolved: RefCell<Table<NodeId, Option<NodeId>>>,
    to: Builder<'a>,
    of: Vec<NodeId>,
    written: Vec<bool>,
    /// Maximum number of values in the view.
    limit: usize,
}

impl<'f, 'a> Converter<'f, 'a> {
    pub(super) fn new(from: &'f Documents<'a>, links: Option<&'f RefResolver>, limits: &Limits) -> Converter<'f, 'a> {
        Converter {
            from,
            links,
            resolved: RefCell::default(),
            to: Builder::new(from.len() * 48, limits.depth.saturating_add(MAX_ADDED_DEPTH), VOCABULARY),
            of: Vec::with_capacity(from.len()),
            written: vec![false; from.len()],
            limit: from.len().saturating_mul(2).saturating_add(limits.alias_nodes),
        }
    }

    pub(super) fn finish(self) -> (Arena<'a>, Vec<NodeId>) {
        (self.to.finish().arena, self.of)
    }

    /// Returns a member's key, if it is a known one.
    pub(super) fn word_of(&self, member: NodeId) -> Option<KnownKey> {
        KnownKey::from_key(self.from.key(member))
    }

    /// Returns the members of an object without overridden duplicates, or the elements of an array.
    pub(super) fn members(&self, id: NodeId) -> Vec<NodeId> {
        let counts = |&child: &NodeId| {
            let key = self.from.key(child);
            key == KeyId::NONE || self.from.get(id, key) == Some(child)
        };
        self.from.children(id).filter(counts).list()
    }

    /// Follows references from a value. Returns `None` if they are broken or form a cycle.
    pub(super) fn resolve(&self, id: NodeId) -> Option<NodeId> {
        let (mut at, mut passed) = (id, Vec::new());
        let found = loop {
            let member = self.from.member(at, KnownKey::Ref);
            let Some(member) = member.filter(|&member| self.from.is_string(member)) else { break Some(at) };
            if let Some(known) = self.resolved.borrow().get(&at) {
                break *known;
            }
            // `None` for now, in case the reference leads back to itself.
            self.resolved.borrow_mut().insert(at, None);
            passed.push(at);
            match self.target(member) {
                Some(target) => at = target,
                None => break None,
            }
        };
        for reference in passed {
            self.resolved.borrow_mut().insert(reference, found);
        }
        found
    }

    /// Returns the target of a `$ref` member.
    fn target(&self, member: NodeId) -> Option<NodeId> {
        match self.links.map(|links| links.find(self.from, member)) {
            Some(ReferenceTarget::Node(target)) => Some(target),
            Some(ReferenceTarget::Nothing { .. } | ReferenceTarget::Elsewhere { .. }) => None,
            None => {
                let reference = self.from.string(member)?;
                let pointer = reference.strip_prefix('#')?;
                self.from.at_pointer(&percent_encoding::percent_decode_str(pointer).decode_utf8_lossy())
            }
        }
    }

    /// Returns true if a value is in the root document. Only references there are renamed.
    pub(super) fn is_in_root(&self, id: NodeId) -> bool {
        self.from.file(id).is_none()
    }

    /// Returns the id of the next value in the view.
    pub(super) fn next(&self) -> NodeId {
        NodeId::from_index(self.of.len())
    }

    /// Marks a value as covered by other values of the view.
    pub(super) fn mark_merged(&mut self, id: NodeId) {
        if let Some(written) = self.written.get_mut(id.index()) {
            *written = true;
        }
    }

    /// Returns true if a value is covered by the view.
    pub(super) fn is_written(&self, id: NodeId) -> bool {
        self.written.get(id.index()).copied().unwrap_or(true)
    }

    fn note(&mut self, origin: NodeId) -> Result<(), Fault> {
        self.of.push(origin);
        self.mark_merged(origin);
        if self.of.len() > self.limit {
            let message = "found more values than the limit allows after each media type gets its schema";
            return Err(Fault::new(code::DESCRIPTION_LIMIT, self.from.offset(origin), message.to_owned()));
        }
        Ok(())
    }

    fn span(&self, id: NodeId) -> (usize, usize) {
        self.from.extent(id)
    }

    /// Sets the key of the next member.
    pub(super) fn key(&mut self, name: &str, origin: NodeId) {
        self.to.key(name, self.from.offset(origin));
    }

    pub(super) fn open(&mut self, kind: Kind, origin: NodeId) -> Result<(), Fault> {
        self.to.open(kind, self.span(origin).0)?;
        self.note(origin)
    }

    pub(super) fn close(&mut self, origin: NodeId) {
        self.to.close(self.span(origin).1);
    }

    /// Writes a string that is not in the file.
    pub(super) fn text(&mut self, text: &str, origin: NodeId) -> Result<(), Fault> {
        let (start, end) = self.span(origin);
        self.to.pooled(text, start, end);
        self.note(origin)
    }

    /// Writes `true` or `false`.
    pub(super) fn flag(&mut self, flag: bool, origin: NodeId) -> Result<(), Fault> {
        let (start, end) = self.span(origin);
        self.to.literal(if flag { Kind::True } else { Kind::False }, start, end);
        self.note(origin)
    }

    /// Copies a value with all its contents.
    pub(super) fn copy(&mut self, id: NodeId) -> Result<(), Fault> {
        let (start, end) = self.span(id);
        match self.from.kind(id) {
            kind @ (Kind::Null | Kind::True | Kind::False) => {
                self.to.literal(kind, start, end);
            }
            Kind::Number => {
                self.to.number(self.from.source_text(id), start, end);
            }
            Kind::Text => {
                self.to.text(self.from.source_text(id), start, end);
            }
            Kind::Escaped => {
                self.to.escaped(self.from.source_text(id), start, end);
            }
            Kind::Pooled => {
                self.to.pooled(&self.from.string(id).unwrap_or_default(), start, end);
            }
            kind @ (Kind::Array | Kind::Object) => {
                self.open(kind, id)?;
                for child in self.from.children(id) {
                    self.copy_member(child)?;
                }
                self.close(id);
                return Ok(());
            }
        }
        self.note(id)
    }

    /// Copies a member with its key, or an element.
    pub(super) fn copy_member(&mut self, id: NodeId) -> Result<(), Fault> {
        self.same_key(id);
        self.copy(id)
    }

    /// Copies a member that only OpenAPI 3 defines, under an unknown key. Tools for Swagger 2.0 ignore it.
    pub(super) fn copy_as_unknown_key(&mut self, id: NodeId) -> Result<(), Fault> {
        self.key(&format!("{} (OpenAPI 3)", self.from.key_text(id)), id);
        self.copy(id)
    }

    /// Sets the key that a member has in the file. Elements have none.
    pub(super) fn same_key(&mut self, id: NodeId) {
        if self.from.key(id) != KeyId::NONE {
            self.key(self.from.key_text(id), id);
        }
    }

    /// Writes an object or array, and each of its values with `each`.
    pub(super) fn map(
        &mut self,
        id: NodeId,
        mut each: impl FnMut(&mut Converter<'f, 'a>, NodeId) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let kind = self.from.kind(id);
        if !matches!(kind, Kind::Array | Kind::Object) {
            return self.copy(id);
        }
        self.open(kind, id)?;
        for child in self.from.children(id) {
            self.same_key(child);
            if is_extension(self.from.key(child)) { self.copy(child)? } else { each(self, child)? }
        }
        self.close(id);
        Ok(())
    }

    /// Returns the outermost values of the root document, or of the other files, that the view does not cover.
    pub(super) fn unwritten(&mut self, of_root: bool) -> Vec<NodeId> {
        let end = self.from.other_roots().next().map_or(self.from.len(), NodeId::index);
        let range = if of_root { 1..end } else { end..self.from.len() };
        // In reverse order, so that a covered value also covers its ancestors.
        for at in range.clone().rev() {
            let id = NodeId::from_index(at);
            let empty =
                matches!(self.from.kind(id), Kind::Array | Kind::Object) && self.from.children(id).next().is_none();
            if let Some(parent) = self.from.parent(id).filter(|_| self.is_written(id)) {
                self.mark_merged(parent);
            }
            if empty {
                self.mark_merged(id);
            }
        }
        let all = range.map(NodeId::from_index);
        let is_outermost =
            |&id: &NodeId| !self.is_written(id) && self.from.parent(id).is_none_or(|id| self.is_written(id));
        // Overridden duplicates are covered by the last member with the same key.
        all.filter(|id| !self.from.is_overridden(*id)).filter(is_outermost).list()
    }
}
