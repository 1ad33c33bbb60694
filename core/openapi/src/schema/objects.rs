//! Keywords for objects (JSON Schema 2020-12 sections 10.2.2.4, 10.3.2 and 11.3, validation section 6.5), and properties that are
//! only sent in one direction.

use std::borrow::Cow;

use super::access_mode::AccessMode;
use super::evaluation::{Applied, Evaluation};
use super::findings::{Findings, Verdict, What};
use crate::tree::{NodeId, quote};
use crate::{JsonText, KnownKey, Reference};

/// Maximum number of reasons reported for a name that does not match.
const MAX_REASONS: usize = 3;

/// Maximum number of schemas searched for the declarations of one property. The search is quadratic.
const MAX_DECLARATIONS: usize = 200;

impl Evaluation<'_> {
    pub(super) fn property_count(&mut self, key: KnownKey, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { keyword, instance, .. } = applied;
        let Some(bound) = self.count_of(keyword).filter(|_| self.instances.is_object(instance)) else {
            return Verdict::Valid;
        };
        let count = self.instances.children(instance).count();
        let holds = if key == KnownKey::MinProperties { count >= bound } else { count <= bound };
        out.judge(holds, instance, keyword)
    }

    pub(super) fn required(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { keyword, instance, .. } = applied;
        if self.instances.is_object(instance) { self.names(keyword, keyword, instance, out) } else { Verdict::Valid }
    }

    /// Requires every property in a list.
    fn names(&mut self, list: NodeId, keyword: NodeId, instance: NodeId, out: &mut Findings) -> Verdict {
        let schemas = self.schemas;
        let mut verdict = Verdict::Valid;
        for name in schemas.children(list) {
            let Some(text) = schemas.string(name) else { continue };
            if self.member(instance, &text).is_some() || self.never_comes(instance, &text) {
                continue;
            }
            verdict = out.violate(instance, keyword, What::Missing { name });
            if self.is_over(verdict, out) {
                break;
            }
        }
        verdict
    }

    /// Returns a member of an object of the instance.
    pub(super) fn member(&self, object: NodeId, name: &str) -> Option<NodeId> {
        self.instances.get(object, self.instances.keys().find(name)?)
    }

    /// Returns true if a property is declared as never sent in the current direction. It is then not required.
    fn never_comes(&self, instance: NodeId, name: &str) -> bool {
        let (Some(direction), Some(key)) = (self.direction, self.schemas.keys().find(name)) else { return false };
        let mut waiting = Vec::new();
        for open in self.open.iter().filter(|open| open.instance == instance) {
            waiting.push(open.schema);
        }
        let mut at = 0;
        while let Some(&schema) = waiting.get(at).filter(|_| at < MAX_DECLARATIONS) {
            at += 1;
            let property = self.schemas.member(schema, KnownKey::Properties).and_then(|map| self.schemas.get(map, key));
            if property
                .is_some_and(|property| AccessMode::of_schema_and_allof(self.description, property).forbids(direction))
            {
                return true;
            }
            for key in [KnownKey::AllOf, KnownKey::AnyOf, KnownKey::OneOf] {
                let Some(list) = self.schemas.member(schema, key) else { continue };
                for branch in self.schemas.children(list) {
                    add(&mut waiting, branch);
                }
            }
            if let Some(Reference::Local(target)) = self.description.reference(schema) {
                add(&mut waiting, target);
            }
        }
        false
    }

    pub(super) fn dependent_required(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let schemas = self.schemas;
        let mut verdict = Verdict::Valid;
        for list in schemas.children(applied.keyword).filter(|_| self.instances.is_object(applied.instance)) {
            if self.member(applied.instance, schemas.key_text(list)).is_some() {
                verdict = verdict.and(self.names(list, list, applied.instance, out));
            }
        }
        verdict
    }

    pub(super) fn dependent_schemas(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let schemas = self.schemas;
        let mut verdict = Verdict::Valid;
        for schema in schemas.children(applied.keyword).filter(|_| self.instances.is_object(applied.instance)) {
            if self.member(applied.instance, schemas.key_text(schema)).is_some() {
                verdict = verdict.and(self.apply(schema, applied.instance, out));
            }
        }
        verdict
    }

    pub(super) fn properties(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let instances = self.instances;
        if !instances.is_object(applied.instance) {
            return Verdict::Valid;
        }
        let mut verdict = Verdict::Valid;
        for member in instances.children(applied.instance) {
            let Some(schema) = self.declared(applied.keyword, member) else { continue };
            verdict = verdict.and(self.property(schema, member, out));
            if self.is_over(verdict, out) {
                break;
            }
        }
        verdict
    }

    /// Returns the schema that a map has for the name of a member.
    fn declared(&self, map: NodeId, member: NodeId) -> Option<NodeId> {
        let name = self.schemas.keys().find_name_of(self.instances.keys(), self.instances.key(member))?;
        self.schemas.get(map, name)
    }

    fn property(&mut self, schema: NodeId, member: NodeId, out: &mut Findings) -> Verdict {
        let is_refused = self.options.refuses_one_way
            && self.direction.is_some_and(|way| AccessMode::of_schema_and_allof(self.description, schema).forbids(way));
        if !is_refused {
            return self.child(schema, member, out);
        }
        out.evaluate(member);
        out.violate(member, schema, What::OneWay)
    }

    pub(super) fn pattern_properties(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let (schemas, instances) = (self.schemas, self.instances);
        let mut verdict = Verdict::Valid;
        for schema in schemas.children(applied.keyword).filter(|_| instances.is_object(applied.instance)) {
            for member in instances.children(applied.instance) {
                verdict = verdict.and(match self.matches(schemas.key_text(schema), instances.key_text(member)) {
                    Ok(true) => self.child(schema, member, out),
                    Ok(false) => Verdict::Valid,
                    Err(why) => self.perhaps(schema, member, why, out),
                });
                if self.is_over(verdict, out) {
                    return verdict;
                }
            }
        }
        verdict
    }

    /// Applies a schema to a member that may or may not be subject to it.
    fn perhaps(&mut self, schema: NodeId, member: NodeId, why: &'static str, out: &mut Findings) -> Verdict {
        out.doubt();
        match self.apply(schema, member, &mut Findings::new(0)) {
            Verdict::Valid => Verdict::Valid,
            Verdict::Invalid | Verdict::Unknown => out.skip(member, schema, why),
        }
    }

    /// Applies `additionalProperties` to the members that `properties` and `patternProperties` of the schema do not cover.
    pub(super) fn additional_properties(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { schema, keyword, instance } = applied;
        let (schemas, instances) = (self.schemas, self.instances);
        if !instances.is_object(instance) {
            return Verdict::Valid;
        }
        let declared = schemas.member(schema, KnownKey::Properties);
        let patterns = schemas.member(schema, KnownKey::PatternProperties);
        let mut verdict = Verdict::Valid;
        for member in instances.children(instance) {
            if declared.is_some_and(|map| self.declared(map, member).is_some()) {
                continue;
            }
            let matched = patterns.map_or(Ok(false), |map| self.matches_any(map, instances.key_text(member)));
            verdict = verdict.and(match matched {
                Ok(true) => continue,
                Ok(false) => self.child(keyword, member, out),
                Err(why) => self.perhaps(keyword, member, why, out),
            });
            if self.is_over(verdict, out) {
                break;
            }
        }
        verdict
    }

    /// Returns true if a name matches a pattern of a map.
    fn matches_any(&mut self, map: NodeId, name: &str) -> Result<bool, &'static str> {
        let schemas = self.schemas;
        let mut found = Ok(false);
        for schema in schemas.children(map) {
            match self.matches(schemas.key_text(schema), name) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(why) => found = Err(why),
            }
        }
        found
    }

    /// Applies `propertyNames`. Names are not values of the arena, so each is parsed into a separate one.
    pub(super) fn property_names(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let instances = self.instances;
        let mut verdict = Verdict::Valid;
        for member in instances.children(applied.instance).filter(|_| instances.is_object(applied.instance)) {
            let mut text = String::new();
            quote(instances.key_text(member), &mut text);
            let Ok(name) = JsonText::read("name", Cow::Owned(text.into_bytes()), usize::MAX, 1) else { continue };
            let mut findings = Findings::new(if out.wants_violations() { MAX_REASONS } else { 0 });
            let mut inner = self.within(name.arena());
            let of_name = inner.apply(applied.keyword, NodeId::ROOT, &mut findings);
            let mut reasons = Vec::new();
            for found in &findings.found {
                reasons.push(inner.expectation(found));
            }
            (self.steps, self.stopped) = (inner.steps, inner.stopped);
            verdict = verdict.and(match of_name {
                Verdict::Valid => Verdict::Valid,
                Verdict::Invalid => out.violate(member, applied.keyword, What::Name { reasons }),
                Verdict::Unknown => {
                    let why = findings.skipped.first().map_or("the name could not be checked", |skipped| skipped.why);
                    out.skip(member, applied.keyword, why)
                }
            });
            if self.is_over(verdict, out) {
                break;
            }
        }
        verdict
    }
}

fn add(waiting: &mut Vec<NodeId>, schema: NodeId) {
    if !waiting.contains(&schema) {
        waiting.push(schema);
    }
}
