//! Produces the descriptions of commits, as the settings say: read from git, or built in a temporary worktree.
//!
//! `.git/waybill/` keeps what builds wrote, by commit and configuration, beside their logs: it belongs to this repository,
//! goes with it, and is in nobody's `git status`.

mod build;
mod cache;
mod kill;
mod log;
mod output;
mod process;
mod progress;
mod queue;
mod workspace;

use crate::failure::Failure;
use crate::files::{CommitFiles, Files, Folder};
use crate::git::{Commit, Repository};
use crate::settings::{self, DescriptionSettings, Origin, Settings, Source};

use self::build::Build;
use self::cache::Cache;

/// A commit whose descriptions are wanted, and the settings to read it by.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) commit: Commit,
    pub(crate) settings: Settings,
    pub(crate) origin: Origin,
}

/// The description of a commit.
#[derive(Debug)]
pub(crate) struct Description<'r> {
    /// Its settings, which name it.
    pub(crate) settings: DescriptionSettings,
    /// What messages and reports call it: `v1.4.0:openapi.json`.
    pub(crate) label: String,
    pub(crate) bytes: Vec<u8>,
    /// The files it refers to.
    pub(crate) files: Files<'r>,
}

/// Which settings the commits are read by, in one line.
pub(crate) fn describe_origins(requests: &[Request]) -> String {
    if requests.iter().all(|request| request.origin == Origin::Commit) {
        return format!("read by the {} of each", settings::NAME);
    }
    let named = requests.iter().map(|Request { commit, settings: _, origin }| match origin {
        Origin::Commit => format!("{} by its own {}", commit.name, settings::NAME),
        Origin::WorkingTree => {
            format!("{} by the working tree's {}, as it has none", commit.name, settings::NAME)
        }
        Origin::Option => format!("{} by the file that --config names", commit.name),
        Origin::Base => format!("{} by that of the base", commit.name),
    });
    format!("read {}", named.collect::<Vec<_>>().join(", "))
}

/// Produces the descriptions of each commit; `kind` keeps what was built for one purpose apart from that of another.
///
/// # Errors
/// Where one of them cannot be produced; nothing of a failed build is kept but its log.
pub(crate) fn produce<'r>(
    repository: &'r Repository,
    kind: &str,
    requests: &[Request],
) -> Result<Vec<Vec<Description<'r>>>, Failure> {
    let cache = Cache::new(repository, kind);
    workspace::remove_leftovers(repository);
    let builds: Vec<Build<'_>> = requests.iter().flat_map(|request| build::list(request, &cache)).collect();
    queue::run_all(repository, &builds)?;
    requests.iter().map(|request| read(repository, &cache, request)).collect()
}

/// The root document of one description of a commit, where it is committed or was built before; nothing is built.
pub(crate) fn find_kept(repository: &Repository, kind: &str, request: &Request, name: Option<&str>) -> Option<Vec<u8>> {
    let Request { commit, settings, origin: _ } = request;
    let described = settings.descriptions.iter().find(|described| described.name.as_deref() == name)?;
    match &described.source {
        Source::Committed { path } => repository.read_where_there(commit, path).ok()?,
        Source::Built { command, output } => {
            let entry = Cache::new(repository, kind).entry(commit, command, output, &settings.builds);
            let name = output.rsplit('/').next().unwrap_or(output);
            Folder::below(&entry, output).ok()?.read(name).ok()
        }
    }
}

fn read<'r>(repository: &'r Repository, cache: &Cache, request: &Request) -> Result<Vec<Description<'r>>, Failure> {
    let Request { commit, settings, origin } = request;
    // A list that was written for another commit may name what this one lacks.
    let may_lack = settings.descriptions.len() > 1 && *origin != Origin::Commit;
    let mut descriptions = Vec::new();
    for described in &settings.descriptions {
        let label = format!("{}:{}", commit.name, described.source.path());
        let (bytes, files) = match &described.source {
            Source::Committed { path } => {
                let bytes = if may_lack {
                    repository.read_where_there(commit, path)?
                } else {
                    Some(repository.read(commit, path)?)
                };
                let Some(bytes) = bytes else { continue };
                (bytes, Files::Commit(CommitFiles::new(repository, commit.clone(), path)))
            }
            Source::Built { command, output } => {
                let entry = cache.entry(commit, command, output, &settings.builds);
                let folder = Folder::below(&entry, output)?;
                let name = output.rsplit('/').next().unwrap_or(output);
                let bytes = folder.read(name).map_err(|why| {
                    Failure::new(format!("what was built of {} is gone: {why}", commit.name)).help("run it again")
                })?;
                (bytes, Files::Built(folder))
            }
        };
        descriptions.push(Description { settings: described.clone(), label, bytes, files });
    }
    Ok(descriptions)
}
