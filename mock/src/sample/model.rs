//! What is known of all complex types of a schema: their content, how many elements the smallest content has, and who can
//! stand in for whom.

use std::cell::RefCell;
use std::collections::BTreeMap;

use xsd_schema::SchemaSet;
use xsd_schema::ids::{ComplexTypeKey, ElementKey, SimpleTypeKey, TypeKey};

use super::keys::KeyFields;
use super::particles::{DEPTH, ElementTerm, Particle, Term, read_content};
use super::success;
use super::wanted::PriorityContent;
use crate::xsd::attributes::{AttributeUse, attribute_uses};
use crate::xsd::types::{may_identify, simple_type};

/// More elements than any sample has, or content that contains itself without an end.
pub(super) const ENDLESS: u64 = u64::MAX;

/// What is known of a complex type.
#[derive(Debug)]
pub(super) struct TypeModel {
    /// Its content, unless it is text or nothing.
    pub(super) content: Option<Particle>,
    pub(super) attributes: Vec<AttributeUse>,
    /// The fewest elements below one of this type.
    pub(super) cost: u64,
}

/// A simple type or a complex one, as keys that have an order.
type AnyType = (Option<SimpleTypeKey>, Option<ComplexTypeKey>);

/// What is known of all complex types of a schema, and who can stand in for whom.
#[derive(Debug, Default)]
pub(crate) struct Model {
    types: BTreeMap<ComplexTypeKey, TypeModel>,
    /// Types that are not abstract, by each type they are derived from; those that are cheap first.
    derived: BTreeMap<ComplexTypeKey, Vec<ComplexTypeKey>>,
    /// Elements that are not abstract, by the head of their substitution group.
    members: BTreeMap<ElementKey, Vec<ElementKey>>,
    /// What leads to documents and amounts.
    pub(super) wanted: PriorityContent,
    /// The leaves that identity constraints are about.
    pub(super) key_fields: KeyFields,
    /// The values that were chosen of enumerations, by type: looking at all of them takes long.
    pub(super) chosen: RefCell<BTreeMap<SimpleTypeKey, Option<String>>>,
    /// Whether an enumeration holds nothing that a good answer says, for the same reason.
    bad: RefCell<BTreeMap<AnyType, bool>>,
    /// Whether values of a type can hold identifiers, for the same reason.
    identifying: RefCell<BTreeMap<AnyType, bool>>,
}

impl Model {
    /// Reads all complex types of a schema.
    pub(crate) fn new(set: &SchemaSet) -> Self {
        let mut model = Self { key_fields: KeyFields::new(set), ..Self::default() };
        for (key, _) in &set.arenas.complex_types {
            let attributes = attribute_uses(set, key);
            model.types.insert(key, TypeModel { content: read_content(set, key, 0), attributes, cost: ENDLESS });
        }
        model.find_derived(set);
        model.find_members(set);
        model.find_costs(set);
        model.wanted = PriorityContent::new(set, &model);
        model
    }

    /// All complex types.
    pub(super) fn types(&self) -> impl Iterator<Item = (ComplexTypeKey, &TypeModel)> {
        self.types.iter().map(|(key, model)| (*key, model))
    }

    /// What is known of a type.
    pub(super) fn get(&self, key: ComplexTypeKey) -> Option<&TypeModel> {
        self.types.get(&key)
    }

    /// Whether values of a type can be, or hold, an `xs:ID` or an `xs:IDREF`.
    pub(super) fn may_identify(&self, set: &SchemaSet, key: TypeKey) -> bool {
        let mut known = self.identifying.borrow_mut();
        *known.entry((key.as_simple(), key.as_complex())).or_insert_with(|| may_identify(set, key))
    }

    /// Whether a type is an enumeration of what a good answer does not say.
    pub(super) fn is_bad(&self, set: &SchemaSet, key: TypeKey) -> bool {
        let is_bad =
            |values: Vec<&str>| values.len() > 1 && values.iter().all(|value| success::failure_rank(value) == 2);
        let mut known = self.bad.borrow_mut();
        *known
            .entry((key.as_simple(), key.as_complex()))
            .or_insert_with(|| simple_type(set, key).and_then(|found| found.enumeration()).is_some_and(is_bad))
    }

    /// Types that can stand in for an abstract one.
    pub(super) fn derived(&self, key: ComplexTypeKey) -> &[ComplexTypeKey] {
        self.derived.get(&key).map(Vec::as_slice).unwrap_or_default()
    }

    /// Elements that can stand in for a head.
    pub(super) fn members(&self, key: ElementKey) -> &[ElementKey] {
        self.members.get(&key).map(Vec::as_slice).unwrap_or_default()
    }

    /// The fewest elements below one of a type, which may be abstract.
    pub(super) fn type_cost(&self, set: &SchemaSet, key: Option<TypeKey>) -> u64 {
        let Some(TypeKey::Complex(key)) = key else { return 0 };
        let own = self.types.get(&key).map_or(0, |model| model.cost);
        if !set.arenas.get_complex_type(key).is_some_and(|definition| definition.is_abstract) {
            return own;
        }
        self.derived(key)
            .iter()
            .filter_map(|derived| self.types.get(derived))
            .map(|model| model.cost)
            .min()
            .unwrap_or(ENDLESS)
    }

    /// The fewest elements that an element comes to, itself counted.
    pub(super) fn element_cost(&self, set: &SchemaSet, term: &ElementTerm) -> u64 {
        let Some(declaration) = term.declaration.and_then(|key| set.arenas.get_element(key)) else {
            return self.type_cost(set, term.type_key).saturating_add(1);
        };
        if declaration.is_abstract {
            let members = term.declaration.map(|key| self.members(key)).unwrap_or_default();
            let costs = members.iter().filter_map(|member| set.arenas.get_element(*member));
            let least = costs.map(|member| self.type_cost(set, member.resolved_type)).min();
            return least.map_or(ENDLESS, |cost| cost.saturating_add(1));
        }
        let cost = self.type_cost(set, declaration.resolved_type).saturating_add(1);
        // An element that may be nil needs no content.
        if declaration.nillable && declaration.fixed_value.is_none() { cost.min(1) } else { cost }
    }

    /// The fewest elements that a particle comes to.
    pub(super) fn particle_cost(&self, set: &SchemaSet, particle: &Particle) -> u64 {
        if particle.least == 0 {
            0
        } else {
            self.term_cost(set, &particle.term).saturating_mul(u64::from(particle.least))
        }
    }

    /// The fewest elements that a term comes to, once.
    pub(super) fn term_cost(&self, set: &SchemaSet, term: &Term) -> u64 {
        match term {
            Term::Element(element) => self.element_cost(set, element),
            Term::Wildcard(_) => 1,
            Term::Sequence(particles) => {
                particles.iter().map(|particle| self.particle_cost(set, particle)).fold(0, u64::saturating_add)
            }
            Term::Choice(particles) => {
                particles.iter().map(|particle| self.particle_cost(set, particle)).min().unwrap_or_default()
            }
        }
    }

    fn find_derived(&mut self, set: &SchemaSet) {
        for (key, definition) in &set.arenas.complex_types {
            if definition.is_abstract || definition.name.is_none() {
                continue;
            }
            let mut base = definition.resolved_base_type;
            for _ in 0..DEPTH {
                let Some(TypeKey::Complex(current)) = base.filter(|base| !set.is_any_type(*base)) else { break };
                if current != key {
                    self.derived.entry(current).or_default().push(key);
                }
                base = set.arenas.get_complex_type(current).and_then(|definition| definition.resolved_base_type);
            }
        }
    }

    fn find_members(&mut self, set: &SchemaSet) {
        for (key, declaration) in &set.arenas.elements {
            if declaration.is_abstract {
                continue;
            }
            let mut heads = declaration.resolved_substitution_groups.clone();
            for _ in 0..DEPTH {
                let Some(head) = heads.pop() else { break };
                let members = self.members.entry(head).or_default();
                if !members.contains(&key) {
                    members.push(key);
                }
                let above = set.arenas.get_element(head).map(|head| head.resolved_substitution_groups.clone());
                heads.extend(above.unwrap_or_default());
            }
        }
    }

    /// The least costs that agree with one another: they start endless and go down until none changes.
    fn find_costs(&mut self, set: &SchemaSet) {
        let keys: Vec<ComplexTypeKey> = self.types.keys().copied().collect();
        loop {
            let mut changed = false;
            for key in &keys {
                let cost = self
                    .get(*key)
                    .map_or(0, |model| model.content.as_ref().map_or(0, |content| self.particle_cost(set, content)));
                if let Some(model) = self.types.get_mut(key).filter(|model| cost < model.cost) {
                    model.cost = cost;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let Self { types, derived, .. } = self;
        for candidates in derived.values_mut() {
            candidates.sort_by_key(|key| types.get(key).map_or(ENDLESS, |model| model.cost));
        }
    }
}
