//! Evaluates a schema against a value (JSON Schema 2020-12 sections 7 and 10; OpenAPI 3.0.4 section 4.7.24). It visits each
//! keyword of the schema once; the keywords are implemented in the files of this folder.
//!
//! Depth and work are limited. A result beyond the limits is undecided and reported as such.

use super::direction::Direction;
use super::findings::{Findings, Verdict};
use super::outcome::Limit;
use super::patterns::Patterns;
use super::validator::ValidatorOptions;
use crate::tree::{Arena, Kind, NodeId};
use crate::{KnownKey, Reference, ResolvedDescription};

/// The state of an evaluation.
pub(super) struct Evaluation<'e> {
    pub(super) description: &'e ResolvedDescription<'e>,
    pub(super) schemas: &'e Arena<'e>,
    pub(super) instances: &'e Arena<'e>,
    pub(super) direction: Option<Direction>,
    pub(super) options: &'e ValidatorOptions,
    pub(super) patterns: &'e mut Patterns,
    /// Number of remaining steps.
    pub(super) steps: usize,
    /// Limit that ended the evaluation, if any.
    pub(super) stopped: Option<Limit>,
    /// A schema and the values to which it was applied, if the caller requested them.
    pub(super) watched: Option<(NodeId, Vec<NodeId>)>,
    /// The schemas that are being applied, each with its value.
    pub(super) open: Vec<Open>,
    /// The resources that were entered, outermost first (JSON Schema 2020-12, section 7.1).
    pub(super) scope: Vec<NodeId>,
}

/// A schema that is being applied to a value, with the number of resources entered by then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) schema: NodeId,
    pub(super) instance: NodeId,
    scope: usize,
}

/// A keyword of a schema, and the value to which it is applied.
#[derive(Debug, Clone, Copy)]
pub(super) struct Applied {
    pub(super) schema: NodeId,
    pub(super) keyword: NodeId,
    pub(super) instance: NodeId,
}

impl Evaluation<'_> {
    /// Creates an evaluation for values in another arena, with the remaining steps of this one.
    pub(super) fn within<'s>(&'s mut self, instances: &'s Arena<'s>) -> Evaluation<'s> {
        Evaluation {
            description: self.description,
            schemas: self.schemas,
            instances,
            direction: self.direction,
            options: self.options,
            patterns: self.patterns,
            steps: self.steps,
            stopped: self.stopped,
            watched: None,
            open: Vec::new(),
            scope: self.scope.clone(),
        }
    }

    /// Applies a schema to a value.
    pub(super) fn apply(&mut self, schema: NodeId, instance: NodeId, out: &mut Findings) -> Verdict {
        if !self.spend(1) {
            return Verdict::Unknown;
        }
        if let Some((wanted, found)) = &mut self.watched
            && *wanted == schema
        {
            found.push(instance);
        }
        match self.schemas.kind(schema) {
            Kind::True => Verdict::Valid,
            Kind::False => out.judge(false, instance, schema),
            Kind::Object => self.apply_object(schema, instance, out),
            _ => out.skip(instance, schema, "this value is not a schema"),
        }
    }

    fn apply_object(&mut self, schema: NodeId, instance: NodeId, out: &mut Findings) -> Verdict {
        // Depth: `ValidatorLimits::depth`, and as much again for a property's name, which has no properties.
        if self.open.len() >= self.options.limits.depth {
            self.stopped = Some(Limit::Depth);
            return Verdict::Unknown;
        }
        let resource = self.description.has_dynamic_anchors().then(|| self.description.resource_of(schema));
        let entered = resource.filter(|resource| self.scope.last() != Some(resource));
        let applied = Open { schema, instance, scope: self.scope.len() + usize::from(entered.is_some()) };
        if self.open.iter().rev().take_while(|open| open.instance == instance).any(|open| *open == applied) {
            // This schema is already being applied to this value, so it adds no constraint.
            return Verdict::Valid;
        }
        self.scope.extend(entered);
        self.open.push(applied);
        let verdict = self.keywords(schema, instance, out);
        self.open.pop();
        if entered.is_some() {
            self.scope.pop();
        }
        verdict
    }

    fn keywords(&mut self, schema: NodeId, instance: NodeId, out: &mut Findings) -> Verdict {
        let schemas = self.schemas;
        let asks = match self.instances.kind(instance) {
            Kind::Array => schemas.member(schema, KnownKey::UnevaluatedItems),
            Kind::Object => schemas.member(schema, KnownKey::UnevaluatedProperties),
            _ => None,
        };
        // The keyword considers its own schema and the schemas inside it, but no sibling schemas (section 11).
        let around = asks.and_then(|_| out.evaluated.take());
        if asks.is_some() {
            out.evaluated = Some(super::findings::Evaluated::default());
        }
        let mut verdict = Verdict::Valid;
        for keyword in schemas.children(schema) {
            if let Some(key) = KnownKey::from_key(schemas.key(keyword)) {
                verdict = verdict.and(self.keyword(key, Applied { schema, keyword, instance }, out));
                if self.is_over(verdict, out) {
                    break;
                }
            }
        }
        if let Some(keyword) = asks {
            if !self.is_over(verdict, out) {
                let applied = Applied { schema, keyword, instance };
                verdict = verdict.and(self.unevaluated(applied, out));
            }
            out.widen(around);
        }
        verdict
    }

    /// Applies one keyword. Keywords such as `then` are handled by others, here by `if`.
    fn keyword(&mut self, key: KnownKey, applied: Applied, out: &mut Findings) -> Verdict {
        match key {
            KnownKey::Ref => self.reference(applied, out),
            KnownKey::DynamicRef => self.dynamic_reference(applied, out),
            KnownKey::Type => self.types(applied, out),
            KnownKey::Enum | KnownKey::Const => self.listed(key, applied, out),
            KnownKey::Minimum
            | KnownKey::Maximum
            | KnownKey::ExclusiveMinimum
            | KnownKey::ExclusiveMaximum
            | KnownKey::MultipleOf => self.number(key, applied, out),
            KnownKey::MinLength | KnownKey::MaxLength => self.length(key, applied, out),
            KnownKey::Pattern => self.pattern(applied, out),
            KnownKey::Format => self.format(applied, out),
            KnownKey::MinItems | KnownKey::MaxItems => self.item_count(key, applied, out),
            KnownKey::UniqueItems => self.unique_items(applied, out),
            KnownKey::PrefixItems => self.prefix_items(applied, out),
            KnownKey::Items => self.items(applied, out),
            KnownKey::Contains => self.contains(applied, out),
            KnownKey::MinProperties | KnownKey::MaxProperties => self.property_count(key, applied, out),
            KnownKey::Required => self.required(applied, out),
            KnownKey::DependentRequired => self.dependent_required(applied, out),
            KnownKey::Properties => self.properties(applied, out),
            KnownKey::PatternProperties => self.pattern_properties(applied, out),
            KnownKey::AdditionalProperties => self.additional_properties(applied, out),
            KnownKey::PropertyNames => self.property_names(applied, out),
            KnownKey::DependentSchemas => self.dependent_schemas(applied, out),
            KnownKey::AllOf => self.all_of(applied, out),
            KnownKey::AnyOf => self.any_of(applied, out),
            KnownKey::OneOf => self.one_of(applied, out),
            KnownKey::Not => self.not(applied, out),
            KnownKey::If => self.conditional(applied, out),
            _ => Verdict::Valid,
        }
    }

    fn reference(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        match self.description.target(applied.keyword) {
            Reference::Local(target) => self.apply(target, applied.instance, out),
            Reference::Missing => out.skip(applied.instance, applied.keyword, "the reference does not resolve"),
            Reference::External => {
                out.skip(applied.instance, applied.keyword, "the reference refers to a file that was not supplied")
            }
        }
    }

    /// Applies `$dynamicRef`. If the target has a dynamic anchor of this name, the outermost schema with that anchor is applied
    /// instead (JSON Schema 2020-12, section 8.2.3.2).
    fn dynamic_reference(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Reference::Local(target) = self.description.target(applied.keyword) else {
            return self.reference(applied, out);
        };
        let text = self.schemas.string(applied.keyword).unwrap_or_default();
        let name = text.split_once('#').map_or("", |(_, fragment)| fragment);
        let is_dynamic = self.schemas.string_at(target, KnownKey::DynamicAnchor).is_some_and(|anchor| anchor == name);
        let mut entered = self.scope.iter().filter(|_| is_dynamic);
        let outermost = entered.find_map(|&resource| self.description.dynamic_anchor(resource, name));
        self.apply(outermost.unwrap_or(target), applied.instance, out)
    }

    /// Returns true if the result can no longer change.
    pub(super) fn is_over(&self, verdict: Verdict, out: &Findings) -> bool {
        self.stopped.is_some() || verdict == Verdict::Invalid && out.is_full()
    }

    /// Consumes steps, and returns false if there are not enough left.
    pub(super) fn spend(&mut self, steps: usize) -> bool {
        match self.steps.checked_sub(steps).filter(|_| self.stopped.is_none()) {
            Some(left) => self.steps = left,
            None => self.stopped = self.stopped.or(Some(Limit::Steps)),
        }
        self.stopped.is_none()
    }

    /// Returns the value of a keyword that is a count.
    pub(super) fn count_of(&self, keyword: NodeId) -> Option<usize> {
        usize::try_from(self.schemas.count(keyword)?).ok()
    }
}
