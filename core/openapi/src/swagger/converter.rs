//! Writes the view: copied, renamed or new values, each with its origin in the file.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use crate::copier::Copier;
use crate::documents::Documents;
use crate::error::Fault;
use crate::known_key::{KnownKey, is_extension};
use crate::limits::Limits;
use crate::ref_resolver::{RefResolver, ReferenceTarget};
use crate::tree::{Arena, KeyId, Kind, NodeId};

/// Maximum number of levels that the conversion adds, so that a readable description is also writable. A form field in a separate
/// file needs the most, because it becomes a property in the schema of a body.
const MAX_ADDED_DEPTH: usize = 9;

pub(super) struct Converter<'f, 'a> {
    copier: Copier<'f, 'a>,
    /// The resolved references, if there is more than one file.
    links: Option<&'f RefResolver>,
    /// Cached targets of references.
    resolved: RefCell<Table<NodeId, Option<NodeId>>>,
    /// Marks the values that the view covers.
    written: Vec<bool>,
    /// Number of the view's values whose origins are marked.
    marked: usize,
}

impl<'f, 'a> Deref for Converter<'f, 'a> {
    type Target = Copier<'f, 'a>;

    fn deref(&self) -> &Copier<'f, 'a> {
        &self.copier
    }
}

impl DerefMut for Converter<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.copier
    }
}

impl<'f, 'a> Converter<'f, 'a> {
    pub(super) fn new(from: &'f Documents<'a>, links: Option<&'f RefResolver>, limits: &Limits) -> Converter<'f, 'a> {
        let depth = limits.depth.saturating_add(MAX_ADDED_DEPTH);
        Converter {
            copier: Copier::new(from, &Limits { depth, ..*limits }),
            links,
            resolved: RefCell::default(),
            written: vec![false; from.len()],
            marked: 0,
        }
    }

    pub(super) fn finish(self) -> (Arena<'a>, Vec<NodeId>) {
        self.copier.finish()
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

    /// Returns true if a value was written in the root document. Only references there are renamed.
    pub(super) fn is_in_root(&self, id: NodeId) -> bool {
        let (file, id) = self.from.written_in(id);
        file.file(id).is_none()
    }

    /// Marks a value as covered by other values of the view.
    pub(super) fn mark_merged(&mut self, id: NodeId) {
        if let Some(written) = self.written.get_mut(id.index()) {
            *written = true;
        }
    }

    /// Returns true if a value is covered by the view.
    pub(super) fn is_written(&mut self, id: NodeId) -> bool {
        self.mark_origins();
        self.is_marked(id)
    }

    fn is_marked(&self, id: NodeId) -> bool {
        self.written.get(id.index()).copied().unwrap_or(true)
    }

    /// Marks the origins of the view's values.
    fn mark_origins(&mut self) {
        for origin in self.copier.origins().get(self.marked..).unwrap_or_default() {
            if let Some(written) = self.written.get_mut(origin.index()) {
                *written = true;
            }
        }
        self.marked = self.copier.origins().len();
    }

    /// Copies a member that only OpenAPI 3 defines, under an unknown key. Tools for Swagger 2.0 ignore it.
    pub(super) fn copy_as_unknown_key(&mut self, id: NodeId) -> Result<(), Fault> {
        let name = format!("{} (OpenAPI 3)", self.from.key_text(id));
        self.key(&name, id);
        self.copy(id)
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
            each(self, child)?;
        }
        self.close(id);
        Ok(())
    }

    /// Writes an object that can have extensions, and each of its other values with `each`.
    pub(super) fn patterned(
        &mut self,
        id: NodeId,
        mut each: impl FnMut(&mut Converter<'f, 'a>, NodeId) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.map(id, |converter, child| {
            if is_extension(converter.from.key(child)) { converter.copy(child) } else { each(converter, child) }
        })
    }

    /// Returns the outermost values of the root document, or of the other files, that the view does not cover.
    pub(super) fn unwritten(&mut self, of_root: bool) -> Vec<NodeId> {
        self.mark_origins();
        let end = self.from.other_roots().next().map_or(self.from.len(), NodeId::index);
        let range = if of_root { 1..end } else { end..self.from.len() };
        // In reverse order, so that a covered value also covers its ancestors.
        for at in range.clone().rev() {
            let id = NodeId::from_index(at);
            let empty =
                matches!(self.from.kind(id), Kind::Array | Kind::Object) && self.from.children(id).next().is_none();
            if let Some(parent) = self.from.parent(id).filter(|_| self.is_marked(id)) {
                self.mark_merged(parent);
            }
            if empty {
                self.mark_merged(id);
            }
        }
        let all = range.map(NodeId::from_index);
        let is_outermost =
            |&id: &NodeId| !self.is_marked(id) && self.from.parent(id).is_none_or(|id| self.is_marked(id));
        // Overridden duplicates are covered by the last member with the same key.
        all.filter(|id| !self.from.is_overridden(*id)).filter(is_outermost).list()
    }
}
