//! Where the values of a rewritten description come from: for each the value of the file it was made of.

use waybill_base::internal::table::Table;

use crate::documents::Documents;
use crate::known_key::KnownKey;
use crate::tree::{Arena, NodeId};

/// The file as it is, and the way back to it.
#[derive(Debug)]
pub(crate) struct Origins<'a> {
    file: Documents<'a>,
    /// For each value of the view, by number, the one of the file.
    of: Vec<NodeId>,
    /// For each value of the file the first one of the view that was made of it.
    first: Table<NodeId, NodeId>,
}

impl<'a> Origins<'a> {
    pub(super) fn new(file: Documents<'a>, view: &Arena<'_>, of: Vec<NodeId>, roots: &[NodeId]) -> Origins<'a> {
        let mut first = Table::default();
        // Of several values made of one, the one that is called the same in the same file is what its pointer means.
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

    /// The value of the file a value of the view was made of.
    pub(crate) fn get(&self, id: NodeId) -> Option<NodeId> {
        self.of.get(id.index()).copied()
    }

    /// The value of the view that stands for one of the file.
    pub(crate) fn view_of(&self, id: NodeId) -> Option<NodeId> {
        self.first.get(&id).copied()
    }

    /// The description as it is written.
    pub(crate) fn file(&self) -> &Documents<'a> {
        &self.file
    }

    /// The description as it is written, alone.
    pub(super) fn into_file(self) -> Documents<'a> {
        self.file
    }

    /// `consumes` or `produces` of the whole description, where a value of the file stands in it.
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
