//! Proofs keyword by keyword: what is given has to imply each keyword of the goal (JSON Schema 2020-12, sections 10 and 6
//! of core and validation). A keyword nothing is known about is implied by its equal alone.

use super::values::{tag_target, value_nodes, values};
use super::{At, Given, Inclusion, Side, Step};
use crate::diff::conjuncts::{Conjuncts, is_annotation, sole_alternatives};
use crate::diff::types::{TypeSet, names_known_types, type_of};
use crate::openapi::{Description, Kind, NodeId, Site, Word};

/// What is given, opened: the objects whose keywords all apply, and the types that are left.
struct Premise<'d> {
    side: Side,
    description: &'d Description<'d>,
    objects: Vec<NodeId>,
    types: TypeSet,
    only: Option<NodeId>,
}

/// A schema of what is given, by its own keywords.
fn members<'p>(premise: &'p Premise<'_>, name: &'p str) -> impl Iterator<Item = (NodeId, NodeId)> + 'p {
    let arena = premise.description.arena();
    let key = arena.keys().find(name);
    premise.objects.iter().filter_map(move |&object| Some((object, arena.get(object, key?)?)))
}

impl<'d> Inclusion<'d> {
    pub(super) fn prove(&mut self, given: &Given, (side, goal): At) -> bool {
        let description = self.description(side);
        let value = given.only.map_or(TypeSet::ANY, |value| type_of(self.description(given.side).arena(), value));
        let left = self.types(given.side, &given.schemas).and(given.types).and(value);
        let right = self.types(side, &[goal]);
        if left == TypeSet::NONE {
            return true;
        }
        if !left.within(right) {
            return false;
        }
        let opened = Conjuncts::opened(description, &[goal]);
        let from = Conjuncts::opened(self.description(given.side), &given.schemas);
        if opened.partial {
            return false;
        }
        // Null is settled by the types: readers let `nullable` and `oneOf: [.., null]` stand above what is beside them.
        let types = left.without(TypeSet::NULL);
        let premise = Premise {
            side: given.side,
            description: self.description(given.side),
            objects: from.objects,
            types,
            only: given.only,
        };
        opened.objects.into_iter().all(|object| {
            let declared = match side {
                Side::Old => self.old_types.declared(object),
                Side::New => self.new_types.declared(object),
            };
            if description.arena().kind(object) == Kind::False || !types.within(declared) {
                return types == TypeSet::NONE;
            }
            let skipped: Vec<NodeId> = sole_alternatives(description, object).map(|(list, _)| list).collect();
            let members = description.arena().children(object).filter(|member| !skipped.contains(member));
            members.into_iter().all(|member| self.implies(given, &premise, side, object, member))
        })
    }

    /// Whether what is given implies one keyword of the object `of`.
    fn implies(&mut self, given: &Given, premise: &Premise<'d>, side: Side, of: NodeId, member: NodeId) -> bool {
        let arena = self.description(side).arena();
        let name = arena.key_text(member);
        let types = |names: &[&str]| names.iter().any(|name| premise.types.meets(TypeSet::named(name)));
        match name {
            "type" if names_known_types(self.description(side), member) => true,
            "nullable" | "allOf" | "$ref" => true,
            "anyOf" | "oneOf" if self.exact => self.listed(premise, side, member),
            "anyOf" => arena.children(member).any(|choice| self.covers(given, (side, choice))),
            "oneOf" => self.one_of(given, premise, side, member),
            "not" => self.negation(premise, side, member),
            "enum" | "const" => self.values(premise, side, member),
            _ if is_annotation(self.description(side), member) => {
                !self.exact
                    || Site::Schema.child(arena.key(member)) == Site::Docs
                    || self.annotation(premise, side, member)
            }
            "properties"
            | "required"
            | "additionalProperties"
            | "patternProperties"
            | "propertyNames"
            | "dependentRequired"
            | "dependentSchemas"
            | "unevaluatedProperties"
            | "minProperties"
            | "maxProperties"
                if !types(&["object"]) =>
            {
                true
            }
            "items" | "prefixItems" | "contains" | "minContains" | "maxContains" | "unevaluatedItems" | "minItems"
            | "maxItems" | "uniqueItems"
                if !types(&["array"]) =>
            {
                true
            }
            "pattern" | "minLength" | "maxLength" if !types(&["string"]) => true,
            "properties" => arena.children(member).all(|property| self.property(premise, (side, property))),
            "required" => arena.children(member).all(|element| {
                let digest = arena.digest(element);
                let mut lists =
                    members(premise, "required").flat_map(|(_, list)| premise.description.arena().children(list));
                lists.any(|given| premise.description.arena().digest(given) == digest)
            }),
            "additionalProperties" => self.additional(premise, side, of, member),
            "patternProperties" | "dependentSchemas" => arena.children(member).all(|entry| {
                let there: Vec<NodeId> = entries(premise, name, arena.key_text(entry));
                // A dependent schema is asked of the object itself.
                let step = if name == "dependentSchemas" { Step::Same } else { Step::Inside };
                self.is_trivial(side, entry)
                    || (!there.is_empty() && self.all_cover_by(step, premise, there, (side, entry)))
            }),
            "propertyNames" | "contains" => {
                let there: Vec<NodeId> = members(premise, name).map(|(_, value)| value).collect();
                !there.is_empty() && self.all_cover(premise, there, (side, member))
            }
            "items" => self.items(premise, side, of, member),
            _ => self.equal_or_closer(premise, side, member),
        }
    }

    /// The same alternatives under the same keyword: what says exactly the same lists the same.
    fn listed(&mut self, premise: &Premise<'d>, side: Side, list: NodeId) -> bool {
        let arena = self.description(side).arena();
        let choices: Vec<NodeId> = arena.children(list).collect();
        let lists: Vec<NodeId> = members(premise, arena.key_text(list)).map(|(_, list)| list).collect();
        lists.into_iter().any(|other| self.same_choices(premise, other, side, &choices))
    }

    fn one_of(&mut self, given: &Given, premise: &Premise<'d>, side: Side, list: NodeId) -> bool {
        let choices: Vec<NodeId> = self.description(side).arena().children(list).collect();
        let lists: Vec<NodeId> = members(premise, "oneOf").map(|(_, list)| list).collect();
        if lists.into_iter().any(|other| self.same_choices(premise, other, side, &choices)) {
            return true;
        }
        choices.iter().any(|&choice| {
            self.covers(given, (side, choice))
                && choices.iter().all(|&other| other == choice || self.excluded(given, premise, (side, other)))
        })
    }

    fn excluded(&mut self, given: &Given, premise: &Premise<'d>, other: At) -> bool {
        let description = self.description(other.0);
        let lists_others = |value: NodeId| {
            let opened = Conjuncts::opened(description, &[other.1]).objects;
            let words = |object| {
                [Word::Enum, Word::Const].into_iter().filter_map(move |word| description.arena().word(object, word))
            };
            let value = premise.description.arena().digest(value);
            opened.into_iter().flat_map(words).any(|list| !values(description, list).contains(&value))
        };
        premise.types.and(self.types(other.0, &[other.1])) == TypeSet::NONE
            || premise.only.is_some_and(lists_others)
            || self.disjoint(given.side, &given.schemas, other)
    }

    /// Whether each of two lists of alternatives has its equal in the other: then exactly one matches here where it does there.
    fn same_choices(&mut self, premise: &Premise<'d>, list: NodeId, side: Side, choices: &[NodeId]) -> bool {
        let mut left: Vec<NodeId> = premise.description.arena().children(list).collect();
        if left.len() != choices.len() {
            return false;
        }
        let right = self.description(side).arena();
        let mut waiting = Vec::new();
        // The same text first, so that long lists are not held against each other pair by pair.
        for &choice in choices {
            let same = |&other: &NodeId| premise.description.arena().digest(other) == right.digest(choice);
            let at = left.iter().position(same);
            match at.and_then(|at| left.get(at).copied()) {
                Some(other) if self.same_both_ways((premise.side, other), (side, choice)) => {
                    left.retain(|&id| id != other);
                }
                _ => waiting.push(choice),
            }
        }
        waiting.into_iter().all(|choice| {
            let at = left.iter().position(|&other| self.same_both_ways((premise.side, other), (side, choice)));
            at.map(|at| left.remove(at)).is_some()
        })
    }

    fn same_both_ways(&mut self, one: At, other: At) -> bool {
        self.covers(&alone(one), other) && self.covers(&alone(other), one)
    }

    /// Nothing that is given may match `goal`: something given that must not match allows no less.
    fn negation(&mut self, premise: &Premise<'d>, side: Side, goal: NodeId) -> bool {
        let forbidden: Vec<NodeId> = members(premise, "not").map(|(_, schema)| schema).collect();
        forbidden.into_iter().any(|schema| self.covers(&alone((side, goal)), (premise.side, schema)))
            || premise.types.and(self.types(side, &[goal])) == TypeSet::NONE
    }

    /// `enum` and `const`: some list given holds no value that is not in this one.
    fn values(&mut self, premise: &Premise<'d>, side: Side, member: NodeId) -> bool {
        let allowed = values(self.description(side), member);
        if let Some(value) = premise.only {
            let arena = premise.description.arena();
            return arena.kind(value) == Kind::Null || allowed.contains(&arena.digest(value));
        }
        let lists = members(premise, "enum").chain(members(premise, "const"));
        lists.into_iter().any(|(_, list)| {
            // Null is settled by the types.
            let null = |id: &NodeId| premise.description.arena().kind(*id) == Kind::Null;
            let given = value_nodes(premise.description, list).into_iter().filter(|id| !null(id));
            given.map(|id| premise.description.arena().digest(id)).all(|value| allowed.contains(&value))
        })
    }

    fn property(&mut self, premise: &Premise<'d>, (side, goal): At) -> bool {
        let name = self.description(side).arena().key_text(goal);
        let mut there = entries(premise, "properties", name);
        if self.is_trivial(side, goal) && !(self.exact && there.is_empty()) {
            return true;
        }
        if there.is_empty() && !self.exact {
            // Names that are not listed are what `additionalProperties` says, unless a pattern takes them.
            let key = premise.description.arena().keys().find("patternProperties");
            let additional = members(premise, "additionalProperties");
            there = additional
                .filter(|(object, _)| key.is_none_or(|key| premise.description.arena().get(*object, key).is_none()))
                .map(|(_, schema)| schema)
                .collect();
        }
        !there.is_empty() && self.all_cover(premise, there, (side, goal))
    }

    /// Whether every name that `of` does not list meets its `additionalProperties`.
    fn additional(&mut self, premise: &Premise<'d>, side: Side, of: NodeId, goal: NodeId) -> bool {
        if self.is_trivial(side, goal) {
            return true;
        }
        let description = self.description(side);
        let listed = |name: &str| -> bool {
            let arena = description.arena();
            let key = arena.keys().find(name);
            arena.word(of, Word::Properties).zip(key).is_some_and(|(list, key)| arena.get(list, key).is_some())
        };
        let given = premise.description.arena();
        if given
            .keys()
            .find("patternProperties")
            .is_some_and(|key| premise.objects.iter().any(|&id| given.get(id, key).is_some()))
        {
            return false;
        }
        let closing: Vec<(NodeId, NodeId)> = members(premise, "additionalProperties").collect();
        closing.into_iter().any(|(object, schema)| {
            let names = given.word(object, Word::Properties).into_iter().flat_map(|list| given.children(list));
            let unlisted: Vec<NodeId> = names.filter(|&name| !listed(given.key_text(name))).collect();
            self.all_cover(premise, vec![schema], (side, goal))
                && unlisted.into_iter().all(|property| self.all_cover(premise, vec![property], (side, goal)))
        })
    }

    fn items(&mut self, premise: &Premise<'d>, side: Side, of: NodeId, goal: NodeId) -> bool {
        if self.is_trivial(side, goal) {
            return true;
        }
        let prefixed = |description: &Description<'_>, id| description.arena().word(id, Word::PrefixItems).is_some();
        let there = members(premise, "items").filter(|(object, _)| !prefixed(premise.description, *object));
        let there: Vec<NodeId> = there.map(|(_, schema)| schema).collect();
        !prefixed(self.description(side), of) && !there.is_empty() && self.all_cover(premise, there, (side, goal))
    }

    /// A keyword whose equal is given, or a bound given that is at least as close; and bounds that bound nothing.
    fn equal_or_closer(&mut self, premise: &Premise<'d>, side: Side, member: NodeId) -> bool {
        let arena = self.description(side).arena();
        let name = arena.key_text(member);
        let bound = number(self.description(side), member);
        let idle = match name {
            "minLength" | "minItems" | "minProperties" => bound == Some(0.0),
            "uniqueItems" | "exclusiveMaximum" | "exclusiveMinimum" => arena.kind(member) == Kind::False,
            _ => false,
        };
        let is_scalar = !arena.is_object(member) && !arena.is_array(member);
        let refers = !super::references_in(self.description(side), member).is_empty();
        idle || members(premise, name).any(|(_, given)| {
            if premise.description.arena().digest(given) == arena.digest(member) {
                // Keywords that look at their neighbours are settled by equal objects alone.
                return is_scalar
                    || (!refers && !matches!(name, "unevaluatedProperties" | "unevaluatedItems" | "then" | "else"));
            }
            match (name, number(premise.description, given), bound) {
                (
                    "maximum" | "maxLength" | "maxItems" | "maxProperties" | "exclusiveMaximum",
                    Some(given),
                    Some(bound),
                ) => given <= bound,
                (
                    "minimum" | "minLength" | "minItems" | "minProperties" | "exclusiveMinimum",
                    Some(given),
                    Some(bound),
                ) => given >= bound,
                _ => false,
            }
        })
    }

    /// What tools read into a schema: said on the other side as well.
    fn annotation(&mut self, premise: &Premise<'d>, side: Side, member: NodeId) -> bool {
        let description = self.description(side);
        let arena = description.arena();
        let name = arena.key_text(member);
        if name == "$defs"
            || (arena.kind(member) == Kind::False && matches!(name, "readOnly" | "writeOnly" | "deprecated"))
        {
            return true;
        }
        let given: Vec<NodeId> = members(premise, name).map(|(_, value)| value).collect();
        given.into_iter().any(|given| {
            premise.description.arena().digest(given) == arena.digest(member)
                || (name == "discriminator" && self.same_tags((premise.side, given), (side, member)))
        })
    }

    /// Two discriminators by the same property, whose mappings lead to the same schemas.
    fn same_tags(&mut self, (left_side, left): At, (right_side, right): At) -> bool {
        let (one, other) = (self.description(left_side), self.description(right_side));
        let by = |description: &Description<'_>, id| {
            description.arena().word(id, Word::PropertyName).map(|name| description.arena().digest(name))
        };
        let entries = |description: &'d Description<'d>, id| -> Vec<NodeId> {
            let mapping = description.arena().word(id, Word::Mapping);
            mapping.into_iter().flat_map(|mapping| description.arena().children(mapping)).collect()
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

    fn all_cover(&mut self, premise: &Premise<'d>, schemas: Vec<NodeId>, goal: At) -> bool {
        self.all_cover_by(Step::Inside, premise, schemas, goal)
    }

    fn all_cover_by(&mut self, step: Step, premise: &Premise<'d>, mut schemas: Vec<NodeId>, goal: At) -> bool {
        schemas.sort_unstable();
        self.step = step;
        self.covers(&Given { side: premise.side, schemas, taken: Vec::new(), types: TypeSet::ANY, only: None }, goal)
    }

    /// Whether a schema allows everything.
    pub(crate) fn is_trivial(&self, side: Side, schema: NodeId) -> bool {
        let description = self.description(side);
        let arena = description.arena();
        match arena.kind(schema) {
            Kind::True => true,
            Kind::Object => {
                description.reference(schema).is_none()
                    && arena.children(schema).all(|member| is_annotation(description, member))
                    && !self.exact
                    || arena.children(schema).next().is_none()
            }
            _ => false,
        }
    }
}

fn alone((side, schema): At) -> Given {
    Given { side, schemas: vec![schema], taken: Vec::new(), types: TypeSet::ANY, only: None }
}

/// The schemas that the maps called `name` have under `key`.
fn entries(premise: &Premise<'_>, name: &str, key: &str) -> Vec<NodeId> {
    let arena = premise.description.arena();
    let Some(key) = arena.keys().find(key) else { return Vec::new() };
    members(premise, name).filter_map(|(_, map)| arena.get(map, key)).collect()
}

/// A number small enough for its `f64` to be itself.
fn number(description: &Description<'_>, id: NodeId) -> Option<f64> {
    let arena = description.arena();
    if arena.kind(id) != Kind::Number {
        return None;
    }
    arena.written(id).parse::<f64>().ok().filter(|number| number.abs() < 9.0e15)
}
