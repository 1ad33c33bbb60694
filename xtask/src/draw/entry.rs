//! Breaking and risky entries of reports, with the data that a judge needs to find them.
//!
//! They come from the command's JSON output, so that judges see what users read.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pairs::Pair;

/// Levels of the entries to draw.
const LEVELS: [&str; 2] = ["breaking", "risky"];

/// Maximum number of operations listed for an entry. Their total number is given too.
const SHOWN: usize = 5;

/// A line of `entries.jsonl`.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Entry {
    pub(super) pair: String,
    publisher: String,
    old_file: String,
    new_file: String,
    #[serde(flatten)]
    pub(super) change: Change,
    /// Number of operations of the change. `operations` lists the first of them.
    operations_count: usize,
}

/// A change in a report.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Change {
    pub(super) id: String,
    pub(super) rule: String,
    pub(super) level: String,
    direction: Option<String>,
    message: String,
    why: String,
    #[serde(default)]
    before: Value,
    #[serde(default)]
    after: Value,
    pub(super) old: Option<Place>,
    pub(super) new: Option<Place>,
    operations: Vec<Operation>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) pointer: String,
    pub(super) line: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Operation {
    method: String,
    path: String,
}

#[derive(Deserialize)]
struct Report {
    changes: Vec<Change>,
}

impl Entry {
    /// Returns the pair's name and the entry's id, which identify an entry in judgements.
    pub(super) fn key(&self) -> (String, String) {
        (self.pair.clone(), self.change.id.clone())
    }

    pub(super) fn rule(&self) -> &String {
        &self.change.rule
    }

    pub(super) fn level(&self) -> &String {
        &self.change.level
    }

    pub(super) fn publisher(&self) -> &String {
        &self.publisher
    }
}

/// Runs the built command with a pair, and returns the entries that can be drawn.
pub(super) fn read_entries(waybill: &Path, pair: &Pair) -> Result<Vec<Entry>> {
    let mut command = Command::new(waybill);
    command.arg("diff").args([&pair.old, &pair.new]).args(["--format", "json"]).stdin(Stdio::null());
    let output = command.output().with_context(|| format!("cannot run {}", waybill.display()))?;
    // A partial comparison also ends with status 2, but has a report.
    let Ok(report) = serde_json::from_slice::<Report>(&output.stdout) else {
        bail!("{} was not compared: {}", pair.name, String::from_utf8_lossy(&output.stderr).trim());
    };
    let harmful = report.changes.into_iter().filter(|change| LEVELS.contains(&change.level.as_str()));
    Ok(harmful.map(|change| entry(pair, change)).collect())
}

fn entry(pair: &Pair, mut change: Change) -> Entry {
    let operations_count = change.operations.len();
    change.operations.truncate(SHOWN);
    Entry {
        pair: pair.name.clone(),
        publisher: pair.publisher.clone(),
        old_file: pair.old.display().to_string(),
        new_file: pair.new.display().to_string(),
        change,
        operations_count,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::PathBuf;

    use super::{Change, Entry, Pair, entry};

    /// Creates an entry without a real report.
    pub(in crate::draw) fn made(publisher: &str, rule: &str, id: usize) -> Entry {
        let pair = Pair {
            name: format!("{publisher}-1-2"),
            publisher: publisher.to_owned(),
            old: PathBuf::from("old.json"),
            new: PathBuf::from("new.json"),
        };
        let operation = serde_json::json!({"method": "get", "path": "/orders"});
        let change = serde_json::json!({
            "id": format!("{id:012x}"), "rule": rule, "level": "breaking", "bump": "major", "direction": null,
            "message": "said", "why": "because", "before": {"type": "string"}, "old": null,
            "new": {"pointer": "/paths/~1orders/get", "line": 7, "column": 3},
            "operations": vec![operation; 8],
        });
        entry(&pair, serde_json::from_value::<Change>(change).unwrap())
    }

    #[test]
    fn an_entry_lists_the_first_operations_and_counts_all() {
        let written = serde_json::to_value(made("stripe", "operation-removed", 1)).unwrap();
        assert_eq!(written["operations"].as_array().unwrap().len(), 5);
        assert_eq!(written["operations_count"], 8);
        assert_eq!(written["new"], serde_json::json!({"pointer": "/paths/~1orders/get", "line": 7}));
        assert_eq!((&written["pair"], &written["after"]), (&"stripe-1-2".into(), &serde_json::Value::Null));
    }
}
