//! The servers of an operation: `servers` of the operation, of its path or of the description. The first one is
//! preferred (OpenAPI 3.1.1 section 4.8.5). A missing list means the single server `/`.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{
    Effective, KnownKey, NodeId, OperationEntry, OperationKind, Origin, ResolvedDescription, erased_path,
};

use crate::facets::context::FacetContext;
use crate::facets::operations::{address, variables};
use crate::model::{Affected, Claim, DisplayValue, Event, Facet, Fact, Relation};
use crate::pairing::addresses::AddressChange;
use crate::pairing::alignment::Alignment;
use crate::pairing::array_pairs::pair_servers;
use crate::pairing::moves::MoveReason;
use crate::pairing::operation_pairing::OperationPairing;
use crate::pairing::server_url::{default_address, host_of, with_suffix};

/// The URL of the default server.
const HERE: &str = "/";

/// Compares the servers of an operation pair.
pub(in crate::facets) fn compare_servers(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    pair: usize,
    (old, new): (&OperationEntry, &OperationEntry),
) {
    let (before, after) = (context.sides.old.servers_of(old), context.sides.new.servers_of(new));
    let same = match (before.list, after.list) {
        (None, None) => true,
        (Some(left), Some(right)) => context.sides.equal(left, right),
        (Some(_), None) | (None, Some(_)) => false,
    };
    let level = before.origin.min(after.origin);
    if same && before.origin == after.origin && erased_path(&old.path).0 == erased_path(&new.path).0 {
        return;
    }
    let change = if old.kind == OperationKind::Path {
        AddressChange::compare(context.sides, (old, new))
    } else {
        AddressChange::Same
    };
    let suffixes = match &change {
        AddressChange::Respelled(before, after) => Some((before.as_str(), after.as_str())),
        AddressChange::Same | AddressChange::Moved(..) => None,
    };
    let is_moved = matches!(change, AddressChange::Moved(..));
    let comparison = Comparison { pair, level, entries: (old, new), lists: (before, after), suffixes, is_moved };
    let is_reported = pairing.move_reason(pair).is_some_and(|reason| reason != MoveReason::SharedPrefix);
    if let AddressChange::Moved(before, after) = &change
        && !is_reported
    {
        comparison.report_prefix(context, pairing, (before, after));
    }
    if address::are_both_swagger_2(context) && address::compare_addresses(context, pair, &change) {
        return comparison.compare_url_schemes(context);
    }
    match (before.list, after.list) {
        (Some(left), Some(right)) => {
            let alignment = pair_servers((context.sides.old, left), (context.sides.new, right), suffixes);
            comparison.compare_lists(context, (left, right), &alignment);
        }
        (Some(list), None) => comparison.report_one_list(context, list, Event::Removed),
        (None, Some(list)) => comparison.report_one_list(context, list, Event::Added),
        (None, None) => {}
    }
}

/// Returns the URL of a server as written.
pub(in crate::facets) fn url(description: &ResolvedDescription<'_>, server: NodeId) -> String {
    description.arena().string_at(server, KnownKey::Url).unwrap_or_default().into_owned()
}

struct Comparison<'d> {
    pair: usize,
    /// The innermost level of the two lists. Changes are reported there.
    level: Origin,
    entries: (&'d OperationEntry, &'d OperationEntry),
    lists: (Effective, Effective),
    /// The start of the two paths, as far as the other side has it in the URLs of its servers.
    suffixes: Option<(&'d str, &'d str)>,
    /// True if the changed path of the servers is reported already.
    is_moved: bool,
}

impl Comparison<'_> {
    fn compare_lists(
        &self,
        context: &mut FacetContext<'_, '_>,
        (left, right): (NodeId, NodeId),
        alignment: &Alignment,
    ) {
        let before = context.facts.len();
        for &(old, new) in &alignment.pairs {
            self.compare_pair(context, old, new);
        }
        if self.suffixes.is_some() {
            // The walk paired the servers by their own URLs.
            for (old, new) in pair_servers((context.sides.old, left), (context.sides.new, right), None).pairs {
                for key in [KnownKey::Url, KnownKey::Variables] {
                    let members = context.sides.member(old, new, key);
                    context.places.claim(members.0, members.1, Claim::Neutral);
                }
            }
        }
        let all = |description: &ResolvedDescription<'_>, list| -> Vec<String> {
            order::sorted_unique(description.arena().children(list).map(|server| url(description, server)))
        };
        let (all_old, all_new) = (all(context.sides.old, left), all(context.sides.new, right));
        for &old in &alignment.removed {
            let name = url(context.sides.old, old);
            if all_new.binary_search(&name).is_ok() {
                // The server was listed more than once.
                context.places.claim(Some(old), None, Claim::Neutral);
                continue;
            }
            self.push(context, Facet::Server, Event::Removed, (Some(old), None), name);
            context.claim(Some(old), None);
        }
        for &new in &alignment.added {
            let name = url(context.sides.new, new);
            if all_old.binary_search(&name).is_ok() {
                context.places.claim(None, Some(new), Claim::Neutral);
                continue;
            }
            self.push(context, Facet::Server, Event::Added, (None, Some(new)), name);
            context.claim(None, Some(new));
        }
        let first = |description: &ResolvedDescription<'_>, list| description.arena().children(list).next();
        let (old, new) = (first(context.sides.old, left), first(context.sides.new, right));
        let moved = alignment.pairs.iter().find(|(from, to)| (Some(*from) == old) != (Some(*to) == new));
        // The `schemes` of Swagger 2.0 have no order.
        let ordered =
            ![context.sides.old, context.sides.new].map(ResolvedDescription::spec_version).contains(&SpecVersion::V2_0);
        if let (Some(_), Some(new), true) = (moved, new, ordered) {
            let name = url(context.sides.new, new);
            let changed = Event::Changed(Relation::Incomparable);
            self.push(context, Facet::PreferredServer, changed, (None, None), name);
        }
        self.claim_lists(context, if context.facts.len() > before { Claim::Fact } else { Claim::Neutral });
    }

    /// Compares only the URL schemes, because the changed address of all servers is already reported.
    fn compare_url_schemes(&self, context: &mut FacetContext<'_, '_>) {
        let servers = |description: &ResolvedDescription<'_>, list: Option<NodeId>| -> Vec<(Option<String>, NodeId)> {
            let all = list.into_iter().flat_map(|list| description.arena().children(list));
            let scheme = |id| url(description, id).split_once("//").map(|(scheme, _)| scheme.to_owned());
            all.map(|id| (scheme(id), id)).list()
        };
        let (left, right) =
            (servers(context.sides.old, self.lists.0.list), servers(context.sides.new, self.lists.1.list));
        // Without a host, URLs have no scheme.
        let comparable = left.iter().chain(&right).all(|(scheme, _)| scheme.is_some());
        for (scheme, old) in &left {
            context.claim(Some(*old), None);
            if comparable && right.iter().all(|(other, _)| other != scheme) {
                let name = url(context.sides.old, *old);
                self.push(context, Facet::Server, Event::Removed, (Some(*old), None), name);
            }
        }
        for (scheme, new) in &right {
            context.claim(None, Some(*new));
            if comparable && left.iter().all(|(other, _)| other != scheme) {
                let name = url(context.sides.new, *new);
                self.push(context, Facet::Server, Event::Added, (None, Some(*new)), name);
            }
        }
        for (_, old) in &left {
            for (_, new) in &right {
                let urls = context.sides.member(*old, *new, KnownKey::Url);
                context.claim(urls.0, urls.1);
            }
        }
        self.claim_lists(context, Claim::Fact);
    }

    /// Returns the start of the paths that completes the URLs of each side.
    fn suffixes(&self) -> (Option<&str>, Option<&str>) {
        (self.suffixes.map(|both| both.0), self.suffixes.map(|both| both.1))
    }

    /// Reports the changed start of the addresses. All operations with this change share an entry.
    fn report_prefix(
        &self,
        context: &mut FacetContext<'_, '_>,
        pairing: &OperationPairing,
        (before, after): (&str, &str),
    ) {
        let split = pairing.split_prefix(before, after);
        let shared = split.map_or("", |split| &split.shared);
        let paths = if split.is_some_and(|split| split.is_partial) { "some of the paths" } else { "the paths" };
        let name = match (format!("{before}{shared}"), format!("{after}{shared}")) {
            (before, after) if before.is_empty() => format!("{paths} now start with `{after}`"),
            (before, after) if after.is_empty() => format!("{paths} no longer start with `{before}`"),
            (before, after) => format!("{paths} that start with `{before}` now start with `{after}`"),
        };
        let changed = Event::Changed(Relation::Incomparable);
        let is_same_path = self.entries.0.path == self.entries.1.path;
        let places = if is_same_path && address::are_both_swagger_2(context) {
            let (before, after) = context.sides.member(NodeId::ROOT, NodeId::ROOT, KnownKey::BasePath);
            (before.or(Some(NodeId::ROOT)), after.or(Some(NodeId::ROOT)))
        } else if is_same_path {
            self.push(context, Facet::PathPrefix, changed, (None, None), name);
            return;
        } else {
            let paths = |description: &ResolvedDescription<'_>, entry| description.arena().parent(entry);
            (paths(context.sides.old, self.entries.0.entry), paths(context.sides.new, self.entries.1.entry))
        };
        let fact = Fact::new(Facet::PathPrefix, changed, places.0, places.1, Affected::Pair(self.pair));
        context.facts.push(fact.named(name));
    }

    /// Reports the servers if one side has no list and therefore uses `/`.
    fn report_one_list(&self, context: &mut FacetContext<'_, '_>, list: NodeId, event: Event) {
        let is_old = event == Event::Removed;
        let description = if is_old { context.sides.old } else { context.sides.new };
        let servers: Vec<NodeId> = description.arena().children(list).list();
        let before = context.facts.len();
        let (left, right) = self.suffixes();
        let (suffix, other) = if is_old { (left, right) } else { (right, left) };
        let here = with_suffix(HERE, other);
        let is_here = |server: NodeId| {
            let default = default_address(description, server).filter(|address| address.is_only);
            let url = default.map_or_else(|| url(description, server), |address| address.url);
            with_suffix(&url, suffix) == here
        };
        let is_moved = self.is_moved && servers.iter().all(|&server| host_of(&url(description, server)).is_empty());
        for &server in &servers {
            let element = if is_old { (Some(server), None) } else { (None, Some(server)) };
            context.claim(element.0, element.1);
            if !is_moved && !is_here(server) {
                self.push(context, Facet::Server, event, element, url(description, server));
            }
        }
        if !is_moved && !servers.iter().any(|&server| is_here(server)) {
            let opposite = if is_old { Event::Added } else { Event::Removed };
            self.push(context, Facet::Server, opposite, (None, None), HERE.to_owned());
        }
        self.claim_lists(context, if context.facts.len() > before { Claim::Fact } else { Claim::Neutral });
    }

    fn compare_pair(&self, context: &mut FacetContext<'_, '_>, old: NodeId, new: NodeId) {
        // One of the two may be in a list that is empty on the other side.
        context.places.claim(Some(old), None, Claim::Neutral);
        context.places.claim(None, Some(new), Claim::Neutral);
        let (before, after) = (url(context.sides.old, old), url(context.sides.new, new));
        let places = context.sides.member(old, new, KnownKey::Url);
        let (from, to) = (with_suffix(&before, self.suffixes().0), with_suffix(&after, self.suffixes().1));
        if erased_path(&before).0 == erased_path(&after).0 && self.suffixes.is_none() {
            // The names of variables are local to the server.
            context.places.claim(places.0, places.1, Claim::Neutral);
        } else if from != to {
            let variables = context.sides.member(old, new, KnownKey::Variables);
            if self.is_moved && host_of(&before) == host_of(&after) {
                for (old, new) in [places, variables, (Some(old), Some(new))] {
                    context.claim(old, new);
                }
                return;
            }
            let suffixes = self.suffixes();
            let relation = variables::relation_of_servers(context, (old, suffixes.0), (new, suffixes.1));
            let claim = if relation == Relation::Same { Claim::Neutral } else { Claim::Fact };
            context.places.claim(variables.0, variables.1, claim);
            if relation == Relation::Same {
                context.places.claim(places.0, places.1, Claim::Neutral);
                return;
            }
            context.claim(places.0, places.1);
            context.claim(Some(old), Some(new));
            let changed = Event::Changed(relation);
            self.push(context, Facet::ServerUrl, changed, (Some(old), Some(new)), before.clone());
            if let Some(fact) = context.facts.last_mut() {
                (fact.before, fact.after) = (DisplayValue::from_node(places.0), DisplayValue::from_node(places.1));
            }
        } else {
            context.places.claim(places.0, places.1, Claim::Neutral);
        }
        for variable in variables::compare_variable_maps(context, (old, &before), (new, &after)) {
            let cause = (Some(variable.old.unwrap_or(old)), Some(variable.new.unwrap_or(new)));
            self.push(context, variable.facet, Event::Changed(variable.relation), cause, variable.name);
            if let Some(fact) = context.facts.last_mut() {
                (fact.before, fact.after) = variable.shown;
            }
        }
    }

    /// Adds a fact about a server, located at the server if both lists are at the same level.
    fn push(
        &self,
        context: &mut FacetContext<'_, '_>,
        facet: Facet,
        event: Event,
        (old, new): (Option<NodeId>, Option<NodeId>),
        name: String,
    ) {
        let level = self.level;
        let cause = |node: Option<NodeId>, list: Effective, entry: &OperationEntry| {
            let holder = entry.level(level).unwrap_or(entry.item);
            let here = list.origin == level;
            node.filter(|_| here).or(list.list.filter(|_| here)).unwrap_or(holder)
        };
        let old = cause(old, self.lists.0, self.entries.0);
        let new = cause(new, self.lists.1, self.entries.1);
        context.facts.push(Fact::new(facet, event, Some(old), Some(new), Affected::Pair(self.pair)).named(name));
    }

    /// Claims lists that are on one side only, at every level that the two operations use.
    fn claim_lists(&self, context: &mut FacetContext<'_, '_>, claim: Claim) {
        for origin in [self.lists.0.origin, self.lists.1.origin] {
            let list = |description: &ResolvedDescription<'_>, entry: &OperationEntry| {
                description.arena().member(entry.level(origin)?, KnownKey::Servers)
            };
            let places = (list(context.sides.old, self.entries.0), list(context.sides.new, self.entries.1));
            context.places.claim(places.0, places.1, claim);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::description;

    fn at(level: &str, urls: &[&str]) -> Value {
        let servers: Vec<Value> = urls.iter().map(|url| json!({"url": url})).collect();
        description(&match level {
            "operation" => json!({"paths": {"/shipments": {"get": {"servers": servers}}}}),
            "path" => json!({"paths": {"/shipments": {"servers": servers}}}),
            _ => json!({"servers": servers}),
        })
    }

    const A: &str = "https://a.example";
    const B: &str = "https://b.example";

    #[test]
    fn server_changes_are_found_at_every_level() {
        let changed = Event::Changed(Relation::Incomparable);
        for level in ["operation", "path", "description"] {
            let with = |urls: &[&str]| at(level, urls);
            for (before, after, facet, event) in [
                (&[A][..], &[A, B][..], Facet::Server, Event::Added),
                (&[A, B], &[A], Facet::Server, Event::Removed),
                (&[A], &[B], Facet::ServerUrl, changed),
                (&[A, B], &[B, A], Facet::PreferredServer, changed),
            ] {
                let (old, new) = (with(before), with(after));
                assert_eq!(examples::facets(&old, &new), [facet], "{level} {before:?} {after:?}");
                assert_eq!(examples::events(facet, &old, &new), [event], "{level} {before:?} {after:?}");
            }
        }
    }

    #[test]
    fn different_first_server_changes_the_preferred_server() {
        let (one, two) = (at("description", &[A]), at("description", &[B, A]));
        assert_eq!(examples::facets(&one, &two), [Facet::Server, Facet::PreferredServer]);
        assert_eq!(examples::facets(&two, &one), [Facet::Server, Facet::PreferredServer]);
    }

    #[test]
    fn where_a_list_is_written_does_not_matter() {
        let levels = ["operation", "path", "description"];
        for from in levels {
            for to in levels {
                assert_eq!(examples::facets(&at(from, &[A]), &at(to, &[A])), [], "{from} {to}");
                assert_eq!(examples::facets(&at(from, &[A]), &at(to, &[A, B])), [Facet::Server], "{from} {to}");
            }
        }
    }

    #[test]
    fn no_list_is_the_server_the_description_came_from() {
        let none = description(&json!({}));
        assert_eq!(examples::facets(&none, &at("description", &["/"])), []);
        assert_eq!(examples::facets(&none, &at("description", &[])), []);
        assert_eq!(examples::events(Facet::Server, &none, &at("description", &[A])), [Event::Added, Event::Removed]);
        assert_eq!(examples::facets(&at("description", &[A]), &at("description", &["HTTPS://A.example"])), []);
    }

    #[test]
    fn words_about_a_server_are_words() {
        let with = |server: Value| description(&json!({"servers": [server]}));
        let plain = with(json!({"url": A}));
        for (server, facet) in [
            (json!({"url": A, "description": "Production"}), Facet::Docs),
            (json!({"url": A, "name": "production"}), Facet::Docs),
            (json!({"url": A, "x-region": "eu"}), Facet::Extension),
            (json!({"url": A, "colour": "red"}), Facet::Unexplained),
        ] {
            assert_eq!(examples::facets(&plain, &with(server.clone())), [facet], "{server}");
        }
    }
}
