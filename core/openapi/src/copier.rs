//! Copies values of a description into another arena. Each copy has the location of its original.

use waybill_base::error::code;

use super::documents::Documents;
use super::error::Fault;
use super::known_key::VOCABULARY;
use super::limits::Limits;
use crate::tree::{Arena, Builder, KeyId, Kind, NodeId};

/// Number of values that a description may gain, and of further ones for each of its values, so that the cost stays linear. Each
/// media type gets a copy of the schema.
const COPIES: usize = 20_000;
const COPIES_OF_A_VALUE: usize = 8;

/// An arena under construction, made from the values of a description.
pub(super) struct Copier<'f, 'a> {
    pub(super) from: &'f Documents<'a>,
    to: Builder<'a>,
    /// The origin of each value.
    of: Vec<NodeId>,
    /// Maximum number of values.
    limit: usize,
}

impl<'f, 'a> Copier<'f, 'a> {
    pub(super) fn new(from: &'f Documents<'a>, limits: &Limits) -> Copier<'f, 'a> {
        Copier {
            from,
            to: Builder::new(from.len() * 48, limits.depth, VOCABULARY),
            of: Vec::with_capacity(from.len()),
            limit: from
                .len()
                .saturating_mul(2)
                .saturating_add(limits.alias_nodes.min(COPIES + from.len() * COPIES_OF_A_VALUE)),
        }
    }

    /// Returns the arena, and the origin of each of its values.
    pub(super) fn finish(self) -> (Arena<'a>, Vec<NodeId>) {
        (self.to.finish().arena, self.of)
    }

    /// Returns the origins of the values so far.
    pub(super) fn origins(&self) -> &[NodeId] {
        &self.of
    }

    /// Returns the id of the next value.
    pub(super) fn next(&self) -> NodeId {
        NodeId::from_index(self.of.len())
    }

    fn note(&mut self, origin: NodeId) -> Result<(), Fault> {
        self.of.push(origin);
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
        // Depth: the nesting of the description, which `Limits::depth` limits.
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

    /// Sets the key that a member has in the file. Elements have none.
    pub(super) fn same_key(&mut self, id: NodeId) {
        if self.from.key(id) != KeyId::NONE {
            self.key(self.from.key_text(id), id);
        }
    }
}
