//! The content of complex types as trees of particles. The validator stores declarations and their resolved references
//! separately; this module combines them.

use xsd_schema::SchemaSet;
use xsd_schema::ids::{ComplexTypeKey, ElementKey, ModelGroupKey, NameId, TypeKey};
use xsd_schema::parser::frames::{
    ComplexContentResult, Compositor, DerivationMethod, ElementFrameResult, ModelGroupDefResult, ParticleResult,
    ParticleTerm, TypeRefResult, WildcardResult,
};

use crate::xsd::types::simple_type;

/// Maximum nesting depth of groups. The validator limits it too.
pub(super) const DEPTH: usize = 128;

/// An element in a content model.
#[derive(Clone, Debug)]
pub(super) struct ElementTerm {
    pub(super) name: NameId,
    pub(super) namespace: Option<NameId>,
    pub(super) declaration: Option<ElementKey>,
    /// Type of an element without a declaration.
    pub(super) type_key: Option<TypeKey>,
}

impl ElementTerm {
    /// Returns the type from the declaration, else the element's own.
    pub(super) fn type_key(&self, set: &SchemaSet) -> Option<TypeKey> {
        let declaration = self.declaration.and_then(|key| set.arenas.get_element(key));
        declaration.map_or(self.type_key, |declaration| declaration.resolved_type)
    }
}

/// A term of a content model.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Element(ElementTerm),
    Wildcard(Box<WildcardResult>),
    /// All particles, in this order or in any order.
    Sequence(Vec<Particle>),
    Choice(Vec<Particle>),
}

/// A term with its number of occurrences.
#[derive(Clone, Debug)]
pub(super) struct Particle {
    pub(super) term: Term,
    pub(super) least: u32,
    pub(super) most: Option<u32>,
}

/// Returns the content of a type: that of its base if it extends one, followed by its own.
pub(super) fn read_content(set: &SchemaSet, key: ComplexTypeKey, depth: usize) -> Option<Particle> {
    // Depth: `DEPTH` base types, each of which adds a level. The particles of one type are at most as deep.
    let definition = set.arenas.get_complex_type(key).filter(|_| depth < DEPTH)?;
    let base = match (definition.derivation_method, definition.resolved_base_type) {
        (Some(DerivationMethod::Extension), Some(TypeKey::Complex(base))) => read_content(set, base, depth + 1),
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

/// A reader of particles in the order of the validator's lists of resolved references: depth first, only elements.
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
        // Depth: the validator's limit on nested particles and groups, `SchemaSet::max_depth`, which is 128.
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

/// True if a type is text: a simple type, or a complex one with simple content.
pub(super) fn is_text(set: &SchemaSet, key: TypeKey) -> bool {
    matches!(key, TypeKey::Simple(_)) || simple_type(set, key).is_some()
}
