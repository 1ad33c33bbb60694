//! `waybill bump`: prints the version of the next release.

use std::path::PathBuf;
use std::process::ExitCode;

use waybill_core::release::next_version;
use waybill_core::report::Verdict;

use crate::exclusions::ExclusionArguments;
use crate::failure::Failure;
use crate::git::Repository;
use crate::notes::say;
use crate::pairs::produce_pairs;
use crate::screen::{self, Stream};

/// Text below the options in `--help`.
const EXAMPLES: &str = r#"Examples:

  waybill bump 1.4.0                    the version for HEAD
  waybill bump 1.4.0 origin/main        the version for another branch
  git tag "v$(waybill bump 1.4.0)"      create the tag"#;

/// Print the version of the next release.
///
/// Compares the description at PREVIOUS, a release tag, with that of a later commit. Prints a major version if there are
/// breaking changes, a minor version if there are additions, and a patch version otherwise. The version is printed to
/// standard output, the reason to standard error.
///
/// Descriptions are located as for `waybill changelog`; see `waybill changelog --help`. With several descriptions, the
/// largest bump decides. Uncommitted changes are ignored.
///
/// Exit status: 0 if a version was printed, 2 if the two commits could not be compared.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Previous release, such as 1.4.0 or its tag v1.4.0.
    previous: String,
    /// Commit to release: a branch, a tag or a commit id.
    #[arg(value_name = "REF", default_value = "HEAD")]
    revision: String,
    /// Use this file instead of the waybill.toml of each commit.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    exclude: ExclusionArguments,
}

/// Compares the two commits and prints the version.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { previous, revision, config, exclude } = arguments;
    let repository = Repository::here()?;
    let release = repository.release(previous)?;
    let current = repository.commit(revision)?;
    // A shallow clone may not have the merge base. The two are then compared in the given order.
    let is_before = repository.merge_base(&current, &release.commit).is_ok_and(|base| base.id == current.id);
    if is_before && current.id != release.commit.id {
        let failure = Failure::new(format!("{revision} is older than {}", release.tag));
        return Err(failure.help("name the previous release first, then the later commit"));
    }
    let (pairs, settings_used) =
        produce_pairs(&repository, "releases", [&release.commit, &current], config.as_deref())?;
    let mut required = Vec::new();
    for mut pair in pairs {
        exclude.add_to(&mut pair.comparison.exclude);
        let report = pair.compare()?;
        let bump = report.verdict.required_bump;
        // No versions are passed: the versions in the descriptions do not affect the required bump.
        let sentence = Verdict::new(bump, &report.counts, report.complete, None, None).sentence;
        let name = pair.name.map_or_else(String::new, |name| format!("{name}: "));
        say(&format!("{name}{sentence}"));
        if let Some(excluded) = report.excluded_operations() {
            say(&format!("{name}{excluded}"));
        }
        required.push(bump);
    }
    say(&settings_used);
    screen::print_line(Stream::Output, &next_version(release.tag.version, required).to_string());
    Ok(ExitCode::SUCCESS)
}
