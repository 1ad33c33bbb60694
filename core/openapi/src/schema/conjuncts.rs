//! The parts of a conjunction: `allOf`, `$ref` and its siblings, and alternatives with only one choice.
//!
//! Schemas that distribute the same keywords over different branches mean the same. So both are split before a comparison.

use crate::keywords::ANNOTATIONS;
use crate::tree::{Kind, NodeId};
use crate::{KnownKey, ObjectKind, Reference, ResolvedDescription, SpecVersion, is_extension};

/// Maximum number of objects in a conjunction. The cost of splitting one and of comparing two of them is quadratic.
pub const MAX_OBJECTS: usize = 200;

/// The parts of a schema that all apply to the same value.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Conjuncts {
    /// Objects (and `false`) whose keywords all apply, except their `allOf` and `$ref`.
    pub objects: Vec<NodeId>,
    /// Objects with a `$ref`.
    pub references: Vec<NodeId>,
    /// True if the lists are incomplete, because there were too many parts or a reference is broken.
    pub partial: bool,
}

impl Conjuncts {
    /// Splits a schema without following references.
    pub fn collect(description: &ResolvedDescription<'_>, schema: NodeId) -> Conjuncts {
        let mut conjuncts = Conjuncts::default();
        conjuncts.add(description, schema);
        conjuncts
    }

    /// Splits several schemas into one conjunction, and follows references.
    pub fn opened(description: &ResolvedDescription<'_>, schemas: &[NodeId]) -> Conjuncts {
        let mut conjuncts = Conjuncts::default();
        for &schema in schemas {
            conjuncts.add(description, schema);
        }
        let mut at = 0;
        while let Some(&reference) = conjuncts.references.get(at) {
            at += 1;
            match description.reference(reference) {
                Some(Reference::Local(target)) if conjuncts.len() < MAX_OBJECTS => conjuncts.add(description, target),
                _ => conjuncts.partial = true,
            }
        }
        conjuncts
    }

    fn len(&self) -> usize {
        self.objects.len() + self.references.len()
    }

    /// Adds the parts of a schema without duplicates.
    fn add(&mut self, description: &ResolvedDescription<'_>, schema: NodeId) {
        let (mut next, mut waiting) = (Some(schema), Vec::new());
        while let Some(schema) = next.take().or_else(|| waiting.pop()) {
            let arena = description.arena();
            if self.objects.contains(&schema) || self.references.contains(&schema) || arena.kind(schema) == Kind::True {
                continue;
            }
            if self.len() >= MAX_OBJECTS {
                self.partial = true;
                return;
            }
            if description.reference(schema).is_some() {
                self.references.push(schema);
                if ignores_siblings(description) {
                    continue;
                }
            }
            self.objects.push(schema);
            let branches = arena.member(schema, KnownKey::AllOf).into_iter().flat_map(|list| arena.children(list));
            let before = waiting.len();
            waiting.extend(branches);
            waiting.extend(sole_alternatives(description, schema).map(|(_, alternative)| alternative));
            // The first part is popped next.
            waiting.get_mut(before..).unwrap_or_default().reverse();
        }
    }
}

/// Returns true if siblings of `$ref` are ignored: before JSON Schema 2019-09, so also in OpenAPI 3.0 (section 4.7.23.1).
pub fn ignores_siblings(description: &ResolvedDescription<'_>) -> bool {
    matches!(description.spec_version(), SpecVersion::V2_0 | SpecVersion::V3_0)
}

/// Returns each `anyOf` and `oneOf` with a single choice other than null, together with this choice.
pub fn sole_alternatives(
    description: &ResolvedDescription<'_>,
    schema: NodeId,
) -> impl Iterator<Item = (NodeId, NodeId)> {
    let arena = description.arena();
    description.alternative_lists(schema).filter(move |&list| arena.is_array(list)).filter_map(move |list| {
        let mut choices = arena.children(list).filter(|&choice| !is_null(description, choice));
        let choice = choices.next()?;
        choices.next().is_none().then_some((list, choice))
    })
}

/// Returns true if a schema is `{}` or `true`, except for annotations.
pub fn allows_anything(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    arena.kind(schema) == Kind::True
        || (arena.is_object(schema) && arena.children(schema).all(|member| is_annotation(description, member)))
}

/// Returns true if a schema, or the target of a schema that is only a reference, has keywords that only allow null.
pub fn is_null(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let is_beside = |id: NodeId| arena.key(id) == KnownKey::Ref.key() || is_annotation(description, id);
    let target = arena.member(schema, KnownKey::Ref).filter(|_| arena.children(schema).all(is_beside));
    let schema = target.and_then(|_| description.resolve(schema)).unwrap_or(schema);
    let null = |id: NodeId| arena.kind(id) == Kind::Null || arena.string(id).is_some_and(|text| text == "null");
    let mut says_null = is_null_alternative(description, schema);
    for child in arena.children(schema) {
        let is = match KnownKey::from_key(arena.key(child)) {
            Some(KnownKey::Type | KnownKey::Enum | KnownKey::Const) if arena.is_array(child) => {
                arena.children(child).all(null)
            }
            Some(KnownKey::Type | KnownKey::Const) => null(child),
            Some(KnownKey::Nullable) => continue,
            _ if is_annotation(description, child) => continue,
            _ => return false,
        };
        says_null |= is;
        if !is {
            return false;
        }
    }
    says_null && arena.is_object(schema)
}

/// Returns true if a schema is one of several alternatives and its only keyword is `nullable: true`. Generators for OpenAPI 3.0
/// write null in this way. Read literally, the alternative would allow any value, and the others would have no effect.
pub fn is_null_alternative(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let is_alone =
        |id| arena.children(id).all(|id| arena.key(id) == KnownKey::Nullable.key() || is_annotation(description, id));
    let list = arena.parent(schema).filter(|&list| arena.is_array(list) && arena.children(list).nth(1).is_some());
    let key = list.and_then(|list| KnownKey::from_key(arena.key(list)));
    matches!(key, Some(KnownKey::AnyOf | KnownKey::OneOf))
        && arena.is_true(schema, KnownKey::Nullable)
        && is_alone(schema)
}

/// Returns true if `nullable` allows null regardless of `allOf`, `anyOf` and `oneOf`. An `enum` beside it overrides it (OpenAPI
/// 3.0.4 section 4.7.24, `nullable`).
pub fn lets_null_in(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    let lists_null = |list: NodeId| arena.children(list).any(|id| arena.kind(id) == Kind::Null);
    arena.is_true(schema, KnownKey::Nullable) && arena.member(schema, KnownKey::Enum).is_none_or(lists_null)
}

/// Returns true if a member of a schema is an annotation, which does not affect validity.
pub fn is_annotation(description: &ResolvedDescription<'_>, member: NodeId) -> bool {
    let key = description.arena().key(member);
    ANNOTATIONS.has(key)
        || is_extension(key)
        || matches!(ObjectKind::Schema.child(key), ObjectKind::Docs | ObjectKind::Metadata | ObjectKind::Ignored)
}

/// Returns true if a member of a schema is a note: documentation, or an extension without a documented meaning.
pub fn is_note(description: &ResolvedDescription<'_>, member: NodeId) -> bool {
    let key = description.arena().key(member);
    let kind = ObjectKind::Schema.child(key);
    matches!(kind, ObjectKind::Docs | ObjectKind::Metadata | ObjectKind::Ignored)
        || is_extension(key) && KnownKey::from_key(key).is_none()
}

/// Returns true if an object has keywords other than types, alternatives, references and annotations.
pub fn has_substance(description: &ResolvedDescription<'_>, object: NodeId) -> bool {
    let arena = description.arena();
    arena.children(object).any(|member| {
        !is_annotation(description, member)
            && !matches!(
                KnownKey::from_key(arena.key(member)),
                Some(
                    KnownKey::Type
                        | KnownKey::Nullable
                        | KnownKey::AllOf
                        | KnownKey::AnyOf
                        | KnownKey::OneOf
                        | KnownKey::Ref
                )
            )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Loader};

    fn pointers(version: &str, schema: &str) -> (Vec<String>, Vec<String>) {
        let text = format!(r#"{{"openapi":"{version}","components":{{"schemas":{{"S":{schema},"A":{{}}}}}}}}"#);
        let description = Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish().resolved;
        let schema = description.at_pointer("/components/schemas/S").unwrap();
        let conjuncts = Conjuncts::collect(&description, schema);
        let names = |ids: Vec<NodeId>| {
            let name = |id| description.arena().pointer(id).trim_start_matches("/components/schemas/S").to_owned();
            ids.into_iter().map(name).collect()
        };
        (names(conjuncts.objects), names(conjuncts.references))
    }

    #[test]
    fn conjuncts_are_the_schema_its_allof_and_a_lone_alternative() {
        let reference = r##"{"$ref":"#/components/schemas/A"}"##;
        for (version, schema, objects, references) in [
            ("3.1.0", r#"{"type":"object"}"#, &[""][..], &[][..]),
            ("3.1.0", r#"{"allOf":[{"allOf":[{"type":"object"}]},true]}"#, &["", "/allOf/0", "/allOf/0/allOf/0"], &[]),
            ("3.1.0", r#"{"oneOf":[{"type":"null"},{"type":"object"}]}"#, &["", "/oneOf/1"], &[]),
            ("3.1.0", r#"{"oneOf":[{"type":"string"},{"type":"object"}]}"#, &[""], &[]),
            ("3.0.3", reference, &[], &[""]),
            ("3.1.0", reference, &[""], &[""]),
        ] {
            let (found, closed) = pointers(version, schema);
            assert_eq!(
                (found.as_slice(), closed.as_slice()),
                (owned(objects).as_slice(), owned(references).as_slice()),
                "{schema}"
            );
        }
    }

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }
}
