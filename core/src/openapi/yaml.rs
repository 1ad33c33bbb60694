//! The YAML reader: `saphyr-parser`'s events (YAML 1.2) into the same arena, aliases as bounded copies.
//!
//! The parser counts characters, the arena bytes; merge keys are not part of YAML 1.2 and stay keys, with a problem.

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};

use super::arena::Kind;
use super::builder::{Builder, Built};
use super::error::Fault;
use super::reading::Limits;
use super::scalar;

/// Reads one YAML document from `start`, which is behind a byte order mark; the caller puts the source into the arena.
pub(super) fn read<'a>(text: &str, start: usize, limits: &Limits) -> Result<Built<'a>, Fault> {
    let mut reader = Reader {
        text,
        offsets: Offsets { text, ascii: text.is_ascii(), character: 0, byte: start },
        builder: Builder::new(text.len(), limits.depth),
        open: Vec::new(),
        anchors: Vec::new(),
        copies_left: limits.alias_nodes,
    };
    match reader.document(text.get(start..).unwrap_or_default()) {
        Ok(()) if reader.builder.is_empty() => {
            Err(Fault::syntax(0, "expected an OpenAPI description, found no value".to_owned()))
        }
        Ok(()) => Ok(reader.builder.finish()),
        Err(fault) => Err(Fault { pointer: reader.builder.open_pointer(), ..fault }),
    }
}

struct Open {
    id: u32,
    anchor: usize,
    is_object: bool,
    wants_key: bool,
}

struct Reader<'s, 'a> {
    text: &'s str,
    offsets: Offsets<'s>,
    builder: Builder<'a>,
    open: Vec<Open>,
    anchors: Vec<(usize, u32, u32)>,
    copies_left: usize,
}

impl Reader<'_, '_> {
    fn document(&mut self, text: &str) -> Result<(), Fault> {
        let mut parser = Parser::new_from_str(text);
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| self.refused(&error))?;
            let (start, end) = (self.offsets.byte(span.start.index()), self.offsets.byte(span.end.index()));
            match event {
                Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
                Event::DocumentStart(_) if self.builder.is_empty() => {}
                Event::DocumentStart(_) => {
                    let message = "expected one document, found the beginning of a second one".to_owned();
                    return Err(Fault::syntax(start, message));
                }
                Event::Scalar(text, style, anchor, tag) => {
                    self.scalar(&text, style, anchor, tag.as_deref(), start, end, span)?;
                }
                Event::MappingStart(anchor, _) => self.begin(Kind::Object, anchor, start)?,
                Event::SequenceStart(anchor, _) => self.begin(Kind::Array, anchor, start)?,
                Event::MappingEnd | Event::SequenceEnd => self.end(end),
                Event::Alias(anchor) => self.alias(anchor, start)?,
            }
        }
        Ok(())
    }

    /// Whether the next scalar is a member's name.
    fn wants_key(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_object && open.wants_key)
    }

    /// After a complete value the next scalar of a mapping is a name, and after a name a value.
    fn turn(&mut self, wants_key: bool) {
        if let Some(open) = self.open.last_mut() {
            open.wants_key = wants_key;
        }
    }

    fn begin(&mut self, kind: Kind, anchor: usize, start: usize) -> Result<(), Fault> {
        if self.wants_key() {
            let message = "expected a text as a member's name, found a mapping or a sequence".to_owned();
            return Err(Fault::syntax(start, message));
        }
        let id = self.builder.open(kind, start)?;
        self.open.push(Open { id, anchor, is_object: kind == Kind::Object, wants_key: true });
        Ok(())
    }

    fn end(&mut self, end: usize) {
        if let Some(open) = self.open.pop() {
            self.builder.close(end);
            self.remember(open.anchor, open.id);
        }
        self.turn(true);
    }

    fn remember(&mut self, anchor: usize, from: u32) {
        if anchor > 0 {
            self.anchors.push((anchor, from, self.builder.next_id()));
        }
    }

    fn alias(&mut self, anchor: usize, start: usize) -> Result<(), Fault> {
        if self.wants_key() {
            return Err(Fault::syntax(start, "expected a text as a member's name, found an alias".to_owned()));
        }
        let found = self.anchors.iter().rev().find(|(known, ..)| *known == anchor).copied();
        let Some((_, from, to)) = found else {
            return Err(Fault::syntax(start, "found an alias inside the value it stands for".to_owned()));
        };
        let Some(left) = self.copies_left.checked_sub((to - from) as usize) else {
            let message = "found aliases that expand to more values than the limit allows".to_owned();
            return Err(Fault::new("description.limit", start, message));
        };
        self.copies_left = left;
        self.builder.repeat(from, to);
        self.turn(true);
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one event's parts, taken apart once")]
    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        start: usize,
        end: usize,
        span: Span,
    ) -> Result<(), Fault> {
        if self.wants_key() {
            if anchor > 0 {
                return Err(Fault::syntax(start, "found an anchor on a member's name; remove it".to_owned()));
            }
            self.builder.key(text, start);
            self.turn(false);
            return Ok(());
        }
        let quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        let kind = match tag.filter(|tag| tag.is_yaml_core_schema()).map(|tag| tag.suffix.as_str()) {
            Some("str") => Kind::Text,
            Some("null") => Kind::Null,
            Some("bool" | "int" | "float") => scalar::resolve(text),
            _ if style == ScalarStyle::Plain => scalar::resolve(text),
            _ => Kind::Text,
        };
        // An empty plain scalar has no extent of its own; the parser gives it that of what follows.
        let end = if span.is_empty() || text.is_empty() && !quoted { start } else { end };
        let id = match kind {
            Kind::Null | Kind::True | Kind::False => self.builder.literal(kind, start, end),
            Kind::Number => self.builder.number(text, start, start + text.len()),
            Kind::Text | Kind::Escaped | Kind::Pooled | Kind::Array | Kind::Object => {
                let inner = if quoted { start + 1 } else { start };
                let same = self.text.get(inner..inner + text.len()) == Some(text);
                if same {
                    self.builder.text(text, inner, inner + text.len())
                } else {
                    self.builder.pooled(text, start, end)
                }
            }
        };
        self.remember(anchor, id);
        self.turn(true);
        Ok(())
    }

    /// The parser's refusal in our words: tabs are the most common cause and the least visible.
    fn refused(&mut self, error: &ScanError) -> Fault {
        let at = self.offsets.byte(error.marker().index());
        let number = error.marker().line().saturating_sub(1);
        for back in 0..=number.min(1) {
            let line = self.text.lines().nth(number - back).unwrap_or_default();
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            if let Some(tab) = line.get(..indent).and_then(|indent| indent.find('\t')) {
                let line_start = self.text.lines().take(number - back).map(|line| line.len() + 1).sum::<usize>();
                let message = "found a tab in the indentation; YAML is indented with spaces alone".to_owned();
                return Fault::syntax(line_start + tab, message);
            }
        }
        Fault::syntax(at, format!("not valid YAML: {}", error.info()))
    }
}

/// Turns the parser's character counts into byte offsets; nearly always forwards, a step at a time.
struct Offsets<'s> {
    text: &'s str,
    ascii: bool,
    character: usize,
    byte: usize,
}

impl Offsets<'_> {
    fn byte(&mut self, character: usize) -> usize {
        if self.ascii {
            return character;
        }
        while self.character < character {
            let Some(next) = self.text.get(self.byte..).and_then(|rest| rest.chars().next()) else { break };
            self.byte += next.len_utf8();
            self.character += 1;
        }
        while self.character > character {
            let Some(last) = self.text.get(..self.byte).and_then(|before| before.chars().next_back()) else { break };
            self.byte -= last.len_utf8();
            self.character -= 1;
        }
        self.byte
    }
}
