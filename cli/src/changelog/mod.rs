//! `waybill changelog`: compares two releases and writes `CHANGELOG-<version>.md`.

mod pair;
mod settings;
mod target;

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;

use waybill_core::Report;
use waybill_core::release::Date;
use waybill_core::render::{ChangelogOptions, printable, terminal};

use crate::failure::Failure;
use crate::git::Repository;
use crate::web::Web;
use crate::{charset, screen};

use self::pair::{Compared, Pair};

/// Write the changelog of a release, CHANGELOG-<version>.md.
///
/// PREVIOUS and CURRENT are two release tags, v<MAJOR>.<MINOR>.<PATCH>, of the git repository this command stands in.
/// waybill.toml in the root of its working tree says where the description is (description = "openapi.json"); it is read
/// from each tag without a checkout, and the changelog is written to the root.
///
/// With --files they are two description files, and no repository is needed: the versions are those the files give in
/// info.version, and the changelog is written to the current folder. An existing file of the name is replaced whole.
///
/// Exit status: 0 when it was written, 2 when it was not; then nothing was written at all.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The tag of the previous release, such as v1.4.0; with --files its description file.
    previous: String,
    /// The tag of the current release, such as v1.5.0; with --files its description file.
    current: String,
    /// Read two files instead of two tags.
    #[arg(long)]
    files: bool,
    /// The day of the current release, YYYY-MM-DD; without it the changelog of two files names none.
    #[arg(long, requires = "files", value_name = "DATE")]
    date: Option<Date>,
    /// Read the files the two descriptions refer to from this folder and those in it, not only from their own folders.
    #[arg(long, requires = "files", value_name = "DIR")]
    root: Option<PathBuf>,
    /// Fetch the files the two descriptions refer to by http and https addresses.
    #[arg(long, requires = "files")]
    allow_http_references: bool,
}

/// Compares the two releases and writes the changelog of the later one.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { previous, current, files, date, root, allow_http_references } = arguments;
    let web = Web::new(*allow_http_references);
    let repository = if *files { None } else { Some(Repository::here()?) };
    let pair = match &repository {
        None => Pair::of_files([previous, current], *date, root.as_deref(), &web)?,
        Some(repository) => Pair::of_tags(repository, previous, current)?,
    };
    let Compared { report, release, notes } = pair.compare()?;
    let name = format!("CHANGELOG-{}.md", release.version);
    target::write(&pair.folder.join(&name), &report.changelog(&release, &ChangelogOptions::default()))?;
    match show(&report, &name) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            return Err(Failure::new(format!("{name} was written, but the verdict cannot be printed: {error}")));
        }
        Ok(()) | Err(_) => {}
    }
    warn(&report, &name);
    let style = anstyle::AnsiColor::Cyan.on_default().bold();
    for note in notes {
        complain(&format!("{style}note{style:#}: {}", printable(&note)));
    }
    Ok(ExitCode::SUCCESS)
}

fn show(report: &Report, name: &str) -> std::io::Result<()> {
    let mut lines = report.terminal_head();
    lines.push(terminal::Line { pieces: vec![(terminal::Tone::Plain, format!("  wrote {name}"))] });
    screen::show(&lines)
}

/// Says that the release's version promises less than its changes are.
fn warn(report: &Report, name: &str) {
    if report.verdict.honoured != Some(false) {
        return;
    }
    let style = anstyle::AnsiColor::Yellow.on_default().bold();
    let sentence = &report.verdict.sentence;
    complain(&format!("{style}warning{style:#}: {}; {name} says so too", printable(sentence)));
}

fn complain(text: &str) {
    anstream::eprintln!("{}", charset::shown(text));
}
