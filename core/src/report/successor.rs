//! What operations that were added, removed or deprecated say of themselves, and which one takes the place of those that go.
//!
//! OpenAPI has no field for a successor. Publishers name it in the operation's texts: by its path, its `operationId` or the
//! name of the page about it, which is its summary. Where no text does, the likely one has the same id, or the same path
//! with another version in it.

use std::borrow::Cow;

use super::types::{AffectedOperation, OperationDetails, Successor};
use crate::diff::Sides;
use crate::openapi::{Description, KnownKey, OperationEntry, OperationKind};
use crate::table::Table;

/// How much of a description is searched for a successor: it is named at the beginning, and some are as long as a book.
const MAX_TEXT_BYTES: usize = 8_192;

/// The longest sentence that is shown: more is a paragraph without full stops.
const MAX_NOTICE_BYTES: usize = 300;

/// What sentences about a successor hold.
const CUES: [&str; 8] =
    ["instead", "replaced by", "replaced with", "superseded", "successor", "migrat", "in favor of", "in favour of"];

/// The operations of the current description by what may name them. `None` for a name that several have.
#[derive(Debug, Default)]
pub(super) struct Successors<'d> {
    by_name: Table<String, Option<&'d OperationEntry>>,
    by_path: Table<String, Vec<&'d OperationEntry>>,
    is_filled: bool,
}

impl<'d> Successors<'d> {
    /// What an operation says of itself, in the description that has it.
    pub(super) fn details(&mut self, sides: &Sides<'d>, in_old: bool, entry: &OperationEntry) -> OperationDetails {
        let description = if in_old { sides.old } else { sides.new };
        let arena = description.arena();
        let text = |key| arena.string_at(entry.operation, key).map(|text| text.trim().to_owned());
        let tags = arena.member(entry.operation, KnownKey::Tags).into_iter().flat_map(|list| arena.children(list));
        let is_deprecated = arena.is_true(entry.operation, KnownKey::Deprecated);
        let notice = text(KnownKey::Description).and_then(|text| notice_in(&text).map(str::to_owned));
        let successor = if in_old || is_deprecated {
            self.find(sides, notice.as_deref(), text(KnownKey::OperationId).as_deref(), entry)
        } else {
            None
        };
        OperationDetails {
            summary: text(KnownKey::Summary).filter(|summary| !summary.is_empty()),
            tags: tags.filter_map(|tag| arena.string(tag)).map(Cow::into_owned).collect(),
            is_deprecated,
            notice: notice.filter(|_| is_deprecated),
            successor,
        }
    }

    /// The operation of the current description that takes the place of another one.
    fn find(
        &mut self,
        sides: &Sides<'d>,
        notice: Option<&str>,
        id: Option<&str>,
        entry: &OperationEntry,
    ) -> Option<Successor> {
        self.fill(sides.new);
        let is_other = |found: &&OperationEntry| (&found.method, &found.path) != (&entry.method, &entry.path);
        let candidates = names_in(notice.unwrap_or_default());
        let named = candidates.into_iter().find_map(|name| self.named(name, &entry.method).filter(is_other));
        let likely = || {
            let same_id = id.and_then(|id| self.by_name.get(id).copied().flatten()).filter(is_other);
            same_id.or_else(|| self.of_path(&versionless(&entry.path), &entry.method).filter(is_other))
        };
        let found = named.or_else(likely)?;
        let operation = AffectedOperation { path: found.path.clone(), method: found.method.clone() };
        Some(Successor { operation, is_named: named.is_some() })
    }

    fn fill(&mut self, description: &'d Description<'_>) {
        if std::mem::replace(&mut self.is_filled, true) {
            return;
        }
        let arena = description.arena();
        for entry in description.operation_entries().iter().filter(|entry| entry.kind == OperationKind::Path) {
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
            for path in [entry.path.clone(), versionless(&entry.path)] {
                if let Some(entries) = self.by_path.get_or_insert(path, Vec::new()) {
                    entries.push(entry);
                }
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
            return self.of_path(path.trim_end_matches(['.', ',', ')']), given);
        }
        self.by_name.get(name).copied().flatten()
    }

    /// The operation of a path that has this method, or the only one there is.
    fn of_path(&self, path: &str, method: &str) -> Option<&'d OperationEntry> {
        let entries = self.by_path.get(path)?;
        let same = entries.iter().find(|entry| entry.method.eq_ignore_ascii_case(method));
        let only = if let [only] = entries.as_slice() { Some(only) } else { None };
        same.or(only).copied()
    }
}

/// The sentence of a description that says what to use instead.
fn notice_in(text: &str) -> Option<&str> {
    let text = text.get(..text.floor_char_boundary(MAX_TEXT_BYTES)).unwrap_or(text);
    let sentences = text.split('\n').flat_map(|line| line.split_inclusive(". ")).map(str::trim);
    let is_notice = |sentence: &&str| {
        let words = sentence.to_lowercase();
        CUES.iter().any(|cue| words.contains(cue))
    };
    sentences.filter(|sentence| sentence.len() <= MAX_NOTICE_BYTES).find(is_notice)
}

/// What a text may name an operation by: what stands between backticks, quotation marks or brackets, what is linked, and
/// paths as they are.
fn names_in(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (open, close) in [("`", "`"), ("\"", "\""), ("[", "]"), ("](", ")"), ("“", "”")] {
        let mut rest = text;
        while let Some((_, behind)) = rest.split_once(open) {
            let Some((name, after)) = behind.split_once(close) else { break };
            names.push(name.trim());
            rest = after;
        }
    }
    names.extend(text.split_whitespace().map(|word| word.trim_start_matches('(')).filter(|word| word.starts_with('/')));
    names
}

/// A path without the segments that name a version: `/v1/track` and `/v2/track` are the same.
fn versionless(path: &str) -> String {
    let is_version = |segment: &str| {
        let number = segment.strip_prefix(['v', 'V']).unwrap_or_default();
        !number.is_empty() && number.chars().all(|char| char.is_ascii_digit() || char == '.')
    };
    path.split('/').map(|segment| if is_version(segment) { "*" } else { segment }).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_operations_by_path_id_or_summary() {
        let text = "Closing down: use `GET /v2/track`, \"List all tracks\" ([Track](https://x)) or /v3/track.";
        let names = names_in(text);
        for name in ["GET /v2/track", "List all tracks", "Track", "/v3/track."] {
            assert!(names.contains(&name), "{name} in {names:?}");
        }
        assert_eq!(names_in("one ` alone"), Vec::<&str>::new());
    }

    #[test]
    fn the_sentence_that_says_what_to_use_instead_is_found() {
        let text =
            "> **Notice:** It ends on May 1. Please use \"[Roles](https://x/roles)\" instead. Lists all `roles`.";
        let notice = notice_in(text).unwrap();
        assert_eq!(notice, "Please use \"[Roles](https://x/roles)\" instead.");
        assert!(names_in(notice).contains(&"https://x/roles"));
        assert_eq!(notice_in("Use `GET /roles` to list them."), None);
    }

    #[test]
    fn a_version_in_a_path_is_left_out() {
        assert_eq!(versionless("/v1/track/{id}"), "/*/track/{id}");
        assert_eq!(versionless("/track/v1.2"), "/track/*");
        assert_eq!(versionless("/vendor/v"), "/vendor/v");
    }
}
