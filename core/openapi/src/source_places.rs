//! Locations of a description's values in its files.

use super::description::ResolvedDescription;
use super::error::Place;
use crate::tree::{NodeId, SourceLines};

impl ResolvedDescription<'_> {
    /// Returns the line starts of each file, for [`ResolvedDescription::place`].
    pub(crate) fn lines(&self) -> SourceLines {
        SourceLines::new(self.arena())
    }

    /// Counts the lines of up to `bytes` more bytes.
    pub fn count_lines(&self, lines: &mut SourceLines, bytes: usize) {
        lines.count(self.arena(), bytes);
    }

    /// Returns the name of the file in which a node was written, or `None` for the root document.
    pub(crate) fn file_of(&self, id: NodeId) -> Option<&str> {
        let (written, id) = self.documents().written_in(id);
        written.file(id).map(|file| file.name.as_str())
    }

    /// Returns the total size of its files in bytes.
    pub fn bytes(&self) -> usize {
        self.arena().total_bytes()
    }

    /// Returns the location of a node.
    pub fn place(&self, id: NodeId, lines: &SourceLines) -> Place {
        self.documents().place(id, lines)
    }
}
