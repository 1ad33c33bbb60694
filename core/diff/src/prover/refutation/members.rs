//! Requirements for the properties of objects, one by one: required and dependent properties (JSON Schema 2020-12 core,
//! sections 10.3.2 and 10.2.2.4; validation, section 6.5).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId};

use super::branch::{Branch, Choice, Item, Name};
use super::{Literal, Refutation};

impl<'d> Refutation<'d> {
    /// Adds the requirements of an object keyword.
    pub(super) fn affirm_of_object(&self, branch: &mut Branch<'d>, literal: Literal, member: NodeId, key: KnownKey) {
        let arena = self.description(literal.side).arena();
        let schema = |id| literal.with(id, false);
        let name = |id| Name::Borrowed(arena.key_text(id));
        let children = arena.children(member);
        let names = |list: NodeId| arena.children(list).filter_map(|name| arena.string(name)).map(Item::Present);
        let (waiting, choices) = (&mut branch.waiting, &mut branch.choices);
        match key {
            KnownKey::Required if arena.is_array(member) => waiting.extend(names(member)),
            KnownKey::Properties => {
                waiting.extend(children.map(|property| Item::Member(name(property), schema(property))));
            }
            KnownKey::PatternProperties => {
                waiting.extend(children.map(|entry| Item::Under(arena.key_text(entry), schema(entry))));
            }
            KnownKey::DependentRequired => {
                choices.extend(children.map(|entry| vec![vec![Item::Absent(name(entry))], names(entry).list()]));
            }
            KnownKey::DependentSchemas => choices.extend(children.map(|entry| {
                let there = vec![Item::Present(name(entry)), Item::Schema(schema(entry))];
                vec![vec![Item::Absent(name(entry))], there]
            })),
            _ => waiting.push(Item::Keyword(schema(member), literal.schema)),
        }
    }

    /// Adds the ways to violate an object keyword.
    pub(super) fn deny_of_object(&self, literal: Literal, member: NodeId, key: KnownKey, choice: &mut Choice<'d>) {
        let arena = self.description(literal.side).arena();
        let not = |id| literal.with(id, true);
        let lists = arena.is_array(member);
        let names = |list: NodeId| arena.children(list).filter_map(|name| arena.string(name));
        match key {
            KnownKey::Required if lists => choice.extend(names(member).map(|name| vec![Item::Absent(name)])),
            KnownKey::Properties => choice.extend(arena.children(member).map(|property| {
                let name = Name::Borrowed(arena.key_text(property));
                vec![Item::Present(name.clone()), Item::Member(name, not(property))]
            })),
            KnownKey::PatternProperties => {
                choice.extend(arena.children(member).map(|entry| vec![Item::Under(arena.key_text(entry), not(entry))]));
            }
            KnownKey::DependentRequired => {
                for entry in arena.children(member) {
                    let name = Name::Borrowed(arena.key_text(entry));
                    choice.extend(names(entry).map(|other| vec![Item::Present(name.clone()), Item::Absent(other)]));
                }
            }
            KnownKey::DependentSchemas => choice.extend(
                arena
                    .children(member)
                    .map(|entry| vec![Item::Present(Name::Borrowed(arena.key_text(entry))), Item::Schema(not(entry))]),
            ),
            _ => choice.push(vec![Item::Keyword(not(member), literal.schema)]),
        }
    }
}
