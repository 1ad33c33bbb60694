//! The operations of a description: those of its paths, its webhooks and their callbacks, and which of two descriptions
//! are paired.

use serde_json::Value;

use super::pointer::below;
use super::reading::target;

const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// An operation.
#[derive(Debug, Clone)]
pub(super) struct OperationEntry {
    /// How a report names it: `GET /a`, `webhook a`, `callback a`.
    pub(super) said: String,
    /// What pairs it with its like: method and path with the names of parameters left out.
    identity: String,
    /// What pairs a callback that is sent elsewhere now.
    without_expression: Option<String>,
    /// The entry of the map of paths.
    pub(super) entry: String,
    /// The path item, references followed.
    pub(super) item: String,
    pub(super) operation: String,
    /// Whether the service sends the request.
    pub(super) is_reversed: bool,
}

impl OperationEntry {
    pub(super) fn is_callback(&self) -> bool {
        self.without_expression.is_some()
    }
}

struct Origin {
    said: Option<String>,
    path: String,
    identity: String,
    without_expression: Option<String>,
    entry: String,
    is_reversed: bool,
}

pub(super) fn operation_entries(root: &Value) -> Vec<OperationEntry> {
    let mut found = Vec::new();
    for (path, _) in members(root, "/paths").into_iter().filter(|(path, _)| path.starts_with('/')) {
        let (identity, entry) = (erased(&path), below("/paths", &path));
        add(
            root,
            &Origin { said: None, path, identity, without_expression: None, entry, is_reversed: false },
            &mut found,
        );
    }
    for map in ["/webhooks", "/x-webhooks"] {
        for (name, entry) in members(root, map) {
            let identity = format!("webhook {name}");
            let said = Some(identity.clone());
            add(
                root,
                &Origin { said, path: name, identity, without_expression: None, entry, is_reversed: true },
                &mut found,
            );
        }
    }
    let mut at = 0;
    while let Some(contract) = found.get(at).cloned() {
        if contract.identity.len() < 2000 {
            callbacks(root, &contract, &mut found);
        }
        at += 1;
    }
    found
}

fn callbacks(root: &Value, contract: &OperationEntry, found: &mut Vec<OperationEntry>) {
    for (name, callback) in members(root, &below(&contract.operation, "callbacks")) {
        let resolved = resolved(root, &callback);
        for (path, entry) in members(root, &resolved).into_iter().filter(|(path, _)| !path.starts_with("x-")) {
            let without = format!("{} callback {name} ", contract.identity);
            let origin = Origin {
                said: Some(format!("callback {name}")),
                identity: format!("{without}{path}"),
                without_expression: Some(without),
                path,
                entry,
                is_reversed: !contract.is_reversed,
            };
            add(root, &origin, found);
        }
    }
}

fn add(root: &Value, origin: &Origin, found: &mut Vec<OperationEntry>) {
    let item = resolved(root, &origin.entry);
    let mut methods: Vec<String> = Vec::new();
    for holder in [&origin.entry, &item] {
        let fixed = METHODS.iter().map(|method| (method.to_ascii_uppercase(), below(holder, method)));
        let additional = members(root, &below(holder, "additionalOperations"));
        for (method, operation) in fixed.chain(additional).collect::<Vec<_>>() {
            if methods.contains(&method) || !root.pointer(&operation).is_some_and(Value::is_object) {
                continue;
            }
            found.push(OperationEntry {
                said: origin.said.clone().unwrap_or_else(|| format!("{method} {}", origin.path)),
                identity: format!("{method} {}", origin.identity),
                without_expression: origin.without_expression.as_ref().map(|without| format!("{method} {without}")),
                entry: origin.entry.clone(),
                item: item.clone(),
                operation,
                is_reversed: origin.is_reversed,
            });
            methods.push(method);
        }
    }
}

/// The operations that are paired, by their numbers.
pub(super) fn pairs(old: &[OperationEntry], new: &[OperationEntry]) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    // Two paths may differ in nothing but the names of parameters: the one written the same way comes first.
    for is_same_path in [true, false] {
        let fits = |one: &OperationEntry, other: &OperationEntry| {
            one.identity == other.identity && (!is_same_path || one.said == other.said)
        };
        for (right, other) in new.iter().enumerate() {
            let is_free = |at: usize| pairs.iter().all(|(left, _)| *left != at);
            if pairs.iter().any(|(_, at)| *at == right) {
                continue;
            }
            if let Some(left) =
                (0..old.len()).find(|&at| is_free(at) && old.get(at).is_some_and(|one| fits(one, other)))
            {
                pairs.push((left, right));
            }
        }
    }
    moved_callbacks(old, new, &mut pairs);
    pairs
}

/// Callbacks of one name and method that are alone on both sides, wherever they are sent.
fn moved_callbacks(old: &[OperationEntry], new: &[OperationEntry], pairs: &mut Vec<(usize, usize)>) {
    let left: Vec<usize> = (0..old.len()).filter(|at| pairs.iter().all(|(left, _)| left != at)).collect();
    let right: Vec<usize> = (0..new.len()).filter(|at| pairs.iter().all(|(_, right)| right != at)).collect();
    let same = |all: &[OperationEntry], from: &[usize], name: &String| -> Vec<usize> {
        let is_it = |at: &&usize| all.get(**at).is_some_and(|one| one.without_expression.as_ref() == Some(name));
        from.iter().filter(is_it).copied().collect()
    };
    for &at in &left {
        let Some(name) = old.get(at).and_then(|one| one.without_expression.as_ref()) else { continue };
        if let ([one], [other]) = (same(old, &left, name).as_slice(), same(new, &right, name).as_slice()) {
            pairs.push((*one, *other));
        }
    }
}

/// The names in a map, and where what they name stands.
fn members(root: &Value, pointer: &str) -> Vec<(String, String)> {
    let members = root.pointer(pointer).and_then(Value::as_object);
    members.into_iter().flatten().map(|(key, _)| (key.clone(), below(pointer, key))).collect()
}

/// What stands at a place, references followed.
pub(super) fn resolved(root: &Value, pointer: &str) -> String {
    let mut at = pointer.to_owned();
    for _ in 0..20 {
        let reference = root.pointer(&at).and_then(|value| value.get("$ref")?.as_str());
        match reference.and_then(|text| target(root, text)).filter(|target| root.pointer(target).is_some()) {
            Some(target) => at = target,
            None => break,
        }
    }
    at
}

/// A path with the names of its parameters left out.
fn erased(path: &str) -> String {
    let mut inside = false;
    let keep = |letter: &char| {
        let was = inside;
        inside = *letter == '{' || (inside && *letter != '}');
        !(was && inside)
    };
    path.chars().filter(keep).collect()
}
