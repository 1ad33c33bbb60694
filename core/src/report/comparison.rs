//! Comparing two descriptions: in one call, or a few pairs of definitions at a time so that a worker can show progress.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::assemble::assemble;
use super::types::{Report, Side};
use crate::diff::{Differ, Phase};
use crate::openapi::{Description, Limits, ReadError, Reading, is_path_of};

/// Pairs compared before [`compare_watched`] speaks of them: a millisecond's work or so.
const AT_ONCE: usize = 64;

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

/// A file that was wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supplied {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// The absolute URI it was found at, where that is another one than it was asked for (see
    /// [`Reading::supply_from`]).
    pub at: Option<String>,
}

impl From<Vec<u8>> for Supplied {
    /// A file that was found where it was asked for.
    fn from(bytes: Vec<u8>) -> Supplied {
        Supplied { bytes, at: None }
    }
}

/// Compares two OpenAPI descriptions that may be split into files: `supply` answers for each file that is wanted, by
/// the description it belongs to and its path from the folder of that description's root document (see
/// [`Reading::wanted`]), with its bytes or why it cannot be had.
///
/// # Errors
/// A [`CompareError`] where one of the two root documents cannot be read as a description at all.
pub fn compare_files<S: Into<Supplied>>(
    old: &[u8],
    new: &[u8],
    options: &Options,
    supply: impl FnMut(Side, &str) -> Result<S, String>,
) -> Result<Report, CompareError> {
    compare_watched(old, new, options, supply, |_, _, _| ControlFlow::Continue(()))
}

/// The same as [`compare_files`], for whoever shows how far it is: `watch` is told the phase, the pairs compared and
/// the pairs known of, once both descriptions are read and after every few pairs, and may end the comparison.
///
/// # Errors
/// A [`CompareError`] where one of the two root documents cannot be read as a description at all, and
/// `comparison.stopped` where `watch` ended it.
pub fn compare_watched<S: Into<Supplied>>(
    old: &[u8],
    new: &[u8],
    options: &Options,
    mut supply: impl FnMut(Side, &str) -> Result<S, String>,
    mut watch: impl FnMut(Phase, usize, usize) -> ControlFlow<()>,
) -> Result<Report, CompareError> {
    let [previous, current] = names(options);
    let old = read_all(&previous, old, |file| supply(Side::Previous, file))?;
    let new = read_all(&current, new, |file| supply(Side::Current, file))?;
    let mut comparison = Comparison::new(&old, &new, options);
    let mut pairs = 0;
    loop {
        match comparison.advance(pairs) {
            Ok(Progress::Finished(report)) => return Ok(*report),
            Ok(Progress::Working { phase, done, total }) => {
                if watch(phase, done, total).is_break() {
                    let message = "the comparison was stopped; compare again where its report is wanted".to_owned();
                    return Err(CompareError { code: "comparison.stopped", message });
                }
            }
            Err(misuse) => return Err(CompareError { code: "comparison.misuse", message: misuse.to_string() }),
        }
        pairs = AT_ONCE;
    }
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

fn read_all<'a, S: Into<Supplied>>(
    name: &str,
    bytes: &'a [u8],
    mut supply: impl FnMut(&str) -> Result<S, String>,
) -> Result<Description<'a>, ReadError> {
    let mut reading = Reading::new(name, bytes, &Limits::default())?;
    while let Some(file) = reading.wanted().map(str::to_owned) {
        let (bytes, at) = match supply(&file).map(S::into) {
            Ok(Supplied { bytes, at }) => (Ok(Cow::Owned(bytes)), at),
            Err(why) => (Err(why), None),
        };
        reading.supply_from(&file, at.as_deref(), bytes)?;
    }
    Ok(reading.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: usize = 3 * AT_ONCE;

    /// A description of many operations, each with a schema of its own.
    fn description(kind: &str) -> Vec<u8> {
        let (mut paths, mut schemas) = (serde_json::Map::new(), serde_json::Map::new());
        for at in 0..PAIRS {
            let schema = serde_json::json!({"$ref": format!("#/components/schemas/S{at}")});
            let answer = serde_json::json!({"description": "", "content": {"a/b": {"schema": schema}}});
            paths.insert(format!("/p{at}"), serde_json::json!({"get": {"responses": {"200": answer}}}));
            schemas.insert(format!("S{at}"), serde_json::json!({"type": kind}));
        }
        let components = serde_json::json!({"schemas": schemas});
        serde_json::json!({"openapi": "3.1.0", "paths": paths, "components": components}).to_string().into_bytes()
    }

    fn watched(watch: impl FnMut(Phase, usize, usize) -> ControlFlow<()>) -> (Report, Result<Report, CompareError>) {
        let (old, new, options) = (description("string"), description("integer"), Options::default());
        let nothing = |_: Side, _: &str| Err::<Vec<u8>, _>(String::new());
        (compare(&old, &new, &options).unwrap(), compare_watched(&old, &new, &options, nothing, watch))
    }

    #[test]
    fn whoever_watches_sees_it_go_on_and_gets_the_same_report() {
        let mut seen = Vec::new();
        let (expected, report) = watched(|phase, done, total| {
            seen.push((phase, done, total));
            ControlFlow::Continue(())
        });
        assert_eq!(report.unwrap(), expected);
        assert_eq!(seen.first().map(|&(phase, done, _)| (phase, done)), Some((Phase::Definitions, 0)));
        assert!(seen.windows(2).all(|pair| pair[0].1 + AT_ONCE == pair[1].1 && pair[0].2 <= pair[1].2), "{seen:?}");
        assert!(seen.iter().all(|&(_, done, total)| done < total && total <= 3 * PAIRS), "{seen:?}");
        assert_eq!(seen.last().map(|&(phase, ..)| phase), Some(Phase::Operations));
    }

    #[test]
    fn whoever_watches_may_end_it() {
        let mut seen = 0;
        let (_, stopped) = watched(|_, _, _| {
            seen += 1;
            if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((stopped.unwrap_err().code, seen), ("comparison.stopped", 2));
    }

    #[test]
    fn a_comparison_that_has_finished_goes_no_further() {
        let old = description("string");
        let old = Reading::new("old", old.as_slice(), &Limits::default()).unwrap().finish();
        let mut comparison = Comparison::new(&old, &old, &Options::default());
        assert!(matches!(comparison.advance(0), Ok(Progress::Finished(_))), "nothing is to be compared");
        assert_eq!(comparison.advance(1), Err(Misuse));
    }
}
