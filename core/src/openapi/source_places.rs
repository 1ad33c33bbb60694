//! Where the values of a description stand in its files.

use super::arena::NodeId;
use super::description::Description;
use super::documents::FileLines;
use super::error::Place;

impl Description<'_> {
    /// Where the lines of each file begin, for [`Description::place`].
    pub(crate) fn lines(&self) -> FileLines {
        FileLines::new(self.arena())
    }

    /// Counts the lines of up to so many bytes more.
    pub(crate) fn count_lines(&self, lines: &mut FileLines, bytes: usize) {
        lines.count(self.arena(), bytes);
    }

    /// What the file is called that a node was written in; `None` for the root document.
    pub(crate) fn file_of(&self, id: NodeId) -> Option<&str> {
        let (written, id) = self.arena().written_in(id);
        written.document(id).map(|document| document.name.as_str())
    }

    /// How many bytes its files have.
    pub(crate) fn bytes(&self) -> usize {
        self.arena().total_bytes()
    }

    /// The place of a node.
    pub(crate) fn place(&self, id: NodeId, lines: &FileLines) -> Place {
        lines.place(self.arena(), id)
    }
}
