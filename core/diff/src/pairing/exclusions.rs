//! Which operations a comparison leaves out: by tag, by path, or because they are internal.

use waybill_openapi::internal::{KnownKey, OperationEntry, OperationKind, ResolvedDescription};

use super::path_glob::matches_path;

/// Marks what is for the publisher's own use. OpenAPI has no field for it; Redocly, Speakeasy and others read this one.
const INTERNAL: &str = "x-internal";

/// Operations that a comparison leaves out. What is left out on one side alone was removed for callers, or added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exclusions {
    /// Operations and webhooks that have one of these tags, as they are written.
    pub tags: Vec<String>,
    /// Operations whose path template one of these globs matches from its first to its last character: `*` is any text
    /// without a slash, `**` any text, and everything else is itself, braces included. `/a/**` matches `/a` too.
    pub paths: Vec<String>,
    /// Operations, path items and webhooks with `x-internal: true`.
    pub internal: bool,
}

impl Exclusions {
    /// Whether nothing is left out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Exclusions { tags, paths, internal } = self;
        tags.is_empty() && paths.is_empty() && !internal
    }
}

/// One thing that operations are left out by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExclusionRule {
    /// They have this tag.
    Tag(String),
    /// This glob matches their path.
    Path(String),
    /// They are marked as `x-internal`.
    Internal,
}

/// The operations of one description that are left out.
#[derive(Debug, Default)]
pub struct ExcludedOperations {
    /// For each operation, what leaves it out. Empty where nothing can.
    by_entry: Vec<Option<ExclusionRule>>,
    /// For each rule, how many operations of paths it matches, whatever else does.
    counts: Vec<(ExclusionRule, usize)>,
    /// How many operations of paths are left out.
    operations: usize,
}

impl ExcludedOperations {
    /// Looks at every operation; a callback goes with the operation that asks for it.
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

    /// Whether nothing is left out.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_entry.iter().all(Option::is_none)
    }

    /// What leaves an operation out; none where it is compared.
    pub fn rule_of(&self, at: usize) -> Option<&ExclusionRule> {
        self.by_entry.get(at)?.as_ref()
    }

    /// How many operations of paths are left out.
    pub fn operations(&self) -> usize {
        self.operations
    }

    /// Each rule and how many operations of paths it matches, in the order of the options.
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
