//! The properties of all complex types of a schema: their content, their minimum size, and possible substitutions.

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

/// Cost of content that is larger than any sample or contains itself endlessly.
pub(super) const ENDLESS: u64 = u64::MAX;

/// The properties of a complex type.
#[derive(Debug)]
pub(super) struct TypeModel {
    /// Content, unless it is text or empty.
    pub(super) content: Option<Particle>,
    pub(super) attributes: Vec<AttributeUse>,
    /// Minimum number of elements below an element of this type.
    pub(super) cost: u64,
}

/// The key of a simple or complex type, which is ordered.
type AnyType = (Option<SimpleTypeKey>, Option<ComplexTypeKey>);

/// The properties of all complex types of a schema, and possible substitutions.
#[derive(Debug, Default)]
pub(crate) struct Model {
    types: BTreeMap<ComplexTypeKey, TypeModel>,
    /// Concrete types by each type that they are derived from, the smallest first.
    derived: BTreeMap<ComplexTypeKey, Vec<ComplexTypeKey>>,
    /// Concrete elements by the head of their substitution group.
    members: BTreeMap<ElementKey, Vec<ElementKey>>,
    /// Content with priority: documents and amounts.
    pub(super) wanted: PriorityContent,
    /// Leaves of identity constraints.
    pub(super) key_fields: KeyFields,
    /// Chosen values of enumerations by type, cached because examining all values is slow.
    pub(super) chosen: RefCell<BTreeMap<SimpleTypeKey, Option<String>>>,
    /// Results of [`Model::is_bad`], for the same reason.
    bad: RefCell<BTreeMap<AnyType, bool>>,
    /// Results of [`Model::may_identify`], for the same reason.
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

    /// Returns all complex types.
    pub(super) fn types(&self) -> impl Iterator<Item = (ComplexTypeKey, &TypeModel)> {
        self.types.iter().map(|(key, model)| (*key, model))
    }

    /// Returns the properties of a type.
    pub(super) fn get(&self, key: ComplexTypeKey) -> Option<&TypeModel> {
        self.types.get(&key)
    }

    /// True if values of a type can be or contain an `xs:ID` or an `xs:IDREF`.
    pub(super) fn may_identify(&self, set: &SchemaSet, key: TypeKey) -> bool {
        let mut known = self.identifying.borrow_mut();
        *known.entry((key.as_simple(), key.as_complex())).or_insert_with(|| may_identify(set, key))
    }

    /// True if a type is an enumeration of values that a successful response does not contain.
    pub(super) fn is_bad(&self, set: &SchemaSet, key: TypeKey) -> bool {
        let is_bad =
            |values: Vec<&str>| values.len() > 1 && values.iter().all(|value| success::failure_rank(value) == 2);
        let mut known = self.bad.borrow_mut();
        *known
            .entry((key.as_simple(), key.as_complex()))
            .or_insert_with(|| simple_type(set, key).and_then(|found| found.enumeration()).is_some_and(is_bad))
    }

    /// Returns the types that can replace an abstract one.
    pub(super) fn derived(&self, key: ComplexTypeKey) -> &[ComplexTypeKey] {
        self.derived.get(&key).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the elements that can replace a head.
    pub(super) fn members(&self, key: ElementKey) -> &[ElementKey] {
        self.members.get(&key).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the minimum number of elements below an element of a type, which may be abstract.
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

    /// Returns the minimum number of elements for an element, including itself.
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
        // A nillable element needs no content.
        if declaration.nillable && declaration.fixed_value.is_none() { cost.min(1) } else { cost }
    }

    /// Returns the minimum number of elements for a particle.
    pub(super) fn particle_cost(&self, set: &SchemaSet, particle: &Particle) -> u64 {
        if particle.least == 0 {
            0
        } else {
            self.term_cost(set, &particle.term).saturating_mul(u64::from(particle.least))
        }
    }

    /// Returns the minimum number of elements for one occurrence of a term.
    pub(super) fn term_cost(&self, set: &SchemaSet, term: &Term) -> u64 {
        // Depth: the nesting of the content model, see `read_content`.
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

    /// Computes the minimum costs. They start as [`ENDLESS`] and decrease until none changes.
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
