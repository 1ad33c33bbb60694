//! Writes the view: values copied, renamed or synthesised, each with the value of the file it stands for.

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

/// How many levels the newer shape adds to the older one, so that what was not too deep to be read is not too deep to be
/// written: most where a field of a form is a file of its own, and becomes a property in the schema of a body.
const MAX_ADDED_DEPTH: usize = 9;

pub(super) struct Converter<'f, 'a> {
    pub(super) from: &'f Documents<'a>,
    /// What references lead to, where there is more than one file.
    links: Option<&'f RefResolver>,
    /// What references were found to stand for: each is asked again by all that lead to it.
    resolved: RefCell<Table<NodeId, Option<NodeId>>>,
    to: Builder<'a>,
    of: Vec<NodeId>,
    written: Vec<bool>,
    /// How many values the view may have.
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

    /// The member's key, where it is a known one.
    pub(super) fn word_of(&self, member: NodeId) -> Option<KnownKey> {
        KnownKey::from_key(self.from.key(member))
    }

    /// The members of an object, the last one of each name, or the elements of an array.
    pub(super) fn members(&self, id: NodeId) -> Vec<NodeId> {
        let counts = |&child: &NodeId| {
            let key = self.from.key(child);
            key == KeyId::NONE || self.from.get(id, key) == Some(child)
        };
        self.from.children(id).filter(counts).list()
    }

    /// What a value stands for, references followed; `None` where they lead nowhere or in a circle.
    pub(super) fn resolve(&self, id: NodeId) -> Option<NodeId> {
        let (mut at, mut passed) = (id, Vec::new());
        let found = loop {
            let member = self.from.member(at, KnownKey::Ref);
            let Some(member) = member.filter(|&member| self.from.is_string(member)) else { break Some(at) };
            if let Some(known) = self.resolved.borrow().get(&at) {
                break *known;
            }
            // Nothing until that is known: it may lead back to itself.
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

    /// What a `$ref` member leads to.
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

    /// Whether a value is in the root document, whose references are the ones that get new names.
    pub(super) fn is_in_root(&self, id: NodeId) -> bool {
        self.from.file(id).is_none()
    }

    /// The number of the value that is written next.
    pub(super) fn next(&self) -> NodeId {
        NodeId::from_index(self.of.len())
    }

    /// Notes that what was written for its neighbours covers a value.
    pub(super) fn mark_merged(&mut self, id: NodeId) {
        if let Some(written) = self.written.get_mut(id.index()) {
            *written = true;
        }
    }

    /// Whether something was written for a value.
    pub(super) fn is_written(&self, id: NodeId) -> bool {
        self.written.get(id.index()).copied().unwrap_or(true)
    }

    fn note(&mut self, origin: NodeId) -> Result<(), Fault> {
        self.of.push(origin);
        self.mark_merged(origin);
        if self.of.len() > self.limit {
            let message = "found more values than the limit allows once every media type has its schema";
            return Err(Fault::new(code::DESCRIPTION_LIMIT, self.from.offset(origin), message.to_owned()));
        }
        Ok(())
    }

    fn span(&self, id: NodeId) -> (usize, usize) {
        self.from.extent(id)
    }

    /// The name of the member that is written next.
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

    /// A text the file does not have.
    pub(super) fn text(&mut self, text: &str, origin: NodeId) -> Result<(), Fault> {
        let (start, end) = self.span(origin);
        self.to.pooled(text, start, end);
        self.note(origin)
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, flag: bool, origin: NodeId) -> Result<(), Fault> {
        let (start, end) = self.span(origin);
        self.to.literal(if flag { Kind::True } else { Kind::False }, start, end);
        self.note(origin)
    }

    /// A value and all inside it as they are.
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

    /// A member with its name, or an element.
    pub(super) fn copy_member(&mut self, id: NodeId) -> Result<(), Fault> {
        self.same_key(id);
        self.copy(id)
    }

    /// A member that only OpenAPI 3 has: no tool reads it as that here, so it is kept as an unknown key.
    pub(super) fn copy_as_unknown_key(&mut self, id: NodeId) -> Result<(), Fault> {
        self.key(&format!("{} (OpenAPI 3)", self.from.key_text(id)), id);
        self.copy(id)
    }

    /// The name a member of the file has; none for an element.
    pub(super) fn same_key(&mut self, id: NodeId) {
        if self.from.key(id) != KeyId::NONE {
            self.key(self.from.key_text(id), id);
        }
    }

    /// An object or array whose values are written each in the same way.
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

    /// The outermost values, of the root document or of the other files, that nothing was written for.
    pub(super) fn unwritten(&mut self, of_root: bool) -> Vec<NodeId> {
        let end = self.from.other_roots().next().map_or(self.from.len(), NodeId::index);
        let range = if of_root { 1..end } else { end..self.from.len() };
        // From the last to the first, so that what holds a written value counts as written by it.
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
        // What comes again under the same name, or was merged, is met there.
        all.filter(|id| !self.from.is_overridden(*id)).filter(is_outermost).list()
    }
}
