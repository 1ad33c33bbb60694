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

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use waybill_core::Report;
use waybill_core::release::Date;
use waybill_core::render::{self, ChangelogOptions, printable, terminal};

use crate::environment_files::write_summary;
use crate::failure::Failure;
use crate::git::Repository;
use crate::interrupt::{self, SignalGuard};
use crate::web::Web;
use crate::{charset, notes, rewrite, screen, viewer};

use self::deprecations::find_deprecations;
use self::pair::{Compared, ReleasePair};
use self::place::Place;
use self::selection::{Selected, Selection};
use self::site::{SiteFile, SiteSettings};

/// What `--help` shows below the options.
const SETTINGS: &str = r#"waybill.toml, by example:

  description = "openapi.json"          a committed file, read without a checkout

  build = "npm ci && npm run openapi"   a command, run in a temporary worktree,
  output = "dist/openapi.json"          and the file it writes
  build_env = ["NPM_TOKEN"]             what it gets besides PATH and HOME
  timeout = 900                         seconds it may take
  parallel = false                      whether two may run at the same time

  [[descriptions]]                      several: each has a name, a description
  name = "Orders"                       (or a build and its output), and a folder
  folder = "docs/orders"                for its changelogs, or that of its name
  description = "orders.yaml"

  [exclude]                             operations that are not compared:
  tags = ["admin"]                      with one of these tags,
  paths = ["/debug/**"]                 under these paths,
  internal = true                       with `x-internal: true`

Examples:

  waybill init                                   write waybill.toml
  waybill changelog 1.4.0 1.5.0                  write CHANGELOG-1.5.0.md
  waybill changelog v1.5.0                       the same, from the release before it
  waybill changelog 1.4.0 1.5.0 --output docs/   write docs/CHANGELOG-1.5.0.md
  waybill changelog 1.4.0 1.5.0 --html c.html    write a page that shows the changes too
  waybill changelog --files old.json new.json    compare two files"#;

/// Write the changelog of a release, CHANGELOG-<version>.md.
///
/// PREVIOUS and CURRENT are two releases of the git repository this command stands in: 1.4.0 and v1.4.0 both mean the tag
/// v1.4.0. Without PREVIOUS it is the tag of the highest lower version: v1.4.0 for v1.4.1, even where v2.0.0 is there. The
/// first release has no changelog, and a pre-release such as v1.5.0-rc.1 has none; both are no failure then.
///
/// Each release's own waybill.toml says where its description comes from, and that of the working tree where it has
/// none; the last line of the output says which was used.
///
/// What a build wrote is kept in .git/waybill, by commit and configuration, beside its log; a failed one is not. With
/// --files PREVIOUS and CURRENT are two description files, and no repository is needed: the versions are those the files
/// give in info.version, and the changelog is written to the current folder.
///
/// An existing changelog is replaced, except for what stands in it between the lines [waybill-keep-start]: # and
/// [waybill-keep-end]: #, which stays under its heading.
///
/// With --rewrite a language model words why each breaking change matters and what to do, in CHANGELOG-<version>-ai.md
/// beside it, where a key for a model is set; `waybill rewrite --help` says how.
///
/// --site DIR keeps all that a site needs: the changelog goes there, beside the descriptions of both releases, releases.json
/// with every release so far, and feed.xml, an Atom feed in which a release keeps its id.
///
/// --html FILE writes the report as a page that needs nothing beside it: it opens from a disk, an attachment or any server.
///
/// In GitHub Actions the changelog is added to the job's summary, and the step gets the outputs `version`, `previous` and
/// `files`, the paths that were written, one a line.
///
/// Exit status: 0 when it was written or there is none to write; 1 when --strict is given, there are breaking changes and no
/// wording was usable; 2 when it was not written; then nothing was written at all.
#[derive(Debug, clap::Args)]
#[command(after_long_help = SETTINGS, override_usage = "waybill changelog [OPTIONS] [PREVIOUS] <CURRENT>")]
pub(crate) struct Arguments {
    /// The day of the current release, YYYY-MM-DD; without it the changelog of two files names none.
    #[arg(long, requires = "files", value_name = "DATE")]
    date: Option<Date>,
    /// Where to write: a file, or a folder for files of the usual names.
    #[arg(long, value_name = "PATH", conflicts_with = "stdout")]
    output: Option<PathBuf>,
    /// Keep the folder of a site: changelogs, the descriptions of both releases, releases.json and a feed, feed.xml.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stdout", "output"])]
    site: Option<PathBuf>,
    /// What the feed is called; kept for later runs.
    #[arg(long, value_name = "TEXT", requires = "site")]
    site_title: Option<String>,
    /// Where that folder is published, for the links of the feed; kept for later runs.
    #[arg(long, value_name = "URL", requires = "site", value_parser = site::read_address)]
    site_address: Option<String>,
    /// Write a page for browsers too, which is one file whatever it shows: of several descriptions all are in it.
    #[arg(long, value_name = "FILE", conflicts_with = "stdout")]
    html: Option<PathBuf>,
    /// Print the changelog, and write no file; the verdict is printed to standard error then.
    #[arg(long)]
    stdout: bool,
    /// Whose front matter the file begins with.
    #[arg(long, value_enum, value_name = "SITE", default_value_t = FrontMatter::Docusaurus)]
    front_matter: FrontMatter,
    /// How much it tells: what callers need, or every change in full.
    #[arg(long, value_enum, value_name = "DETAIL", default_value_t = Detail::Short)]
    detail: Detail,
    /// Write CHANGELOG-<version>-ai.md too, worded by a language model.
    #[arg(long, conflicts_with = "stdout")]
    rewrite: bool,
    /// Exit with 1 if there are breaking changes and no wording of a model is usable.
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
    /// The title becomes a heading
    None,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Detail {
    /// Every endpoint and every breaking change; additions are counted where there are many
    Short,
    /// Every change in full
    All,
}

/// A changelog that is ready to be written.
struct Changelog {
    compared: Compared,
    place: Place,
    text: String,
}

/// Compares the two releases and writes the changelog of the later one.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { selection, date, html, .. } = arguments;
    // A build that has none says so before anything is built and compared.
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
            let said = format!(
                "{version} is the first release: no release tag is below it, and there is no changelog to write"
            );
            notes::say(&said);
            write_summary(&said).unwrap_or_else(|why| notes::note(&why));
            job::write_outputs(Some(version), None, &[])?;
            Ok(ExitCode::SUCCESS)
        }
        Selected::PreRelease(name) => {
            notes::say(&format!("{name} is a pre-release, which has no changelog"));
            job::write_outputs(None, None, &[])?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes the changelogs of these descriptions; `said` is which settings they were read by.
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
        return Err(Failure::new("there are several descriptions, and --stdout prints one changelog")
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

/// Where everything goes that is written beside a page.
fn written_paths(changelogs: &[Changelog], files: &[SiteFile], is_rewritten: bool) -> Vec<PathBuf> {
    let worded = |changelog: &Changelog| {
        changelog.place.path.with_file_name(rewrite::file_name(changelog.compared.release.version))
    };
    let mut paths: Vec<PathBuf> = changelogs.iter().map(|changelog| changelog.place.path.clone()).collect();
    paths.extend(changelogs.iter().filter(|_| is_rewritten).map(worded));
    paths.extend(files.iter().map(|file| file.path.clone()));
    paths
}

/// The changelog of each description, with what people wrote into the one it replaces.
fn compare_releases(
    arguments: &Arguments,
    repository: Option<&Repository>,
    pairs: &[ReleasePair<'_>],
) -> Result<Vec<Changelog>, Failure> {
    let Arguments { selection, output, site, stdout, .. } = arguments;
    // A folder that is not there yet is told from a file by its end.
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

/// How the changelog of a description is written; one with a name has it in the title.
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
    let mut out = std::io::stdout().lock();
    for changelog in changelogs {
        match out.write_all(changelog.text.as_bytes()).and_then(|()| out.flush()) {
            // A reader that has seen enough, such as `head`, is no failure.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                return Err(Failure::new(format!("the changelog cannot be printed: {error}")));
            }
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// Writes all files, or none where one cannot be. A signal waits meanwhile: what is beside them is gone afterwards.
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
            let failure = Failure::new("interrupted, once everything was written");
            Err(failure.with_status(interrupt::exit_status(signal)))
        }
        None => Ok(()),
    }
}

/// Says what was found and written: on standard output, unless the changelog is there.
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

/// Says that the release's version promises less than its changes are.
fn warn(report: &Report, name: &str) {
    if report.verdict.honoured != Some(false) {
        return;
    }
    let style = anstyle::AnsiColor::Yellow.on_default().bold();
    let sentence = &report.verdict.sentence;
    job::annotate(report);
    let said = format!("{style}warning{style:#}: {}; {} says so too", printable(sentence), printable(name));
    anstream::eprintln!("{}", charset::shown(&said));
}
