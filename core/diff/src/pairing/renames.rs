//! Renames that the publisher states: an old operation or path, and the new one. They decide before every guess.

use std::cmp::Reverse;

use waybill_base::internal::order;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::{OperationEntry, OperationKind, ResolvedDescription, erased_path};

use super::sides::Sides;

/// Number of renames in a row, each in its own release, that lead from an old operation to a new one.
const RENAMES_IN_A_ROW: usize = 16;

/// Operations and paths that the publisher renamed. They change which operations are compared, and never a level: the
/// old address is gone for callers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Renames {
    /// Renames of operations first, then those of the longest paths.
    entries: Vec<Rename>,
}

/// The reason why renames cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RenamesError {
    /// The old operation or path of the wrong entry, as it was given.
    pub key: String,
    /// The problem and its fix, as a sentence without a full stop.
    pub message: String,
}

/// The method in upper case, and the path without parameter names.
type Address = (String, String);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rename {
    /// The old and the new address. Their methods are empty if all methods of the paths are renamed.
    old: Address,
    new: Address,
    /// Both as they were given.
    given: (String, String),
}

impl Renames {
    /// Checks renames. Each has an old operation and its new one, such as `GET /labels` and `GET /stickers`, or two
    /// paths. A path includes all paths below it: `/labels` also renames `/labels/{id}`. An operation outranks a path,
    /// and a longer path outranks a shorter one. Names of parameters do not matter.
    ///
    /// # Errors
    /// A [`RenamesError`] if a side is neither, if only one side has a method, if both sides are equal, or if two
    /// entries have an equal side.
    pub fn new(entries: impl IntoIterator<Item = (String, String)>) -> Result<Renames, RenamesError> {
        let mut renames = Renames::default();
        for (key, value) in entries {
            let error = |message: String| Err(RenamesError { key: key.clone(), message });
            let (Some(old), Some(new)) = (parse_address(&key), parse_address(&value)) else {
                let wrong = if parse_address(&key).is_some() { &value } else { &key };
                return error(format!(
                    "`{wrong}` is neither an operation nor a path; use for example \"GET /labels\" or \"/labels\""
                ));
            };
            if old.0.is_empty() != new.0.is_empty() {
                return error(format!("only one of `{key}` and `{value}` has a method; name it in both or in none"));
            }
            if old == new {
                return error(format!("`{key}` and `{value}` are the same address; remove the entry"));
            }
            for Rename { old: known, new: target, given } in &renames.entries {
                if *known == old {
                    return error(format!("`{}` and `{key}` are the same address; remove one of them", given.0));
                }
                if *target == new {
                    return error(format!(
                        "`{}` and `{key}` are both renamed to `{value}`; remove one of them",
                        given.0
                    ));
                }
            }
            renames.entries.push(Rename { old, new, given: (key, value) });
        }
        let rank = |rename: &Rename| (rename.old.0.is_empty(), Reverse(rename.old.1.len()));
        order::sort_by(&mut renames.entries, |one, other| rank(one).cmp(&rank(other)));
        Ok(renames)
    }

    /// Returns the index of the rename of an address, and the new address.
    fn find(&self, (method, path): &Address) -> Option<(usize, Address)> {
        self.entries.iter().enumerate().find_map(|(at, Rename { old, new, .. })| {
            let suffix = path.strip_prefix(old.1.as_str())?;
            let is_path = old.0.is_empty();
            let fits = suffix.is_empty() || (is_path && suffix.starts_with('/'));
            let new_method = if is_path { method } else { &new.0 };
            (fits && (is_path || old.0 == *method)).then(|| (at, (new_method.clone(), format!("{}{suffix}", new.1))))
        })
    }
}

/// Parses an operation or a path.
fn parse_address(given: &str) -> Option<Address> {
    let (method, path) = match given.split_once(' ') {
        Some((method, path)) if !given.starts_with('/') && !method.is_empty() => (method, path),
        _ => ("", given),
    };
    let is_valid = path.starts_with('/') && method.chars().all(|char| char.is_ascii_graphic() && char != '/');
    is_valid.then(|| (method.to_ascii_uppercase(), erased_path(path).0))
}

/// The renames that apply to two descriptions.
#[derive(Debug, Default)]
pub struct AppliedRenames {
    /// Old operations that are gone, in order, with their new ones.
    pub(super) operations: Vec<(usize, usize)>,
    /// The old and the new side of each rename whose old operations are gone, and whose new ones do not exist.
    pub missing: Vec<(String, String)>,
}

impl AppliedRenames {
    /// Applies renames to the old operations that are gone.
    pub(super) fn find(
        renames: &Renames,
        sides: &Sides<'_>,
        is_gone: impl Fn(usize) -> bool,
        is_new_offered: impl Fn(usize) -> bool,
    ) -> AppliedRenames {
        let mut applied = AppliedRenames::default();
        if renames.entries.is_empty() {
            return applied;
        }
        let targets = order::groups(addresses(sides.new));
        let (mut matched, mut missing) = (Set::default(), Vec::new());
        for (mut address, at) in addresses(sides.old).filter(|(_, at)| is_gone(*at)) {
            let (mut first, mut target) = (None, None);
            // A later release can rename the new operation again.
            for _ in 0..RENAMES_IN_A_ROW {
                let Some((entry, next)) = renames.find(&address) else { break };
                first = first.or(Some(entry));
                target = order::find(&targets, &next).and_then(|found| found.first());
                if target.is_some() {
                    break;
                }
                address = next;
            }
            match (first, target) {
                (Some(entry), Some(&to)) => {
                    matched.add(entry);
                    applied.operations.extend(is_new_offered(to).then_some((at, to)));
                }
                (Some(entry), None) => missing.push(entry),
                (None, _) => {}
            }
        }
        missing.retain(|entry| !matched.has(entry));
        let entries = order::sorted_unique(missing).into_iter().filter_map(|entry| renames.entries.get(entry));
        applied.missing.extend(entries.map(|entry| entry.given.clone()));
        applied
    }
}

/// Returns the addresses of the operations of paths, with their indexes.
fn addresses<'d>(description: &'d ResolvedDescription<'_>) -> impl Iterator<Item = (Address, usize)> + use<'d> {
    let address = |entry: &OperationEntry| (entry.method.to_ascii_uppercase(), erased_path(&entry.path).0);
    let entries = description.operation_entries().iter().enumerate();
    entries.filter(|(_, entry)| entry.kind == OperationKind::Path).map(move |(at, entry)| (address(entry), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renames(entries: &[(&str, &str)]) -> Result<Renames, String> {
        let entries = entries.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned()));
        Renames::new(entries).map_err(|error| format!("{}: {}", error.key, error.message))
    }

    #[test]
    fn unusable_rename_is_an_error_that_names_the_entry() {
        let operation = "is neither an operation nor a path; use for example";
        for (entries, expected) in [
            (&[("labels", "/stickers")][..], format!("labels: `labels` {operation}")),
            (&[("/labels", "stickers")], format!("/labels: `stickers` {operation}")),
            (&[("GET labels", "GET /stickers")], format!("GET labels: `GET labels` {operation}")),
            (&[("GET  /labels", "GET /stickers")], format!("GET  /labels: `GET  /labels` {operation}")),
            (&[("G/T /labels", "GET /stickers")], format!("G/T /labels: `G/T /labels` {operation}")),
            (&[(" /labels", "/stickers")], format!(" /labels: ` /labels` {operation}")),
            (&[("", "/stickers")], format!(": `` {operation}")),
            (&[("GET /labels", "/stickers")], "only one of `GET /labels` and `/stickers` has a method".to_owned()),
            (&[("/a/{id}", "/a/{key}")], "`/a/{id}` and `/a/{key}` are the same address".to_owned()),
            (&[("/a/{id}", "/b"), ("/a/{key}", "/c")], "/a/{key}: `/a/{id}` and `/a/{key}` are the same".to_owned()),
            (&[("/a", "/c"), ("/b", "/c")], "/b: `/a` and `/b` are both renamed to `/c`".to_owned()),
            (&[("GET /a", "get /c"), ("GET /b", "GET /c")], "are both renamed to `GET /c`".to_owned()),
        ] {
            let found = renames(entries).unwrap_err();
            assert!(found.contains(&expected), "{found}");
        }
    }

    #[test]
    fn operation_has_the_most_specific_rename() {
        let renames = renames(&[
            ("/v1", "/v2"),
            ("/v1/labels", "/stickers"),
            ("get /v1/labels/{id}", "post /search"),
            ("/v1/a b", "/c"),
        ])
        .unwrap();
        for (method, path, expected) in [
            ("GET", "/v1/parcels", Some("GET /v2/parcels")),
            ("PUT", "/v1", Some("PUT /v2")),
            ("GET", "/v10", None),
            ("GET", "/x/v1", None),
            ("GET", "/v1/labels", Some("GET /stickers")),
            ("PUT", "/v1/labels/{}", Some("PUT /stickers/{}")),
            ("GET", "/v1/labels/{}", Some("POST /search")),
            ("GET", "/v1/labels/{}/print", Some("GET /stickers/{}/print")),
            ("GET", "/v1/labelled", Some("GET /v2/labelled")),
            ("GET", "/v1/a b", Some("GET /c")),
        ] {
            let found = renames.find(&(method.to_owned(), path.to_owned()));
            let found = found.map(|(_, (method, path))| format!("{method} {path}"));
            assert_eq!(found.as_deref(), expected, "{method} {path}");
        }
    }
}
