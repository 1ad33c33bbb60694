//! Addresses of operations: the path of a server, followed by the path of the operation. A prefix can be written in
//! either, so the same address has several spellings (OpenAPI 3.1.1 sections 4.8.5 and 4.8.8.1).

use waybill_base::internal::order::{self, Listed as _};
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{KnownKey, NodeId, OperationEntry, ResolvedDescription, erased_path};

use super::server_url::{host_of, server_paths};
use super::sides::Sides;

/// The servers' paths of one description.
#[derive(Debug)]
pub(super) struct BasePaths<'d> {
    description: &'d ResolvedDescription<'d>,
    /// For each list of servers, the default path of the first one.
    known: Table<Option<NodeId>, String>,
}

impl<'d> BasePaths<'d> {
    pub(super) fn new(description: &'d ResolvedDescription<'d>) -> BasePaths<'d> {
        BasePaths { description, known: Table::default() }
    }

    /// Returns the address of an operation at its preferred server, without host and names of parameters.
    pub(super) fn address(&mut self, entry: &OperationEntry) -> String {
        let list = self.description.servers_of(entry).list;
        if !self.known.has(&list) {
            let first = list.and_then(|list| self.description.arena().children(list).next());
            let paths = first.map(|server| server_paths(self.description, server).listed).unwrap_or_default();
            self.known.insert(list, paths.into_iter().next().unwrap_or_default());
        }
        let base = self.known.get(&list).map_or("", String::as_str);
        erased_path(&format!("{base}{}", entry.path)).0
    }
}

/// The servers of an operation.
#[derive(Debug, Default)]
struct ServerList {
    hosts: Vec<String>,
    paths: Vec<String>,
    /// True if a server has paths that are not listed.
    is_open: bool,
}

impl ServerList {
    fn read(description: &ResolvedDescription<'_>, entry: &OperationEntry) -> ServerList {
        let arena = description.arena();
        let mut found = ServerList::default();
        let list = description.servers_of(entry).list;
        for server in list.into_iter().flat_map(|list| arena.children(list)) {
            let paths = server_paths(description, server);
            found.hosts.push(host_of(&arena.string_at(server, KnownKey::Url).unwrap_or_default()));
            found.paths.extend(paths.listed);
            found.is_open |= paths.is_open;
        }
        if found.paths.is_empty() {
            // A missing list means the single server `/`.
            found.hosts.push(String::new());
            found.paths.push(String::new());
        }
        found
    }

    /// Returns the paths with the prefix that an operation adds, without parameter names.
    fn with_prefix(&self, prefix: &str) -> Vec<String> {
        self.paths.iter().map(|path| erased_path(&format!("{path}{prefix}")).0).list()
    }
}

/// The relation of the addresses of two operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AddressChange {
    /// The operations have the same path. If servers differ, they are compared with each other.
    Same,
    /// The addresses have the same paths, because a prefix moved between the servers and the paths: the part that is in
    /// the paths only, on each side.
    Respelled(String, String),
    /// No address is the same. The prefixes in which they differ.
    Moved(String, String),
}

impl AddressChange {
    /// Compares the addresses of two paired operations.
    pub(crate) fn compare(sides: &Sides<'_>, (old, new): (&OperationEntry, &OperationEntry)) -> AddressChange {
        let (before, after) = differing_prefixes(&erased_path(&old.path).0, &erased_path(&new.path).0);
        let (left, right) = (ServerList::read(sides.old, old), ServerList::read(sides.new, new));
        let (all_old, all_new) = (left.with_prefix(&before), right.with_prefix(&after));
        let is_same_path = before.is_empty() && after.is_empty();
        if share_any(&all_old, &all_new) {
            return if is_same_path { AddressChange::Same } else { AddressChange::Respelled(before, after) };
        }
        if is_same_path && !is_surely_moved(&left, &right) {
            return AddressChange::Same;
        }
        let first = |all: Vec<String>| all.into_iter().next().unwrap_or_default();
        let (before, after) = differing_prefixes(&first(all_old), &first(all_new));
        AddressChange::Moved(before, after)
    }
}

/// Returns true if servers of the same host have other paths. Paths that differ only in case or encoding may be the
/// same, and relative ones depend on the location of the description.
fn is_surely_moved(old: &ServerList, new: &ServerList) -> bool {
    let is_rooted = |list: &ServerList| list.paths.iter().all(|path| path.is_empty() || path.starts_with('/'));
    let folded = |list: &ServerList| list.paths.iter().map(|path| path.to_lowercase().replace("%2f", "/")).list();
    !old.is_open
        && !new.is_open
        && is_rooted(old)
        && is_rooted(new)
        && share_any(&old.hosts, &new.hosts)
        && !share_any(&folded(old), &folded(new))
}

/// Returns true if a string is in both lists.
fn share_any(one: &[String], other: &[String]) -> bool {
    let other = order::sorted_unique(other);
    one.iter().any(|text| other.binary_search(&text).is_ok())
}

/// Returns what is left of two paths without the segments at their end that both have.
pub(super) fn differing_prefixes(old: &str, new: &str) -> (String, String) {
    let (mut left, mut right) = (old, new);
    while let (Some((before, one)), Some((after, other))) = (left.rsplit_once('/'), right.rsplit_once('/'))
        && one == other
    {
        (left, right) = (before, after);
    }
    (left.to_owned(), right.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_whole_segments() {
        for (old, new, before, after) in [
            ("/v1/a/{}", "/v2/a/{}", "/v1", "/v2"),
            ("/v1/a", "/a", "/v1", ""),
            ("/a", "/a", "", ""),
            ("/xa", "/ya", "/xa", "/ya"),
            ("/a", "/a/", "/a", "/a/"),
        ] {
            assert_eq!(differing_prefixes(old, new), (before.to_owned(), after.to_owned()), "{old} {new}");
        }
    }
}
