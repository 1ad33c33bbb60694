//! Schemas that apply to the value itself, and the properties they evaluate. The rest is left to
//! `unevaluatedProperties` (JSON Schema 2020-12 core, section 11.3).

use waybill_openapi::internal::keywords::{KeywordRole, with_role};
use waybill_openapi::internal::{KnownKey, NodeId, Reference, ResolvedDescription};

use super::branch::{Branch, Item};
use super::{Literal, Refutation};

/// Maximum number of schemas that may evaluate the properties of a value before the result is unknown. The search runs
/// in each branch, and its cost is quadratic.
const MAX_SCHEMAS: usize = 100;
/// Maximum number of schemas to search for alternatives to try in both ways. Each one doubles the work. If any are left
/// out, the result is uncertain.
const MAX_SPLIT: usize = 50;

/// Returns true if an object has keywords with schemas that apply to the value itself.
pub(super) fn has_in_place(description: &ResolvedDescription<'_>, object: NodeId) -> bool {
    with_role(KeywordRole::InPlace).iter().any(|&key| description.arena().member(object, key).is_some())
}

/// Returns the schemas of an object that apply to the value itself.
pub(super) fn in_place_applicators(description: &ResolvedDescription<'_>, object: NodeId) -> Vec<NodeId> {
    let arena = description.arena();
    let mut found = Vec::new();
    for member in with_role(KeywordRole::InPlace).iter().filter_map(|&key| arena.member(object, key)) {
        match KnownKey::from_key(arena.key(member)) {
            Some(KnownKey::If | KnownKey::Then | KnownKey::Else) => found.push(member),
            Some(KnownKey::Ref) => match description.target(member) {
                Reference::Local(target) => found.push(target),
                Reference::Missing | Reference::External => {}
            },
            Some(KnownKey::DynamicRef) => {}
            _ => found.extend(arena.children(member)),
        }
    }
    found
}

impl<'d> Refutation<'d> {
    /// Tries each alternative of a schema with `unevaluated` keywords in both ways.
    pub(super) fn split(&self, branch: &mut Branch<'d>, literal: Literal) {
        let description = self.description(literal.side);
        let arena = description.arena();
        let leaves = [KnownKey::UnevaluatedProperties, KnownKey::UnevaluatedItems];
        if !leaves.into_iter().any(|key| arena.member(literal.schema, key).is_some()) {
            return;
        }
        let (mut seen, mut waiting) = (vec![literal.schema], vec![literal.schema]);
        while let Some(object) = waiting.pop() {
            for next in in_place_applicators(description, object) {
                if seen.contains(&next) || seen.len() >= MAX_SPLIT {
                    continue;
                }
                seen.push(next);
                waiting.push(next);
                let by_cases = arena.key(next) == KnownKey::If.key()
                    || arena.parent(next).is_some_and(|list| {
                        [KnownKey::AnyOf, KnownKey::OneOf].into_iter().any(|key| arena.key(list) == key.key())
                    });
                if by_cases {
                    let way = |negative| vec![Item::Schema(literal.with(next, negative))];
                    branch.choices.push(vec![way(false), way(true)]);
                }
            }
        }
    }

    /// Returns the objects that evaluated the properties of a value on behalf of `object`, including itself. Returns
    /// `None` if they are unknown.
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
            if arena.member(at, KnownKey::DynamicRef).is_some() || found.len() > MAX_SCHEMAS {
                return None;
            }
            let condition = arena.member(at, KnownKey::If).map(holds);
            for next in in_place_applicators(description, at) {
                let list = arena.parent(next).map(|list| arena.key(list));
                let own = KnownKey::from_key(arena.key(next)).filter(|_| arena.parent(next) == Some(at));
                let goes = match own {
                    Some(KnownKey::If | KnownKey::Then | KnownKey::Else) => {
                        let met = condition.map_or(Some(None), |met| met.map(Some))?;
                        met == Some(own != Some(KnownKey::Else))
                    }
                    _ if list == Some(KnownKey::AnyOf.key()) || list == Some(KnownKey::OneOf.key()) => holds(next)?,
                    _ if list == Some(KnownKey::DependentSchemas.key()) => {
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
