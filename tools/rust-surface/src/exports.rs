//! A crate's exports of items from other crates.

use std::collections::BTreeMap;

use crate::json::Crate;

/// The exports of a crate.
pub(crate) struct Exports {
    /// Item or module of a sister crate, by the path that exports it.
    by_path: BTreeMap<String, String>,
}

impl Exports {
    pub(crate) fn new(facade: &Crate, sisters: &[Crate]) -> Exports {
        let through: BTreeMap<&String, &String> = sisters.iter().flat_map(|sister| &sister.uses).collect();
        let resolve = |path: &str, source: &str| {
            // `crate::` and relative paths begin with the exporting crate.
            let own = path.split("::").next().unwrap_or_default();
            let source =
                source.strip_prefix("crate::").map_or_else(|| source.to_owned(), |rest| format!("{own}::{rest}"));
            if source.starts_with("waybill_") { source } else { format!("{own}::{source}") }
        };
        let mut by_path: BTreeMap<String, String> =
            facade.uses.iter().map(|(path, source)| (path.clone(), resolve(path, source))).collect();
        // Add the exports inside an exported module.
        let modules: Vec<(String, String)> = by_path.clone().into_iter().collect();
        for (path, source) in &modules {
            for (inner, target) in &through {
                if let Some(below) = inner.strip_prefix(source.as_str()).filter(|below| below.starts_with("::"))
                    && target.starts_with("waybill_")
                {
                    by_path.insert(format!("{path}{below}"), (*target).clone());
                }
            }
        }
        let all = by_path.clone();
        for source in by_path.values_mut() {
            // Follow exports of exports, here or in a sister crate.
            while let Some(next) = all.iter().find_map(|(here, source_of)| replaced(source, here, source_of)) {
                *source = next;
            }
            while let Some(next) = through.get(source).filter(|next| next.starts_with("waybill_")) {
                source.clone_from(next);
            }
        }
        Exports { by_path }
    }

    pub(crate) fn by_path(&self) -> impl Iterator<Item = (&String, &String)> {
        self.by_path.iter()
    }
}

/// Replaces the start `from` of a path. Returns `None` if the path does not start with it.
pub(crate) fn replaced(path: &str, from: &str, to: &str) -> Option<String> {
    let rest = path.strip_prefix(from)?;
    (rest.is_empty() || rest.starts_with("::")).then(|| format!("{to}{rest}"))
}
