//! The contracts of a description: each operation of a path, a webhook or a callback, with what identifies it.

use super::arena::{Arena, NodeId};
use super::description::Description;
use super::keys::Word;

/// The methods a path item has a field for (OpenAPI 3.2.0 section 4.8.9.1; `query` is its addition).
const METHODS: [Word; 9] =
    [Word::Get, Word::Put, Word::Post, Word::Delete, Word::Options, Word::Head, Word::Patch, Word::Trace, Word::Query];

/// Who offers an operation to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ContractKind {
    /// The service, to its callers.
    Path,
    /// A caller, to the service, under this webhook's name.
    Webhook(String),
    /// A caller, to the service, as the callback of this name of an operation.
    Callback(String),
}

/// One operation.
#[derive(Debug, Clone)]
pub(crate) struct Contract {
    pub(crate) kind: ContractKind,
    /// What pairs it with its like in another description: method and path with parameter names erased.
    pub(crate) identity: String,
    /// The method as it is sent: in capitals, or as `additionalOperations` writes it.
    pub(crate) method: String,
    /// The path template, the webhook's name or the callback's expression, as written.
    pub(crate) path: String,
    /// The entry of the map that holds the path item, as written.
    pub(crate) entry: NodeId,
    /// The path item, references followed.
    pub(crate) item: NodeId,
    pub(crate) operation: NodeId,
}

impl Contract {
    /// Whether the service is the one that sends the request.
    pub(crate) fn is_reversed(&self) -> bool {
        match self.kind {
            ContractKind::Path => false,
            ContractKind::Webhook(_) | ContractKind::Callback(_) => true,
        }
    }
}

/// A path template with its parameters' names erased, and those names in order.
pub(crate) fn erased_path(template: &str) -> (String, Vec<&str>) {
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

/// Every contract of a description: those of paths first, in document order.
pub(super) fn contracts(description: &Description<'_>) -> Vec<Contract> {
    let arena = description.arena();
    let mut found = Vec::new();
    let map = |word| arena.word(NodeId::ROOT, word).into_iter().flat_map(|map| arena.children(map));
    for entry in map(Word::Paths).filter(|&entry| arena.key_text(entry).starts_with('/')) {
        let path = arena.key_text(entry);
        from_item(description, entry, &ContractKind::Path, path, &erased_path(path).0, &mut found);
    }
    for entry in map(Word::Webhooks).chain(map(Word::XWebhooks)) {
        let name = arena.key_text(entry);
        let identity = format!("webhook {name}");
        from_item(description, entry, &ContractKind::Webhook(name.to_owned()), name, &identity, &mut found);
    }
    let mut at = 0;
    while let Some(contract) = found.get(at).cloned() {
        // A callback may have callbacks of its own; depth is bounded by the document's.
        if contract.identity.len() < 4096 {
            from_callbacks(description, &contract, &mut found);
        }
        at += 1;
    }
    found
}

fn from_callbacks(description: &Description<'_>, contract: &Contract, found: &mut Vec<Contract>) {
    let arena = description.arena();
    let Some(callbacks) = arena.word(contract.operation, Word::Callbacks) else { return };
    for callback in arena.children(callbacks) {
        let name = arena.key_text(callback);
        let Some(resolved) = description.resolve(callback) else { continue };
        for entry in arena.children(resolved).filter(|&entry| arena.is_object(entry)) {
            let expression = arena.key_text(entry);
            let identity = format!("{} callback {name} {expression}", contract.identity);
            let kind = ContractKind::Callback(name.to_owned());
            from_item(description, entry, &kind, expression, &identity, found);
        }
    }
}

fn from_item(
    description: &Description<'_>,
    entry: NodeId,
    kind: &ContractKind,
    path: &str,
    identity: &str,
    found: &mut Vec<Contract>,
) {
    let arena: &Arena<'_> = description.arena();
    let Some(item) = description.resolve(entry).filter(|&item| arena.is_object(item)) else { return };
    let mut push = |method: String, operation: NodeId| {
        let identity = format!("{method} {identity}");
        let (kind, path) = (kind.clone(), path.to_owned());
        found.push(Contract { kind, identity, method, path, entry, item, operation });
    };
    for operation in arena.children(item).filter(|&operation| arena.is_object(operation)) {
        if METHODS.iter().any(|method| method.key() == arena.key(operation)) {
            push(arena.key_text(operation).to_ascii_uppercase(), operation);
        } else if arena.key(operation) == Word::AdditionalOperations.key() {
            // Methods are case-sensitive (RFC 9110 section 9.1), so these stay as they are written.
            for operation in arena.children(operation).filter(|&operation| arena.is_object(operation)) {
                push(arena.key_text(operation).to_owned(), operation);
            }
        }
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
