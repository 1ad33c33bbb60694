//! Changes to a text by byte ranges: what is taken out leaves its line breaks, so that the lines of errors stay true.

use std::ops::Range;

use roxmltree::Node;

/// Changes to one text, made all at once.
#[derive(Default)]
pub(super) struct Edits {
    changes: Vec<(Range<usize>, String)>,
}

impl Edits {
    /// Puts something else in a place.
    pub(super) fn replace(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.changes.push((range, with.into()));
    }

    /// Adds something at a place.
    pub(super) fn insert(&mut self, at: usize, what: impl Into<String>) {
        self.replace(at..at, what);
    }

    /// Takes something out and leaves its line breaks.
    pub(super) fn remove(&mut self, range: Range<usize>, text: &str) {
        let breaks = text.get(range.clone()).unwrap_or_default().matches('\n').count();
        self.replace(range, "\n".repeat(breaks));
    }

    /// The text with every change made. Of two that overlap, the one that starts first and reaches further is made.
    pub(super) fn apply(mut self, text: &str) -> String {
        // What is added at a place stands before what is taken out there.
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

/// Where the start tag of an element ends: the place of its `>` or `/>`.
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
