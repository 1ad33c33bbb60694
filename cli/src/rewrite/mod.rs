//! `waybill rewrite`: writes a changelog with a language model's wording, which core checks against the changes.

mod cache;
mod session;
mod settings;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use waybill_core::Report;
use waybill_core::release::{Date, Version};
use waybill_core::render::ChangelogOptions;
use waybill_core::rewrite::{CheckedWording, Refusal, RefusalReason};

use self::session::Session;
use self::settings::{Configured, Settings};
use crate::changelog::pair::{Compared, ReleasePair, read_files};
use crate::changelog::place::keep_hand_written;
use crate::changelog::target;
use crate::failure::Failure;
use crate::notes::{self, note};
use crate::screen::{self, Stream};
use crate::web::Web;

/// Environment variables, as listed in the long help.
const VARIABLES: &str = "\
Environment:
  ANTHROPIC_API_KEY         the key of Anthropic's Messages API
  OPENAI_API_KEY            the key of OpenAI, or of a service with the same chat completions API
  WAYBILL_REWRITE_PROVIDER  anthropic or openai, where both keys are set [default: anthropic]
  WAYBILL_REWRITE_MODEL     the model [default: claude-sonnet-4-5 or gpt-4.1]
  WAYBILL_REWRITE_BASE_URL  address of the service: https, or http on this machine only
                            [default: https://api.anthropic.com or https://api.openai.com/v1]
  WAYBILL_REWRITE_TIMEOUT   time limit for one answer, in seconds [default: 120]
  WAYBILL_REWRITE_ATTEMPTS  attempts per request [default: 3]
  WAYBILL_REWRITE_REQUESTS  maximum number of requests per run [default: 50]
  WAYBILL_REWRITE_CHANGES   maximum number of changes per request [default: 20]
  WAYBILL_REWRITE_CONTEXT   maximum number of tokens for facts per request [default: 16000]
  WAYBILL_REWRITE_CACHE     the cache folder for answers, or off
                            [default: waybill/rewrite in XDG_CACHE_HOME or ~/.cache]

Examples:

  waybill rewrite old.json new.json 1.5.0                        write CHANGELOG-1.5.0-ai.md
  waybill rewrite old.json new.json 1.5.0 --strict               fail if no wording is usable
  waybill rewrite old.json new.json 1.5.0 docs/1.5.0.md --date 2026-04-11
  WAYBILL_REWRITE_CACHE=off waybill rewrite old.json new.json 1.5.0";

/// Write a changelog in which a language model explains each breaking change.
///
/// The model words why a change matters and what to do. The rest of the changelog comes from the comparison. A wording is
/// used if three checks pass: its quoted names, its numbers and dates occur in the change; before and after are not
/// swapped; and its example is valid. Otherwise the change keeps its standard text, and the reason is printed. Whether the
/// sentences are true is not checked: read them before you publish.
///
/// Without a key, or without any usable wording, the standard changelog, CHANGELOG-<version>.md, is written next to OUTPUT.
///
/// Exit status: 0 if a changelog was written; 1 if --strict is given, there are breaking changes and no wording was usable;
/// 2 on an error.
#[derive(Debug, clap::Args)]
#[command(after_long_help = VARIABLES)]
pub(crate) struct Arguments {
    /// Previous description: a JSON or YAML file.
    previous_file: String,
    /// Current description: a JSON or YAML file.
    current_file: String,
    /// Version of the release, such as 1.5.0.
    #[arg(value_parser = parse_version)]
    version: Version,
    /// File to write (default: CHANGELOG-<version>-ai.md in the current folder).
    output: Option<PathBuf>,
    /// Date of the release, YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,
    /// Version of the previous release (default: info.version of the previous file).
    #[arg(long, value_name = "VERSION", value_parser = parse_version)]
    previous: Option<Version>,
    /// Allow references to files in this folder and its subfolders, not only in the descriptions' own folders.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Fetch referenced files from http and https addresses.
    #[arg(long)]
    allow_http_references: bool,
    /// Exit with 1 if there are breaking changes and no wording of the model is usable.
    #[arg(long)]
    strict: bool,
}

/// Parses a version, with or without the `v` of its tag.
fn parse_version(text: &str) -> Result<Version, String> {
    text.strip_prefix('v')
        .unwrap_or(text)
        .parse()
        .map_err(|error: waybill_core::release::ParseVersionError| error.to_string())
}

/// Returns the file name of a version's changelog in a model's wording.
pub(crate) fn file_name(version: Version) -> String {
    format!("CHANGELOG-{version}-ai.md")
}

/// Compares the two files and writes the changelog.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { previous_file, current_file, version, output, date, root, allow_http_references, previous, strict } =
        arguments;
    let output = output.clone().unwrap_or_else(|| PathBuf::from(file_name(*version)));
    let standard = output.with_file_name(format!("CHANGELOG-{version}.md"));
    if output == standard {
        let failure = Failure::new(format!("`{}` is the path of the standard changelog", output.display()));
        return Err(failure.help(format!("choose another path, such as {}", file_name(*version))));
    }
    let web = Web::new(*allow_http_references);
    let pair = read_files([previous_file, current_file], *date, root.as_deref(), &web)?;
    let pair = pair.released_as(*previous, *version);
    let compared = pair.compare()?;
    let options = ChangelogOptions::default();
    let is_written = write_worded(&pair, &compared, &output, &options, &web)?;
    let Compared { report, release, notes: _ } = compared;
    if !is_written {
        let text =
            keep_hand_written(&standard, &standard.display().to_string(), &report.changelog(&release, &options))?;
        target::prepare(&standard, text)?.replace()?;
        say(&format!("Wrote {}", standard.display()));
    }
    let has_failed = *strict && !is_written && report.counts.breaking > 0;
    Ok(if has_failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Writes the changelog in a model's wording to `path`, if there is a usable wording. Returns true if it was written.
pub(crate) fn write_worded(
    pair: &ReleasePair<'_>,
    Compared { report, release, notes: _ }: &Compared,
    path: &Path,
    options: &ChangelogOptions,
    web: &Web,
) -> Result<bool, Failure> {
    let not_written = |reason: &str| {
        let earlier = if path.exists() { "; the existing file is from an earlier run" } else { "" };
        note(&format!("{} was not written: {reason}{earlier}", path.display()));
        Ok(false)
    };
    let settings = match read_settings()? {
        Configured::Model(settings) => settings,
        Configured::NoKey(reason) => return not_written(&reason),
    };
    let all = report.counts.breaking;
    if all == 0 {
        return not_written("there are no breaking changes to reword");
    }
    let current = pair.pair.read_current()?;
    let wording = Session::new(&settings, web, report, &current).word();
    list_refusals(report, &wording);
    let (model, worded) = (settings.endpoint.model(), wording.count());
    if worded == 0 {
        return not_written(&format!("no wording by {model} was usable"));
    }
    target::prepare(path, report.rewritten_changelog(release, &wording, model, options))?.replace()?;
    say(&format!("Wrote {}: {worded} of {all} breaking changes worded by {model}", path.display()));
    Ok(true)
}

/// Checks the settings of the environment, before anything is written.
///
/// # Errors
/// Fails if a setting cannot be used.
pub(crate) fn check_settings() -> Result<(), Failure> {
    read_settings().map(drop)
}

fn read_settings() -> Result<Configured, Failure> {
    Settings::read(|name| std::env::var(name).ok())
}

/// Prints which changes keep their standard text and why, one line for each reason.
fn list_refusals(report: &Report, wording: &CheckedWording) {
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    let is_unknown = |refusal: &&Refusal| refusal.reason == RefusalReason::UnknownId;
    let unknown = wording.refusals().iter().filter(is_unknown).count();
    if unknown > 0 {
        let entries = if unknown == 1 { "entry" } else { "entries" };
        note(&format!("ignored {unknown} {entries} with an id that is not in the request"));
    }
    for Refusal { id, reason } in wording.refusals().iter().filter(|refusal| !is_unknown(refusal)) {
        let reason = reason.to_string();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, ids)) => ids.push(id),
            None => reasons.push((reason, vec![id])),
        }
    }
    for (reason, ids) in reasons {
        let message =
            |id: &str| report.changes.iter().find(|change| change.id == id).map(|change| change.message.as_str());
        match ids.as_slice() {
            [id] => match message(id) {
                Some(message) => note(&format!("standard text for {id} ({message}): {reason}")),
                None => note(&format!("standard text for {id}: {reason}")),
            },
            ids => note(&format!("standard text for {} changes: {reason}: {}", ids.len(), ids.join(", "))),
        }
    }
}

/// Prints what was written to standard output.
fn say(text: &str) {
    if !notes::are_off() {
        screen::print_line(Stream::Output, text);
    }
}
