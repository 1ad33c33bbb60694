//! Schemas that allow only a few values: listed values, small ranges, short arrays of few elements, closed objects with
//! few properties. All values are tried one by one.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, lets_null_in, sole_alternatives};
use waybill_openapi::internal::listed_values::value_nodes;
use waybill_openapi::internal::{Decimal, Kind, KnownKey, NodeId, TypeSet};

use super::branch::{Branch, Item};
use super::value::Value;
use super::{Inhabitation, Literal, Refutation};
use crate::model::Side;

/// Maximum number of values. Each is checked against all literals.
const MAX_VALUES: usize = 200;
/// Maximum nesting depth of enumerated values. Schemas may be recursive, and each level tries all alternatives of the
/// level below.
const MAX_DEPTH: usize = 4;

impl Refutation<'_> {
    /// Returns all values that a question may have, and possibly more, if they are few.
    pub(super) fn values_of(&mut self, literals: &[Literal]) -> Option<Vec<Value>> {
        let mut positive = literals.iter().filter(|literal| !literal.negative);
        positive.find_map(|literal| self.enumerate_values(literal.side, literal.schema, MAX_DEPTH))
    }

    /// Decides a branch by its listed values. Null and booleans are always listed.
    pub(super) fn listed_in(&self, branch: &Branch<'_>) -> Option<Inhabitation> {
        let list = |item: &Item<'_>| {
            let Item::Keyword(literal, _) = item else { return None };
            let description = self.description(literal.side);
            let is_list = [KnownKey::Enum, KnownKey::Const]
                .iter()
                .any(|key| key.key() == description.arena().key(literal.schema));
            if literal.negative || !is_list {
                return None;
            }
            value_nodes(description, literal.schema)
                .into_iter()
                .map(|id| Value::read(description.arena(), id))
                .collect()
        };
        let values: Vec<Value> = match branch.kind {
            TypeSet::NULL => vec![Value::Null],
            TypeSet::BOOLEAN => vec![Value::Boolean(false), Value::Boolean(true)],
            _ => branch.items.iter().find_map(list)?,
        };
        let of_type = values.iter().filter(|value| value.kind().within(branch.kind));
        let found: Vec<Option<bool>> = of_type.map(|value| self.meets_items(branch, value)).list();
        Some(super::matches::inhabitation(super::matches::any(found)).unless(branch.uncertain))
    }

    pub(super) fn meets_items(&self, branch: &Branch<'_>, value: &Value) -> Option<bool> {
        super::matches::all(branch.items.iter().map(|item| match item {
            Item::Schema(_) => Some(true),
            Item::Keyword(literal, of) => {
                self.keyword(value, (literal.side, *of), literal.schema).map(|met| met != literal.negative)
            }
            Item::Present(name) => Some(value.member(name).is_some()),
            Item::Absent(name) => Some(value.member(name).is_none()),
            Item::Member(name, literal) => match value.member(name) {
                None => Some(true),
                Some(member) => self.matches(member, literal.schema_ref()).map(|met| met != literal.negative),
            },
            Item::Under(pattern, literal) => {
                let Value::Object(members) = value else { return Some(true) };
                let met = super::matches::all(members.iter().map(|(name, member)| {
                    match super::patterns::matches(pattern, name) {
                        Some(false) => Some(true),
                        Some(true) => self.matches(member, literal.schema_ref()),
                        None => None,
                    }
                }));
                met.map(|met| met != literal.negative)
            }
            Item::Pattern(pattern, negative) => {
                let Value::Text(text) = value else { return Some(true) };
                super::patterns::matches(pattern, text).map(|is| is != *negative)
            }
            Item::Other(text) => Some(!matches!(value, Value::Text(value) if value == text)),
        }))
    }

    /// Returns all values that a schema allows, and possibly more.
    fn enumerate_values(&mut self, side: Side, schema: NodeId, left: usize) -> Option<Vec<Value>> {
        // Depth: `MAX_DEPTH`, counted in `left`.
        let left = left.checked_sub(1)?;
        self.check()?;
        let key = ((side, schema), left);
        if let Some(known) = self.few_values.get(&key) {
            return known.clone();
        }
        let values = self.search_values(side, schema, left);
        // Otherwise the search may have ended for lack of checks.
        if self.checks_left.get() > 0 {
            self.few_values.insert(key, values.clone());
        }
        values
    }

    fn search_values(&mut self, side: Side, schema: NodeId, left: usize) -> Option<Vec<Value>> {
        let description = self.description(side);
        let opened = Conjuncts::opened(description, &[schema]);
        if opened.partial {
            return None;
        }
        let objects = opened.objects;
        // Null is allowed independently of sibling keywords.
        let beside_null = |object| sole_alternatives(description, object).next().is_some();
        let nullable = objects.iter().any(|&object| lets_null_in(description, object) || beside_null(object));
        let mut values = self.enumerate_values_of_conjuncts(side, schema, &objects, left)?;
        if nullable {
            values.push(Value::Null);
        }
        Some(order::sorted_unique(values))
    }

    fn enumerate_values_of_conjuncts(
        &mut self,
        side: Side,
        schema: NodeId,
        objects: &[NodeId],
        left: usize,
    ) -> Option<Vec<Value>> {
        let description = self.description(side);
        let arena = description.arena();
        let words = |key| objects.iter().filter_map(move |&object| arena.member(object, key));
        for list in words(KnownKey::Enum).chain(words(KnownKey::Const)) {
            let nodes = value_nodes(description, list);
            if nodes.len() <= MAX_VALUES
                && let Some(values) = nodes.into_iter().map(|id| Value::read(arena, id)).collect::<Option<Vec<_>>>()
            {
                return Some(values);
            }
        }
        for list in words(KnownKey::AnyOf).chain(words(KnownKey::OneOf)).collect::<Vec<_>>() {
            let choices: Vec<NodeId> = arena.children(list).list();
            if choices.len() > MAX_VALUES {
                continue;
            }
            let each: Option<Vec<Vec<Value>>> =
                choices.into_iter().map(|choice| self.enumerate_values(side, choice, left)).collect();
            if let Some(values) = each.map(|each| order::sorted_unique(each.into_iter().flatten()))
                && values.len() <= MAX_VALUES
            {
                return Some(values);
            }
        }
        let mut found = Vec::new();
        for kind in self.types((side, schema)).kinds() {
            let values = match kind {
                TypeSet::NULL => vec![Value::Null],
                TypeSet::BOOLEAN => vec![Value::Boolean(false), Value::Boolean(true)],
                TypeSet::ARRAY => self.enumerate_arrays(side, objects, left)?,
                TypeSet::OBJECT => self.enumerate_objects(side, objects, left)?,
                TypeSet::STRING => {
                    let mut longest = words(KnownKey::MaxLength).filter_map(|id| self.size(side, id));
                    let patterns = || words(KnownKey::Pattern).filter_map(|id| arena.string(id));
                    if longest.any(|size| size == 0) {
                        vec![Value::Text(String::new())]
                    } else {
                        let mut few = patterns().map(|pattern| super::enumerate_matches(&pattern));
                        few.find(|texts| !texts.is_empty())?.into_iter().map(Value::Text).collect()
                    }
                }
                _ => self.enumerate_integers(side, objects, kind)?,
            };
            found.extend(values);
        }
        let found = order::sorted_unique(found);
        (found.len() <= MAX_VALUES).then_some(found)
    }

    fn enumerate_integers(&self, side: Side, objects: &[NodeId], kind: TypeSet) -> Option<Vec<Value>> {
        if kind.meets(TypeSet::FRACTION) {
            return None;
        }
        let arena = self.description(side).arena();
        let ends = |key| {
            let found = objects.iter().filter_map(move |&object| arena.member(object, key));
            found.filter_map(|id| arena.decimal(id)?.floor()).map(|(floor, _)| floor)
        };
        let least = ends(KnownKey::Minimum).chain(ends(KnownKey::ExclusiveMinimum)).max()?;
        let greatest = ends(KnownKey::Maximum).chain(ends(KnownKey::ExclusiveMaximum)).min()?;
        let count = usize::try_from(greatest.checked_sub(least)?.max(0)).ok()?;
        (count < MAX_VALUES).then(|| (least..=greatest).map(|number| Value::Number(Decimal::from(number))).list())
    }

    fn enumerate_arrays(&mut self, side: Side, objects: &[NodeId], left: usize) -> Option<Vec<Value>> {
        let arena = self.description(side).arena();
        let words = |key| objects.iter().filter_map(move |&object| arena.member(object, key));
        let most = words(KnownKey::MaxItems).filter_map(|id| self.size(side, id)).min();
        let unique = words(KnownKey::UniqueItems).any(|id| arena.kind(id) == Kind::True);
        // One object that restricts all elements is enough.
        let mut tuples = words(KnownKey::PrefixItems).chain(words(KnownKey::Items)).filter_map(|id| arena.parent(id));
        let holder = tuples.next();
        let firsts: Vec<NodeId> = holder
            .and_then(|holder| arena.member(holder, KnownKey::PrefixItems))
            .into_iter()
            .flat_map(|list| arena.children(list))
            .list();
        let rest =
            holder.and_then(|holder| arena.member(holder, KnownKey::Items)).filter(|&rest| !arena.is_array(rest));
        let closed = rest.is_some_and(|rest| arena.kind(rest) == Kind::False);
        let most = if closed { Some(most.unwrap_or(usize::MAX).min(firsts.len())) } else { most };
        if most == Some(0) {
            return Some(vec![Value::Array(Vec::new())]);
        }
        let mut others = None;
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        let mut last = all.clone();
        for at in 0..most.unwrap_or(usize::MAX) {
            let values = if let Some(&first) = firsts.get(at) {
                self.enumerate_values(side, first, left)?
            } else {
                if others.is_none() {
                    others = Some(self.enumerate_values(side, rest?, left)?);
                }
                others.clone()?
            };
            if most.is_none() && !unique {
                return None;
            }
            let mut longer: Vec<Vec<Value>> = Vec::new();
            for elements in &last {
                for value in values.iter().filter(|value| !unique || !elements.contains(value)) {
                    longer.push(elements.iter().cloned().chain([value.clone()]).list());
                }
                if all.len() + longer.len() > MAX_VALUES {
                    return None;
                }
            }
            if longer.is_empty() {
                break;
            }
            all.extend(longer.iter().cloned());
            last = longer;
        }
        Some(all.into_iter().map(Value::Array).collect())
    }

    fn enumerate_objects(&mut self, side: Side, objects: &[NodeId], left: usize) -> Option<Vec<Value>> {
        let arena = self.description(side).arena();
        let closed = |&&object: &&NodeId| {
            let rest = arena.member(object, KnownKey::AdditionalProperties);
            rest.is_some_and(|rest| arena.kind(rest) == Kind::False)
                && arena.member(object, KnownKey::PatternProperties).is_none()
        };
        let most = objects.iter().filter_map(|&object| arena.member(object, KnownKey::MaxProperties));
        if most.filter_map(|id| self.size(side, id)).any(|size| size == 0) {
            return Some(vec![Value::Object(Vec::new())]);
        }
        let holder = *objects.iter().find(closed)?;
        let mut all = vec![Vec::new()];
        for property in arena.member(holder, KnownKey::Properties).into_iter().flat_map(|map| arena.children(map)) {
            let values = self.enumerate_values(side, property, left)?;
            let name = arena.key_text(property);
            let with = |members: &Vec<(String, Value)>, value: &Value| -> Vec<(String, Value)> {
                members.iter().cloned().chain([(name.to_owned(), value.clone())]).list()
            };
            let longer: Vec<_> =
                all.iter().flat_map(|members| values.iter().map(move |value| with(members, value))).list();
            all.extend(longer);
            if all.len() > MAX_VALUES {
                return None;
            }
        }
        let sorted = |mut members: Vec<(String, Value)>| {
            order::sort_by(&mut members, |(one, _), (other, _)| one.cmp(other));
            Value::Object(members)
        };
        Some(all.into_iter().map(sorted).collect())
    }
}
