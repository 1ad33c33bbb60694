//! Proofs keyword by keyword: the premises have to imply each keyword of the goal (JSON Schema 2020-12, sections 10 and
//! 6 of core and validation). An unknown keyword is implied only by an equal one.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{is_annotation, is_note, sole_alternatives};
use waybill_openapi::internal::keywords::bears_on;
use waybill_openapi::internal::listed_values::{value_nodes, values};
use waybill_openapi::internal::{
    Decimal, Digest, Kind, KnownKey, NodeId, ResolvedDescription, TypeSet, names_known_types, tag_target, type_of,
};

use super::{Premises, Step, SubschemaProver};
use crate::model::{SchemaRef, Side};
use crate::prover::overlap::effective_keyword;
use crate::prover::types::declared_types;

/// Expanded premises: the objects whose keywords all apply, and the remaining types.
pub(super) struct Premise<'d> {
    pub(super) side: Side,
    pub(super) description: &'d ResolvedDescription<'d>,
    pub(super) objects: Vec<NodeId>,
    pub(super) types: TypeSet,
    pub(super) only: Option<NodeId>,
    /// Lists of alternatives that are not part of the premises.
    aside: Vec<NodeId>,
    /// The schema to be implied.
    pub(super) goal: NodeId,
}

/// Returns the members with this name in the objects of the premises, each with its object.
pub(super) fn members<'p>(premise: &'p Premise<'_>, name: &'p str) -> impl Iterator<Item = (NodeId, NodeId)> + 'p {
    let arena = premise.description.arena();
    let key = arena.keys().find(name);
    let found = premise.objects.iter().filter_map(move |&object| Some((object, arena.get(object, key?)?)));
    found.filter(|(_, member)| !premise.aside.contains(member))
}

impl<'d> SubschemaProver<'d> {
    pub(super) fn prove(&mut self, given: &Premises, (side, goal): SchemaRef) -> bool {
        let description = self.description(side);
        let value =
            given.assumed_value.map_or(TypeSet::ANY, |value| type_of(self.description(given.side).arena(), value));
        let left = self.types(given.side, &given.schemas).and(given.types).and(value);
        let right = self.types(side, &[goal]);
        if left == TypeSet::NONE {
            return true;
        }
        if !left.within(right) || (left.meets(TypeSet::NULL) && !self.surely_allows_null((side, goal))) {
            return false;
        }
        let opened = self.opened(side, &[goal]);
        let from = self.opened(given.side, &given.schemas);
        if opened.partial {
            return false;
        }
        // Null is decided by the types. Readers give `nullable` and `oneOf: [.., null]` priority over sibling keywords.
        let types = left.without(TypeSet::NULL);
        let premise = Premise {
            side: given.side,
            description: self.description(given.side),
            objects: from.objects.clone(),
            types,
            only: given.assumed_value,
            aside: given.omitted_lists.clone(),
            goal,
        };
        opened.objects.iter().all(|&object| {
            let declared = declared_types(description, object);
            if description.arena().kind(object) == Kind::False || !types.within(declared) {
                return types == TypeSet::NONE;
            }
            let skipped: Vec<NodeId> = sole_alternatives(description, object).map(|(list, _)| list).list();
            let members = description.arena().children(object).filter(|member| !skipped.contains(member));
            members.into_iter().all(|member| self.implies_keyword(given, &premise, side, object, member))
        })
    }

    /// Returns true if the premises imply one keyword of the object `of`.
    fn implies_keyword(
        &mut self,
        given: &Premises,
        premise: &Premise<'d>,
        side: Side,
        of: NodeId,
        member: NodeId,
    ) -> bool {
        let arena = self.description(side).arena();
        let name = arena.key_text(member);
        let key = effective_keyword(self.description(side), of, member);
        let bears = key.map_or(TypeSet::ANY, bears_on);
        match key {
            _ if arena.key(member).is_ignored() => true,
            Some(KnownKey::Type) if names_known_types(self.description(side).arena(), member) => true,
            Some(KnownKey::Nullable | KnownKey::AllOf | KnownKey::Ref) => true,
            Some(KnownKey::AnyOf | KnownKey::OneOf) if self.compare_annotations => {
                self.prove_equal_choices(premise, side, member)
            }
            Some(KnownKey::AnyOf) => arena.children(member).any(|choice| self.prove_goal(given, (side, choice))),
            Some(KnownKey::OneOf) => self.prove_one_of(given, premise, side, member),
            Some(KnownKey::Not) => self.prove_not(premise, side, member),
            Some(KnownKey::Enum | KnownKey::Const) => self.prove_listed_values(premise, side, member),
            _ if is_annotation(self.description(side), member) => {
                !self.compare_annotations
                    || is_note(self.description(side), member)
                    || self.prove_annotation(premise, side, member)
            }
            // The keyword does not apply to values of these types.
            _ if bears != TypeSet::ANY && !premise.types.meets(bears) => true,
            Some(KnownKey::Properties) => {
                arena.children(member).all(|property| self.prove_property(premise, (side, property)))
            }
            Some(KnownKey::Required) => arena.children(member).all(|element| {
                let digest = arena.digest(element);
                let mut lists =
                    members(premise, "required").flat_map(|(_, list)| premise.description.arena().children(list));
                lists.any(|given| premise.description.arena().digest(given) == digest)
            }),
            Some(KnownKey::AdditionalProperties | KnownKey::UnevaluatedProperties) => {
                self.prove_additional_properties(premise, side, of, member)
            }
            Some(KnownKey::PatternProperties) => arena.children(member).all(|entry| {
                let there: Vec<NodeId> = entries(premise, name, arena.key_text(entry));
                self.is_trivial(side, entry)
                    || (!there.is_empty() && self.prove_from_all(premise, there, (side, entry)))
            }),
            Some(KnownKey::DependentRequired | KnownKey::DependentSchemas) => {
                arena.children(member).all(|entry| self.prove_dependent(premise, (side, entry)))
            }
            Some(KnownKey::PropertyNames | KnownKey::Contains) => {
                let asked = counts(self.description(side), of);
                let alike = members(premise, name).filter(|(object, _)| counts(premise.description, *object) == asked);
                let there: Vec<NodeId> = alike.map(|(_, value)| value).list();
                !there.is_empty() && self.prove_from_all(premise, there, (side, member))
            }
            Some(KnownKey::Items) if arena.is_array(member) => self.prove_bound(premise, side, member),
            Some(KnownKey::Items | KnownKey::UnevaluatedItems) => self.prove_items(premise, side, of, member),
            _ => self.prove_bound(premise, side, member),
        }
    }

    /// Returns true if a `not` of the premises forbids at least what `goal` allows, or if no type is common to both.
    fn prove_not(&mut self, premise: &Premise<'d>, side: Side, goal: NodeId) -> bool {
        let forbidden: Vec<NodeId> = members(premise, "not").map(|(_, schema)| schema).list();
        forbidden.into_iter().any(|schema| self.prove_goal(&alone((side, goal)), (premise.side, schema)))
            || premise.types.and(self.types(side, &[goal])) == TypeSet::NONE
    }

    /// Returns true if all values of a list in the premises are in this `enum` or `const`.
    fn prove_listed_values(&mut self, premise: &Premise<'d>, side: Side, member: NodeId) -> bool {
        if premise.types == TypeSet::NONE {
            // Only null is left.
            return true;
        }
        let allowed = values(self.description(side), member);
        if let Some(value) = premise.only {
            let arena = premise.description.arena();
            return arena.kind(value) == Kind::Null || allowed.contains(&arena.digest(value));
        }
        let lists = members(premise, "enum").chain(members(premise, "const"));
        lists.into_iter().any(|(_, list)| {
            // Null is decided by the types.
            let null = |id: &NodeId| premise.description.arena().kind(*id) == Kind::Null;
            let given = value_nodes(premise.description, list).into_iter().filter(|id| !null(id));
            given.map(|id| premise.description.arena().digest(id)).all(|value| allowed.contains(&value))
        })
    }

    /// Returns true if this keyword excludes nothing, or the premises have an equal keyword or a bound at least as
    /// strict.
    fn prove_bound(&mut self, premise: &Premise<'d>, side: Side, member: NodeId) -> bool {
        let arena = self.description(side).arena();
        let name = arena.key_text(member);
        let bound = self.description(side).arena().decimal(member);
        let key = KnownKey::from_key(arena.key(member));
        let idle = match key {
            Some(KnownKey::MinLength | KnownKey::MinItems | KnownKey::MinProperties) => {
                bound.as_ref() == Some(&Decimal::from(0))
            }
            Some(KnownKey::UniqueItems | KnownKey::ExclusiveMaximum | KnownKey::ExclusiveMinimum) => {
                arena.kind(member) == Kind::False
            }
            _ => false,
        };
        let is_scalar = !arena.is_object(member) && !arena.is_array(member);
        let refers = !super::references_in(self.description(side), member).is_empty();
        idle || members(premise, name).any(|(_, given)| {
            if premise.description.arena().digest(given) == arena.digest(member) {
                // Keywords that depend on sibling keywords are proved only by equal objects.
                return is_scalar || (!refers && !matches!(key, Some(KnownKey::Then | KnownKey::Else)));
            }
            match (key, premise.description.arena().decimal(given), bound.as_ref()) {
                (
                    Some(
                        KnownKey::Maximum
                        | KnownKey::MaxLength
                        | KnownKey::MaxItems
                        | KnownKey::MaxProperties
                        | KnownKey::ExclusiveMaximum,
                    ),
                    Some(given),
                    Some(bound),
                ) => given <= *bound,
                (
                    Some(
                        KnownKey::Minimum
                        | KnownKey::MinLength
                        | KnownKey::MinItems
                        | KnownKey::MinProperties
                        | KnownKey::ExclusiveMinimum,
                    ),
                    Some(given),
                    Some(bound),
                ) => given >= *bound,
                _ => false,
            }
        })
    }

    /// Returns true if the premises have the same annotation, such as `readOnly` or `discriminator`.
    fn prove_annotation(&mut self, premise: &Premise<'d>, side: Side, member: NodeId) -> bool {
        let description = self.description(side);
        let arena = description.arena();
        let name = arena.key_text(member);
        if name == "$defs"
            || (arena.kind(member) == Kind::False && matches!(name, "readOnly" | "writeOnly" | "deprecated"))
        {
            return true;
        }
        let given: Vec<NodeId> = members(premise, name).map(|(_, value)| value).list();
        given.into_iter().any(|given| {
            premise.description.arena().digest(given) == arena.digest(member)
                || (name == "discriminator" && self.same_tags((premise.side, given), (side, member)))
        })
    }

    /// Returns true if two discriminators use the same property, and their mappings lead to equivalent schemas.
    fn same_tags(&mut self, (left_side, left): SchemaRef, (right_side, right): SchemaRef) -> bool {
        let (one, other) = (self.description(left_side), self.description(right_side));
        let by = |description: &ResolvedDescription<'_>, id| {
            description.arena().member(id, KnownKey::PropertyName).map(|name| description.arena().digest(name))
        };
        let entries = |description: &'d ResolvedDescription<'d>, id| -> Vec<NodeId> {
            let mapping = description.arena().member(id, KnownKey::Mapping);
            mapping.into_iter().flat_map(|mapping| description.arena().children(mapping)).list()
        };
        let (from, to) = (entries(one, left), entries(other, right));
        by(one, left) == by(other, right)
            && from.len() == to.len()
            && from.into_iter().all(|entry| {
                let name = one.arena().key_text(entry);
                let Some(&partner) = to.iter().find(|&&id| other.arena().key_text(id) == name) else { return false };
                let (there, here) = (tag_target(one, entry), tag_target(other, partner));
                match (there, here) {
                    (Some(there), Some(here)) => self.same_both_ways((left_side, there), (right_side, here)),
                    _ => one.arena().digest(entry) == other.arena().digest(partner),
                }
            })
    }

    pub(super) fn prove_from_all(&mut self, premise: &Premise<'d>, schemas: Vec<NodeId>, goal: SchemaRef) -> bool {
        self.all_cover_by(Step::Inside, premise, schemas, goal)
    }

    pub(super) fn all_cover_by(
        &mut self,
        step: Step,
        premise: &Premise<'d>,
        mut schemas: Vec<NodeId>,
        goal: SchemaRef,
    ) -> bool {
        order::sort(&mut schemas);
        self.step = step;
        self.prove_goal(&Premises::new(premise.side, schemas), goal)
    }

    /// Returns true if a schema allows everything.
    pub(crate) fn is_trivial(&self, side: Side, schema: NodeId) -> bool {
        let description = self.description(side);
        let arena = description.arena();
        match arena.kind(schema) {
            Kind::True => true,
            Kind::Object => {
                let has_no_effect = |member| {
                    is_note(description, member) || !self.compare_annotations && is_annotation(description, member)
                };
                description.reference(schema).is_none() && arena.children(schema).all(has_no_effect)
            }
            _ => false,
        }
    }
}

pub(super) fn alone((side, schema): SchemaRef) -> Premises {
    Premises::new(side, vec![schema])
}

/// Returns the schemas under `key` in the maps named `name`.
pub(super) fn entries(premise: &Premise<'_>, name: &str, key: &str) -> Vec<NodeId> {
    let arena = premise.description.arena();
    let Some(key) = arena.keys().find(key) else { return Vec::new() };
    members(premise, name).filter_map(|(_, map)| arena.get(map, key)).list()
}

/// Returns the number of elements that `contains` requires.
fn counts(description: &ResolvedDescription<'_>, object: NodeId) -> [Option<Digest>; 2] {
    let arena = description.arena();
    [KnownKey::MinContains, KnownKey::MaxContains].map(|key| arena.member(object, key).map(|id| arena.digest(id)))
}
