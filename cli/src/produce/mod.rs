//! Produces the descriptions of commits according to their settings: read from git, or built in a temporary worktree.
//!
//! `.git/waybill/` holds build outputs and logs, by commit and configuration. It is part of this repository, is removed
//! with it, and does not appear in `git status`.

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

/// A commit whose descriptions are requested, and the settings to use.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) commit: Commit,
    pub(crate) settings: Settings,
    pub(crate) origin: Origin,
}

/// The description of a commit.
#[derive(Debug)]
pub(crate) struct Description<'r> {
    /// Its settings, including its name.
    pub(crate) settings: DescriptionSettings,
    /// Name in messages and reports, such as `v1.4.0:openapi.json`.
    pub(crate) label: String,
    pub(crate) bytes: Vec<u8>,
    /// Source of the files it refers to.
    pub(crate) files: Files<'r>,
}

/// Describes in one line which settings the commits use.
pub(crate) fn describe_origins(requests: &[Request]) -> String {
    let of_origin = |origin| requests.iter().filter(move |request| request.origin == origin);
    let lacking: Vec<&str> = of_origin(Origin::WorkingTree).map(|request| request.commit.name.as_str()).collect();
    match lacking.as_slice() {
        [] if of_origin(Origin::Option).next().is_some() => "Using the settings file given with --config.".to_owned(),
        [] => format!("Using the {} of each commit.", settings::NAME),
        [one] => format!("{one} has no {}; using the working tree's.", settings::NAME),
        several => format!("{} have no {}; using the working tree's.", several.join(" and "), settings::NAME),
    }
}

/// Produces the descriptions of each commit. `kind` separates the caches of different purposes.
///
/// # Errors
/// Fails if a description cannot be produced. Only the log of a failed build is kept.
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

/// Returns the root document of a description if it is committed or was built before. Nothing is built.
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
    // A list that was written for another commit may name descriptions that this one lacks.
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
                    Failure::new(format!("the build output of {} is missing: {why}", commit.name))
                        .help("run the command again")
                })?;
                (bytes, Files::Built(folder))
            }
        };
        descriptions.push(Description { settings: described.clone(), label, bytes, files });
    }
    Ok(descriptions)
}
