//! Path items of one description, with the features that identify them in another one.
//!
//! Several templates can have one shape, such as `/{a}/config` and `/{b}/config`. The names in a template are local to
//! it, so they identify a path item only together with its operations: their ids, methods, parameters and bodies.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{
    Digest, KnownKey, NodeId, OperationEntry, OperationKind, ResolvedDescription, erased_path,
};

use super::addresses::BasePaths;

/// The entry of a path, with its operations.
#[derive(Debug)]
pub(super) struct PathItem<'d> {
    /// The entry in `paths`.
    pub(super) entry: NodeId,
    pub(super) path: &'d str,
    /// The path without parameter names.
    pub(super) shape: String,
    /// The address of its first operation.
    pub(super) address: String,
    /// The indexes of its operations.
    pub(super) operations: Vec<usize>,
}

/// Returns the path items that have operations.
pub(super) fn path_items<'d>(
    description: &'d ResolvedDescription<'_>,
    addresses: &mut BasePaths<'d>,
) -> Vec<PathItem<'d>> {
    let mut items: Vec<PathItem<'_>> = Vec::new();
    let entries = description.operation_entries().iter().enumerate();
    for (at, entry) in entries.filter(|(_, entry)| entry.kind == OperationKind::Path) {
        match items.last_mut().filter(|item| item.entry == entry.entry) {
            Some(item) => item.operations.push(at),
            None => items.push(PathItem {
                entry: entry.entry,
                path: &entry.path,
                shape: erased_path(&entry.path).0,
                address: addresses.address(entry),
                operations: vec![at],
            }),
        }
    }
    items
}

/// The features of a path item that has the shape of another one.
#[derive(Debug)]
pub(super) struct Features {
    path: String,
    /// The path in lower case, without punctuation.
    folded_path: String,
    methods: Vec<String>,
    /// The `operationId` of each method.
    ids: Vec<(String, String)>,
    /// The bodies of each method.
    bodies: Vec<Digest>,
    /// The keys in the path item, and its strings and numbers with their keys.
    words: Vec<Digest>,
}

/// The weight of each feature that two path items share. Ids decide between equal paths and equal bodies, because
/// generated clients call an operation by its id.
mod weight {
    pub(super) const PATH: usize = 2_000;
    pub(super) const FOLDED_PATH: usize = 6_000;
    pub(super) const ID: usize = 3_000;
    pub(super) const FOLDED_ID: usize = 6_000;
    pub(super) const RENAMED: usize = 6_000;
    pub(super) const METHODS: usize = 2_000;
    pub(super) const BODIES: usize = 4_000;
    pub(super) const WORDS: usize = 4_000;
}

impl Features {
    pub(super) fn read(description: &ResolvedDescription<'_>, item: &PathItem<'_>) -> Features {
        let entries = || item.operations.iter().filter_map(|&at| description.operation_entries().get(at));
        let ids = entries().filter_map(|entry| Some((entry.method.clone(), operation_id(description, entry)?)));
        let mut waiting = entries().map(|entry| entry.operation).list();
        waiting.extend(entries().next().and_then(|entry| description.arena().member(entry.item, KnownKey::Parameters)));
        Features {
            path: item.path.to_owned(),
            folded_path: folded(item.path),
            methods: order::sorted_unique(entries().map(|entry| entry.method.clone())),
            ids: order::sorted_unique(ids),
            bodies: order::sorted_unique(entries().map(|entry| bodies(description, entry))),
            words: words(description, waiting),
        }
    }

    /// Returns how much two path items of one shape have in common. `is_renamed` is true if other paths renamed the
    /// same parameters.
    pub(super) fn score(&self, other: &Features, is_renamed: bool) -> usize {
        let weight = |applies: bool, weight: usize| if applies { weight } else { 0 };
        let share = |common: usize, all: usize, weight: usize| 2 * common * weight / all.max(1);
        let common_ids = self
            .ids
            .iter()
            .filter(|(method, id)| other.ids.iter().any(|(there, name)| there == method && folded(name) == folded(id)));
        let methods = order::count_common(&self.methods, &other.methods);
        let bodies = order::count_common(&self.bodies, &other.bodies);
        let words = order::count_common(&self.words, &other.words);
        weight(self.path == other.path, weight::PATH)
            + weight(self.folded_path == other.folded_path, weight::FOLDED_PATH)
            + weight(is_renamed, weight::RENAMED)
            + order::count_common(&self.ids, &other.ids) * weight::ID
            + common_ids.count() * weight::FOLDED_ID
            + share(methods, self.methods.len() + other.methods.len(), weight::METHODS)
            + share(bodies, self.bodies.len() + other.bodies.len(), weight::BODIES)
            + share(words, self.words.len() + other.words.len(), weight::WORDS)
    }
}

/// Returns the `operationId` of an operation.
pub(super) fn operation_id(description: &ResolvedDescription<'_>, entry: &OperationEntry) -> Option<String> {
    Some(description.arena().string_at(entry.operation, KnownKey::OperationId)?.into_owned())
}

/// Returns the digest of an operation's method and bodies.
fn bodies(description: &ResolvedDescription<'_>, entry: &OperationEntry) -> Digest {
    let arena = description.arena();
    let method = Digest::hash(0, entry.method.as_bytes());
    [KnownKey::RequestBody, KnownKey::Responses].into_iter().fold(method, |digest, key| {
        digest.with_next(arena.member(entry.operation, key).map(|id| arena.digest(id)).unwrap_or_default())
    })
}

/// Returns a name in lower case, without punctuation: `kv-v2_path` and `kvV2Path` are equal.
pub(super) fn folded(name: &str) -> String {
    let kept = |char: &char| char.is_alphanumeric() || matches!(char, '/' | '{' | '}');
    name.chars().filter(kept).flat_map(char::to_lowercase).collect()
}

/// Returns the keys inside some values, and each string and number with its key.
fn words(description: &ResolvedDescription<'_>, mut waiting: Vec<NodeId>) -> Vec<Digest> {
    let arena = description.arena();
    let mut found = Vec::new();
    while let Some(id) = waiting.pop() {
        let key = arena.keys().digest(arena.key(id));
        found.push(key);
        if arena.is_object(id) || arena.is_array(id) {
            waiting.extend(arena.children(id));
        } else {
            found.push(key.with_next(arena.digest(id)));
        }
    }
    order::sorted_unique(found)
}
