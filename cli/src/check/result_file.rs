//! The file that `waybill check` writes and `waybill comment` posts: the reports of one pull request as JSON.
//!
//! Whoever opens a pull request runs code where it is written, so that it is read as a hostile one: its size, its ids, its
//! names and its paths are checked, and every report is read by `Report::from_json`.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use waybill_core::Report;

use crate::failure::Failure;

/// The version of the file's shape.
const VERSION: u32 = 1;

/// Larger files are refused: the report of 10,000 changes is a third of it.
const LARGEST: u64 = 32 * 1024 * 1024;

/// More descriptions in one file are refused: each would become a comment.
const MOST_DESCRIPTIONS: usize = 50;

/// A longer name or path is refused.
const LONGEST_NAME: usize = 400;

/// What was compared with the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Comparison {
    /// The result of merging the pull request into its base branch.
    Merge,
    /// Its last commit, with the merge base.
    MergeBase,
}

/// The whole file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ResultFile {
    check_version: u32,
    tool: String,
    /// The commit the pull request was compared with.
    pub(crate) base: String,
    /// The pull request's last commit.
    pub(crate) head: String,
    /// The commit whose descriptions were compared with those of the base.
    pub(crate) compared: String,
    pub(crate) comparison: Comparison,
    /// Whether any file that the descriptions are made of changed; nothing was compared where none did.
    pub(crate) touched: bool,
    pub(crate) passed: bool,
    pub(crate) descriptions: Vec<DescriptionResult>,
}

/// What came of one description.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DescriptionResult {
    pub(crate) name: String,
    /// Its path in the base, where it is committed there.
    pub(crate) base_path: Option<String>,
    /// Its path in the compared commit, where it is committed there.
    pub(crate) head_path: Option<String>,
    pub(crate) passed: bool,
    /// The JSON report, where the two sides were compared.
    pub(crate) report: Option<Box<RawValue>>,
    /// Why they were not compared.
    pub(crate) failure: Option<String>,
}

impl ResultFile {
    /// A file about these commits that says nothing of a description yet.
    pub(super) fn new(commits: &super::commits::Commits) -> ResultFile {
        ResultFile {
            check_version: VERSION,
            tool: concat!("waybill ", env!("CARGO_PKG_VERSION")).to_owned(),
            base: commits.base.id.clone(),
            head: commits.head.id.clone(),
            compared: commits.compared.id.clone(),
            comparison: commits.comparison,
            touched: true,
            passed: false,
            descriptions: Vec::new(),
        }
    }

    /// Its text.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Reads a file that anybody may have written.
    pub(crate) fn read(path: &Path) -> Result<ResultFile, Failure> {
        let shown = path.display();
        let help = "name the file that `waybill check` of this version wrote";
        let unreadable = |error: std::io::Error| Failure::new(format!("`{shown}` cannot be read: {error}")).help(help);
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        let refused =
            |why: String| Failure::new(format!("`{shown}` is no result of `waybill check`: {why}")).help(help);
        if u64::try_from(bytes.len()).is_ok_and(|length| length > LARGEST) {
            return Err(refused(format!("it is larger than {} MiB", LARGEST / 1024 / 1024)));
        }
        let read: ResultFile = serde_json::from_slice(&bytes).map_err(|error| refused(error.to_string()))?;
        read.verify().map_err(refused)?;
        Ok(read)
    }

    fn verify(&self) -> Result<(), String> {
        if self.check_version != VERSION {
            return Err(format!("it has version {}, and this version of waybill reads {VERSION}", self.check_version));
        }
        for (member, id) in [("base", &self.base), ("head", &self.head), ("compared", &self.compared)] {
            if !is_commit_id(id) {
                return Err(format!("`{member}` is no commit id of 40 hexadecimal digits"));
            }
        }
        let described = &self.descriptions;
        if described.is_empty() || described.len() > MOST_DESCRIPTIONS {
            return Err(format!("it has {} descriptions, and 1 to {MOST_DESCRIPTIONS} can be", described.len()));
        }
        if !self.touched && described.iter().any(|one| one.report.is_some() || one.failure.is_some()) {
            return Err("it says that no file of the API is changed, and what came of comparing some".to_owned());
        }
        for (at, one) in described.iter().enumerate() {
            if one.name.is_empty() || one.name.len() > LONGEST_NAME || one.name.contains(char::is_control) {
                return Err(format!("the name of description {} is empty, too long or not one line", at + 1));
            }
            if described.iter().take(at).any(|other| other.name == one.name) {
                return Err(format!("two of its descriptions are called {:?}", one.name));
            }
            let mut paths = [&one.base_path, &one.head_path].into_iter().flatten();
            if paths.any(|path| !is_inside(path)) {
                return Err(format!("a path of {:?} is none inside the repository", one.name));
            }
        }
        Ok(())
    }
}

impl DescriptionResult {
    /// The report; none where the sides were not compared.
    pub(crate) fn read_report(&self) -> Result<Option<Report>, Failure> {
        let Some(report) = &self.report else { return Ok(None) };
        let report = Report::from_json(report.get().as_bytes())
            .map_err(|error| Failure::new(format!("the report of {:?} is refused: {error}", self.name)))?;
        Ok(Some(report))
    }
}

/// Whether a text is the id of a commit, in full.
pub(crate) fn is_commit_id(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_inside(path: &str) -> bool {
    let parts = || path.split('/');
    path.len() <= LONGEST_NAME
        && !path.contains(char::is_control)
        && parts().all(|part| !matches!(part, "" | "." | ".."))
}
