//! The credentials that an operation accepts: `security` is a list of alternatives, each with schemes that are all
//! required, and their scopes (OpenAPI 3.1.1 section 4.8.30). The relation compares the two sets of accepted
//! credentials.
//!
//! An alternative accepts all credentials with its schemes and scopes. A list is within another one if each of its
//! alternatives requires at least as much as some alternative of the other.

use std::fmt;
use std::rc::Rc;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{Effective, KnownKey, NodeId, ObjectKind, OperationEntry, Origin, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::facets::security::api_keys::{keys_of, schemes_sent_as};
use crate::facets::security::schemes::{Canonical, Renamed, renamed};
use crate::model::{Affected, Claim, Event, Facet, Fact, MessageSide, Owner, Relation};
use crate::pairing::sides::Sides;

/// The identity of a scheme on both sides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Scheme {
    /// The scheme's name.
    Named(String),
    /// Index in the list of renamed schemes.
    Renamed(usize),
}

/// The common names of the schemes of one description.
struct Names<'d> {
    canonical: Canonical<'d>,
    /// Renamed schemes with their indexes.
    renamed: Vec<(String, usize)>,
}

impl<'d> Names<'d> {
    /// Creates the names. `name` returns the name of a renamed scheme in this description.
    fn new(
        sides: &Sides<'_>,
        description: &'d ResolvedDescription<'d>,
        renames: &[Renamed],
        name: fn(&Renamed) -> &String,
    ) -> Names<'d> {
        let called = renames.iter().enumerate().map(|(at, renamed)| (name(renamed).clone(), at));
        Names { canonical: Canonical::collect(sides, description), renamed: order::sorted_unique(called) }
    }

    fn scheme(&self, called: &str) -> Scheme {
        let place = order::find(&self.renamed, &called.to_owned());
        place.map_or_else(|| Scheme::Named(self.canonical.name(called)), |&at| Scheme::Renamed(at))
    }
}

/// The schemes that an alternative requires, each with its scopes. Both are sets.
type Alternative = Vec<(Scheme, Vec<String>)>;

/// Comparisons that most operations share: the names of all schemes, and the inherited lists.
#[derive(Default)]
pub(crate) struct SharedSecurity<'d> {
    schemes: Option<Rc<Schemes<'d>>>,
    inherited: Table<Lists, Option<Rc<Compared>>>,
}

/// The old and the new list of an operation.
type Lists = (Option<NodeId>, Option<NodeId>);

/// The schemes of both descriptions.
struct Schemes<'d> {
    renames: Vec<Renamed>,
    names: (Names<'d>, Names<'d>),
}

/// The comparison of two lists.
struct Compared {
    /// Indexes of the renamed schemes that they require.
    asked: Vec<usize>,
    relation: Relation,
    /// Redundant alternatives that were removed, and that were added.
    redundant: [Vec<Option<NodeId>>; 2],
}

impl<'d> SharedSecurity<'d> {
    fn schemes(&mut self, sides: &Sides<'d>) -> Rc<Schemes<'d>> {
        let collect = || {
            let renames = renamed(sides);
            let names = (
                Names::new(sides, sides.old, &renames, |renamed| &renamed.before),
                Names::new(sides, sides.new, &renames, |renamed| &renamed.after),
            );
            Rc::new(Schemes { renames, names })
        };
        Rc::clone(self.schemes.get_or_insert_with(collect))
    }
}

impl fmt::Debug for SharedSecurity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedSecurity").finish_non_exhaustive()
    }
}

/// Compares the security of an operation pair.
pub(in crate::facets) fn compare_security<'d>(
    context: &mut FacetContext<'_, 'd>,
    shared: &mut SharedSecurity<'d>,
    pair: usize,
    (old, new): (&OperationEntry, &OperationEntry),
) {
    let (before, after) = (context.sides.old.security_of(old), context.sides.new.security_of(new));
    let same = match (before.list, after.list) {
        (None, None) => true,
        (Some(left), Some(right)) => context.sides.equal(left, right),
        (Some(_), None) | (None, Some(_)) => false,
    };
    if same && before.origin == after.origin {
        return;
    }
    let schemes = shared.schemes(context.sides);
    let (previous, current) = (context.sides.old, context.sides.new);
    // A key that was a required parameter was required too, under any name.
    let as_parameter = (keys_of(previous, old), keys_of(current, new));
    let key = (before.list, after.list);
    let is_shared = as_parameter.0.is_empty() && as_parameter.1.is_empty();
    let known = shared.inherited.get(&key).filter(|_| is_shared).cloned();
    let compared = known.unwrap_or_else(|| {
        let left = alternatives(previous, before.list, &schemes.names.0);
        let right = alternatives(current, after.list, &schemes.names.1);
        let (mut left, mut right) = left.zip(right)?;
        for called in schemes_sent_as(current, after.list, &as_parameter.0) {
            add_to_all(&mut left, &schemes.names.1.scheme(&called));
        }
        for called in schemes_sent_as(previous, before.list, &as_parameter.1) {
            add_to_all(&mut right, &schemes.names.0.scheme(&called));
        }
        Some(Rc::new(Compared::new(&left, &right)))
    });
    if is_shared {
        shared.inherited.insert(key, compared.clone());
    }
    let Some(compared) = compared else { return };
    for renamed in compared.asked.iter().filter_map(|&at| schemes.renames.get(at)) {
        let owners = [Owner::Operation { pair, side: MessageSide::Whole }];
        context.definition_pairs.add(renamed.old, renamed.new, ObjectKind::SecurityScheme, &owners);
    }
    let places = SecurityLists { pair, entries: (old, new), lists: (before, after) };
    match compared.relation {
        Relation::Same => report_redundant_alternatives(context, &places, &compared.redundant),
        relation => {
            places.claim(context, Claim::Fact);
            let fact = places.fact(Facet::Security, Event::Changed(relation));
            context.facts.push(fact.showing_nodes(before.list, after.list));
        }
    }
}

impl Compared {
    fn new(left: &Listed, right: &Listed) -> Compared {
        let asked = left.iter().chain(right).flat_map(|(_, alternative)| alternative);
        let asked = order::sorted_unique(
            asked.filter_map(|(scheme, _)| if let Scheme::Renamed(at) = scheme { Some(*at) } else { None }),
        );
        let within = |inner: &Listed, outer: &Listed| {
            let outer = ByFirst::group(outer);
            inner.iter().all(|(_, one)| outer.any(one, |other| asks_for_no_more(other, one)))
        };
        let relation = Relation::from_inclusions(within(right, left), within(left, right));
        let redundant = if relation == Relation::Same {
            [unmatched(left, right), unmatched(right, left)]
        } else {
            Default::default()
        };
        Compared { asked, relation, redundant }
    }
}

/// Adds a scheme to every alternative.
fn add_to_all(listed: &mut Listed, scheme: &Scheme) {
    for (_, alternative) in listed {
        if order::find(alternative, scheme).is_none() {
            alternative.push((scheme.clone(), Vec::new()));
            order::sort(alternative);
        }
    }
}

/// Alternatives with their nodes.
type Listed = Vec<(Option<NodeId>, Alternative)>;

/// Returns true if `less` requires no more than `more`.
fn asks_for_no_more(less: &Alternative, more: &Alternative) -> bool {
    less.iter()
        .all(|(scheme, scopes)| order::find(more, scheme).is_some_and(|granted| order::is_subset(scopes, granted)))
}

/// Alternatives grouped by their first scheme and its first scope. An alternative that requires at least as much
/// contains both.
struct ByFirst<'a>(Vec<(First<'a>, Vec<&'a Alternative>)>);

type First<'a> = Option<(&'a Scheme, Option<&'a str>)>;

impl<'a> ByFirst<'a> {
    fn group(listed: &'a Listed) -> ByFirst<'a> {
        let first = |alternative: &'a Alternative| {
            let (scheme, scopes) = alternative.first()?;
            Some((scheme, scopes.first().map(String::as_str)))
        };
        ByFirst(order::groups(listed.iter().map(|(_, alternative)| (first(alternative), alternative))))
    }

    /// Returns true if `is_sought` accepts an alternative that may require no more than `more`.
    fn any(&self, more: &Alternative, is_sought: impl Fn(&Alternative) -> bool) -> bool {
        let sought = |first: First<'_>| {
            let found = self.0.binary_search_by(|(known, _)| known.cmp(&first)).ok().and_then(|at| self.0.get(at));
            found.is_some_and(|(_, alternatives)| alternatives.iter().any(|less| is_sought(less)))
        };
        let asked = more.iter().flat_map(|(scheme, scopes)| {
            let scopes = scopes.iter().map(|scope| Some(scope.as_str())).chain([None]);
            scopes.map(move |scope| Some((scheme, scope)))
        });
        asked.into_iter().chain([None]).any(sought)
    }
}

/// Returns the alternatives of a list, or `None` if the value is not such a list.
fn alternatives(description: &ResolvedDescription<'_>, list: Option<NodeId>, names: &Names<'_>) -> Option<Listed> {
    let arena = description.arena();
    let Some(list) = list else { return Some(vec![(None, Alternative::new())]) };
    if !arena.is_array(list) {
        return None;
    }
    let mut found = Listed::new();
    for element in arena.children(list) {
        if !arena.is_object(element) {
            return None;
        }
        let mut alternative = Alternative::new();
        for scheme in arena.children(element) {
            let scopes = arena.children(scheme).filter_map(|scope| Some(arena.string(scope)?.into_owned()));
            alternative.push((names.scheme(arena.key_text(scheme)), order::sorted_unique(scopes)));
        }
        found.push((Some(element), order::sorted_unique(alternative)));
    }
    if found.is_empty() {
        found.push((None, Alternative::new()));
    }
    Some(found)
}

/// Returns the alternatives of a list that change nothing for the clients of another list, and that it does not have.
fn unmatched(all: &Listed, others: &Listed) -> Vec<Option<NodeId>> {
    // An alternative that requires at least as much as a non-empty one changes nothing. It accepts no further
    // clients and tells the service nothing new.
    let others = ByFirst::group(others);
    let is_there = |one: &Alternative| {
        others.any(one, |other| other == one || (!other.is_empty() && asks_for_no_more(other, one)))
    };
    all.iter().filter(|(_, one)| !is_there(one)).map(|(node, _)| *node).list()
}

/// Reports a list that accepts the same credentials but gained or lost a redundant alternative.
fn report_redundant_alternatives(
    context: &mut FacetContext<'_, '_>,
    places: &SecurityLists<'_>,
    [removed, added]: &[Vec<Option<NodeId>>; 2],
) {
    let is_reported = !removed.is_empty() || !added.is_empty();
    places.claim(context, if is_reported { Claim::Fact } else { Claim::Neutral });
    for &node in removed {
        let fact = places.fact(Facet::SecurityAlternative, Event::Removed);
        context.facts.push(fact.showing_nodes(node, None));
    }
    for &node in added {
        let fact = places.fact(Facet::SecurityAlternative, Event::Added);
        context.facts.push(fact.showing_nodes(None, node));
    }
}

/// Returns true if an alternative of an operation pair requires a scope, on either side.
pub(crate) fn asks_for_scope(sides: &Sides<'_>, (old, new): (&OperationEntry, &OperationEntry), scope: &str) -> bool {
    let asks = |description: &ResolvedDescription<'_>, entry: &OperationEntry| {
        let arena = description.arena();
        let list = description.security_of(entry).list.into_iter().flat_map(|list| arena.children(list));
        let mut scopes = list.flat_map(|element| arena.children(element)).flat_map(|scheme| arena.children(scheme));
        scopes.any(|id| arena.string(id).is_some_and(|text| text == scope))
    };
    asks(sides.old, old) || asks(sides.new, new)
}

/// The locations of the two lists, where the change is reported.
struct SecurityLists<'d> {
    pair: usize,
    entries: (&'d OperationEntry, &'d OperationEntry),
    lists: (Effective, Effective),
}

impl SecurityLists<'_> {
    fn fact(&self, facet: Facet, event: Event) -> Fact {
        let own = self.lists.0.origin == Origin::Operation || self.lists.1.origin == Origin::Operation;
        let cause = |list: Effective, entry: &OperationEntry| match (own, list.origin) {
            (true, Origin::Operation) | (false, _) => list.list.unwrap_or(NodeId::ROOT),
            (true, Origin::Beside | Origin::PathItem | Origin::Description) => entry.operation,
        };
        let (old, new) = (cause(self.lists.0, self.entries.0), cause(self.lists.1, self.entries.1));
        Fact::new(facet, event, Some(old), Some(new), Affected::Pair(self.pair))
    }

    /// Claims the operations' lists, and the description's list if one of the operations inherits it.
    fn claim(&self, context: &mut FacetContext<'_, '_>, claim: Claim) {
        let own = context.sides.member(self.entries.0.operation, self.entries.1.operation, KnownKey::Security);
        context.places.claim(own.0, own.1, claim);
        let inherits = |list: Effective| list.origin == Origin::Description;
        if inherits(self.lists.0) || inherits(self.lists.1) {
            let root = context.sides.member(NodeId::ROOT, NodeId::ROOT, KnownKey::Security);
            context.places.claim(root.0, root.1, claim);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::description;

    fn with(root: &Value, own: &Value) -> Value {
        let mut members = json!({"components": {"securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "login": {"type": "oauth2", "flows": {}}
        }}});
        if !root.is_null() {
            members["security"] = root.clone();
        }
        if !own.is_null() {
            members["paths"] = json!({"/shipments": {"get": {"security": own}}});
        }
        description(&members)
    }

    #[test]
    fn security_lists_are_compared_by_accepted_credentials() {
        use Relation::{Incomparable, Narrowed, Same, Widened};
        let examples = [
            (json!([{"key": []}]), json!([{"key": []}, {"login": []}]), Widened),
            (json!([{"key": []}, {"login": []}]), json!([{"login": []}]), Narrowed),
            (json!([{"key": []}]), json!([{"login": []}]), Incomparable),
            (json!([{"key": []}]), json!([{"key": [], "login": []}]), Narrowed),
            (json!([{"login": ["a"]}]), json!([{"login": ["a", "b"]}]), Narrowed),
            (json!([{"login": ["a", "b"]}]), json!([{"login": ["b"]}]), Widened),
            (json!([{"login": ["a"]}]), json!([{"login": ["b"]}]), Incomparable),
            (json!([{"login": ["a", "b"]}]), json!([{"login": ["b", "a"]}]), Same),
            (json!([{"key": []}, {"login": []}]), json!([{"login": []}, {"key": []}]), Same),
            (json!([]), json!([{"key": []}]), Narrowed),
            (json!([{}]), json!([{"key": []}]), Narrowed),
            (json!([{"key": []}]), json!([{}, {"key": []}]), Widened),
            (json!([{"key": []}]), json!([]), Widened),
            (json!([]), json!([{}]), Same),
            (json!(null), json!([]), Same),
            (json!(null), json!([{"key": []}]), Narrowed),
            (json!([{"key": []}, {"login": []}]), json!([{"key": [], "login": []}]), Narrowed),
        ];
        for (before, after, relation) in examples {
            let expected = if relation == Same { vec![] } else { vec![Event::Changed(relation)] };
            let null = Value::Null;
            for (old, new) in [
                (with(&before, &null), with(&after, &null)),
                (with(&null, &before), with(&null, &after)),
                (with(&json!([{"login": ["z"]}]), &before_or_none(&before)), with(&after, &null)),
            ] {
                let found = examples::events(Facet::Security, &old, &new);
                assert_eq!(found, expected, "{before} {after}");
                assert!(!examples::facets(&old, &new).contains(&Facet::Unexplained), "{before} {after}");
            }
        }
    }

    /// Returns the list, or an empty list, which means the same as none.
    fn before_or_none(list: &Value) -> Value {
        if list.is_null() { json!([]) } else { list.clone() }
    }

    #[test]
    fn alternative_next_to_anonymous_access_is_reported() {
        let optional = with(&json!([{}, {"key": []}]), &Value::Null);
        let anonymous = with(&json!([{}]), &Value::Null);
        assert_eq!(examples::events(Facet::SecurityAlternative, &anonymous, &optional), [Event::Added]);
        assert_eq!(examples::events(Facet::SecurityAlternative, &optional, &anonymous), [Event::Removed]);
    }

    #[test]
    fn a_scheme_by_another_name_is_the_same_scheme() {
        let mut old = with(&json!([{"key": []}]), &Value::Null);
        let mut new = with(&json!([{"apiKey": []}]), &Value::Null);
        let scheme = json!({"type": "apiKey", "in": "header", "name": "x-key"});
        new["components"]["securitySchemes"] = json!({"apiKey": scheme, "login": {"type": "oauth2", "flows": {}}});
        assert_eq!(examples::facets(&old, &new), []);
        old["components"]["securitySchemes"]["key"]["description"] = json!("Ask for one");
        assert_eq!(examples::facets(&old, &new), [Facet::Docs]);
    }

    #[test]
    fn weaker_requirement_is_found_in_any_order() {
        use Relation::{Incomparable, Narrowed, Same, Widened};
        for (before, after, relation) in [
            (json!([{"login": ["b"]}]), json!([{"key": [], "login": ["a", "b"]}]), Narrowed),
            (json!([{"login": []}]), json!([{"key": ["x"], "login": ["a"]}]), Narrowed),
            (json!([{"login": []}, {"key": []}]), json!([{"login": ["a"]}, {"key": ["b"]}]), Narrowed),
            (json!([{"key": [], "login": ["b"]}]), json!([{"login": ["b"]}, {"key": ["c"]}]), Widened),
            (json!([{"key": ["a"]}, {"login": ["b"]}]), json!([{"login": ["b", "c"], "key": ["a"]}]), Narrowed),
            (json!([{"key": ["a", "b"]}]), json!([{"key": ["b", "c"]}]), Incomparable),
            (json!([{"key": []}, {"login": ["b"]}]), json!([{"login": ["b"]}, {"key": []}]), Same),
        ] {
            let expected = if relation == Same { vec![] } else { vec![Event::Changed(relation)] };
            let found = examples::events(Facet::Security, &with(&Value::Null, &before), &with(&Value::Null, &after));
            assert_eq!(found, expected, "{before} {after}");
        }
    }

    #[test]
    fn a_list_that_moves_to_the_operation_is_no_change() {
        let list = json!([{"key": []}]);
        assert_eq!(examples::facets(&with(&list, &Value::Null), &with(&Value::Null, &list)), []);
    }
}
