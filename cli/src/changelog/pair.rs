//! The two releases of a changelog: from two tags of a repository, or from two files.

use std::cell::RefCell;
use std::path::Path;

use waybill_core::Report;
use waybill_core::release::{Date, Version};
use waybill_core::render::Release;

use crate::failure::Failure;
use crate::files::Files;
use crate::git::{self, Repository};
use crate::input;
use crate::pairs::{Pair, Side, produce_pairs};
use crate::settings::ComparisonSettings;
use crate::web::Web;

/// A description in two releases.
pub(crate) struct ReleasePair<'r> {
    pub(crate) pair: Pair<'r>,
    /// Versions from tags or the command line; `None` to use `info.version`.
    versions: [Option<Version>; 2],
    date: Option<Date>,
}

/// A comparison, with the data to write its changelog.
pub(crate) struct Compared {
    pub(crate) report: Report,
    pub(crate) release: Release,
    /// Notes for the publisher that are not part of the changelog.
    pub(crate) notes: Vec<String>,
}

/// Returns the descriptions of two releases of a repository, and a line about the settings used.
pub(crate) fn find_releases<'r>(
    repository: &'r Repository,
    [previous, current]: [git::Release; 2],
    config: Option<&Path>,
) -> Result<(Vec<ReleasePair<'r>>, String), Failure> {
    if previous.tag == current.tag {
        let failure = Failure::new(format!("both releases are {}", current.tag));
        return Err(failure.help("name two different releases, the previous one first"));
    }
    if previous.tag > current.tag {
        let failure = Failure::new(format!("{} is a later release than {}", previous.tag, current.tag));
        return Err(failure.help(format!("name the previous one first: {} {}", current.tag, previous.tag)));
    }
    let (pairs, said) = produce_pairs(repository, "releases", [&previous.commit, &current.commit], config)?;
    let versions = [previous.tag.version, current.tag.version].map(Some);
    let pairs = pairs.into_iter().map(|mut pair| {
        pair.comparison.periods.date = Some(current.date);
        ReleasePair { pair, versions, date: Some(current.date) }
    });
    Ok((pairs.collect(), said))
}

/// Reads two files. No repository is needed.
pub(crate) fn read_files<'r>(
    [previous, current]: [&str; 2],
    date: Option<Date>,
    root: Option<&Path>,
    web: &'r Web,
) -> Result<ReleasePair<'r>, Failure> {
    if previous == "-" && current == "-" {
        let failure = Failure::new("both descriptions are `-`, but standard input holds only one");
        return Err(failure.help("name a file for one of them"));
    }
    let side = |name: &str| {
        let (bytes, label) = input::read(name, web)?;
        Ok(Side { label, bytes, files: Some(Files::new(name, root, web)?) })
    };
    let (previous, current) = (side(previous)?, side(current)?);
    let pair = Pair {
        name: None,
        folder: String::new(),
        previous,
        current,
        comparison: ComparisonSettings::default(),
        read: RefCell::default(),
    };
    Ok(ReleasePair { pair, versions: [None, None], date })
}

impl ReleasePair<'_> {
    /// Sets the versions of the two files. `None` for `previous` keeps its `info.version`.
    pub(crate) fn released_as(mut self, previous: Option<Version>, current: Version) -> Self {
        self.versions = [previous, Some(current)];
        self
    }

    /// Returns the versions for a report: from tags or the command line, or else from the descriptions.
    pub(crate) fn versions(&self, report: &Report) -> [Option<String>; 2] {
        let [before, after] = self.versions.map(|version| version.map(|version| version.to_string()));
        [before.or_else(|| report.previous.version.clone()), after.or_else(|| report.current.version.clone())]
    }

    /// Compares the two descriptions. A partial comparison is an error.
    pub(crate) fn compare(&self) -> Result<Compared, Failure> {
        let ReleasePair { pair, versions, date } = self;
        let report = pair.compare()?;
        let previous = (&pair.previous, &report.previous.version);
        let current = (&pair.current, &report.current.version);
        let [named_before, named] = *versions;
        let before = named_before.map_or_else(|| described_version(previous), Ok)?;
        let version = named.map_or_else(|| described_version(current), Ok)?;
        let sides = [(previous, named_before), (current, named)].into_iter();
        let mut notes: Vec<String> =
            sides.filter_map(|((side, described), named)| disagreement(side, described.as_deref()?, named?)).collect();
        if let (Some(lack), Some(name)) = (pair.lack(), &pair.name) {
            notes.push(format!("the description `{name}` is {lack} in {version}"));
        }
        if before == version {
            let failure = Failure::new(format!("both descriptions have the version {version}"));
            return Err(failure.help(
                "name the previous release's description first, or set another `info.version` in the later one",
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

/// Returns a note if the version in a description differs from its tag.
fn disagreement(side: &Side<'_>, described: &str, version: Version) -> Option<String> {
    let Side { label, bytes: _, files } = side;
    if files.is_none() || described.strip_prefix('v').unwrap_or(described) == version.to_string() {
        return None;
    }
    Some(format!(
        "`info.version` of `{label}` is `{described}`, but the changelog uses the version of the tag, {version}"
    ))
}

/// Parses the version in a description.
fn described_version((side, described): (&Side<'_>, &Option<String>)) -> Result<Version, Failure> {
    let label = &side.label;
    let help = "set `info.version` to MAJOR.MINOR.PATCH; the changelog is named after it";
    let Some(text) = described else {
        return Err(Failure::new(format!("`{label}` has no `info.version`")).help(help));
    };
    text.parse().map_err(|reason| Failure::new(format!("`info.version` of `{label}` is `{text}`: {reason}")).help(help))
}
