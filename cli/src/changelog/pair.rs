//! The two releases a changelog is about: from two tags of a repository, or from two files.

use std::path::{Path, PathBuf};

use waybill_core::openapi::WantedFile;
use waybill_core::release::{Date, Version};
use waybill_core::render::Release;
use waybill_core::{CompareOptions, Report, compare_files, report};

use super::settings;
use crate::failure::Failure;
use crate::files::{CommitFiles, Files};
use crate::git::{Commit, Repository};
use crate::input;
use crate::web::Web;

/// Problems named in the message that says why no changelog was written.
const NAMED: usize = 5;

/// Two descriptions, and where the changelog goes.
pub(super) struct Pair<'r> {
    previous: Side<'r>,
    current: Side<'r>,
    date: Option<Date>,
    /// The folder the changelog is written to.
    pub(super) folder: PathBuf,
}

/// What a changelog is written from.
pub(super) struct Compared {
    pub(super) report: Report,
    pub(super) release: Release,
    /// What the changelog does not say, and whoever releases may want to know.
    pub(super) notes: Vec<String>,
}

/// One release's description.
struct Side<'r> {
    name: String,
    /// The version its tag names; a file's is in its `info`.
    version: Option<Version>,
    bytes: Vec<u8>,
    /// The files it refers to.
    files: Files<'r>,
}

impl<'r> Pair<'r> {
    /// Two releases of a repository.
    pub(super) fn of_tags(repository: &'r Repository, previous: &str, current: &str) -> Result<Pair<'r>, Failure> {
        let (previous, current) = (repository.release(previous)?, repository.release(current)?);
        if previous.tag == current.tag {
            let failure = Failure::new(format!("both tags are {}", current.tag));
            return Err(failure.help("name the release before it first"));
        }
        if previous.tag > current.tag {
            let failure = Failure::new(format!("{} is a later release than {}", previous.tag, current.tag));
            return Err(failure.help(format!("name the previous one first: {} {}", current.tag, previous.tag)));
        }
        let path = settings::read(repository.root())?.description;
        let side = |commit: Commit, version| {
            let (name, bytes) = (format!("{}:{path}", commit.name), repository.read(&commit, &path)?);
            let files = Files::Commit(CommitFiles::new(repository, commit, &path));
            Ok(Side { name, version: Some(version), bytes, files })
        };
        Ok(Pair {
            previous: side(previous.commit, previous.tag.version)?,
            current: side(current.commit, current.tag.version)?,
            date: Some(current.date),
            folder: repository.root().to_owned(),
        })
    }

    /// Two files, which need no repository.
    pub(super) fn of_files(
        [previous, current]: [&str; 2],
        date: Option<Date>,
        root: Option<&Path>,
        web: &'r Web,
    ) -> Result<Pair<'r>, Failure> {
        if previous == "-" && current == "-" {
            let failure = Failure::new("both descriptions are -, and standard input holds one");
            return Err(failure.help("name a file for one"));
        }
        let side = |name: &str| {
            let (bytes, named) = input::read(name, web)?;
            let files = Files::new(name, root, web)?;
            Ok(Side { name: named, version: None, bytes, files })
        };
        Ok(Pair { previous: side(previous)?, current: side(current)?, date, folder: PathBuf::new() })
    }

    /// Compares the two, entirely or not at all.
    pub(super) fn compare(&self) -> Result<Compared, Failure> {
        let Pair { previous, current, date, folder: _ } = self;
        let options = CompareOptions { previous_name: previous.name.clone(), current_name: current.name.clone() };
        let supply = |side, wanted: &WantedFile| match side {
            report::Side::Previous => previous.files.read(wanted),
            report::Side::Current => current.files.read(wanted),
        };
        let report = compare_files(&previous.bytes, &current.bytes, &options, supply)
            .map_err(|error| input::not_compared(&error, &options))?;
        if !report.complete {
            return Err(in_part(&report));
        }
        let described = [(previous, &report.previous.version), (current, &report.current.version)];
        let notes = described.iter().filter_map(|(side, described)| side.disagreement(described.as_deref())).collect();
        let before = previous.release_version(report.previous.version.as_deref())?;
        let version = current.release_version(report.current.version.as_deref())?;
        if before == version {
            let failure = Failure::new(format!("both descriptions are of version {version}"));
            return Err(failure.help(
                "name the description of the release before it first, or give the later one its own `info.version`",
            ));
        }
        if before > version {
            let failure = Failure::new(format!("{before} is a later version than {version}"));
            return Err(failure.help("name the previous release first"));
        }
        let release = Release { version, previous: before, date: *date };
        Ok(Compared { report: report.released_as(before, version), release, notes })
    }
}

impl Side<'_> {
    /// That a description names another version than its tag.
    fn disagreement(&self, described: Option<&str>) -> Option<String> {
        let Side { name, version, bytes: _, files: _ } = self;
        let (version, described) = ((*version)?, described?);
        if described.strip_prefix('v').unwrap_or(described) == version.to_string() {
            return None;
        }
        Some(format!("`info.version` of `{name}` is `{described}`; the changelog goes by the tag, {version}"))
    }

    fn release_version(&self, described: Option<&str>) -> Result<Version, Failure> {
        let Side { name, version, bytes: _, files: _ } = self;
        let help = "give `info.version` as MAJOR.MINOR.PATCH, for the changelog is named after it";
        match (version, described) {
            (Some(version), _) => Ok(*version),
            (None, Some(text)) => text
                .parse()
                .map_err(|reason| Failure::new(format!("`info.version` of `{name}` is `{text}`: {reason}")).help(help)),
            (None, None) => Err(Failure::new(format!("`{name}` has no `info.version`")).help(help)),
        }
    }
}

/// A changelog that leaves something out would be believed, so none is written.
fn in_part(report: &Report) -> Failure {
    let failure = Failure::new("the two descriptions can be compared only in part, so no changelog was written");
    let problems = report.problems.iter().take(NAMED).map(|problem| {
        let place = format!("{}:{}:{}", problem.file, problem.place.line, problem.place.column);
        format!("{place}: {} ({})", problem.message, problem.code)
    });
    let failure = problems.fold(failure, Failure::note);
    failure.help("mend the description, or see what can be compared with `waybill diff`")
}
