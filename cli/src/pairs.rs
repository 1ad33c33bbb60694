//! Pairs the descriptions of two commits by name, and compares them. A partial comparison is an error.
//!
//! All comparisons of two commits use this: changelogs, the next version, and checks of pull requests.

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::Path;

use waybill_core::openapi::{self, Limits, Loader, ReadError, WantedFile, remove_operations};
use waybill_core::render::terminal::{NamedText, Text, Texts};
use waybill_core::report::SuppliedFile;
use waybill_core::{Report, report};

use crate::check::today;
use crate::failure::Failure;
use crate::files::Files;
use crate::git::{Commit, Repository};
use crate::input;
use crate::produce::{Description, Request, describe_origins, produce};
use crate::progress_bar::compare_with_witnesses;
use crate::settings::{self, ComparisonSettings};

/// Maximum number of problems in the message about a partial comparison.
const NAMED: usize = 5;

/// A description on both sides of a comparison.
#[derive(Debug)]
pub(crate) struct Pair<'r> {
    /// Name in the settings; `None` if it is the only one.
    pub(crate) name: Option<String>,
    /// Folder of its changelogs, relative to the repository's root.
    pub(crate) folder: String,
    pub(crate) previous: Side<'r>,
    pub(crate) current: Side<'r>,
    pub(crate) comparison: ComparisonSettings,
    /// Files that the comparison read.
    pub(crate) read: RefCell<Vec<(report::Side, ReadFile)>>,
}

/// A file that a description's root document refers to.
#[derive(Debug, Clone)]
pub(crate) struct ReadFile {
    /// Name in messages.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// True if it was fetched from an address, so that it is not next to the root document.
    pub(crate) is_fetched: bool,
}

/// One side of a comparison.
#[derive(Debug)]
pub(crate) struct Side<'r> {
    /// Name in reports.
    pub(crate) label: String,
    pub(crate) bytes: Vec<u8>,
    /// Source of the files it refers to. `None` if this side lacks the description and holds a placeholder made of the
    /// other one.
    pub(crate) files: Option<Files<'r>>,
}

/// Produces the descriptions of two commits and pairs them. Also returns a line about the settings used.
///
/// `kind` separates the caches of different purposes. `config` is a settings file for both commits.
pub(crate) fn produce_pairs<'r>(
    repository: &'r Repository,
    kind: &str,
    commits: [&Commit; 2],
    config: Option<&Path>,
) -> Result<(Vec<Pair<'r>>, String), Failure> {
    let request = |commit: &Commit| {
        let (settings, origin) = settings::find(repository, commit, config)?;
        Ok(Request { commit: commit.clone(), settings, origin })
    };
    let [previous, current] = commits;
    let requests = [request(previous)?, request(current)?];
    Ok((produce_requests(repository, kind, &requests)?, describe_origins(&requests)))
}

/// Produces the descriptions of two commits, each with the settings of its request, and pairs them.
pub(crate) fn produce_requests<'r>(
    repository: &'r Repository,
    kind: &str,
    requests: &[Request; 2],
) -> Result<Vec<Pair<'r>>, Failure> {
    let mut produced = produce(repository, kind, requests)?.into_iter();
    let (before, after) = (produced.next().unwrap_or_default(), produced.next().unwrap_or_default());
    let [previous, current] = requests;
    let mut pairs = pair_up((&previous.commit.name, before), (&current.commit.name, after))?;
    // The later settings define what clients may see now, so they apply to both sides.
    for pair in &mut pairs {
        pair.comparison.clone_from(&current.settings.comparison);
        pair.comparison.periods.date = today();
    }
    Ok(pairs)
}

/// Pairs the descriptions of two commits, which are given with the commits' names.
fn pair_up<'r>(
    (previous_name, mut previous): (&str, Vec<Description<'r>>),
    (current_name, current): (&str, Vec<Description<'r>>),
) -> Result<Vec<Pair<'r>>, Failure> {
    let mut pairs = Vec::new();
    for after in current {
        let position = previous.iter().position(|before| before.settings.name == after.settings.name);
        // A description that had no name, because it was the only one, is identified by its path.
        let position = position.or_else(|| previous.iter().position(|before| is_renamed(before, &after)));
        let (name, folder) = (after.settings.name.clone(), after.settings.folder.clone());
        let (before, after) = match position {
            Some(at) => (side(previous.remove(at)), side(after)),
            None => (lacking(previous_name, &after)?, side(after)),
        };
        pairs.push(Pair {
            name,
            folder,
            previous: before,
            current: after,
            comparison: ComparisonSettings::default(),
            read: RefCell::default(),
        });
    }
    for before in previous {
        let (name, folder) = (before.settings.name.clone(), before.settings.folder.clone());
        let after = lacking(current_name, &before)?;
        pairs.push(Pair {
            name,
            folder,
            previous: side(before),
            current: after,
            comparison: ComparisonSettings::default(),
            read: RefCell::default(),
        });
    }
    Ok(pairs)
}

fn is_renamed(before: &Description<'_>, after: &Description<'_>) -> bool {
    let had_no_name = before.settings.name.is_none() || after.settings.name.is_none();
    had_no_name && before.settings.source.path() == after.settings.source.path()
}

fn side(description: Description<'_>) -> Side<'_> {
    let Description { settings: _, label, bytes, files } = description;
    Side { label, bytes, files: Some(files) }
}

/// Creates the placeholder for a description that a commit lacks: the other one without its operations.
fn lacking<'r>(commit: &str, other: &Description<'_>) -> Result<Side<'r>, Failure> {
    let bytes = remove_operations(&other.label, &other.bytes, &Limits::default()).map_err(|error| {
        Failure::new(error.to_string())
            .help("fix the description at that location, and check that the file is complete")
    })?;
    let name = other.settings.name.as_deref().unwrap_or("its description");
    Ok(Side { label: format!("{commit} without {name}"), bytes, files: None })
}

impl Pair<'_> {
    /// Describes the change if one of the two commits lacks the description.
    pub(crate) fn lack(&self) -> Option<&'static str> {
        match (&self.previous.files, &self.current.files) {
            (None, _) => Some("new"),
            (_, None) => Some("removed"),
            (Some(_), Some(_)) => None,
        }
    }

    fn side(&self, side: report::Side) -> &Side<'_> {
        match side {
            report::Side::Previous => &self.previous,
            report::Side::Current => &self.current,
        }
    }

    /// Returns the files that the comparison read on one side, without the root document.
    pub(crate) fn read_files(&self, side: report::Side) -> Vec<ReadFile> {
        let read = self.read.borrow();
        read.iter().filter(|(of, _)| *of == side).map(|(_, file)| file.clone()).collect()
    }

    /// Returns the viewer's data for a report on these two. They must have been compared.
    pub(crate) fn viewer_data(&self, report: &Report) -> Vec<u8> {
        let read = |side| -> Vec<NamedText> {
            self.read_files(side).into_iter().map(|ReadFile { name, bytes, is_fetched: _ }| (name, bytes)).collect()
        };
        let (previous, current) = (read(report::Side::Previous), read(report::Side::Current));
        report.viewer_data(&Texts {
            previous: Text { root: &self.previous.bytes, files: &previous },
            current: Text { root: &self.current.bytes, files: &current },
        })
    }

    /// Reads a file that the description of one side refers to.
    fn supply(&self, side: report::Side, wanted: &WantedFile) -> Result<SuppliedFile, String> {
        let [own, other] = match side {
            report::Side::Previous => [&self.previous.files, &self.current.files],
            report::Side::Current => [&self.current.files, &self.previous.files],
        };
        let files = own.as_ref().or(other.as_ref()).ok_or_else(|| "it does not exist".to_owned())?;
        files.read(wanted)
    }

    /// Reads the current description with the files that it refers to.
    pub(crate) fn read_current(&self) -> Result<openapi::Description<'_>, Failure> {
        let Side { label, bytes, files: _ } = &self.current;
        let failure = |error: ReadError| Failure::new(format!("`{label}`: {error}"));
        let mut loader = Loader::new(label, bytes.as_slice(), &Limits::default()).map_err(failure)?;
        while let Some(wanted) = loader.next_file().cloned() {
            let supplied = self.supply(report::Side::Current, &wanted);
            let found_at = supplied.as_ref().ok().and_then(|supplied| supplied.found_at.clone());
            let bytes = supplied.map(|supplied| Cow::Owned(supplied.bytes));
            loader.provide_from(&wanted, found_at.as_deref(), bytes).map_err(failure)?;
        }
        Ok(loader.finish())
    }

    /// Compares the two descriptions. A partial comparison is an error.
    pub(crate) fn compare(&self) -> Result<Report, Failure> {
        self.compare_or("nothing was written")
    }

    /// Compares like [`Pair::compare`]. `consequence` ends the error message about a partial comparison.
    pub(crate) fn compare_or(&self, consequence: &str) -> Result<Report, Failure> {
        let Pair { name: _, folder: _, previous, current, comparison, read } = self;
        read.borrow_mut().clear();
        let options = comparison.options(&previous.label, &current.label);
        let supply = |side, wanted: &WantedFile| {
            self.supply(side, wanted).inspect(|supplied| {
                let name = wanted.name_beside(&self.side(side).label);
                let (bytes, is_fetched) = (supplied.bytes.clone(), wanted.path().is_none());
                read.borrow_mut().push((side, ReadFile { name, bytes, is_fetched }));
            })
        };
        let report = compare_with_witnesses(&previous.bytes, &current.bytes, &options, supply)
            .map_err(|error| input::not_compared(&error, &options))?;
        if report.complete { Ok(report) } else { Err(in_part(&report, consequence)) }
    }
}

/// Returns the error for a partial comparison. Users would mistake an incomplete result for a complete one.
fn in_part(report: &Report, consequence: &str) -> Failure {
    let failure = Failure::new(format!("the two descriptions can be compared only in part, so {consequence}"));
    let problems = report.problems.iter().filter(|problem| !problem.is_warning()).take(NAMED).map(|problem| {
        let place = format!("{}:{}:{}", problem.file, problem.place.line, problem.place.column);
        format!("{place}: {} ({})", problem.message, problem.code)
    });
    let failure = problems.fold(failure, Failure::note);
    failure.help("fix the description; `waybill diff` shows what can be compared")
}
