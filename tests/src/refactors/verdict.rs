//! What a comparison reports about two descriptions that mean the same.

use std::fmt;

use waybill_core::CompareOptions;
use waybill_core::compat::Level;
use waybill_core::report::{Change, Place, Side, compare_files};

use super::File;

/// An entry above documentation, or a comparison that was refused or is not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alarm {
    /// The rule, `refused` or `incomplete`.
    pub rule: String,
    /// Level of the entry, or `none`.
    pub level: &'static str,
    /// The message, with the locations on both sides.
    pub message: String,
}

impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.level, self.rule, self.message)
    }
}

/// Compares two descriptions, the root first in each list, and returns what is reported above documentation.
#[must_use]
pub fn alarms(old: &[File], new: &[File]) -> Vec<Alarm> {
    let names = [old, new].map(|files| files.first().map(|file| file.name.clone()).unwrap_or_default());
    let [previous_name, current_name] = names;
    let options = CompareOptions { previous_name, current_name, ..CompareOptions::default() };
    let root = |files: &[File]| files.first().map(|file| file.text.clone()).unwrap_or_default();
    let report = compare_files(root(old).as_bytes(), root(new).as_bytes(), &options, |side, wanted| {
        let files = if side == Side::Previous { old } else { new };
        let found = files.iter().find(|file| file.name == wanted.as_str());
        found.map(|file| file.text.clone().into_bytes()).ok_or_else(|| format!("no file {}", wanted.as_str()))
    });
    match report {
        Ok(report) => {
            let above = report.changes.iter().filter(|change| change.level > Level::Docs).map(alarm);
            let problems = report.problems.iter().map(|problem| problem.code);
            let incomplete = (!report.complete).then(|| Alarm {
                rule: "incomplete".to_owned(),
                level: "none",
                message: problems.collect::<Vec<_>>().join(", "),
            });
            above.chain(incomplete).collect()
        }
        Err(error) => vec![Alarm { rule: "refused".to_owned(), level: "none", message: error.to_string() }],
    }
}

fn alarm(change: &Change) -> Alarm {
    let place = |place: &Option<Place>| place.as_ref().map(|place| place.pointer.clone()).unwrap_or_default();
    Alarm {
        rule: change.rule.to_owned(),
        level: change.level.name(),
        message: format!("{} [{}] [{}]", change.message, place(&change.old), place(&change.new)),
    }
}
