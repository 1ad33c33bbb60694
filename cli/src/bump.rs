//! `waybill bump`: the version that the next release should have.

use std::path::PathBuf;
use std::process::ExitCode;

use waybill_core::release::next_version;
use waybill_core::report::Verdict;

use crate::exclusions::ExclusionArguments;
use crate::failure::Failure;
use crate::git::Repository;
use crate::notes::say;
use crate::pairs::produce_pairs;

/// What `--help` shows below the options.
const EXAMPLES: &str = r#"Examples:

  waybill bump 1.4.0                    what HEAD should be called
  waybill bump 1.4.0 origin/main        what another branch should be called
  git tag "v$(waybill bump 1.4.0)"      tag by it"#;

/// Print the version that the next release should have.
///
/// Compares the description of PREVIOUS, a release tag, with that of a later commit, and prints the version that follows
/// from it: a major one where something breaks, a minor one where something was added, a patch otherwise. The version
/// alone goes to standard output, why it is that one to standard error.
///
/// Descriptions come from where `waybill changelog` has them: see `waybill changelog --help`. Where there are several, the
/// largest step counts. What is not committed plays no part.
///
/// Exit status: 0 when a version was printed, 2 when the two could not be compared.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The previous release, such as 1.4.0 or its tag v1.4.0.
    previous: String,
    /// The commit to be released: a branch, a tag or a commit.
    #[arg(value_name = "REF", default_value = "HEAD")]
    revision: String,
    /// Read both by this file instead of each one's waybill.toml.
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
    // A shallow clone does not know, and then the two are compared as they are named.
    let is_before = repository.merge_base(&current, &release.commit).is_ok_and(|base| base.id == current.id);
    if is_before && current.id != release.commit.id {
        let failure = Failure::new(format!("{revision} comes before {}", release.tag));
        return Err(failure.help("name the previous release first, and then what comes after it"));
    }
    let (pairs, settings_used) =
        produce_pairs(&repository, "releases", [&release.commit, &current], config.as_deref())?;
    let mut required = Vec::new();
    for mut pair in pairs {
        exclude.add_to(&mut pair.exclude);
        let report = pair.compare()?;
        let bump = report.verdict.required_bump;
        // Without versions: what the descriptions call themselves plays no part here.
        let sentence = Verdict::new(bump, &report.counts, report.complete, None, None).sentence;
        let name = pair.name.map_or_else(String::new, |name| format!("{name}: "));
        say(&format!("{name}{sentence}"));
        if let Some(excluded) = report.excluded_operations() {
            say(&format!("{name}{excluded}"));
        }
        required.push(bump);
    }
    say(&settings_used);
    anstream::println!("{}", next_version(release.tag.version, required));
    Ok(ExitCode::SUCCESS)
}
