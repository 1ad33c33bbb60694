//! Checks values against the schemas of a description, and reports what is wrong with them.

use waybill_base::internal::order;

use super::direction::Direction;
use super::evaluation::Evaluation;
use super::findings::{Findings, Verdict};
use super::instance::Instance;
use super::outcome::{Unchecked, Validation};
use super::patterns::Patterns;
use super::sample;
use crate::tree::{Arena, NodeId};
use crate::{Description, KnownKey, ResolvedDescription};

/// A schema of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Schema(pub(crate) NodeId);

impl Schema {
    /// The schema that a reference leads to; this one where it is none, or says more than that.
    #[must_use]
    pub fn target(self, description: &Description<'_>) -> Schema {
        let description = &description.resolved;
        if description.arena().children(self.0).count() > 1 {
            return self;
        }
        description.resolve(self.0).map_or(self, Schema)
    }

    /// The names of the properties that it declares, those of its alternatives as well; of very many the first.
    pub(crate) fn property_names(self, description: &ResolvedDescription<'_>) -> Vec<String> {
        sample::property_names(description, self.0)
    }

    /// The schema a JSON pointer (RFC 6901) leads to in the root document, such as `/components/schemas/Parcel`; `None`
    /// where no schema stands there.
    #[must_use]
    pub fn at(description: &Description<'_>, pointer: &str) -> Option<Schema> {
        let description = &description.resolved;
        let found = description.at_pointer(pointer)?;
        description.object_kind(found).is_schema().then_some(Schema(found))
    }

    /// All schemas of the description's components with their names, in document order.
    #[must_use]
    pub fn components(description: &Description<'_>) -> Vec<(String, Schema)> {
        let arena = description.resolved.arena();
        let schemas =
            arena.member(NodeId::ROOT, KnownKey::Components).and_then(|all| arena.member(all, KnownKey::Schemas));
        let entries = schemas.into_iter().flat_map(|schemas| arena.children(schemas));
        entries.map(|id| (arena.key_text(id).to_owned(), Schema(id))).collect()
    }

    /// The schema of this name among the description's components.
    #[must_use]
    pub fn component(description: &Description<'_>, name: &str) -> Option<Schema> {
        Schema::at(description, &format!("/components/schemas/{}", name.replace('~', "~0").replace('/', "~1")))
    }
}

/// How much a check may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValidatorLimits {
    /// How many schemas may be applied inside one another. Each takes some room on the stack.
    pub depth: usize,
    /// How many schemas may be applied in all, and states of patterns looked at.
    pub steps: usize,
    /// How many violations are listed.
    pub violations: usize,
}

impl Default for ValidatorLimits {
    /// 200 schemas inside one another, two million steps, 100 violations: far above what published descriptions take.
    fn default() -> ValidatorLimits {
        ValidatorLimits { depth: 200, steps: 2_000_000, violations: 100 }
    }
}

/// How values are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValidatorOptions {
    /// Whether `format` is a demand, and not a note (JSON Schema 2020-12 validation, section 7.2.2).
    pub formats: bool,
    /// Whether a `readOnly` property in a request and a `writeOnly` one in a response is a violation. They are never
    /// demanded there, whatever this says.
    pub refuses_one_way: bool,
    /// How much a check may take.
    pub limits: ValidatorLimits,
}

impl Default for ValidatorOptions {
    fn default() -> ValidatorOptions {
        ValidatorOptions { formats: true, refuses_one_way: true, limits: ValidatorLimits::default() }
    }
}

/// Checks values, and remembers the patterns it has compiled; it serves any number of descriptions.
#[derive(Debug, Default)]
pub struct Validator {
    options: ValidatorOptions,
    patterns: Patterns,
}

impl Validator {
    /// A validator that has compiled nothing yet.
    #[must_use]
    pub fn new(options: ValidatorOptions) -> Validator {
        Validator { options, patterns: Patterns::default() }
    }

    /// Checks whether a value matches a schema of a description, as it is sent this way; without a direction `readOnly`
    /// and `writeOnly` mean nothing.
    pub fn validate(
        &mut self,
        description: &Description<'_>,
        schema: Schema,
        instance: &Instance<'_>,
        direction: Option<Direction>,
    ) -> Validation {
        let mut findings = Findings::new(self.options.limits.violations.max(1));
        let mut evaluation = self.evaluation(&description.resolved, instance.text().arena(), direction);
        let verdict = evaluation.apply(schema.0, NodeId::ROOT, &mut findings);
        let limit = evaluation.stopped;
        if verdict == Verdict::Valid {
            return Validation::default();
        }
        let lines = instance.text().lines();
        let place = |id| instance.text().place(id, &lines);
        let mut outcome = Validation { limit, ..Validation::default() };
        for found in &findings.found {
            outcome.violations.push(evaluation.violation(found, &place));
        }
        for skipped in &findings.skipped {
            let (instance, schema) = (place(skipped.instance), evaluation.keyword_place(skipped.keyword));
            outcome.unchecked.push(Unchecked { instance, schema, reason: skipped.why });
        }
        outcome
    }

    /// Where in a value a schema applies while the value is held to another one, as JSON pointers (RFC 6901), each once.
    pub(crate) fn places_of(
        &mut self,
        description: &ResolvedDescription<'_>,
        schema: Schema,
        instance: &Instance<'_>,
        wanted: Schema,
        direction: Option<Direction>,
    ) -> Vec<String> {
        let mut evaluation = self.evaluation(description, instance.text().arena(), direction);
        evaluation.watched = Some((wanted.0, Vec::new()));
        evaluation.apply(schema.0, NodeId::ROOT, &mut Findings::new(0));
        let found = evaluation.watched.map(|(_, found)| found).unwrap_or_default();
        let lines = instance.text().lines();
        order::sorted_unique(found.into_iter().map(|id| instance.text().place(id, &lines).pointer))
    }

    /// Whether a value of some arena matches a schema, without saying why not; it takes its steps from those left.
    pub(super) fn test(
        &mut self,
        description: &ResolvedDescription<'_>,
        schema: NodeId,
        (instances, instance): (&Arena<'_>, NodeId),
        direction: Option<Direction>,
        steps: &mut usize,
    ) -> Verdict {
        let mut evaluation = self.evaluation(description, instances, direction);
        let most = evaluation.steps.min(*steps);
        evaluation.steps = most;
        let verdict = evaluation.apply(schema, instance, &mut Findings::new(0));
        let verdict = if evaluation.stopped.is_some() { Verdict::Unknown } else { verdict };
        *steps -= most - evaluation.steps.min(most);
        verdict
    }

    /// Whether a text surely matches a pattern.
    pub(super) fn matches(&mut self, pattern: &str, text: &str, steps: &mut usize) -> bool {
        self.patterns.matches(pattern, text, steps) == Ok(Some(true))
    }

    fn evaluation<'e>(
        &'e mut self,
        description: &'e ResolvedDescription<'_>,
        instances: &'e Arena<'_>,
        direction: Option<Direction>,
    ) -> Evaluation<'e> {
        Evaluation {
            description,
            schemas: description.arena(),
            instances,
            direction,
            options: &self.options,
            patterns: &mut self.patterns,
            steps: self.options.limits.steps,
            stopped: None,
            watched: None,
            open: Vec::new(),
            scope: Vec::new(),
        }
    }
}
