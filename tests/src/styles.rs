//! Writes JSON as YAML in the styles people and tools write it in: block and flow, every kind of scalar, aliases and
//! merge keys.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Blocks, texts in double quotes.
    Double,
    /// Blocks, texts in single quotes where they can be.
    Single,
    /// Blocks, texts without quotes where they can be.
    Plain,
    /// Blocks, texts of several lines as they are.
    Literal,
    /// Blocks, long texts folded.
    Folded,
    /// Braces and brackets over many lines.
    Flow,
    /// Blocks, what is there again as an alias.
    Aliased,
    /// Blocks, some members of each mapping merged in.
    Merged,
}

impl Style {
    /// Every style.
    pub const ALL: [Style; 8] = [
        Style::Double,
        Style::Single,
        Style::Plain,
        Style::Literal,
        Style::Folded,
        Style::Flow,
        Style::Aliased,
        Style::Merged,
    ];
}

/// Writes a value as YAML.
#[must_use]
pub fn written(value: &Value, style: Style) -> String {
    let mut writer = Writer { out: String::new(), style, anchors: BTreeMap::new() };
    if style == Style::Flow {
        writer.flow(value, 0);
    } else {
        writer.block(value, 0);
    }
    writer.out
}

struct Writer {
    out: String,
    style: Style,
    /// Containers that were written, and the number of their anchor.
    anchors: BTreeMap<String, usize>,
}

impl Writer {
    fn block(&mut self, value: &Value, depth: usize) {
        let pad = "  ".repeat(depth);
        match value {
            Value::Object(members) => {
                let merged = if self.style == Style::Merged { members.len() / 2 } else { 0 };
                if merged > 0 {
                    let _ = writeln!(self.out, "{pad}<<:");
                    self.members(members.iter().take(merged), depth + 1);
                }
                self.members(members.iter().skip(merged), depth);
            }
            Value::Array(elements) => {
                for value in elements {
                    let _ = write!(self.out, "{pad}-");
                    self.nested(value, depth);
                }
            }
            scalar => {
                let _ = writeln!(self.out, "{pad}{scalar}");
            }
        }
    }

    fn members<'v>(&mut self, members: impl Iterator<Item = (&'v String, &'v Value)>, depth: usize) {
        let pad = "  ".repeat(depth);
        for (key, value) in members {
            let key = quoted(key, self.style);
            let _ = write!(self.out, "{pad}{key}:");
            self.nested(value, depth);
        }
    }

    /// What follows a colon or a dash.
    fn nested(&mut self, value: &Value, depth: usize) {
        let is_empty = match value {
            Value::Object(members) => members.is_empty(),
            Value::Array(elements) => elements.is_empty(),
            Value::String(text) => return self.text(text, depth),
            _ => true,
        };
        if is_empty {
            let _ = writeln!(self.out, " {value}");
            return;
        }
        if self.style == Style::Aliased {
            let next = self.anchors.len();
            if let Some(anchor) = self.anchors.get(&value.to_string()) {
                let _ = writeln!(self.out, " *a{anchor}");
                return;
            }
            self.anchors.insert(value.to_string(), next);
            let _ = write!(self.out, " &a{next}");
        }
        self.out.push('\n');
        self.block(value, depth + 1);
    }

    fn text(&mut self, text: &str, depth: usize) {
        let lines = text.trim_end_matches('\n');
        let printable = |c: char| c == '\n' || (!c.is_control() && !"\u{feff}\u{2028}\u{2029}".contains(c));
        let has_lines = !lines.is_empty() && text.chars().all(printable);
        // Blank lines with spaces in them, and lines that begin with some, are what folding leaves alone.
        let blank = lines.split('\n').any(|line| !line.is_empty() && line.trim().is_empty());
        let indented = lines.split('\n').any(|line| line.starts_with([' ', '\t']));
        let folds = self.style == Style::Folded && !indented && !lines.starts_with('\n');
        let pad = "  ".repeat(depth + 1);
        if !has_lines || blank || !(self.style == Style::Literal && text.contains('\n') || folds) {
            let _ = writeln!(self.out, " {}", quoted(text, self.style));
            return;
        }
        let indicator = if lines.starts_with([' ', '\n']) { "2" } else { "" };
        let chomped = match text.len() - lines.len() {
            0 => "-",
            1 => "",
            _ => "+",
        };
        let kind = if folds { ">" } else { "|" };
        let _ = writeln!(self.out, " {kind}{indicator}{chomped}");
        let body = if folds { folded(lines) } else { lines.to_owned() };
        for line in body.split('\n') {
            let _ = writeln!(self.out, "{}{line}", if line.is_empty() { "" } else { &pad });
        }
        for _ in 1..text.len() - lines.len() {
            self.out.push('\n');
        }
    }

    fn flow(&mut self, value: &Value, depth: usize) {
        let pad = format!("\n{}", " ".repeat(depth + 1));
        match value {
            Value::Object(members) => {
                self.out.push('{');
                for (at, (key, value)) in members.iter().enumerate() {
                    let comma = if at == 0 { "" } else { "," };
                    let _ = write!(self.out, "{comma}{pad}{}: ", quoted(key, Style::Plain));
                    self.flow(value, depth + 1);
                }
                self.out.push_str("\n}");
            }
            Value::Array(elements) => {
                self.out.push('[');
                for value in elements {
                    self.flow(value, depth + 1);
                    self.out.push_str(", ");
                }
                self.out.push(']');
            }
            Value::String(text) => self.out.push_str(&quoted(text, Style::Plain)),
            scalar => {
                let _ = write!(self.out, "{scalar}");
            }
        }
    }
}

/// Breaks between words where a line is long; what was a break is one more.
fn folded(lines: &str) -> String {
    let mut out = String::new();
    for (at, line) in lines.split('\n').enumerate() {
        if at > 0 {
            // Of breaks in a row the first is a space to the reader.
            out.push_str(if line.is_empty() { "\n" } else { "\n\n" });
        }
        let mut width = 0;
        let mut words = line.split(' ').peekable();
        while let Some(word) = words.next() {
            out.push_str(word);
            width += word.len() + 1;
            if let Some(next) = words.peek() {
                let breaks = width > 40 && !word.is_empty() && !next.is_empty();
                out.push(if breaks { '\n' } else { ' ' });
                width = if breaks { 0 } else { width };
            }
        }
    }
    out
}

fn quoted(text: &str, style: Style) -> String {
    let words = |c: char| c.is_ascii_alphanumeric() || "_/ .".contains(c);
    let reserved = ["null", "true", "false", "y", "n", "yes", "no", "on", "off"];
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(words)
        && !text.ends_with(' ')
        && !reserved.contains(&text.to_ascii_lowercase().as_str());
    match style {
        Style::Plain | Style::Literal | Style::Aliased if plain => text.to_owned(),
        Style::Single if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', "''")),
        // A line break to some readers, and JSON writes it as it is.
        _ => Value::from(text).to_string().replace('\u{85}', "\\u0085"),
    }
}
