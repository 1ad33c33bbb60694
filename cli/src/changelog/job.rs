//! Results for GitHub Actions: step outputs, the job summary, and an annotation if the version bump is too small.

use std::fmt;

use waybill_core::Report;
use waybill_core::release::Version;
use waybill_core::render::{ChangelogOptions, FrontMatter};

use super::pair::Compared;
use crate::ci_variables::is_github_actions;
use crate::environment_files::{write_output, write_summary};
use crate::failure::Failure;
use crate::notes::note;
use crate::screen::{Annotation, Stream};

/// Sets the step outputs `version`, `previous` and `files` (the written paths, one per line). Each may be empty.
pub(super) fn write_outputs(
    version: Option<Version>,
    previous: Option<Version>,
    files: &[String],
) -> Result<(), Failure> {
    let outputs = [("version", shown(version)), ("previous", shown(previous)), ("files", files.join("\n"))];
    outputs.iter().try_for_each(|(name, value)| write_output(name, value)).map_err(|why| {
        Failure::new(why).help("check the file that GITHUB_OUTPUT names, or unset it; the changelog was written")
    })
}

fn shown(version: Option<impl fmt::Display>) -> String {
    version.map_or_else(String::new, |version| version.to_string())
}

/// Adds a changelog to the job summary.
pub(super) fn add_to_summary(compared: &Compared, options: ChangelogOptions) {
    let options = ChangelogOptions { front_matter: FrontMatter::None, ..options };
    let text = compared.report.changelog(&compared.release, &options);
    write_summary(&text).unwrap_or_else(|why| note(&why));
}

/// Annotates the run if the version bump is smaller than the changes require.
pub(super) fn annotate(report: &Report) {
    if is_github_actions() {
        // Standard output may hold the changelog.
        Annotation::new("warning", &[("title", "Version")], &report.verdict.sentence).print(Stream::Error);
    }
}
