//! `waybill changelog`: compares two releases and writes `CHANGELOG-<version>.md`.

mod choice;
mod deprecations;
mod html;
mod job;
pub(crate) mod layout;
pub(crate) mod pair;
pub(crate) mod place;
pub(crate) mod selection;
mod site;
pub(crate) mod target;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use waybill_core::Report;
use waybill_core::release::Date;
use waybill_core::render::{self, ChangelogOptions, terminal};

use crate::environment_files::write_summary;
use crate::failure::Failure;
use crate::git::Repository;
use crate::interrupt::{self, SignalGuard};
use crate::screen::{self, Syntax};
use crate::web::Web;
use crate::{notes, rewrite, viewer};

use self::deprecations::find_deprecations;
use self::pair::{Compared, ReleasePair};
use self::place::Place;
use self::selection::{Selected, Selection};
use self::site::{SiteFile, SiteSettings};

/// Text below the options in `--help`.
const SETTINGS: &str = r#"Example of waybill.toml:

  description = "openapi.json"          a committed file, read without a checkout

  build = "npm ci && npm run openapi"   a command, run in a temporary worktree,
  output = "dist/openapi.json"          and the file it writes
  build_env = ["NPM_TOKEN"]             variables for it, beyond PATH and HOME
  timeout = 900                         time limit in seconds
  parallel = false                      true to run builds in parallel

  [[descriptions]]                      several descriptions: each has a name,
  name = "Orders"                       a description (or build and output), and a
  folder = "docs/orders"                folder for its changelogs (default: name)
  description = "orders.yaml"

  [exclude]                             operations to leave out:
  tags = ["admin"]                      with one of these tags,
  paths = ["/debug/**"]                 under these paths,
  internal = true                       with `x-internal: true`

  [levels]                              levels of rules, or of families of rules
  response-enum-value-added = "additive"

  [renames]                             operations or paths that moved
  "/labels" = "/stickers"

  [deprecation.min_days]                days between deprecation and removal
  stable = 180

Examples:

  waybill init                                   write waybill.toml
  waybill changelog 1.4.0 1.5.0                  write CHANGELOG-1.5.0.md
  waybill changelog v1.5.0                       compare with the release before it
  waybill changelog 1.4.0 1.5.0 --output docs/   write docs/CHANGELOG-1.5.0.md
  waybill changelog 1.4.0 1.5.0 --html c.html    also write an HTML page
  waybill changelog --files old.json new.json    compare two files"#;

/// Write the changelog of a release, CHANGELOG-<version>.md.
///
/// PREVIOUS and CURRENT are two releases of the current git repository. 1.4.0 and v1.4.0 both name the tag v1.4.0. Without
/// PREVIOUS, the release with the next lower version is used: v1.4.0 for v1.4.1, even if v2.0.0 exists. The first release
/// and pre-releases such as v1.5.0-rc.1 have no changelog; the command then succeeds without writing one.
///
/// Each release uses the waybill.toml of its own commit, or the working tree's if it has none. The last line of the output
/// names the file that was used.
///
/// Build results are cached in .git/waybill, by commit and configuration, next to the logs. Failed builds are not cached.
///
/// With --files, PREVIOUS and CURRENT are two description files and no repository is needed. The versions are read from
/// info.version, and the changelog is written to the current folder.
///
/// An existing changelog is replaced. Text between the lines [waybill-keep-start]: # and [waybill-keep-end]: # is kept
/// under its heading.
///
/// With --rewrite, a language model explains each breaking change in CHANGELOG-<version>-ai.md, next to the changelog. This
/// needs the key of a model; see `waybill rewrite --help`.
///
/// --site DIR maintains the folder of a documentation site: the changelog, the descriptions of both releases, releases.json
/// with every release so far, and feed.xml, an Atom feed whose entries keep their ids.
///
/// --html FILE also writes the report as a self-contained HTML page. It opens from a disk, an attachment or any server.
///
/// In GitHub Actions, the changelog is added to the job summary. The step gets the outputs `version`, `previous` and
/// `files` (the written paths, one per line).
///
/// Exit status: 0 if the changelog was written or the release has none; 1 if --strict is given, there are breaking changes
/// and no wording was usable; 2 on an error, and then nothing was written.
#[derive(Debug, clap::Args)]
#[command(after_long_help = SETTINGS, override_usage = "waybill changelog [OPTIONS] [PREVIOUS] <CURRENT>")]
pub(crate) struct Arguments {
    /// Date of the current release, YYYY-MM-DD. Without it, the changelog of two files has no date.
    #[arg(long, requires = "files", value_name = "DATE")]
    date: Option<Date>,
    /// Write to this file, or to this folder under the usual names.
    #[arg(long, value_name = "PATH", conflicts_with = "stdout")]
    output: Option<PathBuf>,
    /// Maintain the folder of a site: changelogs, the descriptions of both releases, releases.json and a feed, feed.xml.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stdout", "output"])]
    site: Option<PathBuf>,
    /// Title of the feed; kept for later runs.
    #[arg(long, value_name = "TEXT", requires = "site")]
    site_title: Option<String>,
    /// Address at which the folder is published, for the links of the feed; kept for later runs.
    #[arg(long, value_name = "URL", requires = "site", value_parser = site::read_address)]
    site_address: Option<String>,
    /// Also write a self-contained HTML page that shows the changes of all descriptions.
    #[arg(long, value_name = "FILE", conflicts_with = "stdout")]
    html: Option<PathBuf>,
    /// Print the changelog instead of writing files; the verdict is printed to standard error.
    #[arg(long)]
    stdout: bool,
    /// Site generator whose front matter is written.
    #[arg(long, value_enum, value_name = "SITE", default_value_t = FrontMatter::Docusaurus)]
    front_matter: FrontMatter,
    /// Amount of detail.
    #[arg(long, value_enum, value_name = "DETAIL", default_value_t = Detail::Short)]
    detail: Detail,
    /// Also write CHANGELOG-<version>-ai.md, worded by a language model.
    #[arg(long, conflicts_with = "stdout")]
    rewrite: bool,
    /// Exit with 1 if there are breaking changes and no wording of the model is usable.
    #[arg(long, requires = "rewrite")]
    strict: bool,
    #[command(flatten)]
    selection: Selection,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum FrontMatter {
    /// With `sidebar_position`
    Docusaurus,
    /// With `sidebar.order`
    Starlight,
    /// No front matter; the title becomes a heading
    None,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Detail {
    /// Every endpoint and breaking change; additions are only counted if there are many
    Short,
    /// Every change in full
    All,
}

/// A changelog to write.
struct Changelog {
    compared: Compared,
    place: Place,
    text: String,
}

/// Compares the two releases and writes the changelog of the later one.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { selection, date, html, .. } = arguments;
    // Fails early if this build has no viewer, before anything is built and compared.
    let page = html.as_deref().map(|path| Ok((path, viewer::embedded("--html")?.report))).transpose()?;
    if arguments.rewrite {
        rewrite::check_settings()?;
    }
    let (web, repository) = (selection.web(), selection.repository()?);
    match selection.find(repository.as_ref(), *date, &web)? {
        Selected::Pairs { pairs, said } => {
            write_changelogs(arguments, repository.as_ref(), &pairs, said.as_deref(), page, &web)
        }
        Selected::First(version) => {
            let said = format!("{version} is the first release, so there is no changelog.");
            notes::say(&said);
            write_summary(&said).unwrap_or_else(|why| notes::note(&why));
            job::write_outputs(Some(version), None, &[])?;
            Ok(ExitCode::SUCCESS)
        }
        Selected::PreRelease(name) => {
            notes::say(&format!("{name} is a pre-release. Pre-releases have no changelog."));
            job::write_outputs(None, None, &[])?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes the changelogs of these descriptions. `said` is the line about the settings used.
fn write_changelogs(
    arguments: &Arguments,
    repository: Option<&Repository>,
    pairs: &[ReleasePair<'_>],
    said: Option<&str>,
    page: Option<(&Path, &str)>,
    web: &Web,
) -> Result<ExitCode, Failure> {
    let Arguments { stdout, site, site_title, site_address, .. } = arguments;
    if *stdout && pairs.len() > 1 {
        return Err(Failure::new("--stdout prints one changelog, but there are several descriptions")
            .help(format!("choose one with --description: {}", selection::names(pairs))));
    }
    let changelogs = compare_releases(arguments, repository, pairs)?;
    let lock = site.as_deref().map(site::lock).transpose()?;
    let settings = SiteSettings {
        title: site_title.as_deref(),
        address: site_address.as_deref(),
        front_matter: read_options(arguments, None).front_matter,
    };
    let mut files = match site {
        Some(folder) => site::write_site(folder, &settings, pairs, &changelogs)?,
        None => Vec::new(),
    };
    if let Some((path, template)) = page {
        html::check_is_other(path, &written_paths(&changelogs, &files, arguments.rewrite))?;
        files.push(html::write_page(path, template, pairs, &changelogs)?);
    }
    if *stdout {
        print(&changelogs)?;
    } else {
        write(&changelogs, &files)?;
    }
    drop(lock);
    report(&changelogs, page.map(|(path, _)| path), said, *stdout)?;
    let (mut written, mut has_failed) = (Vec::new(), false);
    for (pair, Changelog { compared, place, text: _ }) in pairs.iter().zip(&changelogs) {
        let Compared { report, release, notes: _ } = compared;
        let options = read_options(arguments, pair.pair.name.as_deref());
        job::add_to_summary(compared, options.clone());
        if !stdout {
            written.push(place.shown.clone());
        }
        if arguments.rewrite {
            let path = place.path.with_file_name(rewrite::file_name(release.version));
            if rewrite::write_worded(pair, compared, &path, &options, web)? {
                written.push(path.display().to_string());
            } else {
                has_failed |= arguments.strict && report.counts.breaking > 0;
            }
        }
    }
    written.extend(files.iter().map(|file| file.path.display().to_string()));
    let release = changelogs.first().map(|changelog| &changelog.compared.release);
    job::write_outputs(release.map(|one| one.version), release.map(|one| one.previous), &written)?;
    Ok(if has_failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Returns the paths of all outputs except the page.
fn written_paths(changelogs: &[Changelog], files: &[SiteFile], is_rewritten: bool) -> Vec<PathBuf> {
    let worded = |changelog: &Changelog| {
        changelog.place.path.with_file_name(rewrite::file_name(changelog.compared.release.version))
    };
    let mut paths: Vec<PathBuf> = changelogs.iter().map(|changelog| changelog.place.path.clone()).collect();
    paths.extend(changelogs.iter().filter(|_| is_rewritten).map(worded));
    paths.extend(files.iter().map(|file| file.path.clone()));
    paths
}

/// Builds the changelog of each description, with the hand-written text of the file it replaces.
fn compare_releases(
    arguments: &Arguments,
    repository: Option<&Repository>,
    pairs: &[ReleasePair<'_>],
) -> Result<Vec<Changelog>, Failure> {
    let Arguments { selection, output, site, stdout, .. } = arguments;
    // The trailing slash marks it as a folder, even if it does not exist yet.
    let output = site.as_ref().map(|folder| folder.join("")).or_else(|| output.clone());
    let mut changelogs = Vec::new();
    for release in pairs {
        let mut compared = release.compare()?;
        if let Some(repository) = repository {
            let (name, previous) = (release.pair.name.as_deref(), compared.release.previous);
            find_deprecations(repository, selection.config.as_deref(), name, previous, &mut compared.report);
        }
        let root = repository.map(Repository::root);
        let place = Place::find(output.as_deref(), root, release, compared.release.version, pairs.len() > 1)?;
        let options = read_options(arguments, release.pair.name.as_deref());
        let text = compared.report.changelog(&compared.release, &options);
        let text = if *stdout { text } else { place.keep_hand_written(&text)? };
        changelogs.push(Changelog { compared, place, text });
    }
    Ok(changelogs)
}

/// Returns the options for the changelog of a description, whose name becomes part of the title.
fn read_options(arguments: &Arguments, name: Option<&str>) -> ChangelogOptions {
    let front_matter = match arguments.front_matter {
        FrontMatter::Docusaurus => render::FrontMatter::Docusaurus,
        FrontMatter::Starlight => render::FrontMatter::Starlight,
        FrontMatter::None => render::FrontMatter::None,
    };
    let detail = match arguments.detail {
        Detail::Short => render::Detail::Short,
        Detail::All => render::Detail::All,
    };
    ChangelogOptions { name: name.map(ToOwned::to_owned), detail, front_matter }
}

fn print(changelogs: &[Changelog]) -> Result<(), Failure> {
    for changelog in changelogs {
        screen::print_document(&changelog.text, Syntax::Markup, "the changelog")?;
    }
    Ok(())
}

/// Writes all files, or none if one of them cannot be written. Signals are deferred until the temporary files are gone.
fn write(changelogs: &[Changelog], files: &[SiteFile]) -> Result<(), Failure> {
    let guard = SignalGuard::new();
    let mut prepared = Vec::new();
    for Changelog { compared: _, place, text } in changelogs {
        prepared.push(target::prepare(&place.path, text)?);
    }
    for SiteFile { path, bytes } in files {
        prepared.push(target::prepare(path, bytes)?);
    }
    prepared.into_iter().try_for_each(target::Prepared::replace)?;
    drop(guard);
    match interrupt::received() {
        Some(signal) => {
            let failure = Failure::new("interrupted after everything was written");
            Err(failure.with_status(interrupt::exit_status(signal)))
        }
        None => Ok(()),
    }
}

/// Reports the verdict and the written files on standard output, or on standard error if the changelog is printed.
fn report(changelogs: &[Changelog], page: Option<&Path>, said: Option<&str>, printed: bool) -> Result<(), Failure> {
    let plain = |text: String| terminal::Line { pieces: vec![(terminal::Tone::Plain, text)] };
    let mut lines = Vec::new();
    for Changelog { compared, place, text: _ } in changelogs {
        lines.extend(compared.report.terminal_head());
        if !printed {
            lines.push(plain(format!("  wrote {}", place.shown)));
        }
    }
    lines.extend(page.map(|page| plain(format!("  wrote {}", page.display()))));
    lines.extend(said.map(|said| plain(format!("  {said}"))));
    if notes::are_off() {
        lines.clear();
    }
    let shown = if printed { screen::show_beside(&lines) } else { screen::show(&lines) };
    match shown {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let written = changelogs.first().map_or("the changelog", |changelog| changelog.place.shown.as_str());
            return Err(Failure::new(format!("{written} was written, but the verdict cannot be printed: {error}")));
        }
        Ok(()) | Err(_) => {}
    }
    for Changelog { compared, place, text: _ } in changelogs {
        warn(&compared.report, if printed { "the changelog" } else { &place.shown });
        for note in &compared.notes {
            notes::note(note);
        }
    }
    Ok(())
}

/// Warns if the version bump is smaller than the changes require.
fn warn(report: &Report, name: &str) {
    if report.verdict.honoured != Some(false) {
        return;
    }
    job::annotate(report);
    notes::warn(&format!("{} (also noted in {name})", report.verdict.sentence));
}
