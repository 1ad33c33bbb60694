//! Lines for a terminal, as pieces of text with a tone. A host with colours maps tones to colours.

/// The role of a piece of text. Tones only emphasise: the text alone has the full meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Running text.
    Plain,
    /// A heading, or other important text.
    Strong,
    /// Less important text: locations, ids, labels.
    Faint,
    /// A breaking change, or a negative verdict.
    Breaking,
    /// A change that needs review.
    Warning,
    /// An addition, or a positive verdict.
    Good,
}

/// One line without its line end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// The pieces, in order.
    pub pieces: Vec<(Tone, String)>,
}

impl Line {
    /// Creates a line of one piece.
    pub(super) fn new(tone: Tone, text: impl Into<String>) -> Line {
        Line::default().and(tone, text)
    }

    /// Returns the line with one more piece.
    pub(super) fn and(mut self, tone: Tone, text: impl Into<String>) -> Line {
        self.pieces.push((tone, text.into()));
        self
    }

    /// Returns the line with the number of hidden entries, or `None` if all are shown.
    pub(super) fn left_out(all: usize, shown: usize) -> Option<Line> {
        let hidden = all.checked_sub(shown).filter(|hidden| *hidden > 0)?;
        Some(Line::new(Tone::Faint, format!("  … {hidden} more, --format json shows all")))
    }

    /// Returns the line's text without tones.
    #[must_use]
    pub fn text(&self) -> String {
        self.pieces.iter().map(|(_, text)| text.as_str()).collect()
    }
}
