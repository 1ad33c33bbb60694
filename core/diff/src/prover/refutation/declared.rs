//! The property names that a schema declares. Other properties are assumed to be absent, unless the schema describes
//! them.

use std::rc::Rc;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, is_annotation};
use waybill_openapi::internal::{Kind, KnownKey, NodeId, ResolvedDescription};

use super::branch::Name;
use super::evaluated::in_place_applicators;
use super::{Literal, Refutation, patterns};

/// Maximum number of schemas to search before nothing is assumed. The search runs at each step, and its cost is
/// quadratic.
const MAX_SCHEMAS: usize = 300;

/// The names that properties may have.
#[derive(Debug, Default)]
pub(super) struct Declared<'d> {
    /// Sorted names.
    names: Vec<Name<'d>>,
    patterns: Vec<&'d str>,
    /// True if all names except these are possible.
    all_but_these: bool,
}

impl Declared<'_> {
    /// Returns true if a property with this name may be present.
    pub(super) fn has(&self, name: &str) -> bool {
        let is_listed = self.names.binary_search_by(|known| known.as_ref().cmp(name)).is_ok();
        is_listed != self.all_but_these
            || self.patterns.iter().any(|pattern| patterns::matches(pattern, name) != Some(false))
    }
}

impl<'d> Refutation<'d> {
    /// Returns the names that the inner schemas of a question declare, in all of their compositions. Returns `None` if
    /// any name is possible.
    pub(super) fn declared(&self, literals: &[Literal]) -> Option<Rc<Declared<'d>>> {
        let side = literals.iter().find(|literal| literal.is_from_inner)?.side;
        let description = self.description(side);
        let arena = description.arena();
        let inner = || literals.iter().filter(|literal| literal.is_from_inner);
        let (mut declared, mut lists_any) = (Declared::default(), false);
        let (mut seen, mut waiting) = (Vec::new(), inner().map(|literal| literal.schema).collect::<Vec<_>>());
        while let Some(schema) = waiting.pop() {
            if seen.contains(&schema) || !arena.is_object(schema) {
                continue;
            }
            seen.push(schema);
            if seen.len() > MAX_SCHEMAS {
                return None;
            }
            let member = |key| arena.member(schema, key);
            let others = [KnownKey::AdditionalProperties, KnownKey::UnevaluatedProperties, KnownKey::PropertyNames];
            if others.into_iter().filter_map(member).any(|id| describes(description, id)) {
                return None;
            }
            let under = |of| member(of).into_iter().flat_map(|map| arena.children(map));
            let listed = under(KnownKey::Enum).chain(member(KnownKey::Const)).flat_map(|value| arena.children(value));
            let depended = || under(KnownKey::DependentRequired).chain(under(KnownKey::DependentSchemas));
            let named = under(KnownKey::Properties).chain(listed).map(|id| Name::Borrowed(arena.key_text(id)));
            let before = declared.names.len();
            declared.names.extend(named);
            lists_any |= declared.names.len() > before;
            declared.names.extend(depended().map(|id| Name::Borrowed(arena.key_text(id))));
            let lists = depended().filter(|&id| arena.is_array(id)).flat_map(|list| arena.children(list));
            declared.names.extend(lists.filter_map(|name| arena.string(name)));
            declared.patterns.extend(under(KnownKey::PatternProperties).map(|id| arena.key_text(id)));
            waiting.extend(in_place_applicators(description, schema));
            waiting.extend(member(KnownKey::Not));
        }
        if !lists_any && declared.patterns.is_empty() {
            // Objects without requirements may contain anything.
            return self.leaves_out_declared.then(|| Rc::new(self.all_but_declared(literals)));
        }
        let whole: Vec<NodeId> = inner().filter(|literal| !literal.negative).map(|literal| literal.schema).list();
        self.demand(side, &whole, &mut declared);
        Some(Rc::new(declared))
    }

    /// Returns all names except those that the outer schemas of a question declare.
    fn all_but_declared(&self, literals: &[Literal]) -> Declared<'d> {
        let (mut seen, mut names) = (Vec::new(), Vec::new());
        for outer in literals.iter().filter(|literal| !literal.is_from_inner) {
            let description = self.description(outer.side);
            let arena = description.arena();
            let mut waiting = vec![outer.schema];
            while let Some(schema) = waiting.pop().filter(|_| seen.len() < MAX_SCHEMAS) {
                if seen.contains(&schema) || !arena.is_object(schema) {
                    continue;
                }
                seen.push(schema);
                let listed = arena.member(schema, KnownKey::Properties).into_iter().flat_map(|map| arena.children(map));
                names.extend(listed.map(|id| Name::Borrowed(arena.key_text(id))));
                waiting.extend(in_place_applicators(description, schema));
            }
        }
        Declared { names: order::sorted_unique(names), patterns: Vec::new(), all_but_these: true }
    }

    /// Adds required names. If each alternative requires undeclared names, these are all possible too.
    fn demand(&self, side: crate::model::Side, whole: &[NodeId], declared: &mut Declared<'d>) {
        let description = self.description(side);
        let arena = description.arena();
        let required = |object: NodeId| -> Vec<Name<'d>> {
            let list = arena.member(object, KnownKey::Required).filter(|&list| arena.is_array(list));
            list.into_iter().flat_map(|list| arena.children(list)).filter_map(|name| arena.string(name)).list()
        };
        let objects = Conjuncts::opened(description, whole).objects;
        for &object in &objects {
            declared.names.extend(required(object));
        }
        declared.names = order::sorted_unique(std::mem::take(&mut declared.names));
        for &object in &objects {
            for list in description.alternative_lists(object) {
                let demanded: Vec<Vec<Name<'d>>> = arena
                    .children(list)
                    .map(|choice| {
                        let opened = Conjuncts::opened(description, &[choice]).objects;
                        opened.into_iter().flat_map(required).filter(|name| !declared.has(name)).list()
                    })
                    .list();
                if demanded.iter().all(|names| !names.is_empty()) {
                    declared.names.extend(demanded.into_iter().flatten());
                    declared.names = order::sorted_unique(std::mem::take(&mut declared.names));
                }
            }
        }
    }
}

/// Returns true if a schema restricts values.
fn describes(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    arena.kind(schema) == Kind::Object && arena.children(schema).any(|member| !is_annotation(description, member))
}
