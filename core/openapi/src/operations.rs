//! The operations of paths, webhooks and callbacks, with their identities.

use waybill_base::internal::table::Set;

use super::description::ResolvedDescription;
use super::known_key::KnownKey;
use crate::known_key::is_extension;
use crate::tree::{Arena, NodeId};

/// Methods with a field in path items (OpenAPI 3.2.0 section 4.8.9.1, which added `query`).
const METHODS: [KnownKey; 9] = [
    KnownKey::Get,
    KnownKey::Put,
    KnownKey::Post,
    KnownKey::Delete,
    KnownKey::Options,
    KnownKey::Head,
    KnownKey::Patch,
    KnownKey::Trace,
    KnownKey::Query,
];

/// Number of operations of callbacks inside callbacks from which on each Operation Object has its callbacks listed only once. Their
/// number is exponential in the size of a description whose callbacks share other callbacks.
const MOST_NESTED: usize = 2_000;

/// Length of an identity, in bytes, from which on no callbacks are listed.
const LONGEST_IDENTITY: usize = 4_096;

/// The kind of an operation, with the name of its webhook or callback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperationKind {
    /// An operation of a path. The service provides it to its callers.
    Path,
    /// An operation of the webhook with this name. Callers provide it to the service.
    Webhook(String),
    /// An operation of the callback with this name. Callers provide it to the service.
    Callback(String),
}

impl OperationKind {
    /// Returns the name of the webhook or callback, or an empty string.
    pub fn name(&self) -> &str {
        match self {
            OperationKind::Path => "",
            OperationKind::Webhook(name) | OperationKind::Callback(name) => name,
        }
    }
}

/// An operation of a description.
#[derive(Debug, Clone)]
pub struct OperationEntry {
    /// The kind of operation.
    pub kind: OperationKind,
    /// The key that matches it with an operation of another description: method and path without parameter names.
    pub identity: String,
    /// The method as sent: in upper case, or as written in `additionalOperations`.
    pub method: String,
    /// The path template, the webhook's name or the callback's expression, as written.
    pub path: String,
    /// The path item's entry in its map, before references are followed.
    pub entry: NodeId,
    /// The callback that contains the entry, before references are followed. For paths and webhooks, the entry itself.
    pub holder: NodeId,
    /// The path item, after references are followed.
    pub item: NodeId,
    /// The Operation Object.
    pub operation: NodeId,
    /// The index of the operation that has this callback. `None` for paths and webhooks.
    pub asked_for_by: Option<usize>,
    reversed: bool,
}

impl OperationEntry {
    /// Returns true if the service sends the request, as for webhooks and callbacks. Callbacks of those are reversed again.
    pub fn is_reversed(&self) -> bool {
        self.reversed
    }
}

impl ResolvedDescription<'_> {
    /// Returns false if the only described response of an operation is 501 (RFC 9110 section 15.6.2).
    pub fn is_implemented(&self, operation: NodeId) -> bool {
        let arena = self.arena();
        let entries = arena.member(operation, KnownKey::Responses).into_iter().flat_map(|map| arena.children(map));
        let mut statuses = entries.filter(|&entry| !is_extension(arena.key(entry))).map(|entry| arena.key_text(entry));
        let first = statuses.next();
        first != Some("501") || statuses.next().is_some()
    }
}

/// Returns a path template without the names of its parameters, and these names in order.
pub fn erased_path(template: &str) -> (String, Vec<&str>) {
    let (mut erased, mut names) = (String::with_capacity(template.len()), Vec::new());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else { break };
        erased.push_str(before);
        erased.push_str("{}");
        names.push(name);
        rest = after;
    }
    erased.push_str(rest);
    (erased, names)
}

/// Returns all operations of a description: those of paths, then of webhooks, then of callbacks.
pub(super) fn operation_entries(description: &ResolvedDescription<'_>) -> Vec<OperationEntry> {
    let arena = description.arena();
    let mut found = Vec::new();
    let map = |key| arena.member(NodeId::ROOT, key).into_iter().flat_map(|map| arena.children(map));
    for entry in map(KnownKey::Paths).filter(|&entry| arena.key_text(entry).starts_with('/')) {
        let path = arena.key_text(entry);
        let identity = erased_path(path).0;
        let origin = OperationSource {
            kind: OperationKind::Path,
            path,
            identity,
            entry,
            holder: entry,
            asked_for_by: None,
            reversed: false,
        };
        from_entry(description, &origin, &mut found);
    }
    for entry in map(KnownKey::Webhooks).chain(map(KnownKey::XWebhooks)) {
        let name = arena.key_text(entry);
        let (kind, identity) = (OperationKind::Webhook(name.to_owned()), format!("webhook {name}"));
        let origin =
            OperationSource { kind, path: name, identity, entry, holder: entry, asked_for_by: None, reversed: true };
        from_entry(description, &origin, &mut found);
    }
    let (mut at, mut nested) = (0, 0);
    let mut seen = Set::default();
    while let Some(operation_entry) = found.get(at).cloned() {
        let is_nested = operation_entry.asked_for_by.is_some();
        let is_new = seen.add(operation_entry.operation);
        // Callbacks can have callbacks, also in circles of references.
        let is_listed = is_new || !is_nested || nested < MOST_NESTED && !repeats(&found, &operation_entry);
        if is_listed && operation_entry.identity.len() < LONGEST_IDENTITY {
            let before = found.len();
            from_callbacks(description, (at, &operation_entry), &mut found);
            nested += if is_nested { found.len() - before } else { 0 };
        }
        at += 1;
    }
    found
}

/// Returns true if a callback leads back to an operation that it belongs to.
fn repeats(found: &[OperationEntry], operation_entry: &OperationEntry) -> bool {
    let outer = |entry: &&OperationEntry| entry.asked_for_by.and_then(|at| found.get(at));
    std::iter::successors(outer(&operation_entry), outer).any(|outer| outer.operation == operation_entry.operation)
}

/// The common properties of the operations of one path item.
struct OperationSource<'a> {
    kind: OperationKind,
    path: &'a str,
    identity: String,
    entry: NodeId,
    holder: NodeId,
    asked_for_by: Option<usize>,
    reversed: bool,
}

fn from_callbacks(
    description: &ResolvedDescription<'_>,
    (at, operation_entry): (usize, &OperationEntry),
    found: &mut Vec<OperationEntry>,
) {
    let arena = description.arena();
    let Some(callbacks) = arena.member(operation_entry.operation, KnownKey::Callbacks) else { return };
    for callback in arena.children(callbacks) {
        let name = arena.key_text(callback);
        let Some(resolved) = description.resolve(callback) else { continue };
        let is_entry = |&entry: &NodeId| arena.is_object(entry) && !is_extension(arena.key(entry));
        for entry in arena.children(resolved).filter(is_entry) {
            let path = arena.key_text(entry);
            let (kind, reversed) = (OperationKind::Callback(name.to_owned()), !operation_entry.reversed);
            let identity = format!("{} callback {name} {path}", operation_entry.identity);
            from_entry(
                description,
                &OperationSource { kind, path, identity, entry, holder: callback, asked_for_by: Some(at), reversed },
                found,
            );
        }
    }
}

/// Adds the operations of an entry and those of the path item that it refers to. The entry's own operations take precedence.
fn from_entry(description: &ResolvedDescription<'_>, origin: &OperationSource<'_>, found: &mut Vec<OperationEntry>) {
    let from = found.len();
    let arena = description.arena();
    let target = description.resolve(origin.entry).filter(|&item| arena.is_object(item));
    let item = target.unwrap_or(origin.entry);
    from_item(arena, origin, (origin.entry, item), found);
    if item != origin.entry {
        let own: Vec<String> = found.iter().skip(from).map(|operation_entry| operation_entry.method.clone()).collect();
        let mut referred = Vec::new();
        from_item(arena, origin, (item, item), &mut referred);
        found.extend(referred.into_iter().filter(|operation_entry| !own.contains(&operation_entry.method)));
    }
}

/// Adds the operations in `holder`, as operations of the path item `item`.
fn from_item(
    arena: &Arena<'_>,
    origin: &OperationSource<'_>,
    (holder, item): (NodeId, NodeId),
    found: &mut Vec<OperationEntry>,
) {
    let is_method = |id: &NodeId| METHODS.iter().any(|method| method.key() == arena.key(*id));
    let fixed = arena.children(holder).filter(is_method);
    let fixed = fixed.map(|operation| (arena.key_text(operation).to_ascii_uppercase(), operation));
    // Methods are case-sensitive (RFC 9110 section 9.1), so these are kept as written.
    let additional =
        arena.member(holder, KnownKey::AdditionalOperations).into_iter().flat_map(|map| arena.children(map));
    let additional = additional.map(|operation| (arena.key_text(operation).to_owned(), operation));
    for (method, operation) in fixed.chain(additional).filter(|(_, operation)| arena.is_object(*operation)) {
        found.push(OperationEntry {
            kind: origin.kind.clone(),
            identity: format!("{method} {}", origin.identity),
            method,
            path: origin.path.to_owned(),
            entry: origin.entry,
            holder: origin.holder,
            item,
            operation,
            asked_for_by: origin.asked_for_by,
            reversed: origin.reversed,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Loader};

    /// The number of operations of a description in which callback `number` has these callbacks.
    fn count(callbacks: usize, inner: impl Fn(usize) -> Vec<usize>) -> usize {
        let refer = |to: usize| format!(r##""c{to}":{{"$ref":"#/components/callbacks/{to}"}}"##);
        let operation = |to: Vec<usize>| {
            let named = to.into_iter().enumerate().map(|(at, to)| refer(to).replacen("\"c", &format!("\"{at}-"), 1));
            format!(r#"{{"post":{{"callbacks":{{{}}}}}}}"#, named.collect::<Vec<_>>().join(","))
        };
        let components: Vec<String> =
            (0..callbacks).map(|number| format!(r#""{number}":{{"u":{}}}"#, operation(inner(number)))).collect();
        let text = format!(
            r#"{{"openapi":"3.1.0","info":{{"title":"t","version":"1"}},"paths":{{"/a":{}}},"components":{{"callbacks":{{{}}}}}}}"#,
            operation(vec![0]),
            components.join(","),
        );
        Loader::new("a", text.as_bytes(), &Limits::default()).unwrap().finish().resolved.operation_entries().len()
    }

    #[test]
    fn callbacks_in_circles_are_listed_until_they_repeat() {
        // The path's operation, the callback's, and the same again inside of it.
        assert_eq!(count(1, |_| vec![0]), 3);
        assert_eq!(count(2, |number| vec![1 - number]), 4);
    }

    #[test]
    fn callbacks_that_share_others_are_listed_a_limited_number_of_times() {
        let shared = |number| if number < 39 { vec![number + 1, number + 1] } else { Vec::new() };
        let number = count(40, shared);
        assert!((MOST_NESTED..2 * MOST_NESTED).contains(&number), "{number}");
    }

    #[test]
    fn a_path_is_known_by_its_shape() {
        assert_eq!(erased_path("/a/{id}/b/{key}.json"), ("/a/{}/b/{}.json".to_owned(), vec!["id", "key"]));
        assert_eq!(erased_path("/a"), ("/a".to_owned(), vec![]));
        assert_eq!(erased_path("/a/{open"), ("/a/{open".to_owned(), vec![]));
    }
}
