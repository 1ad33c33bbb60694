//! `waybill.toml` as it is written, with the position of each value. Only serde's checks are made here.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::FailOn;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) description: Option<Spanned<String>>,
    pub(super) build: Option<Spanned<String>>,
    pub(super) output: Option<Spanned<String>>,
    pub(super) descriptions: Option<Spanned<Vec<Spanned<Entry>>>>,
    pub(super) timeout: Option<Spanned<toml::Value>>,
    #[serde(default)]
    pub(super) build_env: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) parallel: bool,
    #[serde(default)]
    pub(super) check: Check,
    #[serde(default)]
    pub(super) exclude: Exclude,
    #[serde(default)]
    pub(super) levels: WrittenStrings,
    #[serde(default)]
    pub(super) renames: WrittenStrings,
    #[serde(default)]
    pub(super) deprecation: Deprecation,
}

/// Settings of deprecations.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deprecation {
    #[serde(default)]
    pub(super) min_days: MinDays,
}

/// Days between a deprecation and a removal, by stability.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct MinDays {
    pub(super) draft: u32,
    pub(super) experimental: u32,
    pub(super) alpha: u32,
    pub(super) beta: u32,
    pub(super) stable: u32,
}

/// A table of strings: levels by rule, or new operations and paths by old ones.
pub(super) type WrittenStrings = BTreeMap<Spanned<String>, Spanned<String>>;

/// Operations to leave out.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exclude {
    #[serde(default)]
    pub(super) tags: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) paths: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) internal: bool,
}

/// Settings of `waybill check`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    pub(super) paths: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) fail_on: Option<FailOn>,
}

/// One of several descriptions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) name: Spanned<String>,
    pub(super) folder: Option<Spanned<String>>,
    pub(super) description: Option<Spanned<String>>,
    pub(super) build: Option<Spanned<String>>,
    pub(super) output: Option<Spanned<String>>,
}
