//! One report for every surface: what changed between two descriptions, and what that asks of the next version.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// How a comparison names its two inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Name of the previous description, shown as `source` (a path, tag or URL without credentials).
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
}

/// The surfaces a report can be rendered for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Plain text for a terminal, without colour.
    Terminal,
    /// The JSON report, as [`Report::json`] gives it.
    Json,
    /// Markdown that is valid CommonMark and valid MDX.
    Markdown,
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

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    added: Vec<(String, String)>,
    removed: Vec<(String, String)>,
}

impl Report {
    /// The JSON report as UTF-8 bytes.
    #[must_use]
    pub fn json(&self) -> Vec<u8> {
        let change = |rule: &str, (method, path): &(String, String)| json!({"rule": rule, "operations": [{"method": method, "path": path}]});
        let changes: Vec<Value> = self
            .added
            .iter()
            .map(|o| change("operation-added", o))
            .chain(self.removed.iter().map(|o| change("operation-removed", o)))
            .collect();
        json!({"report_version": 1, "changes": changes}).to_string().into_bytes()
    }

    /// The report as text for one surface.
    #[must_use]
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Json => String::from_utf8_lossy(&self.json()).into_owned(),
            Format::Terminal | Format::Markdown => {
                let line = |verb: &str, (method, path): &(String, String)| format!("- {verb} `{method} {path}`\n");
                let added = self.added.iter().map(|o| line("added", o));
                added.chain(self.removed.iter().map(|o| line("removed", o))).collect()
            }
        }
    }
}

/// Compares two OpenAPI descriptions.
///
/// # Errors
/// A [`CompareError`] where one of the two cannot be read as a description at all.
pub fn compare(old: &[u8], new: &[u8], _options: &Options) -> Result<Report, CompareError> {
    let (old, new) = (operations(old)?, operations(new)?);
    Ok(Report { added: new.difference(&old).cloned().collect(), removed: old.difference(&new).cloned().collect() })
}

fn operations(bytes: &[u8]) -> Result<BTreeSet<(String, String)>, CompareError> {
    let document: Value = serde_json::from_slice(bytes)
        .map_err(|error| CompareError { code: "description.syntax", message: format!("not valid JSON: {error}") })?;
    let paths = document.get("paths").and_then(Value::as_object);
    let items = paths.into_iter().flatten();
    Ok(items
        .flat_map(|(path, item)| {
            let methods = item.as_object().into_iter().flatten();
            methods.map(|(method, _)| (method.to_uppercase(), path.clone()))
        })
        .collect())
}
