//! Lines of a terminal, as pieces of text with a tone; the host that has colours maps the tones to them.

/// What a piece of text is, so that a terminal can set it apart. Words carry the meaning; a tone only repeats it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Running text.
    Plain,
    /// A heading, or what a reader looks for first.
    Strong,
    /// What can be skipped: places, ids, labels.
    Faint,
    /// Something that breaks, or a verdict that says so.
    Breaking,
    /// Something to look at.
    Warning,
    /// Something that was added, or a verdict without a complaint.
    Good,
}

/// One line without its line end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// The pieces, from left to right.
    pub pieces: Vec<(Tone, String)>,
}

impl Line {
    /// A line of one piece.
    pub(super) fn new(tone: Tone, text: impl Into<String>) -> Line {
        Line::default().and(tone, text)
    }

    /// The line with one more piece.
    pub(super) fn and(mut self, tone: Tone, text: impl Into<String>) -> Line {
        self.pieces.push((tone, text.into()));
        self
    }

    /// The line that says how many of all were left out; none where all are shown.
    pub(super) fn left_out(all: usize, shown: usize) -> Option<Line> {
        let hidden = all.checked_sub(shown).filter(|hidden| *hidden > 0)?;
        Some(Line::new(Tone::Faint, format!("  … {hidden} more, --format json shows all")))
    }

    /// The line's text without its tones.
    #[must_use]
    pub fn text(&self) -> String {
        self.pieces.iter().map(|(_, text)| text.as_str()).collect()
    }
}
