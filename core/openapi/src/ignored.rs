//! Members without a meaning in a version of the specification. They are siblings of `$ref` and keywords of JSON Schema 2020-12
//! before OpenAPI 3.1 (3.0.4 sections 4.7.23.1 and 4.7.24), and `nullable` since 3.1 (3.1.1 section 4.8.24). Fields of newer
//! versions and fields without effect at their location are included.
//!
//! Each gets a separate key with the same text. So no facet finds it, and equal members of two versions differ if only one of the
//! versions gives them a meaning.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use super::documents::Documents;
use super::grammar::ObjectKind;
use super::keywords::{MODERN, OLDER};
use super::known_key::KnownKey;
use super::spec_version::SpecVersion;
use super::{ineffective, newer};
use crate::tree::{KeyId, Kind, NodeId};

/// Marks the keys that have no meaning in this version. `references` are the members that hold references.
pub(super) fn ignore_keys_without_meaning(documents: &mut Documents<'_>, version: SpecVersion, references: &[NodeId]) {
    let unknown = if version.is_modern() { OLDER } else { MODERN };
    let means_nothing = |id: &NodeId| {
        unknown.has(documents.key(*id)) && is_unknown(documents, version, *id)
            || ineffective::is_field(documents, version, *id)
            || newer::is_field(documents, version, *id)
    };
    let names = unknown.union(ineffective::FIELDS).union(newer::FIELDS);
    let mut found: Vec<NodeId> = documents.nodes_with_key(names).filter(means_nothing).list();
    found.extend(references.iter().flat_map(|&member| ignored_reference_siblings(documents, version, member)));
    let found = order::sorted_unique(found);
    for &id in &found {
        documents.arena.ignore(id);
    }
    let around = found.iter().flat_map(|&id| documents.ancestors(id).skip(1));
    // Children have higher ids than their parents, so their digests are recomputed first.
    for id in order::sorted_unique(around).into_iter().rev() {
        documents.arena.recompute_digest(id);
    }
}

/// Returns true if a key is not a keyword of schemas in this version.
fn is_unknown(documents: &Documents<'_>, version: SpecVersion, id: NodeId) -> bool {
    let is_flag = || matches!(documents.kind(id), Kind::True | Kind::False);
    let means_nothing = match KnownKey::from_key(documents.key(id)) {
        // The exclusive limits are flags in OpenAPI 3.0, and numbers since 3.1.
        Some(KnownKey::ExclusiveMinimum | KnownKey::ExclusiveMaximum) => is_flag() == version.is_modern(),
        _ => true,
    };
    means_nothing && documents.parent(id).is_some_and(|schema| documents.object_kind(schema).is_schema())
}

/// Returns the siblings of a `$ref` that have no meaning and are not documentation. Siblings in a schema are meaningful since
/// OpenAPI 3.1, and those in a path item are undefined.
fn ignored_reference_siblings(documents: &Documents<'_>, version: SpecVersion, member: NodeId) -> Vec<NodeId> {
    let has_more =
        |object: &NodeId| documents.key(member) == KnownKey::Ref.key() && documents.children(*object).nth(1).is_some();
    let Some(object) = documents.parent(member).filter(has_more) else { return Vec::new() };
    let object_kind = documents.object_kind(object);
    if (object_kind.is_schema() && version.is_modern())
        || !object_kind.is_referable()
        || object_kind == ObjectKind::PathItem
    {
        return Vec::new();
    }
    let counts = |key: KeyId| {
        key != KnownKey::Ref.key()
            && !matches!(object_kind.child(key), ObjectKind::Docs | ObjectKind::Metadata | ObjectKind::Extension)
    };
    documents.children(object).filter(|&id| counts(documents.key(id))).list()
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Loader, ResolvedDescription};

    fn read(version: &str, schema: &str) -> ResolvedDescription<'static> {
        let text = format!(r#"{{"openapi":"{version}","components":{{"schemas":{{"S":{schema},"T":{{}}}}}}}}"#);
        Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish().resolved
    }

    fn is_equal(schema: &str, one: &str, other: &str) -> bool {
        let digest = |version| {
            let description = read(version, schema);
            let arena = description.arena();
            arena.digest(description.at_pointer("/components").unwrap())
        };
        digest(one) == digest(other)
    }

    #[test]
    fn keyword_with_another_meaning_in_a_version_is_not_equal() {
        for (schema, expected) in [
            (r#"{"type":"string","maxLength":3}"#, true),
            (r#"{"const":"a"}"#, false),
            (r#"{"properties":{"const":{"type":"string"}}}"#, true),
            (r#"{"properties":{"a":{"if":{},"then":false}}}"#, false),
            (r#"{"type":"string","nullable":true}"#, false),
            (r#"{"example":{"nullable":true,"const":1}}"#, true),
            (r##"{"items":{"$ref":"#/components/schemas/T","maxItems":3}}"##, false),
            (r##"{"items":{"$ref":"#/components/schemas/T","description":"a"}}"##, true),
            (r#"{"minimum":1,"exclusiveMinimum":true}"#, false),
            (r#"{"exclusiveMinimum":1}"#, false),
        ] {
            assert_eq!(is_equal(schema, "3.0.3", "3.1.0"), expected, "{schema}");
            assert!(is_equal(schema, "3.0.0", "3.0.3") && is_equal(schema, "3.1.0", "3.2.0"), "{schema}");
        }
    }

    #[test]
    fn siblings_of_a_parameter_reference_are_ignored() {
        for version in ["3.0.3", "3.1.0"] {
            let text = format!(
                r##"{{"openapi":"{version}","components":{{"parameters":{{
                "P":{{"$ref":"#/components/parameters/Q","required":true,"description":"a"}},
                "Q":{{"name":"q","in":"query","schema":{{}}}}}}}}}}"##
            );
            let description = Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish().resolved;
            let arena = description.arena();
            let found: Vec<&str> =
                arena.ids().filter(|&id| arena.key(id).is_ignored()).map(|id| arena.key_text(id)).collect();
            assert_eq!(found, ["required"], "{version}");
        }
    }

    #[test]
    fn it_is_still_where_it_is_written() {
        let description = read("3.0.3", r#"{"const":"a"}"#);
        let place = description.at_pointer("/components/schemas/S/const").unwrap();
        assert_eq!(description.pointer(place), "/components/schemas/S/const");
    }
}
