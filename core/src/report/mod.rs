//! One report for every surface: what changed between two descriptions, and what that asks of the next version.

mod types;
mod verdict;

use std::collections::BTreeSet;

use serde_json::Value;

pub use crate::compat::{Direction, Level};
pub use crate::release::Bump;
pub use types::{Change, Counts, Described, JsonText, Operation, Place, Problem, Report, Section, Side, Verdict};

/// How a comparison names its two inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Name of the previous description, shown as `source` (a path, tag or URL without credentials).
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
}

/// Why two descriptions could not be compared at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CompareError {
    /// Stable identifier, such as `description.syntax`.
    pub code: &'static str,
    /// What was wrong, where, and what to do, without the description's contents.
    pub message: String,
}

/// Compares two OpenAPI descriptions.
///
/// # Errors
/// A [`CompareError`] where one of the two cannot be read as a description at all.
pub fn compare(old: &[u8], new: &[u8], options: &Options) -> Result<Report, CompareError> {
    let (old, new) = (operations(old)?, operations(new)?);
    let added = new.difference(&old).map(|o| change("operation-added", Level::Additive, Bump::Minor, Section::New, o));
    let removed =
        old.difference(&new).map(|o| change("operation-removed", Level::Breaking, Bump::Major, Section::Removed, o));
    let changes: Vec<Change> = removed.chain(added).collect();
    let required = changes.iter().map(|change| change.bump).max();
    let counts = Counts {
        breaking: changes.iter().filter(|change| change.level == Level::Breaking).count(),
        additive: changes.iter().filter(|change| change.level == Level::Additive).count(),
        operations_affected: changes.len(),
        ..Counts::default()
    };
    Ok(Report {
        previous: Described { version: None, source: options.previous_name.clone(), operations: old.len() },
        current: Described { version: None, source: options.current_name.clone(), operations: new.len() },
        verdict: Verdict::new(required, &counts, true, None, None),
        complete: true,
        problems: Vec::new(),
        counts,
        changes,
    })
}

fn change(rule: &'static str, level: Level, bump: Bump, section: Section, operation: &Operation) -> Change {
    let Operation { path, method } = operation;
    let pointer = format!("/paths/{}/{}", path.replace('~', "~0").replace('/', "~1"), method.to_lowercase());
    let place = Some(Place { pointer, line: 1, column: 1 });
    let (old, new) = if section == Section::New { (None, place) } else { (place, None) };
    Change {
        id: "000000000000".to_owned(),
        rule,
        level,
        bump,
        section,
        direction: None,
        message: format!("{method} {path} was {}", if section == Section::New { "added" } else { "removed" }),
        why: "",
        help: "",
        accepted: None,
        operations: vec![operation.clone()],
        webhooks: Vec::new(),
        callbacks: Vec::new(),
        before: None,
        after: None,
        old,
        new,
        no_witness: "not built by this version",
    }
}

fn operations(bytes: &[u8]) -> Result<BTreeSet<Operation>, CompareError> {
    let document: Value = serde_json::from_slice(bytes)
        .map_err(|error| CompareError { code: "description.syntax", message: format!("not valid JSON: {error}") })?;
    let paths = document.get("paths").and_then(Value::as_object);
    let items = paths.into_iter().flatten();
    Ok(items
        .flat_map(|(path, item)| {
            let methods = item.as_object().into_iter().flatten();
            methods.map(|(method, _)| Operation { method: method.to_uppercase(), path: path.clone() })
        })
        .collect())
}
