//! Command-line arguments that select two releases and their descriptions, for `waybill changelog` and `waybill view`.

use std::path::{Path, PathBuf};

use waybill_core::release::{Date, Tag, Version};

use super::choice::{self, Choice};
use super::pair::{self, ReleasePair};
use crate::exclusions::ExclusionArguments;
use crate::failure::Failure;
use crate::git::Repository;
use crate::settings;
use crate::web::{self, Web};

/// Two releases, the source of their descriptions, and exclusions.
#[derive(Debug, clap::Args)]
pub(crate) struct Selection {
    /// Two releases, such as 1.4.0 1.5.0 or v1.4.0 v1.5.0; the current one alone; or two files or addresses.
    #[arg(value_name = "RELEASE", num_args = 1..=2, required = true)]
    releases: Vec<String>,
    /// Compare only this one of several descriptions.
    #[arg(long, value_name = "NAME", conflicts_with = "files")]
    description: Option<String>,
    /// Use this file instead of the waybill.toml of each release; with two files, its tables [levels], [exclude], [renames] and [deprecation].
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Compare two files instead of two tags; the default if both arguments are files or addresses.
    #[arg(long)]
    files: bool,
    /// Allow references to files in this folder and its subfolders, not only in the descriptions' own folders.
    #[arg(long, requires = "files", value_name = "DIR")]
    root: Option<PathBuf>,
    /// Fetch referenced files from http and https addresses.
    #[arg(long, requires = "files")]
    allow_http_references: bool,
    #[command(flatten)]
    exclude: ExclusionArguments,
}

/// The selected releases.
pub(crate) enum Selected<'r> {
    /// Descriptions to compare, and a line about the settings used if they are from a repository.
    Pairs { pairs: Vec<ReleasePair<'r>>, said: Option<String> },
    /// The first release, which has no changelog.
    First(Version),
    /// A pre-release, which has no changelog.
    PreRelease(String),
}

impl Selection {
    /// Returns the HTTP client for addresses and references.
    pub(crate) fn web(&self) -> Web {
        Web::new(self.allow_http_references)
    }

    /// Returns the repository of the releases, or `None` if two files are compared.
    pub(crate) fn repository(&self) -> Result<Option<Repository>, Failure> {
        if self.files || self.name_files() { Ok(None) } else { Repository::here().map(Some) }
    }

    /// True if both arguments are files or addresses and neither names a release.
    fn name_files(&self) -> bool {
        let is_file =
            |name: &String| Tag::named_by(name).is_err() && (web::is_address(name) || Path::new(name).is_file());
        self.releases.len() == 2 && self.releases.iter().all(is_file)
    }

    /// Finds the descriptions. `repository` and `web` are those of this selection; `date` is the date of the current one of
    /// two files.
    pub(crate) fn find<'r>(
        &self,
        repository: Option<&'r Repository>,
        date: Option<Date>,
        web: &'r Web,
    ) -> Result<Selected<'r>, Failure> {
        let (mut pairs, said) = if let Some(repository) = repository {
            let between = match choice::choose(repository, &self.releases)? {
                Choice::Between(releases) => releases,
                Choice::First(version) => return Ok(Selected::First(version)),
                Choice::PreRelease(name) => return Ok(Selected::PreRelease(name)),
            };
            let (pairs, said) = pair::find_releases(repository, between, self.config.as_deref())?;
            (pairs, Some(said))
        } else {
            let names = choice::name_files(&self.releases)?;
            let mut release = pair::read_files(names, date, self.root.as_deref(), web)?;
            if let Some(config) = &self.config {
                release.pair.comparison = settings::read_comparison(config)?;
                release.pair.comparison.periods.date = date;
            }
            (vec![release], None)
        };
        choose(&mut pairs, self.description.as_deref())?;
        for release in &mut pairs {
            self.exclude.add_to(&mut release.pair.comparison.exclude);
        }
        Ok(Selected::Pairs { pairs, said })
    }
}

/// Keeps only the description with this name, if a name is given.
fn choose(pairs: &mut Vec<ReleasePair<'_>>, name: Option<&str>) -> Result<(), Failure> {
    let Some(name) = name else { return Ok(()) };
    let all = names(pairs);
    pairs.retain(|release| release.pair.name.as_deref() == Some(name));
    if pairs.is_empty() {
        let help = if all.is_empty() {
            "remove --description: there is only one description".to_owned()
        } else {
            format!("choose one of {all}")
        };
        return Err(Failure::new(format!("there is no description named `{name}`")).help(help));
    }
    Ok(())
}

/// Lists the names of the descriptions for a message.
pub(super) fn names(pairs: &[ReleasePair<'_>]) -> String {
    let names: Vec<String> =
        pairs.iter().filter_map(|release| release.pair.name.as_ref().map(|name| format!("`{name}`"))).collect();
    names.join(", ")
}
