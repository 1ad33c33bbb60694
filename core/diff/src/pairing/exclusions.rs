//! Operations that a comparison excludes: by tag, by path, or because they are internal.

use waybill_openapi::internal::{KnownKey, OperationEntry, OperationKind, ResolvedDescription};

use super::path_glob::matches_path;

/// The extension that marks internal items. OpenAPI has no field for this; Redocly, Speakeasy and others read this one.
const INTERNAL: &str = "x-internal";

/// The operations to exclude from a comparison. An operation that is excluded on one side only is reported as removed
/// or added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exclusions {
    /// Operations and webhooks with one of these tags, compared literally.
    pub tags: Vec<String>,
    /// Operations whose whole path template matches one of these globs. `*` matches any text without a slash, and `**`
    /// matches any text. Everything else is literal, including braces. `/a/**` also matches `/a`.
    pub paths: Vec<String>,
    /// Operations, path items and webhooks with `x-internal: true`.
    pub internal: bool,
}

impl Exclusions {
    /// Returns true if nothing is excluded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Exclusions { tags, paths, internal } = self;
        tags.is_empty() && paths.is_empty() && !internal
    }
}

/// A criterion that excludes operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExclusionRule {
    /// A tag of the operation.
    Tag(String),
    /// A glob that matches the path.
    Path(String),
    /// The `x-internal` mark.
    Internal,
}

/// The excluded operations of one description.
#[derive(Debug, Default)]
pub struct ExcludedOperations {
    /// For each operation, the rule that excludes it. Empty if there are no rules.
    by_entry: Vec<Option<ExclusionRule>>,
    /// For each rule, the number of path operations it matches, even if another rule matches them too.
    counts: Vec<(ExclusionRule, usize)>,
    /// Number of excluded path operations.
    operations: usize,
}

impl ExcludedOperations {
    /// Applies the rules to every operation. A callback is excluded together with the operation that requests it.
    pub(crate) fn find(description: &ResolvedDescription<'_>, exclusions: &Exclusions) -> ExcludedOperations {
        let mut found = ExcludedOperations::default();
        if exclusions.is_empty() {
            return found;
        }
        let Exclusions { tags, paths, internal } = exclusions;
        let rules = tags.iter().cloned().map(ExclusionRule::Tag);
        let rules = rules.chain(paths.iter().cloned().map(ExclusionRule::Path));
        found.counts = rules.chain(internal.then_some(ExclusionRule::Internal)).map(|rule| (rule, 0)).collect();
        for entry in description.operation_entries() {
            let is_path = usize::from(entry.kind == OperationKind::Path);
            let mut by = None;
            for (rule, count) in &mut found.counts {
                if rule.matches(description, entry) {
                    *count += is_path;
                    by = by.or_else(|| Some(rule.clone()));
                }
            }
            let by = by.or_else(|| found.by_entry.get(entry.asked_for_by?)?.clone());
            found.operations += if by.is_some() { is_path } else { 0 };
            found.by_entry.push(by);
        }
        found
    }

    /// Returns true if nothing is excluded.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_entry.iter().all(Option::is_none)
    }

    /// Returns the rule that excludes an operation, or `None` if it is compared.
    pub fn rule_of(&self, at: usize) -> Option<&ExclusionRule> {
        self.by_entry.get(at)?.as_ref()
    }

    /// Returns the number of excluded path operations.
    pub fn operations(&self) -> usize {
        self.operations
    }

    /// Returns each rule and the number of path operations it matches, in the order of the options.
    pub fn counts(&self) -> &[(ExclusionRule, usize)] {
        &self.counts
    }
}

impl ExclusionRule {
    fn matches(&self, description: &ResolvedDescription<'_>, entry: &OperationEntry) -> bool {
        let arena = description.arena();
        match self {
            ExclusionRule::Tag(tag) => {
                let tags =
                    arena.member(entry.operation, KnownKey::Tags).into_iter().flat_map(|list| arena.children(list));
                tags.filter_map(|tag| arena.string(tag)).any(|found| found == tag.as_str())
            }
            ExclusionRule::Path(glob) => entry.kind == OperationKind::Path && matches_path(glob, &entry.path),
            ExclusionRule::Internal => {
                let Some(key) = arena.keys().find(INTERNAL) else { return false };
                [entry.operation, entry.item, entry.entry].into_iter().any(|holder| arena.is_true(holder, key))
            }
        }
    }
}
