//! Which two releases of which descriptions are meant, as `waybill changelog` and `waybill view` are told.

use std::path::{Path, PathBuf};

use waybill_core::release::{Date, Tag, Version};

use super::choice::{self, Choice};
use super::pair::{self, ReleasePair};
use crate::exclusions::ExclusionArguments;
use crate::failure::Failure;
use crate::git::Repository;
use crate::web::{self, Web};

/// Two releases, how their descriptions are read, and what of them is compared.
#[derive(Debug, clap::Args)]
pub(crate) struct Selection {
    /// The two releases, such as 1.4.0 1.5.0 or their tags v1.4.0 v1.5.0, or the current one alone; or two files or addresses.
    #[arg(value_name = "RELEASE", num_args = 1..=2, required = true)]
    releases: Vec<String>,
    /// Of several descriptions, take this one alone.
    #[arg(long, value_name = "NAME", conflicts_with = "files")]
    description: Option<String>,
    /// Read both releases by this file instead of each one's waybill.toml.
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pub(super) config: Option<PathBuf>,
    /// Read two files instead of two tags; two files or addresses are taken for that without it.
    #[arg(long)]
    files: bool,
    /// Read the files the two descriptions refer to from this folder and those in it, not only from their own folders.
    #[arg(long, requires = "files", value_name = "DIR")]
    root: Option<PathBuf>,
    /// Fetch the files the two descriptions refer to by http and https addresses.
    #[arg(long, requires = "files")]
    allow_http_references: bool,
    #[command(flatten)]
    exclude: ExclusionArguments,
}

/// What is meant.
pub(crate) enum Selected<'r> {
    /// These descriptions; with which settings they were read by, where they are of a repository.
    Pairs { pairs: Vec<ReleasePair<'r>>, said: Option<String> },
    /// Nothing, for the first release there is: nothing came before it.
    First(Version),
    /// Nothing, as pre-releases have no changelog.
    PreRelease(String),
}

impl Selection {
    /// The client that fetches what may be fetched.
    pub(crate) fn web(&self) -> Web {
        Web::new(self.allow_http_references)
    }

    /// The repository that the releases are of; none where two files are meant.
    pub(crate) fn repository(&self) -> Result<Option<Repository>, Failure> {
        if self.files || self.name_files() { Ok(None) } else { Repository::here().map(Some) }
    }

    /// Whether both names are those of files or addresses, and none is that of a release.
    fn name_files(&self) -> bool {
        let is_file =
            |name: &String| Tag::named_by(name).is_err() && (web::is_address(name) || Path::new(name).is_file());
        self.releases.len() == 2 && self.releases.iter().all(is_file)
    }

    /// Finds the descriptions; `repository` and `web` are those of this selection, and `date` is the day of the current one
    /// of two files.
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
            (vec![pair::read_files(names, date, self.root.as_deref(), web)?], None)
        };
        choose(&mut pairs, self.description.as_deref())?;
        for release in &mut pairs {
            self.exclude.add_to(&mut release.pair.exclude);
        }
        Ok(Selected::Pairs { pairs, said })
    }
}

/// Leaves the description of this name alone, where one is given.
fn choose(pairs: &mut Vec<ReleasePair<'_>>, name: Option<&str>) -> Result<(), Failure> {
    let Some(name) = name else { return Ok(()) };
    let all = names(pairs);
    pairs.retain(|release| release.pair.name.as_deref() == Some(name));
    if pairs.is_empty() {
        let help = if all.is_empty() {
            "leave out --description: there is only one".to_owned()
        } else {
            format!("name one of {all}")
        };
        return Err(Failure::new(format!("no description is called `{name}`")).help(help));
    }
    Ok(())
}

/// The names of the descriptions, for a message.
pub(super) fn names(pairs: &[ReleasePair<'_>]) -> String {
    let names: Vec<String> =
        pairs.iter().filter_map(|release| release.pair.name.as_ref().map(|name| format!("`{name}`"))).collect();
    names.join(", ")
}
