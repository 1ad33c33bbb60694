//! Content that is written before other optional content: documents, such as labels, and amounts with their currency.
//! For each type, this module knows how many additional elements such content needs.

use std::collections::BTreeMap;

use xsd_schema::ids::{ComplexTypeKey, NameId, TypeKey};
use xsd_schema::{SchemaSet, XmlTypeCode};

use super::model::{ENDLESS, Model};
use super::particles::{ElementTerm, Particle, Term, is_text};
use super::success;
use super::words::{has_any, words};
use crate::xsd::types::{simple_type, text};

/// Maximum nesting depth of elements that lead to priority content. No response has room for more.
const DEPTH: usize = 16;

/// A kind of priority content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PriorityKind {
    /// Bytes of an image or another document.
    Document,
    /// A number with its currency.
    Amount,
}

/// All kinds, in order of priority.
pub(super) const KINDS: [PriorityKind; 2] = [PriorityKind::Document, PriorityKind::Amount];

/// The role of an element according to its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It reports an error.
    Trouble,
    /// Its bytes are not a document, or its amount has no priority.
    Unwanted,
    Currency,
    Amount,
    Other,
}

/// Types and names that lead to documents and amounts.
#[derive(Debug, Default)]
pub(super) struct PriorityContent {
    /// Number of additional elements that an element of a type needs, for each kind.
    types: BTreeMap<ComplexTypeKey, [u64; 2]>,
    /// Roles by the numbers of names, so that each name is split once.
    names: BTreeMap<u32, Role>,
}

impl PriorityContent {
    /// Examines all types of a schema.
    pub(super) fn new(set: &SchemaSet, model: &Model) -> Self {
        let mut wanted = Self::default();
        for (_, found) in model.types() {
            if let Some(content) = &found.content {
                wanted.read_names(set, content);
            }
        }
        // Each round finds content that is one element further away.
        for _ in 0..DEPTH {
            let mut changed = false;
            for (key, found) in model.types() {
                let Some(content) = &found.content else { continue };
                let extra = KINDS.map(|kind| wanted.extra(set, model, content, kind));
                if wanted.types.get(&key).map_or([ENDLESS; 2], |known| *known) != extra {
                    wanted.types.insert(key, extra);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        wanted
    }

    fn read_names(&mut self, set: &SchemaSet, particle: &Particle) {
        // Depth: the nesting of the content model, see `read_content`.
        match &particle.term {
            Term::Element(element) => {
                self.names.entry(element.name.0).or_insert_with(|| Role::new(text(set, element.name)));
            }
            Term::Sequence(particles) | Term::Choice(particles) => {
                for particle in particles {
                    self.read_names(set, particle);
                }
            }
            Term::Wildcard(_) => {}
        }
    }

    fn role(&self, set: &SchemaSet, name: NameId) -> Role {
        self.names.get(&name.0).copied().unwrap_or_else(|| Role::new(text(set, name)))
    }

    /// True if elements of this name report errors.
    pub(super) fn is_trouble(&self, set: &SchemaSet, name: NameId) -> bool {
        self.role(set, name) == Role::Trouble
    }

    /// True if a leaf is an amount or the currency of one.
    pub(super) fn is_of_amount(&self, set: &SchemaSet, element: &ElementTerm) -> bool {
        matches!(self.role(set, element.name), Role::Amount | Role::Currency) && is_leaf(set, element)
    }

    /// Returns the number of additional elements with which a particle contains priority content. [`ENDLESS`] if it
    /// never does.
    pub(super) fn extra(&self, set: &SchemaSet, model: &Model, particle: &Particle, kind: PriorityKind) -> u64 {
        // Depth: the nesting of the content model, see `read_content`.
        let inner = match &particle.term {
            Term::Element(element) => self.within(set, element, kind),
            Term::Sequence(particles) => self.amount(set, particles, kind).unwrap_or_else(|| {
                let all = particles.iter().map(|particle| self.extra(set, model, particle, kind));
                all.min().unwrap_or(ENDLESS)
            }),
            Term::Choice(_) | Term::Wildcard(_) => ENDLESS,
        };
        let own = if particle.least == 0 { model.term_cost(set, &particle.term) } else { 0 };
        inner.saturating_add(own)
    }

    /// Returns the number of additional elements with which an element, once written, contains priority content.
    pub(super) fn within(&self, set: &SchemaSet, element: &ElementTerm, kind: PriorityKind) -> u64 {
        if matches!(self.role(set, element.name), Role::Trouble | Role::Unwanted) {
            return ENDLESS;
        }
        match element.type_key(set) {
            Some(key) if is_text(set, key) => {
                let is_document = matches!(kind, PriorityKind::Document)
                    && simple_type(set, key).is_some_and(|found| found.builtin == XmlTypeCode::Base64Binary);
                if is_document { 0 } else { ENDLESS }
            }
            Some(TypeKey::Complex(key)) => self.types.get(&key).map_or(ENDLESS, |[document, amount]| match kind {
                PriorityKind::Document => *document,
                PriorityKind::Amount => *amount,
            }),
            _ => ENDLESS,
        }
    }

    /// Returns the number of additional elements for an amount with its currency, or `None` for other content.
    pub(super) fn amount(&self, set: &SchemaSet, particles: &[Particle], kind: PriorityKind) -> Option<u64> {
        let named = |role: Role| {
            particles.iter().find(|particle| match &particle.term {
                Term::Element(element) => self.role(set, element.name) == role && is_leaf(set, element),
                _ => false,
            })
        };
        let both = [named(Role::Currency)?, named(Role::Amount)?];
        matches!(kind, PriorityKind::Amount).then(|| both.iter().map(|particle| u64::from(particle.least == 0)).sum())
    }
}

impl Role {
    fn new(name: &str) -> Self {
        const UNWANTED: [&str; 4] = ["barcode", "barcodes", "discount", "discounts"];
        const AMOUNTS: [&str; 5] = ["amount", "charge", "charges", "price", "value"];
        let words = words(name);
        if success::names_failure(name) {
            Self::Trouble
        } else if has_any(&words, &UNWANTED) {
            Self::Unwanted
        } else if has_any(&words, &["currency"]) {
            Self::Currency
        } else if words.last().is_some_and(|last| AMOUNTS.contains(&last.as_str())) {
            Self::Amount
        } else {
            Self::Other
        }
    }
}

fn is_leaf(set: &SchemaSet, element: &ElementTerm) -> bool {
    element.type_key(set).is_some_and(|key| is_text(set, key))
}
