//! `waybill.toml`: where a repository's descriptions come from. Each release has its own; one that has none is read by
//! the working tree's.
//!
//! `cli/schema/waybill.json` says the same for editors; a test holds the two together.

mod check;
mod wire;

use std::path::Path;
use std::time::Duration;

use waybill_core::report::Exclusions;

use crate::failure::Failure;
use crate::git::{Commit, Repository};

/// The file's name in the root of a repository.
pub(crate) const NAME: &str = "waybill.toml";

/// What to do where there are no settings.
const CREATE: &str = "write one with `waybill init`, or by hand: `description = \"openapi.json\"`";

/// What a repository says about its descriptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    /// At least one; where there are several, each has a name and a folder of its own.
    pub(crate) descriptions: Vec<DescriptionSettings>,
    pub(crate) builds: BuildSettings,
    pub(crate) check: CheckSettings,
    /// The operations that are not compared.
    pub(crate) exclude: Exclusions,
}

/// One description of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DescriptionSettings {
    /// None where it is the only one.
    pub(crate) name: Option<String>,
    /// The folder of its changelogs, from the repository's root; empty for the root itself.
    pub(crate) folder: String,
    pub(crate) source: Source,
}

/// Where a description comes from. Paths are those from the repository's root, with `/` between folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Committed { path: String },
    Built { command: String, output: String },
}

/// How builds run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BuildSettings {
    /// How long one build may take.
    pub(crate) timeout: Duration,
    /// The environment variables a build gets besides `PATH` and `HOME`.
    pub(crate) build_env: Vec<String>,
    /// Whether builds may run at the same time.
    pub(crate) parallel: bool,
}

/// When and how `waybill check` judges a pull request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CheckSettings {
    /// Globs of the files that the descriptions are made of; `None` where nothing is said, and then every change counts.
    pub(crate) paths: Option<Vec<String>>,
    /// What fails, where the settings say it.
    pub(crate) fail_on: Option<FailOn>,
}

/// What makes `waybill check` fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FailOn {
    /// Breaking changes, where `info.version` does not rise enough
    Breaking,
    /// Risky changes too, and what could not be judged, unless `info.version` rises by a major step
    Risky,
    /// Every change but those of documentation
    Any,
    /// Nothing
    None,
}

/// Which file a release is read by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The one that the commit has.
    Commit,
    /// The one in the working tree.
    WorkingTree,
    /// The one that `--config` names.
    Option,
    /// The one that the base of a pull request has.
    Base,
}

impl Source {
    /// The path of the description.
    pub(crate) fn path(&self) -> &str {
        match self {
            Source::Committed { path } | Source::Built { output: path, command: _ } => path,
        }
    }
}

/// The settings that hold for a commit: those of `config` where a file is given, else its own, else the working tree's.
pub(crate) fn find(
    repository: &Repository,
    commit: &Commit,
    config: Option<&Path>,
) -> Result<(Settings, Origin), Failure> {
    if let Some(config) = config {
        let shown = config.display().to_string();
        let text = std::fs::read_to_string(config).map_err(|error| {
            Failure::new(format!("`{shown}` cannot be read: {error}")).help("check the path that --config names")
        })?;
        return Ok((parse(&text, &shown)?, Origin::Option));
    }
    let own = format!("{}:{NAME}", commit.name);
    if let Some(bytes) = repository.read_where_there(commit, NAME)? {
        let text = String::from_utf8(bytes).map_err(|_| {
            Failure::new(format!("`{own}` is not UTF-8")).help("name a file to read instead by --config")
        })?;
        let parsed = parse(&text, &own);
        return Ok((parsed.map_err(|failure| failure.note("--config FILE replaces it"))?, Origin::Commit));
    }
    let text = std::fs::read_to_string(repository.root().join(NAME)).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            let root = repository.root().display();
            Failure::new(format!("there is no {NAME}, neither in {} nor in the working tree, {root}", commit.name))
                .help(CREATE)
        }
        _ => Failure::new(format!("{NAME} cannot be read: {error}")).help(CREATE),
    })?;
    Ok((parse(&text, NAME)?, Origin::WorkingTree))
}

/// Reads settings; `name` is what messages call the file.
pub(crate) fn parse(text: &str, name: &str) -> Result<Settings, Failure> {
    let file: wire::File = toml::from_str(text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', ", ");
        Failure::new(format!("{name} is not understood: {message}"))
            .at(place(name, text, error.span().map_or(0, |span| span.start)))
            .help("see `waybill changelog --help` for what can stand there, or begin with `description = \"openapi.json\"`")
    })?;
    check::check(file).map_err(|check::Complaint { at, message, help }| {
        Failure::new(format!("{name} is not understood: {message}")).at(place(name, text, at)).help(help)
    })
}

/// The glob as it is matched with paths from the repository's root: `*` stays in its folder, `**` goes into all of them.
pub(crate) fn path_glob(text: &str) -> Result<globset::Glob, globset::Error> {
    globset::GlobBuilder::new(text).literal_separator(true).build()
}

/// A byte's line and column, counted from one; columns are characters.
pub(crate) fn place(name: &str, text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.split('\n').count();
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    format!("{name}:{line}:{column}")
}

#[cfg(test)]
mod tests;
