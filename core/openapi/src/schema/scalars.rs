//! Keywords for any value, for numbers and for strings (JSON Schema 2020-12 validation, sections 6.1 to 6.3 and 7; OpenAPI 3.0.4
//! section 4.7.24 for `nullable` and the flags `exclusiveMinimum` and `exclusiveMaximum`).

use super::evaluation::{Applied, Evaluation};
use super::findings::{Findings, Verdict};
use super::formats;
use super::outcome::Limit;
use crate::KnownKey;
use crate::tree::{Kind, NodeId};

const NO_NUMBER: &str = "the number is too large to compare exactly";

impl Evaluation<'_> {
    pub(super) fn types(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { schema, keyword, instance } = applied;
        let is_null = self.instances.kind(instance) == Kind::Null;
        let holds = if self.schemas.is_array(keyword) {
            self.schemas.children(keyword).any(|name| self.is_of_type(instance, name))
        } else {
            self.is_of_type(instance, keyword)
        };
        let is_nullable = || is_null && self.schemas.is_true(schema, KnownKey::Nullable);
        out.judge(holds || is_nullable(), instance, keyword)
    }

    fn is_of_type(&self, instance: NodeId, name: NodeId) -> bool {
        let kind = self.instances.kind(instance);
        match self.schemas.string(name).as_deref() {
            Some("null") => kind == Kind::Null,
            Some("boolean") => matches!(kind, Kind::True | Kind::False),
            Some("number") => kind == Kind::Number,
            // A number without a fraction is an integer in any notation (section 6.1.1).
            Some("integer") => {
                kind == Kind::Number && self.instances.decimal(instance).is_none_or(|number| number.is_integer())
            }
            Some("string") => self.instances.is_string(instance),
            Some("array") => kind == Kind::Array,
            Some("object") => kind == Kind::Object,
            // Unknown types are not checked.
            _ => true,
        }
    }

    /// Checks `enum` and `const`. The order of members and the notation of numbers are irrelevant.
    pub(super) fn listed(&mut self, key: KnownKey, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { keyword, instance, .. } = applied;
        let is_equal = |listed: NodeId| self.schemas.has_same_value(listed, self.instances, instance);
        let holds = match key {
            KnownKey::Enum => self.schemas.children(keyword).any(is_equal),
            _ => is_equal(keyword),
        };
        out.judge(holds, instance, keyword)
    }

    pub(super) fn number(&mut self, key: KnownKey, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { schema, keyword, instance } = applied;
        if self.instances.kind(instance) != Kind::Number || self.schemas.kind(keyword) != Kind::Number {
            return Verdict::Valid;
        }
        let Some((number, bound)) = self.instances.decimal(instance).zip(self.schemas.decimal(keyword)) else {
            return out.skip(instance, keyword, NO_NUMBER);
        };
        // Before OpenAPI 3.1, a flag makes the limit exclusive.
        let is_open = |flag| self.schemas.is_true(schema, flag);
        let holds = match key {
            KnownKey::Minimum if is_open(KnownKey::ExclusiveMinimum) => number > bound,
            KnownKey::Maximum if is_open(KnownKey::ExclusiveMaximum) => number < bound,
            KnownKey::Minimum => number >= bound,
            KnownKey::Maximum => number <= bound,
            KnownKey::ExclusiveMinimum => number > bound,
            KnownKey::ExclusiveMaximum => number < bound,
            _ => match number.is_multiple_of(&bound.absolute()) {
                Some(holds) => holds,
                None => return out.skip(instance, keyword, NO_NUMBER),
            },
        };
        out.judge(holds, instance, keyword)
    }

    /// Checks `minLength` and `maxLength`, which count characters and not bytes (section 6.3.1).
    pub(super) fn length(&mut self, key: KnownKey, applied: Applied, out: &mut Findings) -> Verdict {
        let Some(text) = self.instances.string(applied.instance) else { return Verdict::Valid };
        let Some(bound) = self.count_of(applied.keyword) else { return Verdict::Valid };
        let length = text.chars().count();
        let holds = if key == KnownKey::MinLength { length >= bound } else { length <= bound };
        out.judge(holds, applied.instance, applied.keyword)
    }

    pub(super) fn pattern(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { keyword, instance, .. } = applied;
        let instances = self.instances;
        let (Some(text), Some(pattern)) = (instances.string(instance), self.schemas.string(keyword)) else {
            return Verdict::Valid;
        };
        match self.matches(&pattern, &text) {
            Ok(holds) => out.judge(holds, instance, keyword),
            Err(why) => out.skip(instance, keyword, why),
        }
    }

    /// Returns true if a string matches a pattern.
    ///
    /// # Errors
    /// The reason why this is undecided.
    pub(super) fn matches(&mut self, pattern: &str, text: &str) -> Result<bool, &'static str> {
        let holds = self.patterns.matches(pattern, text, &mut self.steps)?;
        Ok(self.within_steps(holds))
    }

    /// Ends the evaluation if a match has used up all steps.
    fn within_steps(&mut self, holds: Option<bool>) -> bool {
        if holds.is_none() {
            self.steps = 0;
            self.stopped = Some(Limit::Steps);
        }
        holds.unwrap_or(true)
    }

    pub(super) fn format(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { keyword, instance, .. } = applied;
        let Some(name) = self.schemas.string(keyword).filter(|_| self.options.formats) else { return Verdict::Valid };
        let holds = match self.instances.kind(instance) {
            Kind::Number => self.instances.decimal(instance).is_none_or(|number| formats::has_number(&name, &number)),
            Kind::Text | Kind::Escaped | Kind::Pooled => {
                let text = self.instances.string(instance).unwrap_or_default();
                let holds = formats::has_text(&name, &text, self.patterns, &mut self.steps);
                self.within_steps(holds)
            }
            Kind::Null | Kind::True | Kind::False | Kind::Array | Kind::Object => true,
        };
        out.judge(holds, instance, keyword)
    }
}
