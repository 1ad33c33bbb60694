//! Credentials: the fields of a security scheme and its flows (OpenAPI 3.2.0 sections 4.8.27 to 4.8.29). A field is
//! part of the credential if it determines what is sent or where to get it. The scheme's name is not part of it.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, is_extension};

use crate::facets::context::{FacetContext, unmatched_members};
use crate::facets::parameters::styles::report_documentation;
use crate::model::{Affected, Claim, DefinitionPairId, Event, Facet, Fact, NodePair, Relation, Values};
use crate::pairing::sides::Sides;

/// The fields that determine what is sent and where to get it.
const CREDENTIAL: [KnownKey; 4] = [KnownKey::In, KnownKey::Name, KnownKey::Scheme, KnownKey::OpenIdConnectUrl];
/// All parts of a credential, each as a key and a value.
type Credential = Vec<(String, String)>;
/// The endpoints of a flow.
const ENDPOINTS: [KnownKey; 3] = [KnownKey::AuthorizationUrl, KnownKey::DeviceAuthorizationUrl, KnownKey::TokenUrl];

/// Returns true if a scheme of a type has a field (OpenAPI 3.1.1 section 4.8.27.1).
fn has_field(kind: &str, key: KnownKey) -> bool {
    match key {
        KnownKey::In | KnownKey::Name => kind == "apiKey",
        KnownKey::Scheme => kind == "http",
        KnownKey::OpenIdConnectUrl => kind == "openIdConnect",
        KnownKey::Flows | KnownKey::OAuth2MetadataUrl => kind == "oauth2",
        _ => true,
    }
}

/// Returns true if a flow has an endpoint (OpenAPI 3.2.0 section 4.8.29.1).
fn has_endpoint(flow: &str, key: KnownKey) -> bool {
    match key {
        KnownKey::AuthorizationUrl => matches!(flow, "implicit" | "authorizationCode"),
        KnownKey::DeviceAuthorizationUrl => flow == "deviceAuthorization",
        KnownKey::TokenUrl => flow != "implicit",
        _ => true,
    }
}

/// The canonical names of the schemes of one description. If two schemes are the same credential in both descriptions,
/// requirements with either name are equal.
pub(in crate::facets) struct Canonical<'d> {
    description: &'d ResolvedDescription<'d>,
    /// The names of each credential that has the same name in both descriptions.
    names: Vec<(Credential, Vec<&'d str>)>,
}

impl<'d> Canonical<'d> {
    pub(in crate::facets) fn collect(sides: &Sides<'_>, description: &'d ResolvedDescription<'d>) -> Canonical<'d> {
        let section = description.arena().member(NodeId::ROOT, KnownKey::Components);
        let section = section.and_then(|components| description.arena().member(components, KnownKey::SecuritySchemes));
        let all = section.into_iter().flat_map(|section| description.arena().children(section));
        let of_both = all.filter_map(|id| {
            let name = description.arena().key_text(id);
            let (old, new) = (named(sides.old, name), named(sides.new, name));
            Some((old.filter(|old| new.as_ref() == Some(old))?, name))
        });
        Canonical { description, names: order::groups(of_both) }
    }

    pub(in crate::facets) fn name(&self, name: &str) -> String {
        let own = named(self.description, name);
        let same = own.and_then(|own| order::find(&self.names, &own)?.iter().min().copied());
        same.unwrap_or(name).to_owned()
    }
}

/// Returns the credential of the scheme with this name.
fn named(description: &ResolvedDescription<'_>, name: &str) -> Option<Credential> {
    description.security_scheme(name).map(|scheme| credential(description, scheme))
}

/// A scheme whose name changed.
pub(in crate::facets) struct Renamed {
    pub(in crate::facets) before: String,
    pub(in crate::facets) after: String,
    pub(in crate::facets) old: NodeId,
    pub(in crate::facets) new: NodeId,
}

/// Returns the schemes that have another name in the other description.
pub(in crate::facets) fn renamed(sides: &Sides<'_>) -> Vec<Renamed> {
    let schemes = |description: &ResolvedDescription<'_>| -> Vec<NodeId> {
        let arena = description.arena();
        let components = arena.member(NodeId::ROOT, KnownKey::Components);
        let section = components.and_then(|components| arena.member(components, KnownKey::SecuritySchemes));
        section.into_iter().flat_map(|section| arena.children(section)).list()
    };
    let (left, right) = (schemes(sides.old), schemes(sides.new));
    let name = |description: &ResolvedDescription<'_>, id| description.arena().key_text(id).to_owned();
    let names = |description: &ResolvedDescription<'_>, all: &[NodeId]| {
        order::sorted_unique(all.iter().map(|&id| name(description, id)))
    };
    let (all_old, all_new) = (names(sides.old, &left), names(sides.new, &right));
    let is_lone = |description, others: &[String], id| others.binary_search(&name(description, id)).is_err();
    let mut waiting: Vec<NodeId> = right.into_iter().filter(|&id| is_lone(sides.new, &all_old, id)).list();
    let mut lost: Vec<NodeId> = left.into_iter().filter(|&id| is_lone(sides.old, &all_new, id)).list();
    let mut found = Vec::new();
    // Identical schemes first, then schemes with the same token endpoints.
    for identify in [credential, token_endpoints] {
        // Reverse the order, because `pop` takes the last one.
        let mut by_it = order::groups(waiting.iter().rev().map(|&new| (identify(sides.new, new), new)));
        lost.retain(|&old| {
            let credential = identify(sides.old, old);
            let same = order::find_mut(&mut by_it, &credential).filter(|_| !credential.is_empty());
            let Some(new) = same.and_then(Vec::pop) else { return true };
            found.push(Renamed { before: name(sides.old, old), after: name(sides.new, new), old, new });
            false
        });
        let left = order::sorted_unique(by_it.into_iter().flat_map(|(_, left)| left));
        waiting.retain(|id| left.binary_search(id).is_ok());
    }
    found
}

/// Returns the flows of a scheme, each with its token endpoint.
fn token_endpoints(description: &ResolvedDescription<'_>, scheme: NodeId) -> Credential {
    let arena = description.arena();
    let flows = description.resolve(scheme).and_then(|scheme| arena.member(scheme, KnownKey::Flows));
    let mut found: Credential = read_flows(description, flows)
        .into_iter()
        .filter_map(|flow| Some((arena.key_text(flow).to_owned(), text(description, flow, KnownKey::TokenUrl)?)))
        .list();
    order::sort(&mut found);
    found
}

/// Returns all parts of a scheme's credential.
fn credential(description: &ResolvedDescription<'_>, scheme: NodeId) -> Credential {
    let arena = description.arena();
    let Some(scheme) = description.resolve(scheme) else { return Vec::new() };
    let text = |object, key| text(description, object, key).unwrap_or_default();
    let kind = text(scheme, KnownKey::Type);
    let fields = [KnownKey::Type].into_iter().chain(CREDENTIAL).filter(|&key| has_field(&kind, key));
    let mut parts: Credential = fields.map(|key| (format!("{key:?}"), text(scheme, key))).list();
    for flow in read_flows(description, arena.member(scheme, KnownKey::Flows)) {
        let name = arena.key_text(flow);
        let endpoints = ENDPOINTS.into_iter().filter(|&key| has_endpoint(name, key));
        parts.extend(endpoints.map(|key| (format!("{name} {key:?}"), text(flow, key))));
        let scopes = arena.member(flow, KnownKey::Scopes).into_iter().flat_map(|scopes| arena.children(scopes));
        parts.extend(scopes.map(|scope| (format!("{name} scope"), arena.key_text(scope).to_owned())));
    }
    order::sort(&mut parts);
    parts
}

/// Returns the normalized value of a field. Names of schemes and headers are case-insensitive (RFC 9110 sections 11.1
/// and 5.1).
fn text(description: &ResolvedDescription<'_>, object: NodeId, key: KnownKey) -> Option<String> {
    let arena = description.arena();
    let text = arena.string_at(object, key)?.into_owned();
    let header = arena.string_at(object, KnownKey::In).is_some_and(|place| place == "header");
    let folded = key == KnownKey::Scheme || (key == KnownKey::Name && header);
    Some(if folded { text.to_ascii_lowercase() } else { text })
}

/// Compares the fields of two schemes. A changed `type` makes another credential, so other fields are not compared
/// then.
pub(in crate::facets) fn compare_schemes(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let (before, after) = context.sides.member(old, new, KnownKey::Type);
    if context.places.is_open(before, after) {
        compare_credential_field(context, pair, KnownKey::Type);
        for key in CREDENTIAL.into_iter().chain([KnownKey::Flows, KnownKey::OAuth2MetadataUrl]) {
            let (before, after) = context.sides.member(old, new, key);
            context.claim(before, after);
        }
        return;
    }
    let kind = text(context.sides.new, new, KnownKey::Type).unwrap_or_default();
    for key in CREDENTIAL {
        if has_field(&kind, key) {
            compare_credential_field(context, pair, key);
        } else {
            report_documentation(context, definition_pair, context.sides.member(old, new, key));
        }
    }
    compare_hint_field(context, pair, KnownKey::OAuth2MetadataUrl);
    match context.sides.member(old, new, KnownKey::Flows) {
        (Some(flows), None) => report_all_flows(context, definition_pair, (Some(flows), None), Some(new)),
        (None, Some(flows)) => report_all_flows(context, definition_pair, (None, Some(flows)), Some(old)),
        (Some(_), Some(_)) | (None, None) => {}
    }
}

/// Reports all flows of a scheme that has none on the `other` side as added or removed.
fn report_all_flows(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    flows: (Option<NodeId>, Option<NodeId>),
    other: Option<NodeId>,
) {
    context.places.claim(flows.0, flows.1, Claim::Neutral);
    for flow in read_flows(context.sides.old, flows.0) {
        report_unmatched_scheme(context, Facet::Flow, definition_pair, Event::Removed, (Some(flow), other));
    }
    for flow in read_flows(context.sides.new, flows.1) {
        report_unmatched_scheme(context, Facet::Flow, definition_pair, Event::Added, (other, Some(flow)));
    }
}

/// Returns the flows in a `flows` object.
fn read_flows(description: &ResolvedDescription<'_>, flows: Option<NodeId>) -> Vec<NodeId> {
    let arena = description.arena();
    let all = flows.into_iter().flat_map(|flows| arena.children(flows));
    all.filter(|&flow| is_flow(description, flow)).list()
}

/// Returns true if a member of a `flows` object is a flow that this version knows.
fn is_flow(description: &ResolvedDescription<'_>, id: NodeId) -> bool {
    let key = description.arena().key(id);
    !is_extension(key) && !key.is_ignored()
}

/// Reports added and removed flows.
pub(in crate::facets) fn compare_flow_maps(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let (removed, added) = unmatched_members(context.sides, old, new);
    for flow in removed.into_iter().filter(|&id| is_flow(context.sides.old, id)) {
        report_unmatched_scheme(context, Facet::Flow, definition_pair, Event::Removed, (Some(flow), Some(new)));
    }
    for flow in added.into_iter().filter(|&id| is_flow(context.sides.new, id)) {
        report_unmatched_scheme(context, Facet::Flow, definition_pair, Event::Added, (Some(old), Some(flow)));
    }
}

/// Compares the endpoints and scopes of a flow.
pub(in crate::facets) fn compare_flows(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let flow = context.sides.new.arena().key_text(new).to_owned();
    for key in ENDPOINTS {
        if has_endpoint(&flow, key) {
            compare_credential_field(context, pair, key);
        } else {
            report_documentation(context, definition_pair, context.sides.member(old, new, key));
        }
    }
    compare_hint_field(context, pair, KnownKey::RefreshUrl);
    let scopes = |description: &ResolvedDescription<'_>, flow| -> Vec<NodeId> {
        let scopes = description.arena().member(flow, KnownKey::Scopes);
        scopes.into_iter().flat_map(|scopes| description.arena().children(scopes)).list()
    };
    let (left, right) = (scopes(context.sides.old, old), scopes(context.sides.new, new));
    for scope in left {
        if context.places.is_open(Some(scope), None) {
            report_unmatched_scheme(context, Facet::Scope, definition_pair, Event::Removed, (Some(scope), Some(new)));
        }
    }
    for scope in right {
        if context.places.is_open(None, Some(scope)) {
            report_unmatched_scheme(context, Facet::Scope, definition_pair, Event::Added, (Some(old), Some(scope)));
        }
    }
}

fn report_unmatched_scheme(
    context: &mut FacetContext<'_, '_>,
    facet: Facet,
    definition_pair: DefinitionPairId,
    event: Event,
    cause: (Option<NodeId>, Option<NodeId>),
) {
    let name = match (event, cause) {
        (Event::Removed, (Some(old), _)) => {
            context.claim(Some(old), None);
            context.sides.old.arena().key_text(old).to_owned()
        }
        (_, (_, Some(new))) => {
            context.claim(None, Some(new));
            context.sides.new.arena().key_text(new).to_owned()
        }
        (_, (_, None)) => return,
    };
    context
        .facts
        .push(Fact::new(facet, event, cause.0, cause.1, Affected::DefinitionPair(definition_pair)).named(name));
}

/// Compares a field that is part of the credential.
fn compare_credential_field(context: &mut FacetContext<'_, '_>, pair: NodePair, key: KnownKey) {
    let NodePair { old, new, .. } = pair;
    let (before, after) = context.sides.member(old, new, key);
    if !context.places.is_open(before, after) {
        return;
    }
    if text(context.sides.old, old, key) == text(context.sides.new, new, key) {
        context.places.claim(before, after, Claim::Neutral);
        return;
    }
    push(context, Facet::SecurityScheme, pair, Event::Changed(Relation::Incomparable), (before, after));
}

/// Compares an optional field that is not part of the credential.
fn compare_hint_field(context: &mut FacetContext<'_, '_>, pair: NodePair, key: KnownKey) {
    let (before, after) = context.sides.member(pair.old, pair.new, key);
    if !context.places.is_open(before, after) {
        return;
    }
    let event = match (before, after) {
        (None, _) => Event::Added,
        (_, None) => Event::Removed,
        (Some(_), Some(_)) => Event::Changed(Relation::Incomparable),
    };
    push(context, Facet::SecurityHint, pair, event, (before, after));
}

fn push(context: &mut FacetContext<'_, '_>, facet: Facet, pair: NodePair, event: Event, (before, after): Values) {
    context.claim(before, after);
    let name =
        |id: Option<NodeId>, description: &ResolvedDescription<'_>| Some(description.arena().key_text(id?).to_owned());
    let name = name(after, context.sides.new).or_else(|| name(before, context.sides.old)).unwrap_or_default();
    context.facts.push(Fact::for_changed_member(facet, event, pair, (before, after)).named(name));
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::description;

    fn with(scheme: &Value) -> Value {
        description(&json!({"components": {"securitySchemes": {"key": scheme}}, "security": [{"key": []}]}))
    }

    fn flows(flows: &Value) -> Value {
        with(&json!({"type": "oauth2", "flows": flows}))
    }

    #[test]
    fn location_and_name_are_part_of_the_credential() {
        let key = json!({"type": "apiKey", "in": "header", "name": "X-Key"});
        for (scheme, count) in [
            (json!({"type": "apiKey", "in": "query", "name": "X-Key"}), 1),
            (json!({"type": "apiKey", "in": "header", "name": "X-Token"}), 1),
            (json!({"type": "apiKey", "in": "cookie", "name": "key"}), 2),
            (json!({"type": "apiKey", "in": "header", "name": "x-key"}), 0),
            (json!({"type": "http", "scheme": "bearer"}), 1),
            (json!({"type": "mutualTLS"}), 1),
        ] {
            let found = examples::facets(&with(&key), &with(&scheme));
            assert_eq!(found, vec![Facet::SecurityScheme; count], "{scheme}");
        }
        let http = |scheme: &str| with(&json!({"type": "http", "scheme": scheme}));
        assert_eq!(examples::facets(&http("bearer"), &http("Bearer")), []);
        assert_eq!(examples::facets(&http("bearer"), &http("basic")), [Facet::SecurityScheme]);
        let connect = |url: &str| with(&json!({"type": "openIdConnect", "openIdConnectUrl": url}));
        assert_eq!(
            examples::facets(&connect("https://a.example"), &connect("https://b.example")),
            [Facet::SecurityScheme]
        );
    }

    #[test]
    fn flows_scopes_and_endpoints_come_and_go() {
        let flow = json!({"tokenUrl": "https://a.example/token", "scopes": {"read": "Read"}});
        let base = flows(&json!({"clientCredentials": flow}));
        let changed = Event::Changed(Relation::Incomparable);
        let examples = [
            (json!({"clientCredentials": flow, "password": flow}), (Facet::Flow, Event::Added), Event::Removed),
            (
                json!({"clientCredentials": {"tokenUrl": "https://a.example/token", "scopes": {"read": "Read", "write": "Write"}}}),
                (Facet::Scope, Event::Added),
                Event::Removed,
            ),
            (
                json!({"clientCredentials": {"tokenUrl": "https://b.example/token", "scopes": {"read": "Read"}}}),
                (Facet::SecurityScheme, changed),
                changed,
            ),
            (
                json!({"clientCredentials": {"tokenUrl": "https://a.example/token", "refreshUrl": "https://a.example/refresh", "scopes": {"read": "Read"}}}),
                (Facet::SecurityHint, Event::Added),
                Event::Removed,
            ),
            (
                json!({"clientCredentials": {"tokenUrl": "https://a.example/token", "scopes": {"read": "See"}}}),
                (Facet::Docs, Event::Changed(Relation::Unknown)),
                Event::Changed(Relation::Unknown),
            ),
            (json!({"clientCredentials": flow, "x-first": true}), (Facet::Extension, Event::Added), Event::Removed),
        ];
        for (members, (facet, there), back) in examples {
            let other = flows(&members);
            assert_eq!(examples::facets(&base, &other), [facet], "{members}");
            assert_eq!(examples::events(facet, &base, &other), [there], "{members}");
            assert_eq!(examples::events(facet, &other, &base), [back], "{members}");
        }
    }

    #[test]
    fn flows_come_and_go_with_the_object_that_holds_them() {
        let flow = json!({"tokenUrl": "https://a.example/token", "scopes": {"read": "Read"}});
        let all = flows(&json!({"clientCredentials": flow, "password": flow, "x-first": true}));
        let none = with(&json!({"type": "oauth2"}));
        assert_eq!(examples::events(Facet::Flow, &all, &none), [Event::Removed; 2]);
        assert_eq!(examples::events(Facet::Flow, &none, &all), [Event::Added; 2]);
        assert_eq!(examples::facets(&all, &none), [Facet::Flow; 2]);
        assert_eq!(examples::facets(&flows(&json!({})), &none), []);
    }

    #[test]
    fn unused_scheme_is_an_unused_component() {
        let unused = |name: &str| {
            description(
                &json!({"components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": name}}}}),
            )
        };
        assert_eq!(examples::facets(&unused("a"), &unused("b")), [Facet::UnusedComponent]);
    }

    #[test]
    fn bearer_format_is_documentation() {
        let bearer = |format: &str| with(&json!({"type": "http", "scheme": "bearer", "bearerFormat": format}));
        assert_eq!(examples::facets(&bearer("JWT"), &bearer("opaque")), [Facet::Docs]);
    }
}
