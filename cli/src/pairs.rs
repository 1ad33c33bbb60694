//! Two commits' descriptions, each with its counterpart: found by name, compared entirely or not at all.
//!
//! What every comparison of two commits begins with: changelogs, the next version, checks of pull requests.

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::Path;

use waybill_core::openapi::{self, Limits, Loader, ReadError, WantedFile, remove_operations};
use waybill_core::render::terminal::{NamedText, Text, Texts};
use waybill_core::report::{Exclusions, SuppliedFile};
use waybill_core::{CompareOptions, Report, report};

use crate::failure::Failure;
use crate::files::Files;
use crate::git::{Commit, Repository};
use crate::input;
use crate::produce::{Description, Request, describe_origins, produce};
use crate::progress_bar::compare_with_witnesses;
use crate::settings;

/// Problems named in the message that says why nothing was written.
const NAMED: usize = 5;

/// One description, before and after.
#[derive(Debug)]
pub(crate) struct Pair<'r> {
    /// What the settings call it; none where it is the only one.
    pub(crate) name: Option<String>,
    /// The folder of its changelogs, from the repository's root.
    pub(crate) folder: String,
    pub(crate) previous: Side<'r>,
    pub(crate) current: Side<'r>,
    /// The operations that are not compared.
    pub(crate) exclude: Exclusions,
    /// What the comparison read.
    pub(crate) read: RefCell<Vec<(report::Side, ReadFile)>>,
}

/// A file beside a description's root document.
#[derive(Debug, Clone)]
pub(crate) struct ReadFile {
    /// What messages call it.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether it was fetched from elsewhere, and does not lie beside the root document.
    pub(crate) is_fetched: bool,
}

/// The description on one side.
#[derive(Debug)]
pub(crate) struct Side<'r> {
    /// What reports call it.
    pub(crate) label: String,
    pub(crate) bytes: Vec<u8>,
    /// The files it refers to; none where this side lacks it, and what stands for it is made of the other one.
    pub(crate) files: Option<Files<'r>>,
}

/// Produces the descriptions of two commits and pairs them; with a line that says which settings they were read by.
///
/// `kind` keeps what is built for one purpose apart from that of another; `config` is a file to read both by.
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

/// Produces the descriptions of two commits, each by the settings it is requested with, and pairs them.
pub(crate) fn produce_requests<'r>(
    repository: &'r Repository,
    kind: &str,
    requests: &[Request; 2],
) -> Result<Vec<Pair<'r>>, Failure> {
    let mut produced = produce(repository, kind, requests)?.into_iter();
    let (before, after) = (produced.next().unwrap_or_default(), produced.next().unwrap_or_default());
    let [previous, current] = requests;
    let mut pairs = pair_up((&previous.commit.name, before), (&current.commit.name, after))?;
    // The later settings say what callers are to see now, and both sides are looked at in the same way.
    for pair in &mut pairs {
        pair.exclude.clone_from(&current.settings.exclude);
    }
    Ok(pairs)
}

/// The descriptions of two commits, each called by the commit's name.
fn pair_up<'r>(
    (previous_name, mut previous): (&str, Vec<Description<'r>>),
    (current_name, current): (&str, Vec<Description<'r>>),
) -> Result<Vec<Pair<'r>>, Failure> {
    let mut pairs = Vec::new();
    for after in current {
        let position = previous.iter().position(|before| before.settings.name == after.settings.name);
        // One that had no name yet, because it was the only one, is known by its path.
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
            exclude: Exclusions::default(),
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
            exclude: Exclusions::default(),
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

/// What stands for a description on the side that lacks it: the other one without its operations.
fn lacking<'r>(commit: &str, other: &Description<'_>) -> Result<Side<'r>, Failure> {
    let bytes = remove_operations(&other.label, &other.bytes, &Limits::default()).map_err(|error| {
        Failure::new(error.to_string()).help("fix the description there, and see that the file is whole")
    })?;
    let name = other.settings.name.as_deref().unwrap_or("its description");
    Ok(Side { label: format!("{commit} without {name}"), bytes, files: None })
}

impl Pair<'_> {
    /// That one of the two commits lacks the description.
    pub(crate) fn lack(&self) -> Option<&'static str> {
        match (&self.previous.files, &self.current.files) {
            (None, _) => Some("wholly new"),
            (_, None) => Some("wholly removed"),
            (Some(_), Some(_)) => None,
        }
    }

    fn side(&self, side: report::Side) -> &Side<'_> {
        match side {
            report::Side::Previous => &self.previous,
            report::Side::Current => &self.current,
        }
    }

    /// The files that the comparison read beside the root document of one side.
    pub(crate) fn read_files(&self, side: report::Side) -> Vec<ReadFile> {
        let read = self.read.borrow();
        read.iter().filter(|(of, _)| *of == side).map(|(_, file)| file.clone()).collect()
    }

    /// What the viewer shows of a report of these two, once they were compared.
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
        let files = own.as_ref().or(other.as_ref()).ok_or_else(|| "it is not there".to_owned())?;
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

    /// Compares the two, entirely or not at all.
    pub(crate) fn compare(&self) -> Result<Report, Failure> {
        self.compare_or("nothing was written")
    }

    /// The same; `consequence` is what a comparison in part leads to.
    pub(crate) fn compare_or(&self, consequence: &str) -> Result<Report, Failure> {
        let Pair { name: _, folder: _, previous, current, exclude, read } = self;
        read.borrow_mut().clear();
        let options = CompareOptions {
            previous_name: previous.label.clone(),
            current_name: current.label.clone(),
            exclude: exclude.clone(),
        };
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

/// What leaves something out would be believed, so nothing is made of it.
fn in_part(report: &Report, consequence: &str) -> Failure {
    let failure = Failure::new(format!("the two descriptions can be compared only in part, so {consequence}"));
    let problems = report.problems.iter().take(NAMED).map(|problem| {
        let place = format!("{}:{}:{}", problem.file, problem.place.line, problem.place.column);
        format!("{place}: {} ({})", problem.message, problem.code)
    });
    let failure = problems.fold(failure, Failure::note);
    failure.help("fix the description, or see what can be compared with `waybill diff`")
}
