//! Arrays of a sample: the required elements, and one element if any are allowed.

use super::Sampler;
use super::conjunction::Conjunction;
use super::value::Value;
use crate::KnownKey;
use crate::tree::NodeId;

/// Maximum number of required elements. People read samples, and each element is generated separately.
const MAX_ELEMENTS: usize = 1_000;

/// Maximum number of attempts at an element that must differ from the others. There may be no other value.
const MAX_ATTEMPTS: u64 = 40;

impl Sampler<'_, '_> {
    pub(super) fn array(&mut self, conjunction: &Conjunction, name: &str) -> Option<Value> {
        let arena = self.description.arena();
        let (least, most) = self.between(conjunction, [KnownKey::MinItems, KnownKey::MaxItems]);
        let is_unique = conjunction.schemas.iter().any(|&schema| arena.is_true(schema, KnownKey::UniqueItems));
        let contained = self.contained(conjunction);
        let mut tuple = 0;
        for list in conjunction.words(self.description, KnownKey::PrefixItems) {
            tuple = tuple.max(arena.children(list).count());
        }
        let demanded = contained.iter().map(|(_, count)| count).sum::<usize>();
        let needed = demanded.max(least);
        let is_described = conjunction.has(self.description, KnownKey::Items)
            || conjunction.has(self.description, KnownKey::PrefixItems);
        // Elements required by `contains` come after those of `prefixItems`.
        let behind = if demanded > 0 { tuple + demanded } else { 0 };
        let shown = tuple.max(usize::from(is_described));
        let wanted = needed.max(behind).max(if self.attempt.is_multiple_of(2) { shown } else { 0 }).min(most);
        if needed > MAX_ELEMENTS || needed > most {
            return None;
        }
        let (mut elements, before) = (Vec::new(), self.variant);
        let mut written: Option<Vec<String>> = is_unique.then(Vec::new);
        let mut demands: Vec<NodeId> = Vec::new();
        for &(schema, count) in contained.iter().rev() {
            demands.resize(demands.len() + count, schema);
        }
        while elements.len() < wanted {
            let mut schemas = self.schemas_at(conjunction, elements.len());
            // Elements required by `contains` come after those of `prefixItems`.
            let left = wanted - elements.len();
            if demands.len() >= left || elements.len() >= tuple {
                schemas.extend(demands.pop());
            }
            let is_back = schemas.iter().any(|&schema| self.leads_back(schema));
            if is_back && elements.len() >= needed {
                break;
            }
            match self.element(&schemas, name, elements.len(), written.as_mut()) {
                Some(element) => elements.push(element),
                None if elements.len() >= needed => {
                    self.failure = None;
                    break;
                }
                None => {
                    self.variant = before;
                    return None;
                }
            }
        }
        self.variant = before;
        Some(Value::Array(elements))
    }

    /// Returns the schemas of `contains`, with the required number of elements.
    fn contained(&self, conjunction: &Conjunction) -> Vec<(NodeId, usize)> {
        let arena = self.description.arena();
        let mut found = Vec::new();
        for &schema in &conjunction.schemas {
            if let Some(contains) = arena.member(schema, KnownKey::Contains) {
                let least =
                    arena.member(schema, KnownKey::MinContains).and_then(|id| arena.source_text(id).parse().ok());
                found.push((contains, least.unwrap_or(1).min(MAX_ELEMENTS + 1)));
            }
        }
        found
    }

    /// Returns the schemas that apply to an element.
    fn schemas_at(&self, conjunction: &Conjunction, at: usize) -> Vec<NodeId> {
        let arena = self.description.arena();
        let mut found = Vec::new();
        for &schema in &conjunction.schemas {
            let own = arena.member(schema, KnownKey::PrefixItems).and_then(|list| arena.children(list).nth(at));
            found.extend(own.or_else(|| arena.member(schema, KnownKey::Items)));
        }
        found
    }

    /// Generates an element. If `others` is given, it differs from them.
    fn element(
        &mut self,
        schemas: &[NodeId],
        name: &str,
        at: usize,
        others: Option<&mut Vec<String>>,
    ) -> Option<Value> {
        let first = self.variant;
        let name = name.strip_suffix('s').unwrap_or(name);
        let Some(others) = others else { return self.inside(at.to_string(), schemas, name) };
        for tried in 0..MAX_ATTEMPTS {
            let value = self.inside(at.to_string(), schemas, name)?;
            let written = self.written(&value)?;
            if !others.contains(&written) {
                others.push(written);
                return Some(value);
            }
            self.variant = first + tried + 1;
            if self.is_spent() {
                break;
            }
        }
        None
    }
}
