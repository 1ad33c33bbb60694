//! The content of complex types as trees of particles, and how many elements the smallest content has.
//! The validator keeps what the schema says next to what its references lead to; here the two are put together.

use std::cell::RefCell;
use std::collections::BTreeMap;

use xsd_schema::SchemaSet;
use xsd_schema::ids::{ComplexTypeKey, ElementKey, ModelGroupKey, NameId, SimpleTypeKey, TypeKey};
use xsd_schema::parser::frames::{
    ComplexContentResult, Compositor, DerivationMethod, ElementFrameResult, ModelGroupDefResult, ParticleResult,
    ParticleTerm, TypeRefResult, WildcardResult,
};

use super::keys::KeyFields;
use super::success;
use super::wanted::PriorityContent;
use crate::xsd::attributes::{AttributeUse, attribute_uses};
use crate::xsd::types::{may_identify, simple_type};

/// More elements than any sample has, or content that contains itself without an end.
pub(super) const ENDLESS: u64 = u64::MAX;
/// Groups within one another; the validator bounds them as well.
const DEPTH: usize = 128;

/// An element that a content model names.
#[derive(Clone, Debug)]
pub(super) struct ElementTerm {
    pub(super) name: NameId,
    pub(super) namespace: Option<NameId>,
    pub(super) declaration: Option<ElementKey>,
    /// Its type where it has no declaration of its own.
    pub(super) type_key: Option<TypeKey>,
}

impl ElementTerm {
    /// The type that its declaration gives it, or its own.
    pub(super) fn type_key(&self, set: &SchemaSet) -> Option<TypeKey> {
        let declaration = self.declaration.and_then(|key| set.arenas.get_element(key));
        declaration.map_or(self.type_key, |declaration| declaration.resolved_type)
    }
}

/// What stands at a place of a content model.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Element(ElementTerm),
    Wildcard(Box<WildcardResult>),
    /// Everything in this order, or in any.
    Sequence(Vec<Particle>),
    Choice(Vec<Particle>),
}

/// A term and how often it stands there.
#[derive(Clone, Debug)]
pub(super) struct Particle {
    pub(super) term: Term,
    pub(super) least: u32,
    pub(super) most: Option<u32>,
}

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
            model.types.insert(key, TypeModel { content: content(set, key, 0), attributes, cost: ENDLESS });
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

/// The content of a type: that of its base, if it extends one, and its own.
fn content(set: &SchemaSet, key: ComplexTypeKey, depth: usize) -> Option<Particle> {
    let definition = set.arenas.get_complex_type(key).filter(|_| depth < DEPTH)?;
    let base = match (definition.derivation_method, definition.resolved_base_type) {
        (Some(DerivationMethod::Extension), Some(TypeKey::Complex(base))) => content(set, base, depth + 1),
        _ => None,
    };
    let own = match &definition.content {
        ComplexContentResult::Complex(content) => content.particle.as_ref(),
        ComplexContentResult::Empty | ComplexContentResult::Simple(_) => None,
    };
    let own = own.and_then(|particle| {
        let types = &definition.resolved_content_particle_types;
        let elements = &definition.resolved_content_particle_elements;
        Reader { set, target: definition.target_namespace, types, elements, next: 0, groups: Vec::new() }
            .particle(particle)
    });
    match (base, own) {
        (Some(base), Some(own)) => Some(Particle { term: Term::Sequence(vec![base, own]), least: 1, most: Some(1) }),
        (base, own) => base.or(own),
    }
}

/// Reads particles in the order in which what they lead to is listed: depth first, elements alone counted.
struct Reader<'a> {
    set: &'a SchemaSet,
    target: Option<NameId>,
    types: &'a [Option<TypeKey>],
    elements: &'a [Option<ElementKey>],
    next: usize,
    groups: Vec<ModelGroupKey>,
}

impl Reader<'_> {
    fn particle(&mut self, particle: &ParticleResult) -> Option<Particle> {
        let term = match &particle.term {
            ParticleTerm::Element(element) => Term::Element(self.element(element, particle)?),
            ParticleTerm::Any(wildcard) => Term::Wildcard(Box::new(wildcard.clone())),
            ParticleTerm::Group(group) => self.group(group)?,
        };
        (particle.max_occurs != Some(0)).then_some(Particle {
            term,
            least: particle.min_occurs,
            most: particle.max_occurs,
        })
    }

    fn group(&mut self, group: &ModelGroupDefResult) -> Option<Term> {
        let Some(reference) = &group.ref_name else {
            let particles = group.particles.iter().filter_map(|particle| self.particle(particle)).collect();
            return Some(term(group.compositor, particles));
        };
        let key = self.set.lookup_model_group(reference.namespace, reference.local_name)?;
        let definition = self.set.arenas.get_model_group(key)?;
        if self.groups.contains(&key) || self.groups.len() > DEPTH {
            return None;
        }
        let mut groups = self.groups.clone();
        groups.push(key);
        let (types, elements) = (&definition.resolved_particle_types, &definition.resolved_particle_elements);
        let target = definition.target_namespace;
        let mut inner = Reader { set: self.set, target, types, elements, next: 0, groups };
        let particles = definition.particles.iter().filter_map(|particle| inner.particle(particle)).collect();
        Some(term(definition.compositor, particles))
    }

    fn element(&mut self, element: &ElementFrameResult, particle: &ParticleResult) -> Option<ElementTerm> {
        let at = self.next;
        self.next += 1;
        if let Some(reference) = &element.ref_name {
            let declaration = self.set.lookup_element(reference.namespace, reference.local_name);
            let (name, namespace) = (reference.local_name, reference.namespace);
            return Some(ElementTerm { name, namespace, declaration, type_key: None });
        }
        let source = particle.source.as_ref().or(element.source.as_ref());
        let form = element.form.as_deref();
        let namespace = self.set.effective_local_element_namespace(element.target_namespace, form, source, self.target);
        let declared = match &element.type_ref {
            Some(TypeRefResult::QName(name)) => self
                .set
                .lookup_type(name.namespace, name.local_name)
                .or_else(|| self.set.get_built_in_type_by_qname(name.namespace, name.local_name)),
            _ => None,
        };
        Some(ElementTerm {
            name: element.name?,
            namespace,
            declaration: self.elements.get(at).copied().flatten(),
            type_key: self.types.get(at).copied().flatten().or(declared),
        })
    }
}

fn term(compositor: Option<Compositor>, particles: Vec<Particle>) -> Term {
    match compositor {
        Some(Compositor::Choice) => Term::Choice(particles),
        _ => Term::Sequence(particles),
    }
}

/// Whether a type is text: a simple type, or a complex one with simple content.
pub(super) fn is_text(set: &SchemaSet, key: TypeKey) -> bool {
    matches!(key, TypeKey::Simple(_)) || simple_type(set, key).is_some()
}
