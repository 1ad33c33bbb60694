//! Schemas that are asked of the value itself, and which properties they look at: what `unevaluatedProperties` is left
//! (JSON Schema 2020-12 core, section 11.3).

use super::branch::{Branch, Item};
use super::{Literal, Refutation};
use crate::openapi::{Description, NodeId, Reference, Word};

/// Keywords that ask other schemas about the value itself: what those look at counts as looked at.
pub(super) const IN_PLACE: [Word; 9] = [
    Word::AllOf,
    Word::AnyOf,
    Word::OneOf,
    Word::If,
    Word::Then,
    Word::Else,
    Word::DependentSchemas,
    Word::Ref,
    Word::DynamicRef,
];

/// The schemas an object asks about the value itself.
pub(super) fn in_place(description: &Description<'_>, object: NodeId) -> Vec<NodeId> {
    let arena = description.arena();
    let mut found = Vec::new();
    for member in IN_PLACE.into_iter().filter_map(|word| arena.word(object, word)) {
        match Word::of(arena.key(member)) {
            Some(Word::If | Word::Then | Word::Else) => found.push(member),
            Some(Word::Ref) => match description.target(member) {
                Reference::Local(target) => found.push(target),
                Reference::Missing | Reference::External => {}
            },
            Some(Word::DynamicRef) => {}
            _ => found.extend(arena.children(member)),
        }
    }
    found
}

impl<'d> Refutation<'d> {
    /// Where a schema speaks of what others have not looked at, each alternative of it is tried both ways.
    pub(super) fn split(&self, branch: &mut Branch<'d>, literal: Literal) {
        let description = self.description(literal.side);
        let arena = description.arena();
        let leaves = [Word::UnevaluatedProperties, Word::UnevaluatedItems];
        if !leaves.into_iter().any(|word| arena.word(literal.schema, word).is_some()) {
            return;
        }
        let (mut seen, mut waiting) = (vec![literal.schema], vec![literal.schema]);
        while let Some(object) = waiting.pop() {
            for next in in_place(description, object) {
                if seen.contains(&next) || seen.len() > 50 {
                    continue;
                }
                seen.push(next);
                waiting.push(next);
                let by_cases = arena.key(next) == Word::If.key()
                    || arena.parent(next).is_some_and(|list| {
                        [Word::AnyOf, Word::OneOf].into_iter().any(|word| arena.key(list) == word.key())
                    });
                if by_cases {
                    let way = |negative| vec![Item::Schema(literal.of(next, negative))];
                    branch.choices.push(vec![way(false), way(true)]);
                }
            }
        }
    }

    /// The objects that have looked at the properties of a value of a branch on behalf of `object`, itself among them;
    /// `None` where that is not known.
    pub(super) fn looked_at(&self, branch: &Branch<'d>, literal: Literal, object: NodeId) -> Option<Vec<NodeId>> {
        let description = self.description(literal.side);
        let arena = description.arena();
        let holds = |schema: NodeId| {
            let known = branch.seen.iter().find(|seen| (seen.side, seen.schema) == (literal.side, schema));
            known.map(|seen| !seen.negative)
        };
        let (mut found, mut waiting) = (Vec::new(), vec![object]);
        while let Some(at) = waiting.pop() {
            if !arena.is_object(at) || found.contains(&at) {
                continue;
            }
            found.push(at);
            if arena.word(at, Word::DynamicRef).is_some() || found.len() > 100 {
                return None;
            }
            let condition = arena.word(at, Word::If).map(holds);
            for next in in_place(description, at) {
                let list = arena.parent(next).map(|list| arena.key(list));
                let own = Word::of(arena.key(next)).filter(|_| arena.parent(next) == Some(at));
                let goes = match own {
                    Some(Word::If | Word::Then | Word::Else) => {
                        let met = condition.map_or(Some(None), |met| met.map(Some))?;
                        met == Some(own != Some(Word::Else))
                    }
                    _ if list == Some(Word::AnyOf.key()) || list == Some(Word::OneOf.key()) => holds(next)?,
                    _ if list == Some(Word::DependentSchemas.key()) => {
                        let name = arena.key_text(next);
                        if !branch.is_present(name) && !branch.is_absent(name) {
                            return None;
                        }
                        branch.is_present(name)
                    }
                    _ => true,
                };
                if goes {
                    waiting.push(next);
                }
            }
        }
        Some(found)
    }
}
