//! `waybill.toml`: the sources of a repository's descriptions. Each release uses the file of its own commit, or the working
//! tree's if it has none.
//!
//! `cli/schema/waybill.json` is the schema for editors. A test compares it with this parser.

mod check;
mod wire;

use std::path::Path;
use std::time::Duration;

use waybill_core::CompareOptions;
use waybill_core::report::{DeprecationPeriods, Exclusions, Levels, Renames};

use crate::failure::Failure;
use crate::git::{Commit, Repository};

/// File name, in the root of a repository.
pub(crate) const NAME: &str = "waybill.toml";

/// Advice if there are no settings.
const CREATE: &str = "write one with `waybill init`, or by hand: `description = \"openapi.json\"`";

/// The settings of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    /// At least one. If there are several, each has a different name and folder.
    pub(crate) descriptions: Vec<DescriptionSettings>,
    pub(crate) builds: BuildSettings,
    pub(crate) check: CheckSettings,
    pub(crate) comparison: ComparisonSettings,
}

/// Settings of comparisons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ComparisonSettings {
    /// The operations that are not compared.
    pub(crate) exclude: Exclusions,
    /// Levels of rules that differ from Waybill's.
    pub(crate) levels: Levels,
    /// Operations and paths that were renamed.
    pub(crate) renames: Renames,
    /// Deprecation periods. The date is not a setting: the command sets it.
    pub(crate) periods: DeprecationPeriods,
}

impl ComparisonSettings {
    /// Returns the options of a comparison of two descriptions with these names.
    pub(crate) fn options(&self, previous_name: &str, current_name: &str) -> CompareOptions {
        let ComparisonSettings { exclude, levels, renames, periods } = self.clone();
        let (previous_name, current_name) = (previous_name.to_owned(), current_name.to_owned());
        CompareOptions { previous_name, current_name, exclude, levels, renames, periods }
    }
}

/// One description of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DescriptionSettings {
    /// `None` if it is the only one.
    pub(crate) name: Option<String>,
    /// The folder of its changelogs, from the repository's root; empty for the root itself.
    pub(crate) folder: String,
    pub(crate) source: Source,
}

/// The source of a description. Paths are relative to the repository's root, with `/` between folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Committed { path: String },
    Built { command: String, output: String },
}

/// Settings of builds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BuildSettings {
    /// Time limit of one build.
    pub(crate) timeout: Duration,
    /// Environment variables that a build gets in addition to `PATH` and `HOME`.
    pub(crate) build_env: Vec<String>,
    /// True if builds may run in parallel.
    pub(crate) parallel: bool,
}

/// Settings of `waybill check`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CheckSettings {
    /// Globs of the files that descriptions are made of. `None` if not set; every pull request is then compared.
    pub(crate) paths: Option<Vec<String>>,
    /// The changes that fail the check, if set.
    pub(crate) fail_on: Option<FailOn>,
}

/// The changes that fail `waybill check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FailOn {
    /// Breaking changes, unless `info.version` is raised as required
    Breaking,
    /// Also undecided changes, unless `info.version` is raised to a new major version
    Unproved,
    /// Also risky and undecided changes, unless `info.version` is raised to a new major version
    Risky,
    /// Every change except in documentation
    Any,
    /// No changes
    None,
}

/// The source of a commit's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The file of the commit.
    Commit,
    /// The file in the working tree.
    WorkingTree,
    /// The file that `--config` names.
    Option,
    /// The file of a pull request's base.
    Base,
}

impl Source {
    /// Returns the path of the description.
    pub(crate) fn path(&self) -> &str {
        match self {
            Source::Committed { path } | Source::Built { output: path, command: _ } => path,
        }
    }
}

/// Returns the settings for a commit: from `config` if given, else from its own file, else from the working tree's.
pub(crate) fn find(
    repository: &Repository,
    commit: &Commit,
    config: Option<&Path>,
) -> Result<(Settings, Origin), Failure> {
    if let Some(config) = config {
        let (text, shown) = read_config(config)?;
        return Ok((parse(&text, &shown)?, Origin::Option));
    }
    let own = format!("{}:{NAME}", commit.name);
    if let Some(bytes) = repository.read_where_there(commit, NAME)? {
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::new(format!("`{own}` is not UTF-8")).help("use another file with --config"))?;
        let parsed = parse(&text, &own);
        return Ok((parsed.map_err(|failure| failure.note("use --config FILE to read another file"))?, Origin::Commit));
    }
    let text = std::fs::read_to_string(repository.root().join(NAME)).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            let root = repository.root().display();
            Failure::new(format!("there is no {NAME}, neither in {} nor in the working tree ({root})", commit.name))
                .help(CREATE)
        }
        _ => Failure::new(format!("{NAME} cannot be read: {error}")).help(CREATE),
    })?;
    Ok((parse(&text, NAME)?, Origin::WorkingTree))
}

/// Reads the settings of comparisons from the file that `--config` names. It needs no description.
pub(crate) fn read_comparison(config: &Path) -> Result<ComparisonSettings, Failure> {
    let (text, name) = read_config(config)?;
    let file = parse_file(&text, &name)?;
    check::check_comparison(file.exclude, &file.levels, &file.renames, &file.deprecation)
        .map_err(|complaint| complaint.into_failure(&text, &name))
}

/// Returns the text of the file that `--config` names, and its name.
fn read_config(config: &Path) -> Result<(String, String), Failure> {
    let shown = config.display().to_string();
    let text = std::fs::read_to_string(config).map_err(|error| {
        Failure::new(format!("`{shown}` cannot be read: {error}")).help("check the path of --config")
    })?;
    Ok((text, shown))
}

/// Parses settings. `name` is the name of the file in messages.
pub(crate) fn parse(text: &str, name: &str) -> Result<Settings, Failure> {
    let file = parse_file(text, name)?;
    check::check(file).map_err(|complaint| complaint.into_failure(text, name))
}

fn parse_file(text: &str, name: &str) -> Result<wire::File, Failure> {
    toml::from_str(text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', ", ");
        Failure::new(format!("{name} is not valid: {message}"))
            .at(place(name, text, error.span().map_or(0, |span| span.start)))
            .help("see the example in `waybill changelog --help`, or start with `description = \"openapi.json\"`")
    })
}

/// Compiles a glob for paths from the repository's root: `*` stays in a folder, `**` includes all of its subfolders.
pub(crate) fn path_glob(text: &str) -> Result<globset::Glob, globset::Error> {
    globset::GlobBuilder::new(text).literal_separator(true).build()
}

/// Formats the position of a byte as file, line and column, counted from one. Columns are characters.
pub(crate) fn place(name: &str, text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.split('\n').count();
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    format!("{name}:{line}:{column}")
}

#[cfg(test)]
mod tests;
