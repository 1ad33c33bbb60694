//! API keys, described as a parameter or as a security scheme of type `apiKey` (OpenAPI 3.1.1 sections 4.8.12 and
//! 4.8.27). Both send the same key to the same location.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, OperationEntry, ResolvedDescription};

use crate::facets::parameters::required::is_required;
use crate::pairing::parameters::effective_parameters;

/// The location and name of a sent value.
type Sent = (String, String);

/// Returns the location and name of a parameter or key. Header names are case-insensitive.
fn sent(description: &ResolvedDescription<'_>, object: NodeId) -> Option<Sent> {
    let arena = description.arena();
    let object = description.resolve(object)?;
    let place = arena.string_at(object, KnownKey::In)?.into_owned();
    let name = arena.string_at(object, KnownKey::Name)?.into_owned();
    let name = if place == "header" { name.to_ascii_lowercase() } else { name };
    Some((place, name))
}

/// Returns the required parameters of an operation that may be keys. Parameters that one of its security schemes
/// already sends are left out.
pub(in crate::facets) fn keys_of(description: &ResolvedDescription<'_>, entry: &OperationEntry) -> Vec<Sent> {
    let all = effective_parameters(description, entry).into_iter().filter_map(|id| description.resolve(id));
    let needed = all.filter(|&id| is_required(description, id));
    let mut found = needed.filter_map(|id| sent(description, id)).filter(|found| found.0 != "path").list();
    if !found.is_empty() {
        let schemes = schemes_of(description, description.security_of(entry).list);
        let credentials: Vec<Sent> = schemes.into_iter().filter_map(|scheme| key(description, scheme)).list();
        found.retain(|found| !credentials.contains(found));
    }
    found
}

/// Returns the names of the schemes in a list of alternatives.
fn schemes_of<'d>(description: &'d ResolvedDescription<'_>, list: Option<NodeId>) -> Vec<&'d str> {
    let arena = description.arena();
    let all = list.into_iter().flat_map(|list| arena.children(list)).flat_map(|element| arena.children(element));
    all.map(|scheme| arena.key_text(scheme)).list()
}

/// Returns the schemes in a list of alternatives that are sent as one of these parameters.
pub(in crate::facets) fn schemes_sent_as(
    description: &ResolvedDescription<'_>,
    list: Option<NodeId>,
    parameters: &[Sent],
) -> Vec<String> {
    let names = schemes_of(description, list).into_iter();
    names.filter(|name| key(description, name).is_some_and(|sent| parameters.contains(&sent))).map(str::to_owned).list()
}

/// Returns the location and name of a scheme's credential. Credentials other than API keys use the `Authorization`
/// header (RFC 9110 section 11.6.2, RFC 6750 section 2.1).
fn key(description: &ResolvedDescription<'_>, scheme: &str) -> Option<Sent> {
    let scheme = description.resolve(description.security_scheme(scheme)?)?;
    match &*description.arena().string_at(scheme, KnownKey::Type)? {
        "apiKey" => sent(description, scheme),
        "http" | "oauth2" | "openIdConnect" => Some(("header".to_owned(), "authorization".to_owned())),
        _ => None,
    }
}

/// Returns true if an operation of the other description always sends this parameter as a key, in each security
/// alternative.
pub(in crate::facets) fn is_key(
    (description, parameter): (&ResolvedDescription<'_>, NodeId),
    (there, entry): (&ResolvedDescription<'_>, &OperationEntry),
) -> bool {
    let Some(sent) = sent(description, parameter) else { return false };
    let arena = there.arena();
    let list = there.security_of(entry).list;
    let mut alternatives = list.into_iter().flat_map(|list| arena.children(list)).peekable();
    let names_it = |alternative: NodeId| {
        arena.children(alternative).any(|scheme| key(there, arena.key_text(scheme)).as_ref() == Some(&sent))
    };
    alternatives.peek().is_some() && alternatives.all(names_it)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Facet;
    use crate::facets::tests::examples::{description, facets};

    fn with_parameter(required: bool) -> Value {
        let key = json!({"name": "X-Key", "in": "header", "required": required, "schema": {"type": "string"}});
        description(&json!({"paths": {"/a": {"get": {"parameters": [key], "responses": {}}}}}))
    }

    fn with_shared_parameter() -> Value {
        let key = json!({"name": "X-Key", "in": "header", "required": true, "schema": {"type": "string"}});
        description(&json!({
            "paths": {"/a": {"get": {"parameters": [{"$ref": "#/components/parameters/Key"}], "responses": {}}}},
            "components": {"parameters": {"Key": key}}
        }))
    }

    fn with_header(name: &str, security: &Value) -> Value {
        let header = json!({"name": name, "in": "header", "required": true, "schema": {"type": "string"}});
        let schemes =
            json!({"basic": {"type": "http", "scheme": "basic"}, "bearer": {"type": "http", "scheme": "bearer"}});
        description(&json!({
            "paths": {"/a": {"get": {"parameters": [header], "responses": {}, "security": security}}},
            "components": {"securitySchemes": schemes}
        }))
    }

    #[test]
    fn basic_and_bearer_use_the_authorization_header() {
        let (none, basic, bearer) = (json!([]), json!([{"basic": []}]), json!([{"bearer": []}]));
        let found = |old: (&str, &Value), new: (&str, &Value)| {
            let found = facets(&with_header(old.0, old.1), &with_header(new.0, new.1));
            found.into_iter().filter(|facet| *facet == Facet::Security).count()
        };
        assert_eq!(found(("authorization", &none), ("Authorization", &basic)), 0);
        assert_eq!(found(("X-Note", &none), ("X-Note", &basic)), 1);
        assert_eq!(found(("Authorization", &basic), ("Authorization", &bearer)), 1);
    }

    fn with_scheme(place: &str) -> Value {
        description(&json!({
            "paths": {"/a": {"get": {"responses": {}, "security": [{"key": []}]}}},
            "components": {"securitySchemes": {"key": {"type": "apiKey", "in": place, "name": "x-key"}}}
        }))
    }

    #[test]
    fn a_key_is_the_same_as_a_parameter_and_as_a_scheme() {
        let changed = |old: &Value, new: &Value| facets(old, new).into_iter().any(|facet| facet != Facet::Docs);
        for (old, new, expected) in [
            (with_parameter(true), with_scheme("header"), false),
            (with_shared_parameter(), with_scheme("header"), false),
            (with_parameter(true), with_scheme("query"), true),
            (with_parameter(false), with_scheme("header"), true),
        ] {
            assert_eq!(changed(&old, &new), expected, "{old} {new}");
            assert_eq!(changed(&new, &old), expected, "{new} {old}");
        }
    }
}
