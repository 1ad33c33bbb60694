//! Fields without effect at their location. One is the content of responses that cannot have any (RFC 9110 sections 9.3.2, 15.3.5
//! and 15.4.5). Others are fields of an encoding that do not apply to its media type. See OpenAPI 3.0.4 sections 4.7.14 and
//! 4.7.15, 3.1.1 sections 4.8.14 and 4.8.15, and 3.2.0 section 4.15.

use super::documents::Documents;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::spec_version::SpecVersion;
use crate::tree::{KeySet, NodeId};

const FORM: &str = "application/x-www-form-urlencoded";

/// The fields that have no effect at some locations.
pub(super) const FIELDS: KeySet = KnownKey::key_set(&[
    KnownKey::Content,
    KnownKey::Encoding,
    KnownKey::Headers,
    KnownKey::Style,
    KnownKey::Explode,
    KnownKey::AllowReserved,
    KnownKey::ContentType,
]);

/// Returns true if a member is one of these fields and has no effect at its location.
pub(super) fn is_field(documents: &Documents<'_>, version: SpecVersion, id: NodeId) -> bool {
    let key = documents.key(id);
    let (Some(known), Some(parent)) = (KnownKey::from_key(key).filter(|_| FIELDS.has(key)), documents.parent(id))
    else {
        return false;
    };
    let is_ineffective = match known {
        KnownKey::Content => has_no_content(documents, parent) && documents.object_kind(parent) == ObjectKind::Response,
        KnownKey::Encoding => {
            documents.object_kind(parent) == ObjectKind::MediaType && !has_encoding(documents, version, parent)
        }
        known => documents.object_kind(parent) == ObjectKind::Encoding && !applies(documents, version, (parent, known)),
    };
    // An empty object means the same as a missing one everywhere.
    is_ineffective && (!documents.is_object(id) || documents.children(id).next().is_some())
}

/// Returns true if a response never has content, because of its status or because it answers HEAD.
fn has_no_content(documents: &Documents<'_>, response: NodeId) -> bool {
    let operation = documents.parent(response).and_then(|responses| documents.parent(responses));
    let is_head = operation.is_some_and(|id| {
        documents.key(id) == KnownKey::Head.key() && documents.object_kind(id) == ObjectKind::Operation
    });
    let is_of_status = matches!(documents.key_text(response), "204" | "205" | "304")
        && documents.parent(response).is_some_and(|id| documents.object_kind(id) == ObjectKind::Responses);
    is_head || is_of_status
}

/// Returns true if `encoding` applies to a media type: forms, and before OpenAPI 3.2 only in requests.
fn has_encoding(documents: &Documents<'_>, version: SpecVersion, media_type: NodeId) -> bool {
    // The name of a media type is known in a map of content only.
    let content = documents.parent(media_type).filter(|&id| documents.object_kind(id) == ObjectKind::Content);
    let Some(content) = content else { return true };
    let name = name(documents, media_type);
    let is_form = name == FORM || name.starts_with("multipart/") || name.starts_with("*/") || name == "application/*";
    let is_answer = documents.parent(content).is_some_and(|id| documents.object_kind(id) == ObjectKind::Response);
    is_form && (!is_answer || version == SpecVersion::V3_2)
}

/// Returns true if a field of an encoding applies to its media type.
fn applies(documents: &Documents<'_>, version: SpecVersion, (encoding, known): (NodeId, KnownKey)) -> bool {
    let mut around = documents.ancestors(encoding).skip(1);
    let Some(media_type) = around.find(|&id| documents.object_kind(id) == ObjectKind::MediaType) else { return true };
    let name = name(documents, media_type);
    let is_multipart = name.starts_with("multipart/");
    let is_styled = name == FORM || is_multipart && version.is_modern() && name == "multipart/form-data";
    match known {
        KnownKey::Headers => name != FORM,
        KnownKey::ContentType => {
            let styles = [KnownKey::Style, KnownKey::Explode, KnownKey::AllowReserved];
            !(is_styled
                && version.is_modern()
                && styles.iter().any(|&known| documents.member(encoding, known).is_some()))
        }
        // A Swagger 2.0 file has no such keys. They are made from `collectionFormat`, which always applies.
        _ => is_styled || !is_multipart || version == SpecVersion::V2_0,
    }
}

/// Returns a media type's name without its parameters.
fn name(documents: &Documents<'_>, media_type: NodeId) -> String {
    let text = documents.key_text(media_type);
    text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Loader, ResolvedDescription};

    fn ignored(version: &str, paths: &str) -> Vec<String> {
        let text = format!(r#"{{"openapi":"{version}","paths":{paths}}}"#);
        let description: ResolvedDescription<'_> =
            Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish().resolved;
        let arena = description.arena();
        let ids = arena.ids().filter(|&id| arena.key(id).is_ignored());
        ids.map(|id| arena.key_text(id).to_owned()).collect()
    }

    #[test]
    fn an_answer_that_has_no_content_describes_none() {
        let content = r#"{"description":"","content":{"text/plain":{}}}"#;
        for (method, status, expected) in [
            ("get", "200", false),
            ("get", "204", true),
            ("delete", "205", true),
            ("get", "304", true),
            ("get", "2XX", false),
            ("head", "200", true),
        ] {
            let paths = format!(r#"{{"/a":{{"{method}":{{"responses":{{"{status}":{content}}}}}}}}}"#);
            assert_eq!(ignored("3.0.3", &paths) == ["content"], expected, "{method} {status}");
        }
    }

    #[test]
    fn encoding_fields_apply_by_media_type_and_version() {
        let all = r#"{"style":"form","explode":true,"contentType":"text/plain","headers":{"A":{}}}"#;
        for (version, media_type, expected) in [
            ("3.0.3", "application/x-www-form-urlencoded", &["headers"][..]),
            ("3.1.0", "application/x-www-form-urlencoded; charset=utf-8", &["contentType", "headers"]),
            ("3.0.3", "multipart/form-data", &["style", "explode"]),
            ("3.1.0", "multipart/form-data", &["contentType"]),
            ("3.1.0", "multipart/mixed", &["style", "explode"]),
            ("3.1.0", "application/json", &["encoding"]),
            ("3.1.0", "*/*", &[]),
        ] {
            let body = format!(r#"{{"content":{{"{media_type}":{{"encoding":{{"a":{all}}}}}}}}}"#);
            let found = ignored(version, &format!(r#"{{"/a":{{"post":{{"requestBody":{body}}}}}}}"#));
            assert_eq!(found, expected, "{version} {media_type}");
        }
    }

    #[test]
    fn an_answer_has_encodings_since_3_2() {
        let body = r#"{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"a/b"}}}}}"#;
        let paths = format!(r#"{{"/a":{{"get":{{"responses":{{"200":{body}}}}}}}}}"#);
        assert_eq!(ignored("3.1.0", &paths), ["encoding"]);
        assert!(ignored("3.2.0", &paths).is_empty());
    }
}
