//! Fields that a newer version of the specification added, and that older versions ignore (OpenAPI 3.1.1 section 4.8.1.1; 3.2.0
//! sections 4.9, 4.12.2, 4.14, 4.15, 4.25 and 4.27 to 4.29). Keywords of schemas are handled in `ignored`.

use super::documents::Documents;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::spec_version::SpecVersion;
use crate::tree::{KeySet, NodeId};

/// Names that newer versions gave a meaning. For some of them, only one value is new.
pub(super) const FIELDS: KeySet = KnownKey::key_set(&[
    KnownKey::Webhooks,
    KnownKey::Query,
    KnownKey::AdditionalOperations,
    KnownKey::In,
    KnownKey::Style,
    KnownKey::ItemSchema,
    KnownKey::Encoding,
    KnownKey::PrefixEncoding,
    KnownKey::ItemEncoding,
    KnownKey::DefaultMapping,
    KnownKey::DeviceAuthorization,
    KnownKey::OAuth2MetadataUrl,
    KnownKey::NodeType,
]);

/// Returns true if a member is one of these fields and this version does not define it.
pub(super) fn is_field(documents: &Documents<'_>, version: SpecVersion, id: NodeId) -> bool {
    let key = documents.key(id);
    let Some(known) = KnownKey::from_key(key).filter(|_| version < SpecVersion::V3_2 && FIELDS.has(key)) else {
        return false;
    };
    // Almost all parameters have `in`. A check of the value first avoids looking up the kinds of their parents.
    let is_newer_value = match known {
        KnownKey::In => documents.string(id).is_some_and(|location| location == "querystring"),
        KnownKey::Style => documents.string(id).is_some_and(|style| style == "cookie"),
        _ => true,
    };
    let holder = documents.parent(id).filter(|_| is_newer_value);
    holder.and_then(|holder| since(known, documents.object_kind(holder))).is_some_and(|since| version < since)
}

/// Returns the version that introduced a field of an object, or `None` for the first version and for unknown fields.
fn since(known: KnownKey, holder: ObjectKind) -> Option<SpecVersion> {
    match (holder, known) {
        (ObjectKind::Root, KnownKey::Webhooks) => Some(SpecVersion::V3_1),
        (ObjectKind::PathItem, KnownKey::Query | KnownKey::AdditionalOperations)
        | (ObjectKind::Parameter, KnownKey::In | KnownKey::Style)
        | (
            ObjectKind::MediaType | ObjectKind::Encoding,
            KnownKey::ItemSchema | KnownKey::PrefixEncoding | KnownKey::ItemEncoding,
        )
        | (ObjectKind::Encoding, KnownKey::Encoding)
        | (ObjectKind::Discriminator, KnownKey::DefaultMapping)
        | (ObjectKind::Flows, KnownKey::DeviceAuthorization)
        | (ObjectKind::SecurityScheme, KnownKey::OAuth2MetadataUrl)
        | (ObjectKind::Xml, KnownKey::NodeType) => Some(SpecVersion::V3_2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Loader, ResolvedDescription};

    fn unknown(version: &str, members: &str) -> Vec<String> {
        let text = format!(r#"{{"openapi":"{version}",{members}}}"#);
        let description: ResolvedDescription<'_> =
            Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish().resolved;
        let arena = description.arena();
        let ids = arena.ids().filter(|&id| arena.key(id).is_ignored());
        ids.map(|id| arena.key_text(id).to_owned()).collect()
    }

    fn of_media_type(members: &str) -> String {
        format!(r#""components":{{"requestBodies":{{"B":{{"content":{{"multipart/mixed":{members}}}}}}}}}"#)
    }

    fn of_scheme(members: &str) -> String {
        format!(r#""components":{{"securitySchemes":{{"S":{members}}}}}"#)
    }

    fn of_schema(members: &str) -> String {
        format!(r#""components":{{"schemas":{{"S":{members}}}}}"#)
    }

    fn of_parameter(members: &str) -> String {
        format!(r#""paths":{{"/a":{{"get":{{"parameters":[{members}]}}}}}}"#)
    }

    #[test]
    fn a_field_counts_from_the_version_that_added_it() {
        for (members, name, since) in [
            (r#""webhooks":{"w":{"post":{}}}"#.to_owned(), "webhooks", 1),
            (r#""paths":{"/a":{"query":{}}}"#.to_owned(), "query", 2),
            (r#""paths":{"/a":{"additionalOperations":{"LINK":{}}}}"#.to_owned(), "additionalOperations", 2),
            (of_parameter(r#"{"name":"q","in":"querystring","content":{}}"#), "in", 2),
            (of_parameter(r#"{"name":"q","in":"cookie","style":"cookie"}"#), "style", 2),
            (of_parameter(r#"{"name":"q","in":"cookie","style":"form"}"#), "", 0),
            (of_media_type(r#"{"itemSchema":{}}"#), "itemSchema", 2),
            (of_media_type(r#"{"prefixEncoding":[{}]}"#), "prefixEncoding", 2),
            (of_media_type(r#"{"itemEncoding":{}}"#), "itemEncoding", 2),
            (of_media_type(r#"{"encoding":{"a":{"encoding":{"b":{"contentType":"a/b"}}}}}"#), "encoding", 2),
            (of_schema(r#"{"discriminator":{"propertyName":"a","defaultMapping":"A"}}"#), "defaultMapping", 2),
            (of_schema(r#"{"xml":{"nodeType":"text"}}"#), "nodeType", 2),
            (of_schema(r#"{"properties":{"query":{},"in":{},"itemSchema":{}}}"#), "", 0),
            (of_scheme(r#"{"type":"oauth2","flows":{"deviceAuthorization":{}}}"#), "deviceAuthorization", 2),
            (of_scheme(r#"{"type":"oauth2","oauth2MetadataUrl":"a"}"#), "oauth2MetadataUrl", 2),
        ] {
            for (minor, version) in ["3.0.4", "3.1.1", "3.2.0"].into_iter().enumerate() {
                let expected: &[&str] = if minor < since { &[name] } else { &[] };
                assert_eq!(unknown(version, &members), expected, "{version} {members}");
            }
        }
    }
}
