//! Details of operations that were added, removed or deprecated, and the replacements of those that end.
//!
//! OpenAPI has no field for a replacement. Publishers name it in the operation's texts by path, `operationId`, or the
//! title of its documentation page, which is its summary. Without such a text, the likely replacement has the same id,
//! or the same path with another version.

use std::borrow::Cow;

use waybill_base::internal::table::Table;
use waybill_diff::internal::{Affected, DiffResult};
use waybill_openapi::internal::{Arena, KnownKey, NodeId, OperationEntry, OperationKind, ResolvedDescription};

use super::notice::{is_ending, names_in, notice_in};
use super::types::{AffectedOperation, OperationDetails, Successor};

/// Maximum length of a sentence to show. A longer one is a paragraph without full stops.
const MAX_NOTICE_BYTES: usize = 300;

/// Lengths of a date, and of a date-time with fractions and an offset, in bytes.
const DAY_BYTES: usize = 10;
const DATE_BYTES: usize = 40;

/// The operations of the current description, by name and path. `None` for a name of several operations.
#[derive(Debug, Default)]
pub(super) struct Successors<'d> {
    by_name: Table<String, Option<&'d OperationEntry>>,
    /// Operations by path, without parameter names.
    by_path: Table<String, Vec<&'d OperationEntry>>,
    /// Operations by path, without versions.
    by_versionless: Table<String, Vec<&'d OperationEntry>>,
    is_filled: bool,
}

/// Returns an operation's `summary` if it is not blank.
pub(super) fn summary_of(arena: &Arena, entry: &OperationEntry) -> Option<String> {
    let summary = arena.string_at(entry.operation, KnownKey::Summary)?;
    Some(summary.trim().to_owned()).filter(|summary| !summary.is_empty())
}

/// Returns an operation's tags, in order.
pub(super) fn tags_of(arena: &Arena, entry: &OperationEntry) -> Vec<String> {
    let tags = arena.member(entry.operation, KnownKey::Tags).into_iter().flat_map(|list| arena.children(list));
    tags.filter_map(|tag| arena.string(tag)).map(Cow::into_owned).collect()
}

/// Returns the sunset date of an operation, parameter or schema, as written. `None` if it cannot be a date.
pub(super) fn sunset_of(description: &ResolvedDescription<'_>, holder: NodeId) -> Option<String> {
    let date = description.arena().string_at(holder, KnownKey::XSunset)?;
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-:+. ".contains(char);
    let is_date = (DAY_BYTES..=DATE_BYTES).contains(&date.len()) && date.chars().all(is_plain);
    is_date.then(|| date.into_owned())
}

impl<'d> Successors<'d> {
    /// Returns the details of an operation, from the description that contains it.
    pub(super) fn details(
        &mut self,
        result: &DiffResult<'_, 'd>,
        in_old: bool,
        entry: &OperationEntry,
    ) -> OperationDetails {
        let description = if in_old { result.sides.old } else { result.sides.new };
        let arena = description.arena();
        let text = |key| arena.string_at(entry.operation, key).map(|text| text.trim().to_owned());
        let is_deprecated = arena.is_true(entry.operation, KnownKey::Deprecated);
        // An operation that continues may mention others without announcing its own end.
        let described = text(KnownKey::Description).filter(|text| is_deprecated || is_ending(text));
        let notice = described.and_then(|text| notice_in(&text));
        let successor = if in_old || is_deprecated {
            self.find(result, notice.as_deref(), text(KnownKey::OperationId).as_deref(), entry)
        } else {
            None
        };
        OperationDetails {
            summary: summary_of(arena, entry),
            tags: tags_of(arena, entry),
            is_deprecated,
            deprecated_since: None,
            sunset: sunset_of(description, entry.operation).filter(|_| is_deprecated),
            notice: notice.filter(|notice| is_deprecated && notice.len() <= MAX_NOTICE_BYTES),
            successor,
        }
    }

    /// Returns the operation of the current description that replaces another one.
    fn find(
        &mut self,
        result: &DiffResult<'_, 'd>,
        notice: Option<&str>,
        id: Option<&str>,
        entry: &OperationEntry,
    ) -> Option<Successor> {
        self.fill(result);
        let is_other = |found: &&OperationEntry| (&found.method, &found.path) != (&entry.method, &entry.path);
        let candidates = names_in(notice.unwrap_or_default());
        let named = candidates.into_iter().find_map(|name| self.named(&name, &entry.method).filter(is_other));
        let likely = || {
            let same_id = id.and_then(|id| self.by_name.get(id).copied().flatten()).filter(is_other);
            same_id.or_else(|| self.newer(entry))
        };
        let found = named.or_else(likely)?;
        let operation = AffectedOperation { path: found.path.clone(), method: found.method.clone() };
        Some(Successor { operation, is_named: named.is_some() })
    }

    fn fill(&mut self, result: &DiffResult<'_, 'd>) {
        if std::mem::replace(&mut self.is_filled, true) {
            return;
        }
        let description = result.sides.new;
        let arena = description.arena();
        // Excluded operations are not available to callers.
        let entries = description.operation_entries().iter().enumerate();
        let entries = entries.filter(|(at, _)| !result.is_excluded(Affected::New(*at))).map(|(_, entry)| entry);
        for entry in entries.filter(|entry| entry.kind == OperationKind::Path) {
            let page = arena.member(entry.operation, KnownKey::ExternalDocs);
            let names = [
                arena.string_at(entry.operation, KnownKey::OperationId),
                arena.string_at(entry.operation, KnownKey::Summary),
                page.and_then(|page| arena.string_at(page, KnownKey::Url)),
            ];
            for name in names.into_iter().flatten() {
                let name = name.trim();
                // An operation may repeat its own name.
                let is_entry = |known: Option<&OperationEntry>| known.is_some_and(|known| std::ptr::eq(known, entry));
                let is_ambiguous = self.by_name.get(name).is_some_and(|known| !is_entry(*known));
                self.by_name.insert(name.to_owned(), (!is_ambiguous).then_some(entry));
            }
            if let Some(entries) = self.by_path.get_or_insert(nameless(&entry.path), Vec::new()) {
                entries.push(entry);
            }
            if let Some(entries) = self.by_versionless.get_or_insert(nameless(&versionless(&entry.path)), Vec::new()) {
                entries.push(entry);
            }
        }
    }

    /// Returns the operation for a name in a text: `POST /v2/labels`, `/v2/labels`, an `operationId` or a summary.
    fn named(&self, name: &str, method: &str) -> Option<&'d OperationEntry> {
        let (given, path) = match name.split_once(' ') {
            Some((given, path)) if path.starts_with('/') => (given, path),
            _ => (method, name),
        };
        if path.starts_with('/') {
            let path = path.split(['?', '#']).next().unwrap_or_default();
            return self.of_path(path.trim_end_matches(['.', ',', ';', ':', ')', '*', '_']), given);
        }
        let id = || {
            // Documentation pages link to an operation as `#operation/listLabels`, and code calls it `listLabels()`.
            let id = name.strip_prefix('#').and_then(|anchor| anchor.rsplit('/').next());
            self.by_name.get(id.or_else(|| name.strip_suffix("()"))?).copied().flatten()
        };
        self.by_name.get(name).copied().flatten().or_else(id)
    }

    /// Returns the operation of a path with this method, or the only operation of the path.
    fn of_path(&self, path: &str, method: &str) -> Option<&'d OperationEntry> {
        let entries = self.by_path.get(&nameless(path))?;
        let same = entries.iter().find(|entry| entry.method.eq_ignore_ascii_case(method));
        let only = if let [only] = entries.as_slice() { Some(only) } else { None };
        same.or(only).copied()
    }

    /// Returns the same operation with the newest version, if that is newer than its own. Older operations are not
    /// replacements.
    fn newer(&self, entry: &OperationEntry) -> Option<&'d OperationEntry> {
        let entries = self.by_versionless.get(&nameless(&versionless(&entry.path)))?;
        let own = versions(&entry.path);
        let newer = entries.iter().filter(|found| found.method == entry.method && versions(&found.path) > own);
        newer.max_by(|one, other| (versions(&one.path), &one.path).cmp(&(versions(&other.path), &other.path))).copied()
    }
}

/// Returns a path without parameter names: `/a/{id}` and `/a/{name}` are equal.
fn nameless(path: &str) -> String {
    let mut pieces = path.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |path, piece| path + "{}" + piece.split_once('}').map_or("", |(_, rest)| rest))
}

/// Returns a path without its version segments: `/v1/track` and `/v2/track` are equal.
fn versionless(path: &str) -> String {
    path.split('/').map(|segment| if version(segment).is_some() { "*" } else { segment }).collect::<Vec<_>>().join("/")
}

/// Returns the versions in a path, as numbers.
fn versions(path: &str) -> Vec<Vec<u64>> {
    path.split('/').filter_map(version).collect()
}

/// Returns the version of a path segment, as numbers.
fn version(segment: &str) -> Option<Vec<u64>> {
    segment.strip_prefix(['v', 'V'])?.split('.').map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_in_a_path_is_left_out() {
        assert_eq!(versionless("/v1/track/{id}"), "/*/track/{id}");
        assert_eq!(versionless("/track/v1.2"), "/track/*");
        assert_eq!(versionless("/vendor/v"), "/vendor/v");
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(versions("/v10/track") > versions("/v9/track"));
        assert!(versions("/v1.10/track") > versions("/v1.9/track"));
        assert_eq!(versions("/track/view"), Vec::<Vec<u64>>::new());
    }

    #[test]
    fn parameters_may_be_called_anything() {
        assert_eq!(nameless("/a/{id}/b/{c}"), "/a/{}/b/{}");
        assert_eq!(nameless("/a/{id"), "/a/{}");
    }
}
