//! The two releases a changelog is about: from two tags of a repository, or from two files.

use std::cell::RefCell;
use std::path::Path;

use waybill_core::Report;
use waybill_core::release::{Date, Version};
use waybill_core::render::Release;
use waybill_core::report::Exclusions;

use crate::failure::Failure;
use crate::files::Files;
use crate::git::{self, Repository};
use crate::input;
use crate::pairs::{Pair, Side, produce_pairs};
use crate::web::Web;

/// One description of two releases.
pub(crate) struct ReleasePair<'r> {
    pub(crate) pair: Pair<'r>,
    /// The versions that tags or the command name; those of other files are in their `info`.
    versions: [Option<Version>; 2],
    date: Option<Date>,
}

/// What a changelog is written from.
pub(crate) struct Compared {
    pub(crate) report: Report,
    pub(crate) release: Release,
    /// What the changelog does not say, and whoever releases may want to know.
    pub(crate) notes: Vec<String>,
}

/// The descriptions of two releases of a repository, and which settings they were read by.
pub(crate) fn find_releases<'r>(
    repository: &'r Repository,
    [previous, current]: [git::Release; 2],
    config: Option<&Path>,
) -> Result<(Vec<ReleasePair<'r>>, String), Failure> {
    if previous.tag == current.tag {
        let failure = Failure::new(format!("both tags are {}", current.tag));
        return Err(failure.help("name the release before it first"));
    }
    if previous.tag > current.tag {
        let failure = Failure::new(format!("{} is a later release than {}", previous.tag, current.tag));
        return Err(failure.help(format!("name the previous one first: {} {}", current.tag, previous.tag)));
    }
    let (pairs, said) = produce_pairs(repository, "releases", [&previous.commit, &current.commit], config)?;
    let versions = [previous.tag.version, current.tag.version].map(Some);
    let pairs = pairs.into_iter().map(|pair| ReleasePair { pair, versions, date: Some(current.date) });
    Ok((pairs.collect(), said))
}

/// Two files, which need no repository.
pub(crate) fn read_files<'r>(
    [previous, current]: [&str; 2],
    date: Option<Date>,
    root: Option<&Path>,
    web: &'r Web,
) -> Result<ReleasePair<'r>, Failure> {
    if previous == "-" && current == "-" {
        let failure = Failure::new("both descriptions are -, and standard input holds one");
        return Err(failure.help("name a file for one"));
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
        exclude: Exclusions::default(),
        read: RefCell::default(),
    };
    Ok(ReleasePair { pair, versions: [None, None], date })
}

impl ReleasePair<'_> {
    /// The same two files as the releases of these versions, whatever their `info` says; none is what it says.
    pub(crate) fn released_as(mut self, previous: Option<Version>, current: Version) -> Self {
        self.versions = [previous, Some(current)];
        self
    }

    /// The versions of the two in a report of them: those of their tags, else what the descriptions say.
    pub(crate) fn versions(&self, report: &Report) -> [Option<String>; 2] {
        let [before, after] = self.versions.map(|version| version.map(|version| version.to_string()));
        [before.or_else(|| report.previous.version.clone()), after.or_else(|| report.current.version.clone())]
    }

    /// Compares the two, entirely or not at all.
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

/// That a description names another version than its tag.
fn disagreement(side: &Side<'_>, described: &str, version: Version) -> Option<String> {
    let Side { label, bytes: _, files } = side;
    if files.is_none() || described.strip_prefix('v').unwrap_or(described) == version.to_string() {
        return None;
    }
    Some(format!("`info.version` of `{label}` is `{described}`; the changelog goes by the tag, {version}"))
}

/// The version that a description gives itself.
fn described_version((side, described): (&Side<'_>, &Option<String>)) -> Result<Version, Failure> {
    let label = &side.label;
    let help = "give `info.version` as MAJOR.MINOR.PATCH, for the changelog is named after it";
    let Some(text) = described else {
        return Err(Failure::new(format!("`{label}` has no `info.version`")).help(help));
    };
    text.parse().map_err(|reason| Failure::new(format!("`info.version` of `{label}` is `{text}`: {reason}")).help(help))
}
