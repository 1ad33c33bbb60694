//! Generation of an element from its declaration: required content, and optional content within the budget of a
//! response. A branch that cannot be completed is removed, and the next one is tried.

use std::collections::BTreeMap;

use xsd_schema::SchemaSet;
use xsd_schema::ids::{ComplexTypeKey, ElementKey, NameId, TypeKey};

use super::dates::Dates;
use super::echo::Echo;
use super::identifiers::{self, Identifiers};
use super::keys::Keys;
use super::model::{ENDLESS, Model};
use super::options::SampleOptions;
use super::particles::{ElementTerm, is_text};
use super::places::Places;
use super::success;
use super::writer::{self, Writer};
use crate::xsd::attributes::AttributeUse;
use crate::xsd::types::text;

/// Maximum nesting depth of elements.
pub(super) const DEPTH: usize = 64;
/// Maximum nesting depth of particles around an element, in all open elements together. Each uses stack space.
const PARTICLES: usize = 4 * DEPTH;
/// Maximum size of a sample in bytes.
const BYTES: usize = 1 << 20;
/// Maximum number of elements that are started for one sample, including removed ones.
pub(super) const WORK: u64 = 20_000;
/// Reason why an abstract element has no sample.
pub(super) const NO_MEMBER: &str = "the element is abstract and has no substitute";
/// Reason why an element of an abstract type has no sample.
pub(super) const NO_DERIVED_TYPE: &str = "its type is abstract and no type is derived from it";

/// The style of a sample: its values and the amount of optional content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style<'a> {
    pub(super) echo: Option<&'a Echo>,
    /// True if values should look realistic for logistics.
    pub(super) nice: bool,
    /// True if values of the request are skipped if another instance of the key has them.
    pub(super) keys_differ: bool,
    /// Maximum number of elements, unless more are required.
    pub(super) elements: u64,
}

/// The reason why an element could not be completed, and its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stuck {
    pub(super) path: String,
    pub(super) reason: String,
    /// True if the same type fails everywhere.
    pub(super) certain: bool,
}

/// A sample that is being written.
pub(super) struct Generator<'a> {
    pub(super) set: &'a SchemaSet,
    pub(super) model: &'a Model,
    pub(super) options: &'a SampleOptions,
    pub(super) style: Style<'a>,
    pub(super) writer: Writer,
    /// Identifiers of the message so far.
    pub(super) identifiers: Identifiers,
    pub(super) path: String,
    /// Complex types of the open elements.
    pub(super) open: Vec<ComplexTypeKey>,
    /// Number of open particles.
    pub(super) particles: usize,
    /// Types whose content could not be completed.
    failed: BTreeMap<ComplexTypeKey, Stuck>,
    /// Instances of the open elements.
    pub(super) places: Places,
    /// Dates of the message so far.
    pub(super) dates: Dates,
    /// True if the message is about an error, as a declared fault is.
    pub(super) reports_trouble: bool,
    /// Values of keys so far, and those of a previous attempt.
    pub(super) keys: Keys,
    pub(super) expected: Keys,
    /// Number of elements that may still be started.
    pub(super) work: u64,
}

/// A position for [`Generator::rewind`].
#[derive(Clone, Copy)]
pub(super) struct Mark {
    writer: writer::Mark,
    identifiers: identifiers::Mark,
    places: usize,
}

/// The type of an element, and the complex type for `xsi:type` if it has to be declared.
struct Governing {
    key: Option<TypeKey>,
    complex: Option<ComplexTypeKey>,
}

impl<'a> Generator<'a> {
    /// Creates a generator for an element of this name, in a message with these identifiers.
    pub(super) fn new(
        root: &str,
        set: &'a SchemaSet,
        model: &'a Model,
        options: &'a SampleOptions,
        style: Style<'a>,
        identifiers: Identifiers,
    ) -> Self {
        let (path, open, failed) = (String::new(), Vec::new(), BTreeMap::new());
        let (writer, places, dates) = (Writer::default(), Places::default(), Dates::default());
        let reports_trouble = success::names_failure(root);
        Self {
            set,
            model,
            options,
            style,
            writer,
            identifiers,
            path,
            open,
            particles: 0,
            failed,
            places,
            dates,
            reports_trouble,
            keys: Keys::default(),
            expected: Keys::default(),
            work: WORK,
        }
    }

    /// Returns the current position, for [`Generator::rewind`].
    pub(super) fn mark(&self) -> Mark {
        Mark { writer: self.writer.mark(), identifiers: self.identifiers.mark(), places: self.places.mark() }
    }

    /// Removes everything that was written after `mark`.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.writer.rewind(mark.writer);
        self.identifiers.rewind(mark.identifiers);
        self.places.rewind(mark.places);
    }

    /// Writes an element with a budget of `room` elements, including itself. Returns the number of elements.
    pub(super) fn element(&mut self, term: &ElementTerm, room: u64) -> Result<u64, Stuck> {
        let before = self.path.len();
        self.path.push('/');
        self.path.push_str(text(self.set, term.name));
        let mark = self.mark();
        self.places.enter(text(self.set, term.name));
        let result = self.substituted(term, room);
        self.places.leave(result.is_ok());
        if result.is_err() {
            self.rewind(mark);
        }
        self.path.truncate(before);
        result
    }

    /// Writes an element. An abstract element is replaced with a member of its substitution group.
    fn substituted(&mut self, term: &ElementTerm, room: u64) -> Result<u64, Stuck> {
        let Some(head) = self.abstract_head(term) else { return self.declared(term, room) };
        let found = self.model.members(head).iter().filter_map(|member| self.global(*member));
        let mut members: Vec<(u64, ElementTerm)> =
            found.map(|member| (self.model.element_cost(self.set, &member), member)).collect();
        members.sort_by_cached_key(|(cost, member)| (without_room(*cost, room), self.is_repeated(member)));
        let reason = members.first().map_or_else(|| NO_MEMBER.to_owned(), |(cost, _)| too_large(*cost));
        let mut stuck = self.stuck(&reason);
        for (cost, member) in &members {
            if *cost > self.work {
                continue;
            }
            match self.declared(member, room) {
                Ok(count) => return Ok(count),
                Err(found) => stuck = found,
            }
        }
        Err(stuck)
    }

    /// Returns the declaration of an element if it is abstract, so that another element has to replace it.
    pub(super) fn abstract_head(&self, term: &ElementTerm) -> Option<ElementKey> {
        term.declaration.filter(|key| self.set.arenas.get_element(*key).is_some_and(|found| found.is_abstract))
    }

    pub(super) fn global(&self, key: ElementKey) -> Option<ElementTerm> {
        let declaration = self.set.arenas.get_element(key)?;
        let name = declaration.name?;
        Some(ElementTerm { name, namespace: declaration.target_namespace, declaration: Some(key), type_key: None })
    }

    fn declared(&mut self, term: &ElementTerm, room: u64) -> Result<u64, Stuck> {
        // Depth: `DEPTH` elements, and `PARTICLES` around them.
        self.work = self.work.checked_sub(1).ok_or_else(|| self.stuck("no sample was found within the budget"))?;
        if self.open.len() >= DEPTH || self.particles > PARTICLES {
            return Err(self.stuck("the content is nested too deeply"));
        }
        if self.writer.len() > BYTES {
            return Err(self.stuck("a sample is larger than 1 MiB"));
        }
        let set = self.set;
        let declaration = term.declaration.and_then(|key| set.arenas.get_element(key));
        let namespace = term.namespace.map(|namespace| text(set, namespace)).unwrap_or_default();
        let local = text(set, term.name);
        let key = declaration.map_or(term.type_key, |declaration| declaration.resolved_type.or(term.type_key));
        let may_be_nil =
            declaration.is_some_and(|declaration| declaration.nillable && declaration.fixed_value.is_none());
        let mut last = None;
        for governing in self.governing(key) {
            let mark = self.mark();
            self.writer.start(namespace, local);
            match self.body(term, &governing, room, false) {
                Ok((count, content_start)) => {
                    self.writer.end(namespace, local, content_start);
                    return Ok(count);
                }
                Err(stuck) => last = Some(stuck),
            }
            self.rewind(mark);
            if may_be_nil {
                self.writer.start(namespace, local);
                if let Ok((count, content_start)) = self.body(term, &governing, 1, true) {
                    self.writer.end(namespace, local, content_start);
                    return Ok(count);
                }
                self.rewind(mark);
            }
        }
        Err(last.unwrap_or_else(|| self.stuck(NO_DERIVED_TYPE)))
    }

    /// Returns the possible types of an element: its own, or derived types if its own is abstract.
    fn governing(&self, key: Option<TypeKey>) -> Vec<Governing> {
        let TypeKey::Complex(complex) = key.unwrap_or(TypeKey::Complex(self.set.any_type_key())) else {
            return vec![Governing { key, complex: None }];
        };
        if !self.set.arenas.get_complex_type(complex).is_some_and(|definition| definition.is_abstract) {
            return vec![Governing { key, complex: None }];
        }
        let derived = self.model.derived(complex).iter().take(8);
        derived.map(|derived| Governing { key: Some(TypeKey::Complex(*derived)), complex: Some(*derived) }).collect()
    }

    /// Writes attributes and content. Returns the number of elements and the start of the content.
    fn body(&mut self, term: &ElementTerm, governing: &Governing, room: u64, nil: bool) -> Result<(u64, usize), Stuck> {
        let set = self.set;
        if let Some(definition) = governing.complex.and_then(|key| set.arenas.get_complex_type(key)) {
            let namespace = definition.target_namespace.map(|namespace| text(set, namespace)).unwrap_or_default();
            self.writer.xsi_type(namespace, definition.name.map(|name| text(set, name)).unwrap_or_default());
        }
        if nil {
            self.writer.xsi_nil();
        }
        let complex = governing.key.and_then(|key| key.as_complex());
        if let Some(found) = complex.and_then(|key| self.model.get(key)) {
            for usage in &found.attributes {
                self.attribute(usage, nil)?;
            }
        }
        self.writer.finish_start();
        let content_start = self.writer.len();
        if nil {
            return Ok((1, content_start));
        }
        let declaration = term.declaration.and_then(|key| set.arenas.get_element(key));
        let fixed = declaration.and_then(|declaration| declaration.fixed_value.as_deref());
        let default = declaration.and_then(|declaration| declaration.default_value.as_deref());
        let Some(key) = governing.key else { return Ok((1, content_start)) };
        if is_text(set, key) {
            let value = self.value(term.name, Some(key), fixed, default)?;
            self.writer.text(&value);
            return Ok((1, content_start));
        }
        if let Some(fixed) = fixed {
            self.writer.text(fixed);
            return Ok((1, content_start));
        }
        let Some(complex) = complex else { return Ok((1, content_start)) };
        let content = self.model.get(complex).and_then(|found| found.content.as_ref());
        let mut count = 1;
        // The content of `xs:anyType` may be anything, including nothing.
        if let Some(content) = content.filter(|_| complex != set.any_type_key()) {
            if let Some(stuck) = self.failed.get(&complex) {
                return Err(stuck.clone());
            }
            self.open.push(complex);
            let result = self.content(content, room.saturating_sub(1));
            self.open.pop();
            if let Some(stuck) = result.as_ref().err().filter(|stuck| stuck.certain) {
                self.failed.insert(complex, stuck.clone());
            }
            count += result?;
        }
        Ok((count, content_start))
    }

    fn attribute(&mut self, usage: &AttributeUse, nil: bool) -> Result<(), Stuck> {
        let set = self.set;
        let local = text(set, usage.name);
        let namespace = usage.namespace.map(|namespace| text(set, namespace)).unwrap_or_default();
        // Optional attributes are omitted if they have a namespace, because they are for specific tools.
        if !usage.required
            && (nil || !namespace.is_empty() || self.style.elements <= 1 || self.is_unwelcome(usage.name))
        {
            return Ok(());
        }
        let before = self.path.len();
        self.path.push_str("/@");
        self.path.push_str(local);
        let value = self.value(usage.name, usage.type_key, usage.fixed.as_deref(), usage.default.as_deref());
        self.path.truncate(before);
        match value {
            Ok(value) => {
                self.writer.attribute(namespace, local, &value);
                Ok(())
            }
            Err(stuck) if usage.required => Err(stuck),
            Err(_) => Ok(()),
        }
    }

    /// True if successful responses omit elements and attributes of this name.
    pub(super) fn is_unwelcome(&self, name: NameId) -> bool {
        !self.reports_trouble && self.model.wanted.is_trouble(self.set, name)
    }

    pub(super) fn stuck(&self, reason: &str) -> Stuck {
        Stuck { path: self.path.clone(), reason: reason.to_owned(), certain: false }
    }
}

/// Explains why content with this many elements is not written.
pub(super) fn too_large(needed: u64) -> String {
    match needed {
        ENDLESS => "its content contains itself without end".to_owned(),
        0..=WORK => "no sample was found within the budget".to_owned(),
        _ => format!("its content has at least {needed} elements"),
    }
}

/// Returns a sort key for alternatives: the cost if it exceeds the room, else 0.
pub(super) fn without_room(cost: u64, room: u64) -> u64 {
    if cost > room { cost } else { 0 }
}
