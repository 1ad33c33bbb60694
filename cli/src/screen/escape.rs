//! Escapes what a terminal or the log of a CI system would execute: control characters, invisible characters and the
//! start of a command.
//!
//! GitHub Actions executes `::command` at the start of a line, after white space, and `##[command]` anywhere. Azure
//! Pipelines executes `##vso[command]`, and other systems have other names there. GitLab folds a log at
//! `section_start:TIME:NAME`. The last character that the command needs is escaped, so the rest stays readable.

use std::borrow::Cow;
use std::fmt::Write as _;

use waybill_core::render::printable;

/// The syntax of a document, which decides how a character is escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Plain text: `\u{5b}`.
    Text,
    /// JSON: `\u005b`. The document has the same meaning.
    Json,
    /// XML, and Markdown with front matter: `&#91;` for commands, which is valid everywhere in such a document.
    Markup,
    /// Annotations of GitHub Actions at the start of lines; everything else is plain text.
    Commands,
    /// A document without text from elsewhere, such as a generated script, which is not changed.
    Own,
}

/// The start of a line so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// Only white space.
    Blank,
    /// White space and one colon.
    Colon,
    Other,
}

/// A text that is escaped while it grows, because a command may be split over its pieces.
#[derive(Debug)]
pub(super) struct Escaper {
    syntax: Syntax,
    text: String,
    lead: Lead,
}

impl Escaper {
    pub(super) fn new(syntax: Syntax) -> Escaper {
        Escaper { syntax, text: String::new(), lead: Lead::Blank }
    }

    /// Returns the escaped text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Adds text that has several lines.
    pub(super) fn push(&mut self, text: &str) {
        match self.syntax {
            Syntax::Own => self.text.push_str(text),
            Syntax::Json => self.push_checked(text),
            Syntax::Text | Syntax::Markup | Syntax::Commands => {
                for (at, line) in text.split('\n').enumerate() {
                    if at > 0 {
                        self.text.push('\n');
                        self.lead = Lead::Blank;
                    }
                    let is_annotation = self.syntax == Syntax::Commands
                        && ["::error", "::warning", "::notice"].iter().any(|own| line.starts_with(own));
                    if is_annotation {
                        self.lead = Lead::Other;
                    }
                    self.push_on_line(line);
                }
            }
        }
    }

    /// Adds text to the current line.
    pub(super) fn push_on_line(&mut self, text: &str) {
        self.push_checked(&printable(text));
    }

    fn push_checked(&mut self, text: &str) {
        for char in text.chars() {
            if char == '\n' {
                self.text.push(char);
                self.lead = Lead::Blank;
                continue;
            }
            let is_unsafe = self.completes_command(char) || (self.syntax == Syntax::Json && is_hidden(char));
            self.lead = match (self.lead, char) {
                (Lead::Blank, _) if char.is_whitespace() => Lead::Blank,
                (Lead::Blank, ':') => Lead::Colon,
                _ => Lead::Other,
            };
            if is_unsafe { self.push_escaped(char) } else { self.text.push(char) }
        }
    }

    /// True if this character completes the start of a command.
    fn completes_command(&self, char: char) -> bool {
        match char {
            ':' => self.lead == Lead::Colon,
            '[' => self.text.trim_end_matches(|before: char| before.is_ascii_alphanumeric()).ends_with("##"),
            '0'..='9' => self.text.ends_with("section_start:") || self.text.ends_with("section_end:"),
            _ => false,
        }
    }

    fn push_escaped(&mut self, char: char) {
        // Writing into a String does not fail.
        match self.syntax {
            Syntax::Json => {
                for unit in char.encode_utf16(&mut [0; 2]) {
                    let _ = write!(self.text, "\\u{unit:04x}");
                }
            }
            Syntax::Markup => drop(write!(self.text, "&#{};", u32::from(char))),
            Syntax::Text | Syntax::Commands | Syntax::Own => drop(write!(self.text, "\\u{{{:x}}}", u32::from(char))),
        }
    }
}

/// Returns JSON with escapes instead of control characters, invisible characters and commands of CI systems. They occur
/// only in strings, where an escape has the same meaning.
pub(crate) fn escape_json(json: &str) -> String {
    let mut escaper = Escaper::new(Syntax::Json);
    escaper.push(json);
    escaper.into_text()
}

/// True for characters that [`printable`] escapes alone.
fn is_hidden(char: char) -> bool {
    let is_white = matches!(char, '\t' | '\r');
    !(' '..='~').contains(&char) && !is_white && matches!(printable(char.encode_utf8(&mut [0; 4])), Cow::Owned(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: [&str; 16] = [
        ":",
        "::",
        " ",
        "\u{a0}",
        "##",
        "[",
        "vso",
        "section_start",
        "section_end",
        "1",
        "\u{1b}",
        "\r",
        "\n",
        "\u{200b}",
        "\u{202e}",
        "\u{e0041}",
    ];

    fn escape(syntax: Syntax, text: &str) -> String {
        let mut escaper = Escaper::new(syntax);
        escaper.push(text);
        escaper.into_text()
    }

    /// True if a terminal or a runner executes something in the text.
    fn is_executed(text: &str) -> bool {
        text.split('\n').any(|line| {
            let azure = ["##[", "##1[", "##vso[", "##vso1[", "##1vso["].iter().any(|start| line.contains(start));
            let gitlab = line.contains("section_start:1") || line.contains("section_end:1");
            let is_hidden = line.chars().any(|char| char.is_control() || "\u{200b}\u{202e}\u{e0041}".contains(char));
            line.trim_start().starts_with("::") || azure || gitlab || is_hidden
        })
    }

    fn each_text(mut visit: impl FnMut([&str; 4])) {
        for first in PIECES {
            for second in PIECES {
                for third in PIECES {
                    for fourth in PIECES {
                        visit([first, second, third, fourth]);
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_in_a_text_is_executed_however_it_is_split() {
        let mut executed = 0;
        each_text(|pieces| {
            executed += usize::from(is_executed(&pieces.concat()));
            for syntax in [Syntax::Text, Syntax::Markup, Syntax::Commands] {
                let written = escape(syntax, &pieces.concat());
                assert!(!is_executed(&written), "{pieces:?} is written as {written:?}");
            }
            let mut line = Escaper::new(Syntax::Text);
            for piece in pieces {
                line.push_on_line(piece);
            }
            assert!(!is_executed(line.text()), "{pieces:?} is written as {:?}", line.text());
        });
        assert!(executed > 30_000, "{executed}");
    }

    #[test]
    fn json_keeps_its_meaning() {
        each_text(|pieces| {
            let text = pieces.concat();
            let json = serde_json::json!({ &text: [&text, 1, {"##": ["::"]}] });
            for written in [format!("{json}"), format!("{json:#}")] {
                let escaped = escape_json(&written);
                assert!(!is_executed(&escaped), "{escaped:?}");
                assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), json);
            }
        });
    }

    #[test]
    fn harmless_text_is_not_changed() {
        let text = "a::b ## [c] ### [ d: `GET /größe/{id}` section_start: x\n  - é 👩\u{200d}💻\n";
        for syntax in [Syntax::Text, Syntax::Markup, Syntax::Commands, Syntax::Own] {
            assert_eq!(escape(syntax, text), text);
        }
        assert_eq!(escape(Syntax::Commands, "::error title=a::b\n::debug::b"), "::error title=a::b\n:\\u{3a}debug::b");
        assert_eq!(escape_json("[\"é\u{9b}\u{e0041}\u{7f}##[x\"]"), "[\"é\\u009b\\udb40\\udc41\\u007f##\\u005bx\"]");
    }
}
