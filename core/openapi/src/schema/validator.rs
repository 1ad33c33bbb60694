//! Validates values against the schemas of a description, and reports violations.

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
    /// Returns the target of a reference. A schema that is not a reference, or has other members, is returned unchanged.
    #[must_use]
    pub fn target(self, description: &Description<'_>) -> Schema {
        let description = &description.resolved;
        if description.arena().children(self.0).count() > 1 {
            return self;
        }
        description.resolve(self.0).map_or(self, Schema)
    }

    /// Returns the names of its declared properties, including those of alternatives. If there are very many, only the first.
    pub(crate) fn property_names(self, description: &ResolvedDescription<'_>) -> Vec<String> {
        sample::property_names(description, self.0)
    }

    /// Returns the schema at a JSON Pointer (RFC 6901) of the root document, such as `/components/schemas/Parcel`, or `None` if
    /// there is no schema.
    #[must_use]
    pub fn at(description: &Description<'_>, pointer: &str) -> Option<Schema> {
        let description = &description.resolved;
        let found = description.at_pointer(pointer)?;
        description.object_kind(found).is_schema().then_some(Schema(found))
    }

    /// Returns all schemas of the components with their names, in document order.
    #[must_use]
    pub fn components(description: &Description<'_>) -> Vec<(String, Schema)> {
        let arena = description.resolved.arena();
        let schemas =
            arena.member(NodeId::ROOT, KnownKey::Components).and_then(|all| arena.member(all, KnownKey::Schemas));
        let entries = schemas.into_iter().flat_map(|schemas| arena.children(schemas));
        entries.map(|id| (arena.key_text(id).to_owned(), Schema(id))).collect()
    }

    /// Returns the component schema with this name.
    #[must_use]
    pub fn component(description: &Description<'_>, name: &str) -> Option<Schema> {
        Schema::at(description, &format!("/components/schemas/{}", name.replace('~', "~0").replace('/', "~1")))
    }
}

/// Limits of a validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValidatorLimits {
    /// Maximum number of nested schema applications. Each uses stack space.
    pub depth: usize,
    /// Maximum number of schema applications and visited states of patterns.
    pub steps: usize,
    /// Maximum number of violations that are listed.
    pub violations: usize,
}

impl Default for ValidatorLimits {
    /// 200 nested schemas, two million steps and 100 violations. Published descriptions need far less.
    fn default() -> ValidatorLimits {
        ValidatorLimits { depth: 200, steps: 2_000_000, violations: 100 }
    }
}

/// Options of a validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValidatorOptions {
    /// True if `format` is an assertion, and not an annotation (JSON Schema 2020-12 validation, section 7.2.2).
    pub formats: bool,
    /// True if a `readOnly` property in a request or a `writeOnly` property in a response is a violation. Independently of this
    /// option, they are not required there.
    pub refuses_one_way: bool,
    /// Limits of a validation.
    pub limits: ValidatorLimits,
}

impl Default for ValidatorOptions {
    fn default() -> ValidatorOptions {
        ValidatorOptions { formats: true, refuses_one_way: true, limits: ValidatorLimits::default() }
    }
}

/// Validates values, and caches compiled patterns. One validator can be used for any number of descriptions.
#[derive(Debug, Default)]
pub struct Validator {
    options: ValidatorOptions,
    patterns: Patterns,
    /// Number of remaining steps of all calls together, or `None` for no limit.
    work: Option<usize>,
}

impl Validator {
    /// Creates a validator with an empty cache.
    #[must_use]
    pub fn new(options: ValidatorOptions) -> Validator {
        Validator { options, patterns: Patterns::default(), work: None }
    }

    /// Sets the number of steps of all further calls together. Once they are used up, values are undecided and have no samples.
    pub(crate) fn limit_work(&mut self, steps: usize) {
        self.work = Some(steps);
    }

    /// Takes steps for other work on a value. Returns false if none are left.
    pub(crate) fn spend_work(&mut self, steps: usize) -> bool {
        self.take_work(steps);
        self.work != Some(0)
    }

    /// Returns at most `steps`, and no more than all calls together may still take.
    pub(super) fn steps_up_to(&self, steps: usize) -> usize {
        self.work.map_or(steps, |work| work.min(steps))
    }

    /// Subtracts steps from those of all calls together.
    pub(super) fn take_work(&mut self, steps: usize) {
        self.work = self.work.map(|work| work.saturating_sub(steps));
    }

    /// Validates a value against a schema of a description. Without a direction, `readOnly` and `writeOnly` are ignored.
    pub fn validate(
        &mut self,
        description: &Description<'_>,
        schema: Schema,
        instance: &Instance<'_>,
        direction: Option<Direction>,
    ) -> Validation {
        let mut findings = Findings::new(self.options.limits.violations.max(1));
        let mut evaluation = self.evaluation(&description.resolved, instance.text().arena(), direction);
        let most = evaluation.steps;
        let verdict = evaluation.apply(schema.0, NodeId::ROOT, &mut findings);
        let (limit, spent) = (evaluation.stopped, most.saturating_sub(evaluation.steps));
        if verdict == Verdict::Valid {
            self.take_work(spent);
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
        self.take_work(spent);
        outcome
    }

    /// Returns the JSON Pointers (RFC 6901) of the values to which `wanted` applies when `instance` is validated against
    /// `schema`.
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
        let most = evaluation.steps;
        evaluation.apply(schema.0, NodeId::ROOT, &mut Findings::new(0));
        let spent = most.saturating_sub(evaluation.steps);
        let found = evaluation.watched.map(|(_, found)| found).unwrap_or_default();
        self.take_work(spent);
        let lines = instance.text().lines();
        order::sorted_unique(found.into_iter().map(|id| instance.text().place(id, &lines).pointer))
    }

    /// Tests a value of any arena against a schema without collecting violations. Consumes steps from `steps`.
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

    /// Returns true if a string certainly matches a pattern.
    pub(super) fn matches(&mut self, pattern: &str, text: &str, steps: &mut usize) -> bool {
        self.patterns.matches(pattern, text, steps) == Ok(Some(true))
    }

    fn evaluation<'e>(
        &'e mut self,
        description: &'e ResolvedDescription<'_>,
        instances: &'e Arena<'_>,
        direction: Option<Direction>,
    ) -> Evaluation<'e> {
        let steps = self.steps_up_to(self.options.limits.steps);
        Evaluation {
            description,
            schemas: description.arena(),
            instances,
            direction,
            options: &self.options,
            patterns: &mut self.patterns,
            steps,
            stopped: None,
            watched: None,
            open: Vec::new(),
            scope: Vec::new(),
        }
    }
}
