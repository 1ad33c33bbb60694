//! The XML representation of a value (`xml`; OpenAPI 3.1.1 section 4.8.26). It is documentation if a description has no
//! XML.

use std::borrow::Cow;

use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use super::pair::TypedSchemaPair;
use crate::facets::context::FacetContext;
use crate::facets::keyword::Keyword;
use crate::model::{Event, Facet, NodePair, Relation};

/// The fields of an XML Object. Flags are false by default.
const FIELDS: [KnownKey; 6] =
    [KnownKey::Name, KnownKey::Namespace, KnownKey::Prefix, KnownKey::Attribute, KnownKey::Wrapped, KnownKey::NodeType];

/// Compares an `xml` object that was added or removed as a whole.
pub(super) fn compare_xml(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    if let Some(keyword) = pair.changed(context, KnownKey::Xml) {
        push(context, &keyword);
    }
}

/// Compares the fields of an `xml` object that is on both sides.
pub(in crate::facets) fn compare_xml_objects(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let node_types = (node_type(context.sides.old, pair.old), node_type(context.sides.new, pair.new));
    let is_same_node = node_types.0.is_some() && node_types.0 == node_types.1;
    for key in FIELDS {
        let Some(keyword) = Keyword::changed(context, pair, key) else { continue };
        let is_flag = matches!(key, KnownKey::Attribute | KnownKey::Wrapped);
        let is_same_flag = is_flag && keyword.flags(context).is_some_and(|(was, is)| was == is);
        if is_same_flag || is_same_node && (is_flag || key == KnownKey::NodeType) {
            keyword.claim_as_equivalent(context);
        } else {
            push(context, &keyword);
        }
    }
}

/// Returns the `nodeType` of an `xml` object, or the one that a deprecated flag means (OpenAPI 3.2.0, XML Object).
fn node_type<'d>(description: &'d ResolvedDescription<'_>, xml: NodeId) -> Option<Cow<'d, str>> {
    let arena = description.arena();
    match (arena.is_true(xml, KnownKey::Attribute), arena.is_true(xml, KnownKey::Wrapped)) {
        (false, false) if description.spec_version() >= SpecVersion::V3_2 => arena.string_at(xml, KnownKey::NodeType),
        (true, false) => Some(Cow::Borrowed("attribute")),
        (false, true) => Some(Cow::Borrowed("element")),
        _ => None,
    }
}

fn push(context: &mut FacetContext<'_, '_>, keyword: &Keyword) {
    let used = has_xml(context.sides.old) || has_xml(context.sides.new);
    let event = keyword.event(Event::Changed(Relation::Unknown));
    let found = keyword.fact(context, if used { Facet::Xml } else { Facet::Docs }, event);
    context.facts.push(found);
}

/// Returns true if a description has an XML media type (RFC 7303 sections 9.1 to 9.6).
fn has_xml(description: &ResolvedDescription<'_>) -> bool {
    let keys = description.arena().keys();
    keys.ids().any(|key| {
        let (kind, subtype) = keys.text(key).split_once('/').unwrap_or_default();
        let subtype = subtype.split(';').next().unwrap_or_default().trim();
        !kind.is_empty() && (subtype == "xml" || subtype.ends_with("+xml"))
    })
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn without_xml_it_is_words() {
        holds(&[
            ("{}", r#"{"xml":{"name":"a"}}"#, &["Docs xml added"]),
            (r#"{"xml":{"name":"a"}}"#, r#"{"xml":{"name":"b"}}"#, &["Docs name unknown"]),
            (r#"{"xml":{"name":"a"}}"#, r#"{"xml":{"name":"a","attribute":false}}"#, &[]),
            (
                r#"{"properties":{"text/xml":{"xml":{"name":"a"}}}}"#,
                r#"{"properties":{"text/xml":{"xml":{"name":"b","wrapped":true}}}}"#,
                &["Xml name unknown", "Xml wrapped added"],
            ),
        ]);
    }
}
