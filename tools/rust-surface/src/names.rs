//! The path that users need to name each type.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};

use crate::exports::{Exports, replaced};
use crate::item::{Item, items};
use crate::json::Crate;

/// The paths of types for users: the path of the declaration if its module is exported, else the shortest path.
pub(crate) struct Names(BTreeMap<String, String>);

impl Names {
    pub(crate) fn new(exports: &Exports, exported: &[Item], sisters: &[Crate]) -> Names {
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for Item { path, .. } in exported {
            let length = |path: &str| path.split("::").count();
            let known = names.entry(name_of(path).to_owned()).or_insert_with(|| path.clone());
            if (length(path), path) < (length(known), known) {
                known.clone_from(path);
            }
        }
        let listed: BTreeSet<String> =
            sisters.iter().flat_map(|sister| items(&sister.lines)).map(|item| item.path).collect();
        for declared in sisters.iter().flat_map(|sister| &sister.declared).filter(|path| listed.contains(*path)) {
            let mut modules = exports.by_path().filter(|(_, source)| *source != declared);
            if let Some(path) = modules.find_map(|(here, source)| replaced(declared, source, here)) {
                names.insert(name_of(declared).to_owned(), path);
            }
        }
        Names(names)
    }

    /// Rewrites each path of a sister crate to the path for users.
    pub(crate) fn rename(&self, line: &str) -> Result<String> {
        let mut renamed = String::new();
        let mut rest = line;
        while let Some(at) = rest.find("waybill_") {
            let end = rest[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
            let path = rest[at..at + end.unwrap_or(rest.len() - at)].trim_end_matches(':');
            renamed.push_str(&rest[..at]);
            renamed.push_str(&self.path_for_users(path).with_context(|| format!("{path} is not exported"))?);
            rest = &rest[at + path.len()..];
        }
        renamed.push_str(rest);
        Ok(renamed)
    }

    fn path_for_users(&self, path: &str) -> Option<String> {
        if path.starts_with("waybill_core") || path.starts_with("waybill_mock") {
            return Some(path.to_owned());
        }
        let mut segments = path.split("::").skip_while(|segment| !segment.starts_with(char::is_uppercase));
        let known = self.0.get(segments.next()?)?;
        Some(std::iter::once(known.as_str()).chain(segments).collect::<Vec<_>>().join("::"))
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or_default()
}
