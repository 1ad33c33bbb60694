//! Edits of a document by byte ranges. Removed text leaves its line breaks, so that the lines of errors stay correct.

use std::ops::Range;

use roxmltree::Node;

/// Edits of one document, applied together.
#[derive(Default)]
pub(super) struct Edits {
    changes: Vec<(Range<usize>, String)>,
}

impl Edits {
    /// Replaces a range.
    pub(super) fn replace(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.changes.push((range, with.into()));
    }

    /// Inserts text at a position.
    pub(super) fn insert(&mut self, at: usize, what: impl Into<String>) {
        self.replace(at..at, what);
    }

    /// Removes a range except for its line breaks.
    pub(super) fn remove(&mut self, range: Range<usize>, text: &str) {
        let breaks = text.get(range.clone()).unwrap_or_default().matches('\n').count();
        self.replace(range, "\n".repeat(breaks));
    }

    /// Applies all edits. Of overlapping edits, the one that starts first is applied, or the longest of those.
    pub(super) fn apply(mut self, text: &str) -> String {
        // Insertions come before removals at the same position.
        let order = |range: &Range<usize>| (range.start, !range.is_empty(), std::cmp::Reverse(range.end));
        self.changes.sort_by_key(|(range, _)| order(range));
        let mut out = String::with_capacity(text.len() + 256);
        let mut at = 0;
        for (range, with) in &self.changes {
            if range.start < at {
                continue;
            }
            out.push_str(text.get(at..range.start).unwrap_or_default());
            out.push_str(with);
            at = range.end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }
}

/// Returns the position of the `>` or `/>` that ends the start tag of an element.
pub(super) fn start_tag_end(element: Node<'_, '_>) -> usize {
    let text = element.document().input_text();
    let range = element.range();
    let mut quote = None;
    for (offset, byte) in text.get(range.clone()).unwrap_or_default().bytes().enumerate() {
        let at = range.start + offset;
        match (quote, byte) {
            (None, b'>') if text.as_bytes().get(at.saturating_sub(1)) == Some(&b'/') => return at - 1,
            (None, b'>') => return at,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    range.end
}
