//! The JSON file that `waybill check` writes and `waybill comment` posts: the reports of one pull request.
//!
//! A pull request can change the job that writes the file, so it is treated as untrusted. Its size, ids, names and paths
//! are validated, and every report is parsed by `Report::from_json`.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use waybill_core::Report;

use crate::failure::Failure;

/// Version of the file format.
const VERSION: u32 = 1;

/// Maximum size of a file, in bytes. A report of 10,000 changes takes a third of it.
const LARGEST: u64 = 32 * 1024 * 1024;

/// Maximum number of descriptions. Each becomes a comment.
const MOST_DESCRIPTIONS: usize = 50;

/// Maximum length of a name or path, in bytes.
const LONGEST_NAME: usize = 400;

/// The commits that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Comparison {
    /// The base branch and the result of merging the pull request into it.
    Merge,
    /// The merge base and the last commit of the pull request.
    MergeBase,
}

/// The content of the file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ResultFile {
    check_version: u32,
    tool: String,
    /// Commit that the pull request was compared with.
    pub(crate) base: String,
    /// Last commit of the pull request.
    pub(crate) head: String,
    /// Commit whose descriptions were compared with those of the base.
    pub(crate) compared: String,
    pub(crate) comparison: Comparison,
    /// True if a file that the descriptions are made of changed. If not, nothing was compared.
    pub(crate) touched: bool,
    pub(crate) passed: bool,
    pub(crate) descriptions: Vec<DescriptionResult>,
}

/// The result for one description.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DescriptionResult {
    pub(crate) name: String,
    /// Path in the base, if it is committed there.
    pub(crate) base_path: Option<String>,
    /// Path in the compared commit, if it is committed there.
    pub(crate) head_path: Option<String>,
    pub(crate) passed: bool,
    /// The JSON report, if the two sides were compared.
    pub(crate) report: Option<Box<RawValue>>,
    /// The reason why they were not compared.
    pub(crate) failure: Option<String>,
}

impl ResultFile {
    /// Creates a result for these commits, without descriptions.
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

    /// Returns the content of the file.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Reads and validates an untrusted file.
    pub(crate) fn read(path: &Path) -> Result<ResultFile, Failure> {
        let shown = path.display();
        let help = "pass the file that this version of `waybill check` wrote";
        let unreadable = |error: std::io::Error| Failure::new(format!("`{shown}` cannot be read: {error}")).help(help);
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        let refused =
            |why: String| Failure::new(format!("`{shown}` is not a result of `waybill check`: {why}")).help(help);
        if u64::try_from(bytes.len()).is_ok_and(|length| length > LARGEST) {
            return Err(refused(format!("it is larger than {} MiB", LARGEST / 1024 / 1024)));
        }
        let read: ResultFile = serde_json::from_slice(&bytes).map_err(|error| refused(error.to_string()))?;
        read.verify().map_err(refused)?;
        Ok(read)
    }

    fn verify(&self) -> Result<(), String> {
        if self.check_version != VERSION {
            return Err(format!(
                "its format version is {}, but this version of waybill reads {VERSION}",
                self.check_version
            ));
        }
        for (member, id) in [("base", &self.base), ("head", &self.head), ("compared", &self.compared)] {
            if !is_commit_id(id) {
                return Err(format!("`{member}` is not a commit id of 40 hexadecimal digits"));
            }
        }
        let described = &self.descriptions;
        if described.is_empty() || described.len() > MOST_DESCRIPTIONS {
            return Err(format!("it has {} descriptions, but 1 to {MOST_DESCRIPTIONS} are allowed", described.len()));
        }
        if !self.touched && described.iter().any(|one| one.report.is_some() || one.failure.is_some()) {
            return Err("it says that no file of the API changed, but has results of a comparison".to_owned());
        }
        for (at, one) in described.iter().enumerate() {
            if one.name.is_empty() || one.name.len() > LONGEST_NAME || one.name.contains(char::is_control) {
                return Err(format!("the name of description {} is empty, too long or not one line", at + 1));
            }
            if described.iter().take(at).any(|other| other.name == one.name) {
                return Err(format!("two descriptions are named {:?}", one.name));
            }
            let mut paths = [&one.base_path, &one.head_path].into_iter().flatten();
            if paths.any(|path| !is_inside(path)) {
                return Err(format!("a path of {:?} is not inside the repository", one.name));
            }
        }
        Ok(())
    }
}

impl DescriptionResult {
    /// Parses the report. Returns `None` if the sides were not compared.
    pub(crate) fn read_report(&self) -> Result<Option<Report>, Failure> {
        let Some(report) = &self.report else { return Ok(None) };
        let report = Report::from_json(report.get().as_bytes())
            .map_err(|error| Failure::new(format!("the report of {:?} is not valid: {error}", self.name)))?;
        Ok(Some(report))
    }
}

/// True if the text is a full commit id.
pub(crate) fn is_commit_id(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_inside(path: &str) -> bool {
    let parts = || path.split('/');
    path.len() <= LONGEST_NAME
        && !path.contains(char::is_control)
        && parts().all(|part| !matches!(part, "" | "." | ".."))
}
