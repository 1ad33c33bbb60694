//! The YAML parser. It writes the events of `saphyr-parser` (YAML 1.2) into the arena, and copies aliases and merge keys up to a
//! limit.
//!
//! The parser counts characters, the arena bytes. Merge keys are those of YAML 1.1, which most parsers still support.

mod complaint;
mod indent;
mod input;
mod offsets;
mod scalar;

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use waybill_base::internal::table::{Set, Table};

use self::indent::{Indented, Misplaced};
use self::input::Source;
use self::offsets::Offsets;
use self::scalar::Meaning;
use super::arena::{Kind, NodeId};
use super::builder::{Builder, Built};
use super::fault::ParseError;
use super::interner::Vocabulary;
use super::source_warning::SourceWarning;

/// Number of values that aliases and merge keys of any document may repeat, and of further ones for each of its bytes, so that the
/// cost stays linear.
const COPIES: usize = 20_000;
const COPIES_OF_A_BYTE: usize = 1;

/// Parses one YAML document from `start`, the offset after a byte order mark. Aliases and merge keys may repeat up to `copies`
/// values, and no more than its size allows. The arena is empty if the text has no value. The caller sets the source of the arena.
pub(crate) fn read<'a>(
    text: &str,
    start: usize,
    depth: usize,
    copies: usize,
    vocabulary: Vocabulary,
) -> Result<Built<'a>, ParseError> {
    let mut indented = Indented::new(text.get(start..).unwrap_or_default());
    loop {
        let mut reader = Reader {
            text,
            start,
            indented: &indented,
            offsets: Offsets::new(indented.given()),
            misplaced: None,
            tabs: indented.lines_with_tabs(),
            tabs_passed: 0,
            builder: Builder::new(text.len(), depth, vocabulary),
            open: Vec::new(),
            anchors: Table::default(),
            copies_left: copies.min(COPIES + text.len() * COPIES_OF_A_BYTE),
            is_over: false,
        };
        let fault = match reader.document(indented.given()) {
            Ok(()) => return Ok(reader.builder.finish()),
            Err(fault) => ParseError { pointer: reader.builder.open_pointer(), ..fault },
        };
        if !reader.misplaced.is_some_and(|at| indented.indent(at)) {
            return Err(fault);
        }
    }
}

/// An open mapping or sequence.
struct Open {
    id: u32,
    anchor: usize,
    is_object: bool,
    wants_key: bool,
    /// True if the next value belongs to a merge key.
    merging: bool,
    /// The mappings of its merge keys, in order.
    merges: Vec<NodeId>,
}

/// The target of an anchor.
enum Anchored {
    Value(u32, u32),
    /// A member's name, which is not a node of the arena.
    Name(Scalar<'static>),
}

/// A scalar as written.
#[derive(Clone)]
struct Scalar<'t> {
    text: std::borrow::Cow<'t, str>,
    style: ScalarStyle,
    span: Range<usize>,
}

struct Reader<'s, 'a> {
    text: &'s str,
    /// Start offset of the document.
    start: usize,
    indented: &'s Indented<'s>,
    offsets: Offsets<'s>,
    /// A line that the parser rejects for its indentation. Its offset is relative to `start`.
    misplaced: Option<Misplaced>,
    /// The starts of the indented lines that begin with a tab, relative to `start`.
    tabs: Vec<usize>,
    /// Number of these lines before the current value.
    tabs_passed: usize,
    builder: Builder<'a>,
    open: Vec<Open>,
    anchors: Table<usize, Anchored>,
    copies_left: usize,
    /// True if a document is complete and another one has begun.
    is_over: bool,
}

impl<'s> Reader<'s, '_> {
    fn document(&mut self, text: &'s str) -> Result<(), ParseError> {
        let mut parser = Parser::new(Source::new(text));
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| {
                let at = self.byte(error.marker().index());
                self.misplaced = self.find_misplaced(at, error.info());
                complaint::fault(self.text, at, &error)
            })?;
            let start = self.byte(span.start.index());
            let empty = matches!(&event, Event::Scalar(text, ScalarStyle::Plain, 0, None) if text.is_empty());
            // Empty documents are skipped, because many files begin or end with an extra separator.
            if empty && self.open.is_empty() {
                continue;
            }
            match event {
                Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
                Event::DocumentStart(_) => self.is_over = !self.builder.is_empty(),
                _ if self.is_over => {
                    let message = "expected one document, found a second one: save each in a separate file".to_owned();
                    return Err(ParseError::syntax(start, message));
                }
                Event::Scalar(text, style, anchor, tag) => {
                    // The parser gives an empty plain scalar the span of the next token.
                    let nothing = text.is_empty() && style == ScalarStyle::Plain;
                    let end = if nothing { start } else { self.byte(span.end.index()) };
                    self.scalar(&Scalar { text, style, span: start..end }, anchor, tag.as_deref());
                }
                Event::MappingStart(anchor, tag) => self.begin(Kind::Object, anchor, tag.as_deref(), start)?,
                Event::SequenceStart(anchor, tag) => self.begin(Kind::Array, anchor, tag.as_deref(), start)?,
                Event::MappingEnd | Event::SequenceEnd => {
                    let end = self.byte(span.end.index());
                    self.end(end, start)?;
                }
                Event::Alias(anchor) => self.alias(anchor, start)?,
            }
        }
        Ok(())
    }

    /// Returns the line of an error at a byte if only its indentation is wrong, and has no meaning.
    fn find_misplaced(&self, at: usize, error: &str) -> Option<Misplaced> {
        let place = at - self.start;
        let is_in_brackets = || {
            let container = self.builder.open_container();
            container.is_some_and(|(_, start)| self.text.get(start..).is_some_and(|rest| rest.starts_with(['{', '['])))
        };
        match error {
            _ if error.starts_with("invalid indentation") => Some(Misplaced::Left(place)),
            "tab cannot be used as indentation" => Some(Misplaced::Tab(place)),
            "tabs disallowed within this context (block indentation)" if is_in_brackets() => {
                Some(Misplaced::Tab(place))
            }
            _ => None,
        }
    }

    /// Adds a warning if there are lines that begin with a tab in a value and not in the values inside it.
    fn warn_of_tabs(&mut self, id: u32, end: usize) {
        let passed = self.tabs_passed;
        while self.tabs.get(self.tabs_passed).is_some_and(|line| line + self.start < end) {
            self.tabs_passed += 1;
        }
        if self.tabs_passed > passed {
            self.builder.warn(id, SourceWarning::Tab);
        }
    }

    /// Converts a character offset of the parser to a byte offset in the text.
    fn byte(&mut self, character: usize) -> usize {
        self.start + self.indented.original(self.offsets.byte(character))
    }

    /// Returns true if the next scalar is a member's name.
    fn wants_key(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_object && open.wants_key)
    }

    fn begin(&mut self, kind: Kind, anchor: usize, tag: Option<&Tag>, start: usize) -> Result<(), ParseError> {
        if self.wants_key() {
            let message = "expected a string as a member's name, found a mapping or a sequence: put the name in quotes"
                .to_owned();
            return Err(ParseError::syntax(start, message));
        }
        let id = self.builder.open(kind, start)?;
        if tag.is_some_and(|tag| !scalar::is_known(tag)) {
            self.builder.warn(id, SourceWarning::UnknownTag);
        }
        let is_object = kind == Kind::Object;
        self.open.push(Open { id, anchor, is_object, wants_key: true, merging: false, merges: Vec::new() });
        Ok(())
    }

    fn end(&mut self, end: usize, at: usize) -> Result<(), ParseError> {
        if let Some(open) = self.open.pop() {
            self.merge(&open.merges, at)?;
            self.builder.close(end);
            self.warn_of_tabs(open.id, end);
            self.remember(open.anchor, open.id);
            self.complete(open.id);
        }
        Ok(())
    }

    /// Adds the members of merge keys that the mapping does not have yet. Earlier mappings take precedence.
    fn merge(&mut self, mappings: &[NodeId], at: usize) -> Result<(), ParseError> {
        if mappings.is_empty() {
            return Ok(());
        }
        let mut there = Set::default();
        for key in self.builder.open_keys() {
            there.add(key);
        }
        for &mapping in mappings {
            for (key, from, to) in self.builder.members_of(mapping) {
                if there.add(key) {
                    self.spend(from, to, at)?;
                    self.builder.copy_member(from, to, at)?;
                }
            }
        }
        Ok(())
    }

    /// Subtracts the nodes of a copy from the remaining copies.
    fn spend(&mut self, from: u32, to: u32, at: usize) -> Result<(), ParseError> {
        let Some(left) = self.copies_left.checked_sub((to - from) as usize) else {
            let message = "found aliases and merge keys that expand to more values than the limit allows: replace them \
                           with their values, or use references";
            return Err(ParseError::limit(at, message.to_owned()));
        };
        self.copies_left = left;
        Ok(())
    }

    fn remember(&mut self, anchor: usize, from: u32) {
        if anchor > 0 {
            self.anchors.insert(anchor, Anchored::Value(from, self.builder.next_id()));
        }
    }

    /// Completes a value: a name comes next in a mapping, and the value of a merge key is split into its mappings.
    fn complete(&mut self, id: u32) {
        let Some(open) = self.open.last_mut() else { return };
        open.wants_key = true;
        if !std::mem::take(&mut open.merging) {
            return;
        }
        match self.builder.mappings(id) {
            Some(mappings) => {
                open.merges.extend(mappings);
                self.builder.override_last_member(id);
            }
            None => self.builder.warn(id, SourceWarning::Unmerged),
        }
    }

    fn alias(&mut self, anchor: usize, start: usize) -> Result<(), ParseError> {
        let name = match self.anchors.get(&anchor) {
            Some(&Anchored::Value(from, to)) if !self.wants_key() => {
                self.spend(from, to, start)?;
                let id = self.builder.next_id();
                self.builder.copy_nodes(from, to, start)?;
                self.complete(id);
                return Ok(());
            }
            Some(&Anchored::Value(from, _)) => self.scalar_of(from),
            Some(Anchored::Name(name)) => Some(name.clone()),
            None => {
                return Err(ParseError::syntax(
                    start,
                    "found an alias inside its own anchor: replace it with the value, or use a reference".to_owned(),
                ));
            }
        };
        let Some(mut name) = name else {
            let message =
                "expected a string as a member's name, found an alias of a mapping or a sequence: write the name out"
                    .to_owned();
            return Err(ParseError::syntax(start, message));
        };
        if self.wants_key() {
            // The name is located here, not at the anchor.
            name.span = start..start;
            name.style = ScalarStyle::DoubleQuoted;
        }
        self.scalar(&name, 0, None);
        Ok(())
    }

    /// Returns a value as a scalar, or `None` for mappings and sequences.
    fn scalar_of(&self, id: u32) -> Option<Scalar<'static>> {
        let (kind, span) = self.builder.span(id);
        let text = match kind {
            Kind::Array | Kind::Object => return None,
            Kind::Pooled => self.builder.pooled_text(id)?,
            _ => self.text.get(span.clone())?,
        };
        Some(Scalar { text: text.to_owned().into(), style: ScalarStyle::Plain, span })
    }

    fn scalar(&mut self, scalar: &Scalar<'_>, anchor: usize, tag: Option<&Tag>) {
        if self.wants_key() {
            self.name(scalar, anchor);
            return;
        }
        let text = &*scalar.text;
        let plain = scalar.style == ScalarStyle::Plain;
        let meaning = scalar::meaning(text, plain, tag);
        let id = match meaning {
            Meaning::Value(kind @ (Kind::Null | Kind::True | Kind::False)) => {
                self.builder.literal(kind, scalar.span.start, scalar.span.end)
            }
            Meaning::Value(kind) => match (kind, self.found(scalar)) {
                (Kind::Number, Some(span)) => self.builder.number(text, span.start, span.end),
                (_, Some(span)) => self.builder.text(text, span.start, span.end),
                (_, None) => self.builder.pooled(text, scalar.span.start, scalar.span.end),
            },
            Meaning::Unknown => {
                let id = self.builder.pooled(text, scalar.span.start, scalar.span.end);
                self.builder.warn(id, SourceWarning::UnknownTag);
                id
            }
        };
        self.warn_of_tabs(id, scalar.span.end);
        self.remember(anchor, id);
        self.complete(id);
    }

    /// Sets the name of the next member.
    fn name(&mut self, scalar: &Scalar<'_>, anchor: usize) {
        if anchor > 0 {
            let name = Scalar { text: scalar.text.clone().into_owned().into(), ..scalar.clone() };
            self.anchors.insert(anchor, Anchored::Name(name));
        }
        self.builder.key(&scalar.text, scalar.span.start);
        if let Some(open) = self.open.last_mut() {
            open.wants_key = false;
            open.merging = scalar.text == "<<" && scalar.style == ScalarStyle::Plain;
        }
    }

    /// Returns the range of a scalar's content in the text, if it is there unchanged: at the start of its span, after a quote, or
    /// at its end.
    fn found(&self, scalar: &Scalar<'_>) -> Option<Range<usize>> {
        let at = |start: usize| Some(start..start + scalar.text.len());
        let stands = |span: &Range<usize>| self.text.get(span.clone()) == Some(&*scalar.text);
        let quoted = matches!(scalar.style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        let first = at(scalar.span.start + usize::from(quoted)).filter(stands);
        let last = || scalar.span.end.checked_sub(scalar.text.len() + usize::from(quoted)).and_then(at).filter(stands);
        if matches!(scalar.style, ScalarStyle::Literal | ScalarStyle::Folded) { None } else { first.or_else(last) }
    }
}
