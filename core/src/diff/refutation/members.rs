//! What keywords demand of the properties of objects, each taken apart: those that have to be there, and what the presence
//! of one demands (JSON Schema 2020-12 core, sections 10.3.2 and 10.2.2.4; validation, section 6.5).

use super::branch::{Choice, Item, Name};
use super::{Literal, Refutation};
use crate::openapi::{NodeId, Word};

impl<'d> Refutation<'d> {
    /// What a keyword about objects demands.
    pub(super) fn affirm_of_object(&self, literal: Literal, member: NodeId, word: Word, found: &mut Vec<Choice<'d>>) {
        let arena = self.description(literal.side).arena();
        let schema = |id| literal.of(id, false);
        let keyword = || vec![vec![Item::Keyword(schema(member), literal.schema)]];
        let lists = arena.is_array(member);
        let names = |list: NodeId| arena.children(list).filter_map(|name| arena.string(name)).map(Item::Present);
        match word {
            Word::Required if lists => found.extend(names(member).map(|name| vec![vec![name]])),
            Word::Properties => {
                found.extend(arena.children(member).map(|property| {
                    vec![vec![Item::Member(Name::Borrowed(arena.key_text(property)), schema(property))]]
                }));
            }
            Word::PatternProperties => found.extend(
                arena.children(member).map(|entry| vec![vec![Item::Under(arena.key_text(entry), schema(entry))]]),
            ),
            Word::DependentRequired => {
                found.extend(arena.children(member).map(|entry| {
                    vec![vec![Item::Absent(Name::Borrowed(arena.key_text(entry)))], names(entry).collect()]
                }));
            }
            Word::DependentSchemas => found.extend(arena.children(member).map(|entry| {
                let name = Name::Borrowed(arena.key_text(entry));
                vec![vec![Item::Absent(name.clone())], vec![Item::Present(name), Item::Schema(schema(entry))]]
            })),
            _ => found.push(keyword()),
        }
    }

    /// The ways not to meet one.
    pub(super) fn deny_of_object(&self, literal: Literal, member: NodeId, word: Word, choice: &mut Choice<'d>) {
        let arena = self.description(literal.side).arena();
        let not = |id| literal.of(id, true);
        let lists = arena.is_array(member);
        let names = |list: NodeId| arena.children(list).filter_map(|name| arena.string(name));
        match word {
            Word::Required if lists => choice.extend(names(member).map(|name| vec![Item::Absent(name)])),
            Word::Properties => choice.extend(arena.children(member).map(|property| {
                let name = Name::Borrowed(arena.key_text(property));
                vec![Item::Present(name.clone()), Item::Member(name, not(property))]
            })),
            Word::PatternProperties => {
                choice.extend(arena.children(member).map(|entry| vec![Item::Under(arena.key_text(entry), not(entry))]));
            }
            Word::DependentRequired => {
                for entry in arena.children(member) {
                    let name = Name::Borrowed(arena.key_text(entry));
                    choice.extend(names(entry).map(|other| vec![Item::Present(name.clone()), Item::Absent(other)]));
                }
            }
            Word::DependentSchemas => choice.extend(
                arena
                    .children(member)
                    .map(|entry| vec![Item::Present(Name::Borrowed(arena.key_text(entry))), Item::Schema(not(entry))]),
            ),
            _ => choice.push(vec![Item::Keyword(not(member), literal.schema)]),
        }
    }
}
