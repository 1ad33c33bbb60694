//! Comparing two descriptions: in one call, or a few pairs of definitions at a time so that a worker can show progress.

use std::borrow::Cow;

use super::assemble::assemble;
use super::types::{Report, Side};
use crate::diff::{Differ, Phase};
use crate::openapi::{Description, Limits, ReadError, Reading, is_path_of};

/// How a comparison names its two inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Name of the previous description, shown as `source` (a path, tag or URL without credentials).
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
}

/// Why two descriptions could not be compared at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CompareError {
    /// Stable identifier, such as `description.syntax`.
    pub code: &'static str,
    /// What was wrong, where, and what to do.
    pub message: String,
}

impl From<ReadError> for CompareError {
    fn from(error: ReadError) -> CompareError {
        let within =
            if error.place.pointer.is_empty() { String::new() } else { format!(" (in {})", error.place.pointer) };
        CompareError { code: error.code, message: format!("{error}{within}") }
    }
}

/// A step of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Working {
        /// What is being compared.
        phase: Phase,
        /// Pairs compared so far.
        done: usize,
        /// Pairs known of so far; it grows while definitions are compared.
        total: usize,
    },
    /// Everything has been compared.
    Finished(Box<Report>),
}

/// A comparison was advanced after it had finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the comparison has finished; expected no further call, a new comparison needs `Comparison::new`")]
pub struct Misuse;

/// A comparison in progress.
#[derive(Debug)]
pub struct Comparison<'d> {
    differ: Option<Differ<'d>>,
    options: Options,
}

impl<'d> Comparison<'d> {
    /// Begins to compare `old` with `new`. Names left empty in the options are those the descriptions were read under.
    #[must_use]
    pub fn new(old: &'d Description<'d>, new: &'d Description<'d>, options: &Options) -> Comparison<'d> {
        let name = |given: &String, read: &str| if given.is_empty() { read.to_owned() } else { given.clone() };
        let options = Options {
            previous_name: name(&options.previous_name, old.name()),
            current_name: name(&options.current_name, new.name()),
        };
        Comparison { differ: Some(Differ::new(old, new)), options }
    }

    /// Compares up to `pairs` more pairs.
    ///
    /// # Errors
    /// [`Misuse`] after [`Progress::Finished`].
    pub fn advance(&mut self, pairs: usize) -> Result<Progress, Misuse> {
        let differ = self.differ.as_mut().ok_or(Misuse)?;
        for _ in 0..pairs {
            if differ.phase().is_none() {
                break;
            }
            differ.step();
        }
        if let Some(phase) = differ.phase() {
            let (done, total) = differ.progress();
            return Ok(Progress::Working { phase, done, total });
        }
        let mut differ = self.differ.take().ok_or(Misuse)?;
        differ.conclude();
        Ok(Progress::Finished(Box::new(assemble(&differ, &self.options))))
    }
}

/// Compares two OpenAPI descriptions, each in one file. A reference to another file is a problem in the report.
///
/// # Errors
/// A [`CompareError`] where one of the two cannot be read as a description at all.
pub fn compare(old: &[u8], new: &[u8], options: &Options) -> Result<Report, CompareError> {
    compare_files(old, new, options, |_, wanted| file_among(&[], wanted))
}

/// Compares two OpenAPI descriptions that may be split into files: `supply` answers for each file that is wanted, by
/// the description it belongs to and its path from the folder of that description's root document (see
/// [`Reading::wanted`]), with its bytes or why it cannot be had.
///
/// # Errors
/// A [`CompareError`] where one of the two root documents cannot be read as a description at all.
pub fn compare_files(
    old: &[u8],
    new: &[u8],
    options: &Options,
    mut supply: impl FnMut(Side, &str) -> Result<Vec<u8>, String>,
) -> Result<Report, CompareError> {
    let [previous, current] = names(options);
    let old = read_all(&previous, old, |file| supply(Side::Previous, file))?;
    let new = read_all(&current, new, |file| supply(Side::Current, file))?;
    finished(&old, &new, options)
}

/// The file that is wanted (see [`Reading::wanted`]) among `files`, each with its path from the folder of the root
/// document or its URI.
///
/// # Errors
/// Why it cannot be had: it is not among them.
pub fn file_among(files: &[(String, Vec<u8>)], wanted: &str) -> Result<Vec<u8>, String> {
    let found = files.iter().find(|(path, _)| is_path_of(path, wanted));
    let missing = || format!("`{wanted}` was not supplied; supply it, or bundle the description into one file");
    found.map(|(_, bytes)| bytes.clone()).ok_or_else(missing)
}

fn names(options: &Options) -> [String; 2] {
    let named = |name: &str, other: &str| if name.is_empty() { other.to_owned() } else { name.to_owned() };
    [named(&options.previous_name, "previous"), named(&options.current_name, "current")]
}

fn read_all<'a>(
    name: &str,
    bytes: &'a [u8],
    mut supply: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Description<'a>, ReadError> {
    let mut reading = Reading::new(name, bytes, &Limits::default())?;
    while let Some(file) = reading.wanted().map(str::to_owned) {
        reading.supply(&file, supply(&file).map(Cow::Owned))?;
    }
    Ok(reading.finish())
}

fn finished(old: &Description<'_>, new: &Description<'_>, options: &Options) -> Result<Report, CompareError> {
    let mut comparison = Comparison::new(old, new, options);
    loop {
        match comparison.advance(usize::MAX) {
            Ok(Progress::Finished(report)) => return Ok(*report),
            Ok(Progress::Working { .. }) => {}
            Err(misuse) => {
                return Err(CompareError { code: "comparison.misuse", message: misuse.to_string() });
            }
        }
    }
}
