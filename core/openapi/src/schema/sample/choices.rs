//! Alternatives of a location: a branch of `anyOf` or `oneOf` is chosen, or the condition of `if` is met or not. The result is
//! validated.

use super::Sampler;
use super::conjunction::{Conjunction, children};
use super::value::Value;
use crate::KnownKey;
use crate::schema::discriminator::{mapping, tag_target};
use crate::tree::NodeId;

/// Maximum number of alternatives tried at one location. Nested alternatives multiply.
const MAX_CHOICES: usize = 12;

/// First attempt in which objects get members that only serve to distinguish alternatives.
const FIRST_APART: u64 = 3;

/// The options of a location: sets of schemas that apply in addition.
pub(super) struct Choice {
    /// The keyword that has the alternatives.
    keyword: NodeId,
    options: Vec<Vec<NodeId>>,
}

impl Sampler<'_, '_> {
    /// Returns the first keyword with alternatives for which no choice has been made.
    pub(super) fn choice(&self, conjunction: &Conjunction) -> Option<Choice> {
        let arena = self.description.arena();
        for &schema in &conjunction.schemas {
            let open = |key| arena.member(schema, key).filter(|keyword| !self.taken.contains(keyword));
            if let Some(keyword) = open(KnownKey::OneOf).or_else(|| open(KnownKey::AnyOf)) {
                let branches = self.ordered(children(arena, keyword));
                return Some(Choice { keyword, options: branches });
            }
            if let Some(keyword) = open(KnownKey::If) {
                let [then, otherwise] = [KnownKey::Then, KnownKey::Else].map(|key| arena.member(schema, key));
                // If the condition is not to be met, the other values decide that.
                let (mut met, mut unmet) = (vec![keyword], Vec::new());
                met.extend(then);
                unmet.extend(otherwise);
                return Some(Choice { keyword, options: vec![met, unmet] });
            }
            if let Some(keyword) = open(KnownKey::DependentSchemas) {
                let required = self.required(conjunction);
                let is_required = |id: &NodeId| required.has(arena.key_text(*id));
                let all = children(arena, keyword);
                let mut needed = all.clone();
                needed.retain(is_required);
                return Some(Choice { keyword, options: vec![needed, all, Vec::new()] });
            }
        }
        None
    }

    /// Returns the branches as options. `null` and recursive branches come last.
    fn ordered(&self, mut branches: Vec<NodeId>) -> Vec<Vec<NodeId>> {
        let first = self.pick(branches.len());
        branches.rotate_left(first);
        let arena = self.description.arena();
        let (mut options, mut last) = (Vec::new(), Vec::new());
        for branch in branches {
            let target = self.description.resolve(branch).unwrap_or(branch);
            let is_null = arena.string_at(target, KnownKey::Type).is_some_and(|name| name == "null");
            if is_null || self.leads_back(branch) { last.push(vec![branch]) } else { options.push(vec![branch]) }
        }
        options.append(&mut last);
        options
    }

    /// Returns true if a schema is one of the enclosing schemas.
    pub(super) fn leads_back(&self, schema: NodeId) -> bool {
        let target = self.description.resolve(schema).unwrap_or(schema);
        self.open.contains(&target)
    }

    /// Returns a matching value for the first option that has one.
    pub(super) fn chosen(&mut self, roots: &[NodeId], choice: &Choice, name: &str) -> Option<Value> {
        let had_failed = self.failure.is_some();
        for option in choice.options.iter().take(MAX_CHOICES) {
            let before = self.taken.len();
            self.taken.push(choice.keyword);
            let tagged = self.tags(option);
            let with_option = [roots, option].concat();
            let value = self.generate(&with_option, name);
            self.tagged.truncate(self.tagged.len() - tagged);
            self.taken.truncate(before);
            let value = value.and_then(|value| {
                if self.holds(roots, &value) { Some(value) } else { self.told_apart(roots, choice, option, value) }
            });
            if let Some(value) = value {
                if !had_failed {
                    self.failure = None;
                }
                return Some(value);
            }
            if self.is_spent() {
                return None;
            }
        }
        None
    }

    /// Adds members to an object that matches several alternatives, until it matches only one. The added members have values that
    /// the other alternatives reject.
    fn told_apart(&mut self, roots: &[NodeId], choice: &Choice, option: &[NodeId], value: Value) -> Option<Value> {
        let Value::Object(mut members) = value else { return None };
        let description = self.description;
        if self.attempt < FIRST_APART || description.arena().key_text(choice.keyword) != "oneOf" {
            return None;
        }
        for other in choice.options.iter().filter(|other| *other != option).take(MAX_CHOICES) {
            let declared = Conjunction::collect(description, other).inside(description, KnownKey::Properties);
            for property in declared.into_iter().take(MAX_CHOICES) {
                let name = description.arena().key_text(property);
                if members.iter().any(|(known, _)| known == name) {
                    continue;
                }
                let wrong = [Value::Text("text".to_owned()), Value::Number("0".to_owned())];
                let wrong = wrong.into_iter().find(|wrong| !self.holds(&[property], wrong));
                let Some(wrong) = wrong else { continue };
                members.push((name.to_owned(), wrong));
                let with_member = Value::Object(members);
                if self.holds(roots, &with_member) {
                    return Some(with_member);
                }
                let is_of_option = self.holds(option, &with_member);
                let Value::Object(with_member) = with_member else { return None };
                members = with_member;
                if is_of_option {
                    break;
                }
                members.pop();
            }
        }
        None
    }

    /// Stores the value that a discriminator requires for this alternative, and returns the number of stored values.
    fn tags(&mut self, option: &[NodeId]) -> usize {
        let arena = self.description.arena();
        let [branch] = option else { return 0 };
        let around = arena.parent(*branch).and_then(|list| arena.parent(list));
        let Some(discriminator) = around.and_then(|schema| arena.member(schema, KnownKey::Discriminator)) else {
            return 0;
        };
        let Some(property) = arena.string_at(discriminator, KnownKey::PropertyName) else { return 0 };
        let target = self.description.resolve(*branch).unwrap_or(*branch);
        let mapped = mapping(arena, discriminator).into_iter().find(|&(_, entry)| {
            tag_target(self.description, entry).and_then(|id| self.description.resolve(id)) == Some(target)
        });
        let tag = match mapped {
            Some((tag, _)) => tag,
            None if self.description.is_component(target) => arena.key_text(target),
            None => return 0,
        };
        self.tagged.push((property.into_owned(), tag.to_owned()));
        1
    }
}
