//! References to objects of another kind than their location requires. The target exists but cannot be compared.

use super::documents::Documents;
use super::grammar::ObjectKind;
use crate::tree::{Kind, NodeId};

/// Returns an error message if `target` is not a valid target for the reference `text` of `object`.
pub(super) fn find_uncomparable_target(
    documents: &Documents<'_>,
    object: NodeId,
    target: NodeId,
    text: impl Fn() -> String,
) -> Option<String> {
    let kind = documents.kind(target);
    if kind == Kind::Object && documents.is_component(target) {
        return None;
    }
    let found = match kind {
        Kind::Object => match documents.object_kind(target) {
            object_kind if object_kind.is_referable() || object_kind.has_no_meaning() => return None,
            _ => "another part of the description",
        },
        Kind::True | Kind::False if documents.object_kind(object).is_schema() => return None,
        Kind::Array => "an array",
        Kind::Number => "a number",
        Kind::Text | Kind::Escaped | Kind::Pooled => "a string",
        Kind::Null => "`null`",
        Kind::True | Kind::False => "a boolean",
    };
    let expected = match documents.object_kind(object) {
        ObjectKind::PathItem => "a path item",
        ObjectKind::Parameter => "a parameter",
        ObjectKind::RequestBody => "a request body",
        ObjectKind::Response => "a response",
        ObjectKind::Header => "a header",
        ObjectKind::MediaType => "a media type",
        ObjectKind::Example => "an example",
        ObjectKind::Link => "a link",
        ObjectKind::SecurityScheme => "a security scheme",
        ObjectKind::Callback => "a callback",
        _ => "a schema",
    };
    Some(format!("`{}` refers to {found}, but {expected} is expected: correct the reference", text()))
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Loader};

    /// Returns the problems of a description in which the response to `GET /a` has a schema with this reference.
    fn problems(reference: &str) -> Vec<String> {
        let chain: Vec<String> =
            (0..100).map(|at| format!(r##""C{at}": {{"$ref": "#/components/schemas/C{}"}}"##, at + 1)).collect();
        let text = format!(
            r##"{{"openapi": "3.1.0", "info": {{"title": "a", "version": "1"}}, "x-a": {{"type": "string"}}, "paths": {{"/a": {{"get": {{"responses": {{
                "200": {{"description": "", "content": {{"a/b": {{"schema": {{"$ref": "{reference}"}}}}}}}},
                "404": {{"$ref": "#/components/responses/Gone"}}}}}}}}}},
                "components": {{"schemas": {{"True": true, "All": {{"allOf": [{{}}]}}, "Round": {{"$ref": "#/components/schemas/Round"}}, {}, "C100": {{}}}}}}}}"##,
            chain.join(", ")
        );
        let reading = Loader::new("openapi.json", text.into_bytes(), &Limits::default()).unwrap();
        let here = |pointer: &str| pointer.starts_with("/paths");
        let reported = reading.finish();
        let reported = reported.problems().iter().filter(|problem| here(&problem.place.pointer));
        reported.map(|problem| format!("{} {}", problem.code, problem.message)).collect()
    }

    #[test]
    fn reference_to_a_wrong_kind_of_target_is_a_problem() {
        let gone =
            "reference.unresolved `#/components/responses/Gone` does not resolve in this file: correct or add it";
        for (reference, says) in [
            ("#/info/title", Some("reference.target `#/info/title` refers to a string, but a schema is expected")),
            ("#", Some("reference.target `#` refers to another part of the description, but a schema is expected")),
            ("#/components/schemas", Some("reference.target ")),
            ("#/paths/~1a/get", Some("reference.target ")),
            (
                "#/components/schemas/All/allOf",
                Some("reference.target `#/components/schemas/All/allOf` refers to an array"),
            ),
            ("#/components/schemas/All/allOf/00", Some("reference.unresolved ")),
            ("#/components/schemas/All/allOf/+0", Some("reference.unresolved ")),
            ("#/components/schemas/Round", Some("reference.circular ")),
            (
                "#/components/schemas/C0",
                Some("reference.chain `#/components/schemas/C0` is a chain of more than 64 references"),
            ),
            ("#/components/schemas/C36", Some("reference.chain ")),
            ("#/components/schemas/C37", None),
            ("#/components/schemas/C50", None),
            ("#/components/schemas/All/allOf/0", None),
            ("#/components/schemas/True", None),
            ("#/x-a", None),
        ] {
            let reported = problems(reference);
            assert_eq!(reported.last().map(String::as_str), Some(gone), "{reference}: {reported:#?}");
            assert_eq!(reported.len(), 1 + usize::from(says.is_some()), "{reference}: {reported:#?}");
            assert!(says.is_none_or(|says| reported[0].starts_with(says)), "{reference}: {reported:#?}");
        }
    }
}
