//! Origins of the values of a converted description.

use waybill_base::internal::table::Table;

use crate::documents::Documents;
use crate::known_key::KnownKey;
use crate::tree::{Arena, NodeId};

/// The original description, and the mapping between its values and those of the view.
#[derive(Debug)]
pub(crate) struct Origins<'a> {
    file: Documents<'a>,
    /// The origin of each value of the view.
    of: Vec<NodeId>,
    /// The first value of the view made from each value of the file.
    first: Table<NodeId, NodeId>,
}

impl<'a> Origins<'a> {
    pub(super) fn new(file: Documents<'a>, view: &Arena<'_>, of: Vec<NodeId>, roots: &[NodeId]) -> Origins<'a> {
        let mut first = Table::default();
        // If several values have the same origin, the one with the same key in the same file is preferred.
        let is_home = |at: NodeId, origin| {
            let viewed = roots.partition_point(|&root| root <= at).checked_sub(1);
            roots.is_empty() || viewed == file.source_of(origin)
        };
        for same_name in [true, false] {
            for (at, &origin) in (0..).map(NodeId::from_index).zip(&of) {
                if !same_name || view.key_text(at) == file.key_text(origin) && is_home(at, origin) {
                    first.get_or_insert(origin, at);
                }
            }
        }
        Origins { file, of, first }
    }

    /// Returns the origin of a value of the view.
    pub(crate) fn get(&self, id: NodeId) -> Option<NodeId> {
        self.of.get(id.index()).copied()
    }

    /// Returns the value of the view made from a value of the file.
    pub(crate) fn view_of(&self, id: NodeId) -> Option<NodeId> {
        self.first.get(&id).copied()
    }

    /// Returns the original description.
    pub(crate) fn file(&self) -> &Documents<'a> {
        &self.file
    }

    /// Returns the original description, and drops the mapping.
    pub(super) fn into_file(self) -> Documents<'a> {
        self.file
    }

    /// Returns the key of the root list (`consumes` or `produces`) that contains a value of the file, if any.
    pub(crate) fn shared(&self, id: NodeId) -> Option<&'static str> {
        let mut above = self.file.ancestors(id);
        let top = above.find(|&id| self.file.parent(id) == Some(NodeId::ROOT))?;
        match KnownKey::from_key(self.file.key(top))? {
            KnownKey::Consumes => Some("consumes"),
            KnownKey::Produces => Some("produces"),
            _ => None,
        }
    }
}
