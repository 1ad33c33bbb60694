//! `waybill check`: compares a pull request with its base and decides whether it passes.

mod acceptances;
mod annotations;
mod commits;
mod formats;
mod gate;
pub(crate) mod result_file;

pub(crate) use self::acceptances::today;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::value::RawValue;
use waybill_core::render::terminal::{Text, Texts};
use waybill_core::{Report, ReportFormat};

use crate::changelog::target;
use crate::environment_files::{code_line, write_summary};
use crate::exclusions::ExclusionArguments;
use crate::failure::Failure;
use crate::git::Repository;
use crate::notes::say;
use crate::pairs::{Pair, produce_requests};
use crate::produce::Request;
use crate::screen::{self, Stream};
use crate::settings::{self, DescriptionSettings, FailOn, Origin, Settings, Source, path_glob};

use self::acceptances::Acceptance;
use self::commits::Commits;
use self::formats::Format;
use self::result_file::{DescriptionResult, ResultFile};

/// Text below the options in `--help`.
const SETTINGS: &str = r#"Example of waybill.toml, in addition to the source of the description:

  [check]
  paths = ["src/**", "openapi/**"]      check only if a changed file matches
  fail_on = "breaking"                  or "unproved", "risky", "any", "none"

Example of waybill-accept.toml, for an intended change:

  [[accept]]
  fingerprint = "7f3a91c0b2d4"          from the report or the comment
  reason = "no client calls it any more"
  owner = "@shipping"
  expires = 2027-02-25                  last day on which it is valid

Examples:

  waybill check                           compare HEAD with the default branch
  waybill check --base origin/release     compare HEAD with another branch
  waybill check --format html > c.html    write an HTML page
  waybill comment waybill-check.json      post the result"#;

/// Maximum number of failing changes that are printed at the end. The result file has all of them.
const MOST_NAMED: usize = 10;

/// Check a pull request for breaking changes.
///
/// Compares the description of the base branch with that of the pull request. If CI checked out a merge commit of the two,
/// that commit is compared with the base branch. Otherwise the last commit is compared with the merge base. The output
/// names the commits.
///
/// The waybill.toml of the base decides where descriptions come from, which changed files matter and what fails. A pull
/// request cannot change its own check. `waybill changelog --help` describes the rest of that file.
///
/// No token or key is needed, and builds get none: variables in `build_env` whose names contain TOKEN, KEY, SECRET,
/// PASSWORD or CREDENTIAL are left out.
///
/// Exit status: 0 if the check passed, 1 if a change fails it, 2 if the two could not be compared.
#[derive(Debug, clap::Args)]
#[command(after_long_help = SETTINGS)]
pub(crate) struct Arguments {
    /// Branch or commit that the pull request targets (default: from CI, or the default branch of the remote).
    #[arg(long, value_name = "REF")]
    base: Option<String>,
    /// Last commit of the pull request (default: HEAD).
    #[arg(long, value_name = "REF")]
    head: Option<String>,
    /// Changes that fail the check (default: `fail_on` in waybill.toml, or breaking).
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<FailOn>,
    /// File to write for `waybill comment`.
    #[arg(long, value_name = "FILE", default_value = "waybill-check.json")]
    output: PathBuf,
    /// Use this file instead of the waybill.toml of the base.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    #[command(flatten)]
    exclude: ExclusionArguments,
}

/// A description on both sides, and the comparison or the reason why it failed.
struct Compared<'r> {
    pair: Pair<'r>,
    report: Result<Report, Failure>,
}

/// Compares the pull request with its base, prints the reports and writes the result file.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { base, head, fail_on, output, config, format, exclude } = arguments;
    format.check()?;
    let repository = Repository::here()?;
    let commits = commits::find(&repository, base.as_deref(), head.as_deref())?;
    let (mut settings, origin) = settings::find(&repository, &commits.base, config.as_deref())?;
    let fail_on = fail_on.or(settings.check.fail_on).unwrap_or(FailOn::Breaking);
    let mut result = ResultFile::new(&commits);
    say(&commits.describe());
    say(&match origin {
        Origin::Option => "Using the settings file given with --config.".to_owned(),
        Origin::WorkingTree => format!("The base has no {}; using the working tree's.", settings::NAME),
        Origin::Commit | Origin::Base => format!("Using the {} of the base.", settings::NAME),
    });
    if !is_touched(&repository, &commits, &settings)? {
        let said = "No changed file matches the [check] paths of waybill.toml; nothing to compare.";
        say(said);
        write_summary(&summary_of_untouched(&commits, &settings)).unwrap_or_else(|why| say(&why));
        (result.touched, result.passed) = (false, true);
        result.descriptions = settings.descriptions.iter().map(|one| describe(one, None, true)).collect();
        write(output, &result)?;
        return Ok(ExitCode::SUCCESS);
    }
    leave_out_secrets(&mut settings);
    exclude.add_to(&mut settings.comparison.exclude);
    let accepted = acceptances::find(&repository, &commits.compared);
    let of_head = settings_of_head(&repository, &commits, &settings, origin)?;
    let compared = compare(&repository, &commits, [&settings, &of_head], origin);
    let failures = match compared {
        Ok(mut compared) => {
            let accepted = accepted.as_deref().unwrap_or_default();
            let effects = accept(&mut compared, accepted);
            let failures = judge(&compared, [&settings, &of_head], fail_on, *format, &mut result);
            for effect in &effects {
                say(effect);
            }
            failures
        }
        // A signal ends the run.
        Err(failure) if failure.status() != 2 => return Err(failure),
        Err(failure) => {
            let line = failure.as_line();
            let described = settings.descriptions.iter();
            result.descriptions = described.map(|one| describe(one, Some(line.clone()), false)).collect();
            formats::print_failed(*format, &result.descriptions, &line);
            vec![failure]
        }
    };
    let failures: Vec<Failure> = accepted.err().into_iter().chain(failures).collect();
    result.passed = failures.is_empty() && result.descriptions.iter().all(|one| one.passed);
    write(output, &result)?;
    let passed = result.passed;
    say(if passed { "The check passed." } else { "The check failed." });
    match failures.into_iter().next() {
        Some(failure) => {
            write_summary(&format!("The check failed: {}", code_line(&failure.as_line())))
                .unwrap_or_else(|why| say(&why));
            Err(failure)
        }
        None if passed => Ok(ExitCode::SUCCESS),
        None => Ok(ExitCode::FAILURE),
    }
}

/// Returns the job summary of a check that had nothing to compare.
fn summary_of_untouched(commits: &Commits, settings: &Settings) -> String {
    let [base, head] = [&commits.base, &commits.head].map(|commit| commit.id.get(..10).unwrap_or(&commit.id));
    let globs = settings.check.paths.iter().flatten().map(|glob| code_line(glob)).collect::<Vec<_>>().join(", ");
    format!(
        "**✓ The API check passed: there was nothing to compare**\n\n\
         Between `{base}` and `{head}`, no description changed and no changed file matches the `[check] paths` of `waybill.toml`: {globs}.\n"
    )
}

/// True if a changed file is a committed description or matches the paths in the settings.
fn is_touched(repository: &Repository, commits: &Commits, settings: &Settings) -> Result<bool, Failure> {
    let Some(paths) = &settings.check.paths else { return Ok(true) };
    let mut globs = globset::GlobSetBuilder::new();
    for glob in paths.iter().filter_map(|path| path_glob(path).ok()) {
        globs.add(glob);
    }
    let globs = globs.build().map_err(|error| Failure::new(format!("the [check] paths are too large: {error}")))?;
    let is_description = |path: &str| settings.descriptions.iter().any(|one| committed_path(one) == Some(path));
    let changed = repository.changed_paths(&commits.base, &commits.compared)?;
    Ok(changed.iter().any(|path| globs.is_match(path) || is_description(path)))
}

fn committed_path(described: &DescriptionSettings) -> Option<&str> {
    match &described.source {
        Source::Committed { path } => Some(path),
        Source::Built { .. } => None,
    }
}

/// Removes variables with names of secrets: the build of a pull request runs untrusted code.
fn leave_out_secrets(settings: &mut Settings) {
    let is_secret = |name: &String| {
        let name = name.to_ascii_uppercase();
        ["TOKEN", "KEY", "SECRET", "PASSWORD", "CREDENTIAL"].iter().any(|word| name.contains(word))
    };
    let left_out: Vec<String> = settings.builds.build_env.extract_if(.., |name| is_secret(name)).collect();
    if !left_out.is_empty() {
        say(&format!("Builds of a pull request do not get these variables: {}.", left_out.join(", ")));
    }
}

/// Returns the settings for the pull request's side: those of the base. The renames come from the pull request's own
/// waybill.toml, and so does the new path of a committed description that it moves.
fn settings_of_head(
    repository: &Repository,
    commits: &Commits,
    settings: &Settings,
    origin: Origin,
) -> Result<Settings, Failure> {
    let mut of_head = settings.clone();
    if origin != Origin::Commit {
        return Ok(of_head);
    }
    // Errors in its waybill.toml are ignored here; a missing description is reported later.
    let Ok((own, Origin::Commit)) = settings::find(repository, &commits.compared, None) else { return Ok(of_head) };
    // The pull request that moves an operation states it. No rename lowers a level.
    of_head.comparison.renames = own.comparison.renames;
    for described in &mut of_head.descriptions {
        let Some(path) = committed_path(described) else { continue };
        if repository.has(&commits.compared, path)? {
            continue;
        }
        let Some(moved) = own.descriptions.iter().find(|one| one.name == described.name) else { continue };
        if let Source::Committed { path: to } = &moved.source {
            say(&format!("{path} has moved to {to}, according to the waybill.toml of the pull request."));
            described.source = Source::Committed { path: to.clone() };
        }
    }
    Ok(of_head)
}

/// Compares both sides with the settings of the base. Fails if one of them cannot be produced.
fn compare<'r>(
    repository: &'r Repository,
    commits: &Commits,
    settings: [&Settings; 2],
    origin: Origin,
) -> Result<Vec<Compared<'r>>, Failure> {
    let request = |commit: &crate::git::Commit, settings: &Settings, origin| Request {
        commit: commit.clone(),
        settings: settings.clone(),
        origin,
    };
    let [of_base, of_head] = settings;
    let origin_of_head = if origin == Origin::Commit { Origin::Base } else { origin };
    let requests = [request(&commits.base, of_base, origin), request(&commits.compared, of_head, origin_of_head)];
    let pairs = produce_requests(repository, "pull-requests", &requests)?;
    Ok(pairs.into_iter().map(|pair| Compared { report: pair.compare(), pair }).collect())
}

/// Marks the changes in the reports that are accepted today. Returns a sentence about each acceptance; those without effect
/// are added to the job summary.
fn accept(compared: &mut [Compared<'_>], accepted: &[Acceptance]) -> Vec<String> {
    let day = today();
    let mut effects = Vec::new();
    for acceptance in accepted {
        let reports = compared.iter_mut().filter_map(|one| one.report.as_mut().ok());
        let changes = || reports.flat_map(|report| &mut report.changes);
        let change = changes().find(|change| change.id == acceptance.fingerprint);
        let effect = acceptance.describe(change.as_deref(), day);
        match change {
            Some(change) if acceptance.counts_on(day) => change.accepted = Some(acceptance.grounds()),
            _ => write_summary(&code_line(&effect)).unwrap_or_else(|why| say(&why)),
        }
        effects.push(effect);
    }
    effects
}

/// Prints each report and adds it to the result. Returns the errors of descriptions that could not be compared.
fn judge(
    compared: &[Compared<'_>],
    settings: [&Settings; 2],
    fail_on: FailOn,
    format: Format,
    result: &mut ResultFile,
) -> Vec<Failure> {
    let mut failures = Vec::new();
    for Compared { pair, report } in compared {
        let [Some(described), Some(in_head)] =
            settings.map(|side| side.descriptions.iter().find(|one| one.name == pair.name))
        else {
            continue;
        };
        match report {
            Ok(report) => {
                let failing = gate::failing(report, fail_on);
                let path = committed_path(in_head).filter(|_| pair.current.files.is_some());
                if format == Format::Terminal {
                    show(pair, report);
                    annotations::annotate(report, path, &failing);
                }
                say_failing(described.name.as_deref(), report, &failing);
                write_summary(&report.render(ReportFormat::Markdown)).unwrap_or_else(|why| say(&why));
                let json = RawValue::from_string(String::from_utf8(report.json()).unwrap_or_default()).ok();
                let mut entry = describe(described, None, failing.is_empty());
                entry.report = json;
                entry.base_path = entry.base_path.filter(|_| pair.previous.files.is_some());
                entry.head_path = path.map(ToOwned::to_owned);
                result.descriptions.push(entry);
            }
            Err(failure) => {
                result.descriptions.push(describe(described, Some(failure.as_line()), false));
                let named = format!("{}: {}", name_of(described), failure.as_line());
                failures
                    .push(Failure::new(named).help("fix the description; `waybill diff` shows what can be compared"));
            }
        }
    }
    if format == Format::Html {
        failures.extend(formats::print_page(compared, result).err());
    }
    formats::print_compared(format, compared, settings, fail_on);
    failures
}

/// Prints the changes that fail the check, with the fingerprints to accept them. `name` is set if there are several
/// descriptions.
fn say_failing(name: Option<&str>, report: &Report, failing: &[&str]) {
    let label = name.map_or_else(|| "Failing".to_owned(), |name| format!("Failing in {name}"));
    let changes = report.changes.iter().filter(|change| failing.contains(&change.id.as_str()));
    for change in changes.take(MOST_NAMED) {
        complain(&format!("{label}: {} (accept with {}).", change.message, change.id));
    }
    if failing.len() > MOST_NAMED {
        complain(&format!("{label}: {} more.", failing.len() - MOST_NAMED));
    }
    if !failing.is_empty() {
        complain(
            "To pass, raise `info.version`, fix the change, or accept it in waybill-accept.toml (see `waybill check --help`).",
        );
    }
}

fn name_of(described: &DescriptionSettings) -> &str {
    described.name.as_deref().unwrap_or_else(|| described.source.path())
}

/// Returns the entry of a description in the result file, without its report.
fn describe(described: &DescriptionSettings, failure: Option<String>, passed: bool) -> DescriptionResult {
    let path = committed_path(described).map(ToOwned::to_owned);
    let name = name_of(described).to_owned();
    DescriptionResult { name, base_path: path.clone(), head_path: path, passed, report: None, failure }
}

fn show(pair: &Pair<'_>, report: &Report) {
    let text = |bytes| Text { root: bytes, files: &[] };
    let texts = Texts { previous: text(&pair.previous.bytes), current: text(&pair.current.bytes) };
    // A reader that closes the pipe early is not an error: the result file is complete.
    let _ = screen::show(&report.terminal_lines(Some(&texts)));
}

/// Writes the file as a whole or not at all.
fn write(path: &Path, result: &ResultFile) -> Result<(), Failure> {
    target::prepare(path, result.text())?.replace()?;
    say(&format!("Wrote {}", path.display()));
    Ok(())
}

/// Prints why the check failed, even with `--quiet`.
fn complain(text: &str) {
    screen::print_line(Stream::Error, text);
}
