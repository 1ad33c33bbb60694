//! `waybill check`: compares a pull request with its base and says whether it may be merged.

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
use waybill_core::render::printable;
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
use crate::settings::{self, DescriptionSettings, FailOn, Origin, Settings, Source, path_glob};
use crate::{charset, screen};

use self::acceptances::Acceptance;
use self::annotations::Stream;
use self::commits::Commits;
use self::formats::Format;
use self::result_file::{DescriptionResult, ResultFile};

/// What `--help` shows below the options.
const SETTINGS: &str = r#"waybill.toml, by example, beside where the description comes from:

  [check]
  paths = ["src/**", "openapi/**"]      run where a changed file matches; else pass
  fail_on = "breaking"                  or "risky", "any", "none"

waybill-accept.toml, for a change that is intended:

  [[accept]]
  fingerprint = "7f3a91c0b2d4"          as the report and the comment name it
  reason = "nobody calls it any more"
  owner = "@shipping"
  expires = 2027-02-25                  the last day on which it counts

Examples:

  waybill check                           this branch, with the default branch
  waybill check --base origin/release     with another one
  waybill check --format html > c.html    a page that shows the changes
  waybill comment waybill-check.json      post the result"#;

/// Changes named at the end that fail the check: of more the rest is a number, and the result file has all.
const MOST_NAMED: usize = 10;

/// Check a pull request for changes that break callers.
///
/// Compares the description of the base branch with that of the pull request: of the merge of the two where CI made and
/// checked out one, else of the last commit and the merge base. What was compared is said.
///
/// Where descriptions come from, which changed files matter and what fails is read from the waybill.toml of the base, so
/// that a pull request does not choose what it is checked by. `waybill changelog --help` lists the rest of that file.
///
/// No token and no key is needed, and builds get none: of what `build_env` lists, names with TOKEN, KEY, SECRET, PASSWORD or
/// CREDENTIAL in them are left out.
///
/// Exit status: 0 when it passed, 1 when something fails it, 2 when the two could not be compared.
#[derive(Debug, clap::Args)]
#[command(after_long_help = SETTINGS)]
pub(crate) struct Arguments {
    /// The branch or commit that the pull request goes to; without it what CI names, else the default branch of the remote.
    #[arg(long, value_name = "REF")]
    base: Option<String>,
    /// The pull request's last commit; without it HEAD.
    #[arg(long, value_name = "REF")]
    head: Option<String>,
    /// What fails; without it what `fail_on` of waybill.toml says, else breaking.
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<FailOn>,
    /// The file for `waybill comment`.
    #[arg(long, value_name = "FILE", default_value = "waybill-check.json")]
    output: PathBuf,
    /// Read both sides by this file instead of the waybill.toml of the base.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    #[command(flatten)]
    exclude: ExclusionArguments,
}

/// A description on both sides, and what changed between them, or why that cannot be said.
struct Compared<'r> {
    pair: Pair<'r>,
    report: Result<Report, Failure>,
}

/// Compares the pull request with its base, prints the reports and writes the file.
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
        Origin::Option => "read by the file that --config names".to_owned(),
        Origin::WorkingTree => format!("read by the working tree's {}, as the base has none", settings::NAME),
        Origin::Commit | Origin::Base => format!("read by the {} of the base", settings::NAME),
    });
    if !is_touched(&repository, &commits, &settings)? {
        let said = "no changed file is one that the [check] paths of waybill.toml name: nothing to compare";
        say(said);
        write_summary(&summary_of_untouched(&commits, &settings)).unwrap_or_else(|why| say(&why));
        (result.touched, result.passed) = (false, true);
        result.descriptions = settings.descriptions.iter().map(|one| describe(one, None, true)).collect();
        write(output, &result)?;
        return Ok(ExitCode::SUCCESS);
    }
    leave_out_secrets(&mut settings);
    exclude.add_to(&mut settings.exclude);
    let accepted = acceptances::find(&repository, &commits.compared);
    let stream = if *format == Format::Terminal { Stream::Output } else { Stream::Error };
    let of_head = settings_of_head(&repository, &commits, &settings, origin)?;
    let compared = compare(&repository, &commits, [&settings, &of_head], origin, stream);
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
    say(if passed { "the check passed" } else { "the check failed" });
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

/// The job's summary of a check that had nothing to compare.
fn summary_of_untouched(commits: &Commits, settings: &Settings) -> String {
    let [base, head] = [&commits.base, &commits.head].map(|commit| commit.id.get(..10).unwrap_or(&commit.id));
    let globs = settings.check.paths.iter().flatten().map(|glob| code_line(glob)).collect::<Vec<_>>().join(", ");
    format!(
        "**✓ The API check passed: there was nothing to compare**\n\n\
         Between `{base}` and `{head}` no description changed, and no file that the `[check] paths` of `waybill.toml` name: {globs}.\n"
    )
}

/// Whether a changed file is one that the settings name. A committed description always is.
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

/// A build of a pull request runs what anybody wrote: it gets nothing that is secret by its name.
fn leave_out_secrets(settings: &mut Settings) {
    let is_secret = |name: &String| {
        let name = name.to_ascii_uppercase();
        ["TOKEN", "KEY", "SECRET", "PASSWORD", "CREDENTIAL"].iter().any(|word| name.contains(word))
    };
    let left_out: Vec<String> = settings.builds.build_env.extract_if(.., |name| is_secret(name)).collect();
    if !left_out.is_empty() {
        say(&format!("builds of a pull request do not get {}", left_out.join(", ")));
    }
}

/// The settings by which the pull request is read: those of the base, and where the pull request moves a committed description
/// and its own waybill.toml says where to, the new place.
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
    for described in &mut of_head.descriptions {
        let Some(path) = committed_path(described) else { continue };
        if repository.has(&commits.compared, path)? {
            continue;
        }
        // What its waybill.toml has wrong is said where the description is missed.
        let Ok((own, Origin::Commit)) = settings::find(repository, &commits.compared, None) else { break };
        let Some(moved) = own.descriptions.iter().find(|one| one.name == described.name) else { continue };
        if let Source::Committed { path: to } = &moved.source {
            say(&format!("{path} is now {to}, as the waybill.toml of the pull request says"));
            described.source = Source::Committed { path: to.clone() };
        }
    }
    Ok(of_head)
}

/// Both sides by the settings of the base, compared; or why one of them cannot be had.
fn compare<'r>(
    repository: &'r Repository,
    commits: &Commits,
    settings: [&Settings; 2],
    origin: Origin,
    stream: Stream,
) -> Result<Vec<Compared<'r>>, Failure> {
    let request = |commit: &crate::git::Commit, settings: &Settings, origin| Request {
        commit: commit.clone(),
        settings: settings.clone(),
        origin,
    };
    let [of_base, of_head] = settings;
    let origin_of_head = if origin == Origin::Commit { Origin::Base } else { origin };
    let requests = [request(&commits.base, of_base, origin), request(&commits.compared, of_head, origin_of_head)];
    // Builds may print what they like.
    let _off = annotations::CommandsOff::new(stream);
    let pairs = produce_requests(repository, "pull-requests", &requests)?;
    Ok(pairs.into_iter().map(|pair| Compared { report: pair.compare(), pair }).collect())
}

/// Enters into the reports what is accepted today. What each acceptance does, a sentence each; the job's summary names those
/// that do nothing.
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

/// Prints each report and enters it into the file; what could not be compared is returned.
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
                say_failing(name_of(described), report, &failing);
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
                failures.push(Failure::new(named).help("fix the description, or see it with `waybill diff`"));
            }
        }
    }
    if format == Format::Html {
        failures.extend(formats::print_page(compared, result).err());
    }
    formats::print_compared(format, compared, settings, fail_on);
    failures
}

/// Says what fails the check, with the fingerprints that accept it.
fn say_failing(name: &str, report: &Report, failing: &[&str]) {
    let changes = report.changes.iter().filter(|change| failing.contains(&change.id.as_str()));
    for change in changes.take(MOST_NAMED) {
        complain(&format!("{name} fails by {}: {}", change.id, change.message));
    }
    if failing.len() > MOST_NAMED {
        complain(&format!("{name} fails by {} more", failing.len() - MOST_NAMED));
    }
    if !failing.is_empty() {
        complain("raise `info.version`, mend it, or accept it in waybill-accept.toml: see `waybill check --help`");
    }
}

fn name_of(described: &DescriptionSettings) -> &str {
    described.name.as_deref().unwrap_or_else(|| described.source.path())
}

/// A description's entry in the file, without its report.
fn describe(described: &DescriptionSettings, failure: Option<String>, passed: bool) -> DescriptionResult {
    let path = committed_path(described).map(ToOwned::to_owned);
    let name = name_of(described).to_owned();
    DescriptionResult { name, base_path: path.clone(), head_path: path, passed, report: None, failure }
}

fn show(pair: &Pair<'_>, report: &Report) {
    let _off = annotations::CommandsOff::new(Stream::Output);
    let text = |bytes| Text { root: bytes, files: &[] };
    let texts = Texts { previous: text(&pair.previous.bytes), current: text(&pair.current.bytes) };
    // A reader that has seen enough is no failure: the file has it all.
    let _ = screen::show(&report.terminal_lines(Some(&texts)));
}

/// Writes the file whole or not at all.
fn write(path: &Path, result: &ResultFile) -> Result<(), Failure> {
    target::prepare(path, result.text())?.replace()?;
    say(&format!("wrote {}", path.display()));
    Ok(())
}

/// Says why it failed, which `--quiet` does not switch off.
fn complain(text: &str) {
    anstream::eprintln!("{}", charset::shown(&printable(text)));
}
