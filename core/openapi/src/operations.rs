//! The operations of a description: each operation of a path, a webhook or a callback, with what identifies it.

use super::description::ResolvedDescription;
use super::known_key::KnownKey;
use crate::known_key::is_extension;
use crate::tree::{Arena, NodeId};

/// The methods a path item has a field for (OpenAPI 3.2.0 section 4.8.9.1; `query` is its addition).
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

/// Who offers an operation to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperationKind {
    /// The service, to its callers.
    Path,
    /// A caller, to the service, under this webhook's name.
    Webhook(String),
    /// A caller, to the service, as the callback of this name of an operation.
    Callback(String),
}

/// One operation.
#[derive(Debug, Clone)]
pub struct OperationEntry {
    /// The kind of operation.
    pub kind: OperationKind,
    /// What pairs it with its like in another description: method and path with parameter names erased.
    pub identity: String,
    /// The method as it is sent: in capitals, or as `additionalOperations` writes it.
    pub method: String,
    /// The path template, the webhook's name or the callback's expression, as written.
    pub path: String,
    /// The entry of the map that holds the path item, as written.
    pub entry: NodeId,
    /// The callback that holds the entry, as the operation writes it; the entry itself for paths and webhooks.
    pub holder: NodeId,
    /// The path item, references followed.
    pub item: NodeId,
    /// Its Operation Object.
    pub operation: NodeId,
    /// The operation that asks for this callback, by its place among all of them; none for paths and webhooks.
    pub asked_for_by: Option<usize>,
    reversed: bool,
}

impl OperationEntry {
    /// Whether the service is the one that sends the request: so in webhooks and callbacks, and not in the callbacks of
    /// those.
    pub fn is_reversed(&self) -> bool {
        self.reversed
    }

    /// What identifies a callback besides its expression: its method, its name and whose it is.
    pub fn callback(&self) -> Option<&str> {
        match self.kind {
            OperationKind::Callback(_) => self.identity.strip_suffix(self.path.as_str()),
            OperationKind::Path | OperationKind::Webhook(_) => None,
        }
    }
}

impl ResolvedDescription<'_> {
    /// Whether an operation may answer anything but 501, or describes no answer at all (RFC 9110 section 15.6.2).
    pub fn is_implemented(&self, operation: NodeId) -> bool {
        let arena = self.arena();
        let entries = arena.member(operation, KnownKey::Responses).into_iter().flat_map(|map| arena.children(map));
        let mut statuses = entries.filter(|&entry| !is_extension(arena.key(entry))).map(|entry| arena.key_text(entry));
        let first = statuses.next();
        first != Some("501") || statuses.next().is_some()
    }
}

/// A path template with its parameters' names erased, and those names in order.
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

/// Every operation of a description: those of paths first, in document order.
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
    let mut at = 0;
    while let Some(operation_entry) = found.get(at).cloned() {
        // A callback may have callbacks of its own; depth is bounded by the document's.
        if operation_entry.identity.len() < 4096 {
            from_callbacks(description, (at, &operation_entry), &mut found);
        }
        at += 1;
    }
    found
}

/// What the operations of one path item have in common.
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

/// The operations of an entry: its own, and those of the path item it refers to, which its own stand in for.
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

/// The operations that stand in `holder`, of the path item `item`.
fn from_item(
    arena: &Arena<'_>,
    origin: &OperationSource<'_>,
    (holder, item): (NodeId, NodeId),
    found: &mut Vec<OperationEntry>,
) {
    let is_method = |id: &NodeId| METHODS.iter().any(|method| method.key() == arena.key(*id));
    let fixed = arena.children(holder).filter(is_method);
    let fixed = fixed.map(|operation| (arena.key_text(operation).to_ascii_uppercase(), operation));
    // Methods are case-sensitive (RFC 9110 section 9.1), so these stay as they are written.
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

    #[test]
    fn a_path_is_known_by_its_shape() {
        assert_eq!(erased_path("/a/{id}/b/{key}.json"), ("/a/{}/b/{}.json".to_owned(), vec!["id", "key"]));
        assert_eq!(erased_path("/a"), ("/a".to_owned(), vec![]));
        assert_eq!(erased_path("/a/{open"), ("/a/{open".to_owned(), vec![]));
    }
}
