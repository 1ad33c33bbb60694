//! Where the values of a description stand in its files.

use super::description::ResolvedDescription;
use super::error::Place;
use crate::tree::{NodeId, SourceLines};

impl ResolvedDescription<'_> {
    /// Where the lines of each file begin, for [`Description::place`].
    pub(crate) fn lines(&self) -> SourceLines {
        SourceLines::new(self.arena())
    }

    /// Counts the lines of up to so many bytes more.
    pub fn count_lines(&self, lines: &mut SourceLines, bytes: usize) {
        lines.count(self.arena(), bytes);
    }

    /// What the file is called that a node was written in; `None` for the root document.
    pub(crate) fn file_of(&self, id: NodeId) -> Option<&str> {
        let (written, id) = self.documents().written_in(id);
        written.file(id).map(|file| file.name.as_str())
    }

    /// How many bytes its files have.
    pub fn bytes(&self) -> usize {
        self.arena().total_bytes()
    }

    /// The place of a node.
    pub fn place(&self, id: NodeId, lines: &SourceLines) -> Place {
        self.documents().place(id, lines)
    }
}
