//! What operations that were added, removed or deprecated say of themselves, and which one takes the place of those that go.
//!
//! OpenAPI has no field for a successor. Publishers name it in the operation's texts: by its path, its `operationId` or the
//! name of the page about it, which is its summary. Where no text does, the likely one has the same id, or the same path
//! with another version in it.

use std::borrow::Cow;

use waybill_base::internal::table::Table;
use waybill_diff::internal::{Affected, DiffResult};
use waybill_openapi::internal::{Arena, KnownKey, OperationEntry, OperationKind};

use super::notice::{is_ending, names_in, notice_in};
use super::types::{AffectedOperation, OperationDetails, Successor};

/// The longest sentence that is shown: more is a paragraph without full stops.
const MAX_NOTICE_BYTES: usize = 300;

/// The operations of the current description by what may name them. `None` for a name that several have.
#[derive(Debug, Default)]
pub(super) struct Successors<'d> {
    by_name: Table<String, Option<&'d OperationEntry>>,
    /// By path, whatever its parameters are called.
    by_path: Table<String, Vec<&'d OperationEntry>>,
    /// By path, whatever version stands in it.
    by_versionless: Table<String, Vec<&'d OperationEntry>>,
    is_filled: bool,
}

/// An operation's `summary`, where it has one that is not blank.
pub(super) fn summary_of(arena: &Arena, entry: &OperationEntry) -> Option<String> {
    let summary = arena.string_at(entry.operation, KnownKey::Summary)?;
    Some(summary.trim().to_owned()).filter(|summary| !summary.is_empty())
}

/// An operation's tags, in their order.
pub(super) fn tags_of(arena: &Arena, entry: &OperationEntry) -> Vec<String> {
    let tags = arena.member(entry.operation, KnownKey::Tags).into_iter().flat_map(|list| arena.children(list));
    tags.filter_map(|tag| arena.string(tag)).map(Cow::into_owned).collect()
}

impl<'d> Successors<'d> {
    /// What an operation says of itself, in the description that has it.
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
        // What an operation that stays says of others is no word about its end.
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
            notice: notice.filter(|notice| is_deprecated && notice.len() <= MAX_NOTICE_BYTES),
            successor,
        }
    }

    /// The operation of the current description that takes the place of another one.
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
        // Callers cannot go to what is left out.
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
                let known = self.by_name.get(name).is_some();
                self.by_name.insert(name.to_owned(), (!known).then_some(entry));
            }
            if let Some(entries) = self.by_path.get_or_insert(nameless(&entry.path), Vec::new()) {
                entries.push(entry);
            }
            if let Some(entries) = self.by_versionless.get_or_insert(nameless(&versionless(&entry.path)), Vec::new()) {
                entries.push(entry);
            }
        }
    }

    /// The operation that a name in a text means: `POST /v2/labels`, `/v2/labels`, an operation's id or its summary.
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
            // `#operation/listLabels` is how documentation pages link an operation, `listLabels()` how code calls it.
            let id = name.strip_prefix('#').and_then(|anchor| anchor.rsplit('/').next());
            self.by_name.get(id.or_else(|| name.strip_suffix("()"))?).copied().flatten()
        };
        self.by_name.get(name).copied().flatten().or_else(id)
    }

    /// The operation of a path that has this method, or the only one there is.
    fn of_path(&self, path: &str, method: &str) -> Option<&'d OperationEntry> {
        let entries = self.by_path.get(&nameless(path))?;
        let same = entries.iter().find(|entry| entry.method.eq_ignore_ascii_case(method));
        let only = if let [only] = entries.as_slice() { Some(only) } else { None };
        same.or(only).copied()
    }

    /// The same operation under the newest version that is newer than an operation's own: an older one takes nobody's place.
    fn newer(&self, entry: &OperationEntry) -> Option<&'d OperationEntry> {
        let entries = self.by_versionless.get(&nameless(&versionless(&entry.path)))?;
        let own = versions(&entry.path);
        let newer = entries.iter().filter(|found| found.method == entry.method && versions(&found.path) > own);
        newer.max_by(|one, other| (versions(&one.path), &one.path).cmp(&(versions(&other.path), &other.path))).copied()
    }
}

/// A path without the names of its parameters: `/a/{id}` and `/a/{name}` are the same.
fn nameless(path: &str) -> String {
    let mut pieces = path.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |path, piece| path + "{}" + piece.split_once('}').map_or("", |(_, rest)| rest))
}

/// A path without the segments that name a version: `/v1/track` and `/v2/track` are the same.
fn versionless(path: &str) -> String {
    path.split('/').map(|segment| if version(segment).is_some() { "*" } else { segment }).collect::<Vec<_>>().join("/")
}

/// The versions that a path names, as numbers.
fn versions(path: &str) -> Vec<Vec<u64>> {
    path.split('/').filter_map(version).collect()
}

/// The version that a segment of a path is, as numbers.
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
