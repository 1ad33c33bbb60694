//! Objects of a sample: required and declared members, and further ones if more are required.

use waybill_base::internal::table::Set;

use super::conjunction::Conjunction;
use super::value::Value;
use super::{Sampler, names};
use crate::KnownKey;
use crate::schema::access_mode::AccessMode;
use crate::schema::direction::Direction;
use crate::schema::pattern;
use crate::tree::NodeId;

/// Maximum depth at which optional properties are filled. Each level multiplies the size for readers.
const MAX_OPTIONAL_DEPTH: usize = 6;

/// Number of filled locations after which optional properties are omitted, so that samples stay readable.
const MAX_FILLED_PLACES: usize = 400;

/// First attempt in which a response can have optional errors and warnings.
const FIRST_BAD_NEWS: u64 = 2;

/// Maximum number of properties added for `minProperties`, which can require any number.
const MAX_ADDED_PROPERTIES: usize = 1_000;

/// A property that an object can have.
struct Property {
    name: String,
    schemas: Vec<NodeId>,
    is_required: bool,
}

impl Sampler<'_, '_> {
    pub(super) fn object(&mut self, conjunction: &Conjunction) -> Option<Value> {
        let (least, most) = self.between(conjunction, [KnownKey::MinProperties, KnownKey::MaxProperties]);
        let properties = self.properties(conjunction);
        let required = properties.iter().filter(|property| property.is_required).count();
        let mut optional = most.saturating_sub(required);
        let mut members: Vec<(String, Value)> = Vec::new();
        for property in properties {
            if !property.is_required && (optional == 0 || !self.is_wanted(&property, members.len() < least)) {
                continue;
            }
            let tagged = self.tag_of(&property);
            let value = tagged.or_else(|| self.inside(property.name.clone(), &property.schemas, &property.name));
            match value {
                Some(value) => members.push((property.name, value)),
                None if property.is_required => return None,
                None => {
                    self.failure = None;
                    continue;
                }
            }
            optional -= usize::from(!property.is_required);
        }
        self.add_members(conjunction, least, most, &mut members)?;
        Some(Value::Object(members))
    }

    /// Returns true if an optional property is to be filled.
    fn is_wanted(&self, property: &Property, is_needed: bool) -> bool {
        let arena = self.description.arena();
        let is_deprecated = property.schemas.iter().any(|&schema| arena.is_true(schema, KnownKey::Deprecated));
        let leads_back = property.schemas.iter().any(|&schema| self.leads_back(schema) || self.holds_back(schema));
        let has_room = self.path.len() < MAX_OPTIONAL_DEPTH && self.places_before - self.places < MAX_FILLED_PLACES;
        // If the first attempts fail, the property may be needed to distinguish alternatives.
        let is_shunned = self.direction == Some(Direction::Response) && self.attempt < FIRST_BAD_NEWS;
        let is_bad_news = is_shunned && names::is_trouble(&property.name);
        let is_rich = self.attempt.is_multiple_of(2) && !is_deprecated && !is_bad_news && has_room;
        (is_rich || is_needed) && !leads_back
    }

    /// Returns true if an array's elements or a map's members have an enclosing schema.
    fn holds_back(&self, schema: NodeId) -> bool {
        let arena = self.description.arena();
        let target = self.description.resolve(schema).unwrap_or(schema);
        [KnownKey::Items, KnownKey::AdditionalProperties]
            .into_iter()
            .any(|key| arena.member(target, key).is_some_and(|inner| self.leads_back(inner)))
    }

    /// Returns the value that a discriminator requires.
    fn tag_of(&mut self, property: &Property) -> Option<Value> {
        let tag = self.tagged.iter().rev().find(|(name, _)| *name == property.name)?.1.clone();
        Some(Value::Text(tag)).filter(|value| self.holds(&property.schemas, value))
    }

    /// Returns the declared and the required properties, declared ones first and in their order.
    fn properties(&mut self, conjunction: &Conjunction) -> Vec<Property> {
        let mut names = Set::default();
        for declared in conjunction.inside(self.description, KnownKey::Properties) {
            names.add(self.description.arena().key_text(declared).to_owned());
        }
        let required = self.required(conjunction);
        for (name, ()) in required.entries() {
            names.add(name.clone());
        }
        let mut found: Vec<Property> = Vec::new();
        for (name, ()) in names.entries() {
            let schemas = self.schemas_of(conjunction, name);
            if !self.never_goes(&schemas) {
                found.push(Property { is_required: required.has(name), schemas, name: name.clone() });
            }
        }
        found
    }

    /// Returns true if a property is not sent in the sample's direction.
    fn never_goes(&self, schemas: &[NodeId]) -> bool {
        let never =
            |way| schemas.iter().any(|&schema| AccessMode::of_schema_and_allof(self.description, schema).forbids(way));
        self.direction.is_some_and(never)
    }

    /// Returns the required names, including those that `dependentRequired` adds.
    pub(super) fn required(&self, conjunction: &Conjunction) -> Set<String> {
        let arena = self.description.arena();
        let dependent = conjunction.inside(self.description, KnownKey::DependentRequired);
        let mut required = Set::default();
        for name in conjunction.inside(self.description, KnownKey::Required) {
            required.add(arena.string(name).unwrap_or_default().into_owned());
        }
        let mut at = 0;
        while let Some((name, ())) = required.entries().get(at).cloned() {
            at += 1;
            for &list in dependent.iter().filter(|&&list| arena.key_text(list) == name) {
                for name in arena.children(list) {
                    required.add(arena.string(name).unwrap_or_default().into_owned());
                }
            }
        }
        required
    }

    /// Returns the schemas that apply to a property.
    fn schemas_of(&mut self, conjunction: &Conjunction, name: &str) -> Vec<NodeId> {
        let arena = self.description.arena();
        let key = arena.keys().find(name);
        let mut found = Vec::new();
        self.steps = self.steps.saturating_sub(conjunction.schemas.len());
        for &schema in &conjunction.schemas {
            let before = found.len();
            let declared = arena.member(schema, KnownKey::Properties).zip(key);
            found.extend(declared.and_then(|(map, key)| arena.get(map, key)));
            if let Some(patterns) = arena.member(schema, KnownKey::PatternProperties) {
                for id in arena.children(patterns) {
                    if self.validator.matches(arena.key_text(id), name, &mut self.steps) {
                        found.push(id);
                    }
                }
            }
            if found.len() == before {
                found.extend(arena.member(schema, KnownKey::AdditionalProperties));
            }
        }
        found
    }

    /// Adds undeclared members until there are enough.
    fn add_members(
        &mut self,
        conjunction: &Conjunction,
        least: usize,
        most: usize,
        members: &mut Vec<(String, Value)>,
    ) -> Option<()> {
        // A map gets one member.
        let is_map = members.is_empty() && self.is_map(conjunction);
        let wanted = least.max(usize::from(is_map && self.attempt.is_multiple_of(2))).min(most);
        let (mut number, before) = (0, self.variant);
        while members.len() < wanted && number < MAX_ADDED_PROPERTIES {
            self.variant = number as u64;
            number += 1;
            let Some(name) = self.added_name(conjunction) else { continue };
            if members.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let schemas = self.schemas_of(conjunction, &name);
            if schemas.iter().any(|&schema| self.leads_back(schema)) && members.len() >= least {
                break;
            }
            match self.inside(name.clone(), &schemas, &name) {
                Some(value) => members.push((name, value)),
                None if members.len() >= least => break,
                None => {}
            }
            if self.is_spent() {
                break;
            }
        }
        self.variant = before;
        if members.len() < wanted && members.len() >= least {
            self.failure = None;
        }
        (members.len() >= least).then_some(())
    }

    /// Returns true if the schemas describe members with arbitrary names.
    fn is_map(&self, conjunction: &Conjunction) -> bool {
        let description = self.description;
        let others = conjunction.words(description, KnownKey::AdditionalProperties);
        let are_described = others.into_iter().any(|schema| description.arena().is_object(schema));
        !conjunction.has(description, KnownKey::Properties)
            && (are_described || conjunction.has(description, KnownKey::PatternProperties))
    }

    /// Returns a name for an undeclared member: from `propertyNames`, from a pattern, or any name.
    fn added_name(&mut self, conjunction: &Conjunction) -> Option<String> {
        let arena = self.description.arena();
        let demanded = conjunction.words(self.description, KnownKey::PropertyNames);
        if !demanded.is_empty() {
            return match self.inside(String::new(), &demanded, "key") {
                Some(Value::Text(text)) => Some(text),
                Some(Value::Given(id)) => arena.string(id).map(std::borrow::Cow::into_owned),
                _ => None,
            };
        }
        let patterns = conjunction.inside(self.description, KnownKey::PatternProperties);
        if let Some(&first) = patterns.get(self.pick(patterns.len())) {
            let node = pattern::read(arena.key_text(first)).ok()?;
            return Some(pattern::write(&node, (1, 64), self.mixed().wrapping_add(self.variant)));
        }
        let number = self.variant + 1;
        Some(if number == 1 { "key".to_owned() } else { format!("key{number}") })
    }

    /// Returns the counts that a keyword sets in all schemas that have it.
    fn counts(&self, conjunction: &Conjunction, key: KnownKey) -> Vec<usize> {
        let mut counts = Vec::new();
        for id in conjunction.words(self.description, key) {
            let number = self.description.arena().decimal(id);
            counts.extend(number.and_then(|number| usize::try_from(number.floor()?.0).ok()));
        }
        counts
    }

    /// Returns the greatest lower bound and the least upper bound of counts.
    pub(super) fn between(&self, conjunction: &Conjunction, [least, most]: [KnownKey; 2]) -> (usize, usize) {
        let least = self.counts(conjunction, least).into_iter().max();
        let most = self.counts(conjunction, most).into_iter().min();
        (least.unwrap_or(0), most.unwrap_or(usize::MAX))
    }
}
