//! Compares two descriptions, in one call or in small steps that let a worker show progress.

use std::borrow::Cow;
use std::ops::ControlFlow;

use waybill_base::error::{ErrorCode, code};
use waybill_diff::Phase;
use waybill_diff::compat::LevelsError;
use waybill_diff::internal::Differ;
use waybill_openapi::internal::{EitherNode, find_forged, missing_rename, resolved, tell_apart};
use waybill_openapi::{Description, Limits, Loader, ReadError, WantedFile};

use super::assemble::ReportBuilder;
use super::options::CompareOptions;
use super::types::{Report, Side};

/// Number of steps between two calls of `watch` by [`compare_with_progress`], about one millisecond of work.
const AT_ONCE: usize = 64;

/// The reason why two descriptions could not be compared at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CompareError {
    /// Stable identifier, such as [`code::DESCRIPTION_SYNTAX`]. [`ErrorCode::kind`] tells who has to act.
    pub code: ErrorCode,
    /// The problem, its location and its fix.
    pub message: String,
}

impl CompareError {
    /// Creates the error to report if the comparison stopped because of a bug in Waybill.
    #[must_use]
    pub fn crashed() -> CompareError {
        let message = "the comparison crashed because of a bug in Waybill, and its results are lost";
        CompareError { code: code::COMPARISON_CRASHED, message: message.to_owned() }
    }
}

impl From<ReadError> for CompareError {
    fn from(error: ReadError) -> CompareError {
        let within =
            if error.place.pointer.is_empty() { String::new() } else { format!(" (in {})", error.place.pointer) };
        CompareError { code: error.code, message: format!("{error}{within}") }
    }
}

impl From<LevelsError> for CompareError {
    fn from(error: LevelsError) -> CompareError {
        CompareError { code: code::OPTIONS_INVALID, message: error.message }
    }
}

/// A step of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// The comparison is not complete.
    Working {
        /// Current phase. Phases run in the order of their declaration.
        phase: Phase,
        /// Steps taken so far in all phases: pairs of definitions, pairs of operations, and pieces of the report of
        /// similar cost. Never decreases, and is less than `total`.
        done: usize,
        /// Known steps of all phases. Grows as the comparison finds more work.
        total: usize,
    },
    /// The comparison is complete.
    Finished(Box<Report>),
}

/// An error: a comparison was advanced after it had finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the comparison has finished; expected no further call: create a new comparison")]
pub struct ComparisonMisuse;

impl From<ComparisonMisuse> for CompareError {
    fn from(misuse: ComparisonMisuse) -> CompareError {
        CompareError { code: code::COMPARISON_MISUSE, message: misuse.to_string() }
    }
}

/// A comparison in progress.
#[derive(Debug)]
pub struct Comparison<'d> {
    work: Option<Work<'d>>,
}

#[derive(Debug)]
struct Work<'d> {
    differ: Differ<'d>,
    assembly: ReportBuilder<'d>,
    done: usize,
    total: usize,
}

impl<'d> Comparison<'d> {
    /// Starts to compare `old` with `new`. An empty name in the options is replaced by the name that the description
    /// was read under.
    ///
    /// If a description contains forged digests, changes may be missed. The report then contains the problem
    /// `description.forged` and is not complete. [`compare_files`] compares such values correctly.
    #[must_use]
    pub fn new(old: &'d Description<'d>, new: &'d Description<'d>, options: &CompareOptions) -> Comparison<'d> {
        let mut comparison = Comparison::of_distinct_values(old, new, options);
        if let (Some(found), Some(work)) = (find_forged(old, new), &mut comparison.work) {
            let (description, side) = match found {
                EitherNode::Left(_) => (old, Side::Previous),
                EitherNode::Right(_) => (new, Side::Current),
            };
            work.assembly.add_problem(Some(&resolved(description).forged_problem(found)), side);
        }
        comparison
    }

    /// Starts to compare two descriptions without forged digests.
    fn of_distinct_values(
        old: &'d Description<'d>,
        new: &'d Description<'d>,
        options: &CompareOptions,
    ) -> Comparison<'d> {
        let name = |given: &String, read: &str| if given.is_empty() { read.to_owned() } else { given.clone() };
        let options = CompareOptions {
            previous_name: name(&options.previous_name, old.name()),
            current_name: name(&options.current_name, new.name()),
            exclude: options.exclude.clone(),
            levels: options.levels.clone(),
            renames: options.renames.clone(),
            periods: options.periods,
        };
        let differ = Differ::new(resolved(old), resolved(new), &options.exclude, &options.renames);
        let mut assembly = ReportBuilder::new(options);
        for (from, to) in &differ.result().pairing.renames.missing {
            assembly.add_problem(Some(&missing_rename(from, to)), Side::Current);
        }
        Comparison { work: Some(Work { differ, assembly, done: 0, total: 0 }) }
    }

    /// Performs work that costs about as much as comparing `pairs` small pairs of definitions. Large pairs cost more.
    ///
    /// # Errors
    /// [`ComparisonMisuse`] after [`Progress::Finished`].
    pub fn advance(&mut self, pairs: usize) -> Result<Progress, ComparisonMisuse> {
        let work = self.work.as_mut().ok_or(ComparisonMisuse)?;
        let (mut left, mut taken) = (pairs, 0);
        while left > 0 && !work.is_complete() {
            left = left.saturating_sub(work.step().max(1));
            taken += 1;
        }
        if !work.is_complete() {
            return Ok(work.progress(taken));
        }
        let Work { differ, assembly, .. } = self.work.take().ok_or(ComparisonMisuse)?;
        Ok(Progress::Finished(Box::new(assembly.finish(&differ.result()))))
    }
}

impl Work<'_> {
    fn is_complete(&self) -> bool {
        self.differ.phase().is_none() && self.assembly.is_complete() && self.differ.left_to_free() == 0
    }

    fn step(&mut self) -> usize {
        if self.differ.phase().is_some() {
            self.differ.step()
        } else if self.assembly.is_complete() {
            self.differ.free_memory();
            1
        } else {
            self.assembly.step(&self.differ.result())
        }
    }

    /// Returns the progress after `taken` steps. Unnecessary steps are treated as done.
    fn progress(&mut self, taken: usize) -> Progress {
        let left = self.differ.steps_left() + self.assembly.left(&self.differ.result()) + self.differ.left_to_free();
        self.total = self.total.max(self.done + taken + left);
        self.done = self.total - left;
        let phase = self.differ.phase().unwrap_or(Phase::Report);
        Progress::Working { phase, done: self.done, total: self.total }
    }
}

/// Compares two OpenAPI descriptions, each in one file. A reference to another file is a problem in the report.
///
/// # Errors
/// A [`CompareError`] if one of the two cannot be read as a description.
pub fn compare(old: &[u8], new: &[u8], options: &CompareOptions) -> Result<Report, CompareError> {
    compare_files(old, new, options, |_, wanted| wanted.find_among(&[]))
}

/// A file that a description refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuppliedFile {
    /// Content of the file.
    pub bytes: Vec<u8>,
    /// Absolute URI that the file was found at, if it differs from the requested URI (see [`Loader::provide_from`]).
    pub found_at: Option<String>,
}

impl From<Vec<u8>> for SuppliedFile {
    /// Creates a file that was found at the requested URI.
    fn from(bytes: Vec<u8>) -> SuppliedFile {
        SuppliedFile { bytes, found_at: None }
    }
}

/// Compares two OpenAPI descriptions that may be split into files. `supply` returns the bytes of each referenced file,
/// or the reason why it could not be loaded. Its first argument is the description that refers to the file.
///
/// # Errors
/// A [`CompareError`] if one of the two root documents cannot be read as a description.
pub fn compare_files<S: Into<SuppliedFile>>(
    old: &[u8],
    new: &[u8],
    options: &CompareOptions,
    supply: impl FnMut(Side, &WantedFile) -> Result<S, String>,
) -> Result<Report, CompareError> {
    compare_with_progress(old, new, options, supply, |_, _, _| ControlFlow::Continue(()))
}

/// Compares like [`compare_files`], with progress. `watch` is called once both descriptions are read, and then after
/// every few steps. Its arguments are the phase, the steps done and the total steps (see [`Progress::Working`]). It can
/// stop the comparison.
///
/// # Errors
/// A [`CompareError`] if one of the two root documents cannot be read as a description, and `comparison.stopped` if
/// `watch` stopped the comparison.
pub fn compare_with_progress<S: Into<SuppliedFile>>(
    old: &[u8],
    new: &[u8],
    options: &CompareOptions,
    supply: impl FnMut(Side, &WantedFile) -> Result<S, String>,
    watch: impl FnMut(Phase, usize, usize) -> ControlFlow<()>,
) -> Result<Report, CompareError> {
    let (mut old, mut new) = read_both(old, new, options, supply)?;
    compare_descriptions(&mut old, &mut new, options, watch)
}

/// Reads both descriptions with the files that they refer to.
pub(crate) fn read_both<'d, S: Into<SuppliedFile>>(
    old: &'d [u8],
    new: &'d [u8],
    options: &CompareOptions,
    mut supply: impl FnMut(Side, &WantedFile) -> Result<S, String>,
) -> Result<(Description<'d>, Description<'d>), CompareError> {
    let [previous, current] = names(options);
    let old = read_all(&previous, old, |file| supply(Side::Previous, file))?;
    let new = read_all(&current, new, |file| supply(Side::Current, file))?;
    Ok((old, new))
}

/// Compares two descriptions. Changes their digests if some are forged, so do not use them for another comparison.
pub(crate) fn compare_descriptions(
    old: &mut Description<'_>,
    new: &mut Description<'_>,
    options: &CompareOptions,
    mut watch: impl FnMut(Phase, usize, usize) -> ControlFlow<()>,
) -> Result<Report, CompareError> {
    if find_forged(old, new).is_some() {
        tell_apart(old, new);
    }
    let mut comparison = Comparison::of_distinct_values(old, new, options);
    let mut pairs = 0;
    loop {
        match comparison.advance(pairs) {
            Ok(Progress::Finished(report)) => return Ok(*report),
            Ok(Progress::Working { phase, done, total }) => {
                if watch(phase, done, total).is_break() {
                    let message = "the comparison was stopped; start a new one to get a report".to_owned();
                    return Err(CompareError { code: code::COMPARISON_STOPPED, message });
                }
            }
            Err(misuse) => return Err(misuse.into()),
        }
        pairs = AT_ONCE;
    }
}

fn names(options: &CompareOptions) -> [String; 2] {
    let named = |name: &str, other: &str| if name.is_empty() { other.to_owned() } else { name.to_owned() };
    [named(&options.previous_name, "previous"), named(&options.current_name, "current")]
}

fn read_all<'a, S: Into<SuppliedFile>>(
    name: &str,
    bytes: &'a [u8],
    mut supply: impl FnMut(&WantedFile) -> Result<S, String>,
) -> Result<Description<'a>, ReadError> {
    let mut loader = Loader::new(name, bytes, &Limits::default())?;
    while let Some(file) = loader.next_file().cloned() {
        let (bytes, at) = match supply(&file).map(S::into) {
            Ok(SuppliedFile { bytes, found_at: at }) => (Ok(Cow::Owned(bytes)), at),
            Err(why) => (Err(why), None),
        };
        loader.provide_from(&file, at.as_deref(), bytes)?;
    }
    Ok(loader.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_base::error::ErrorKind;

    const OPERATIONS: usize = 3 * AT_ONCE;
    const PHASES: [Phase; 3] = [Phase::Definitions, Phase::Operations, Phase::Report];

    /// Returns a description with this number of operations. Each has its own schema and refers to a shared one.
    fn description(operations: usize, kind: &str) -> Vec<u8> {
        let (mut paths, mut schemas) = (serde_json::Map::new(), serde_json::Map::new());
        let schema = |name: &str| serde_json::json!({"$ref": format!("#/components/schemas/{name}")});
        for at in 0..operations {
            let name = format!("S{at}");
            let content = serde_json::json!({"a/b": {"schema": schema(&name)}, "a/c": {"schema": schema("Shared")}});
            let answer = serde_json::json!({"description": "", "content": content});
            paths.insert(format!("/p{at}"), serde_json::json!({"get": {"responses": {"200": answer}}}));
            schemas.insert(name, serde_json::json!({"type": kind}));
        }
        schemas.insert("Shared".to_owned(), serde_json::json!({"type": kind}));
        let components = serde_json::json!({"schemas": schemas});
        serde_json::json!({"openapi": "3.1.0", "paths": paths, "components": components}).to_string().into_bytes()
    }

    fn watched(watch: impl FnMut(Phase, usize, usize) -> ControlFlow<()>) -> (Report, Result<Report, CompareError>) {
        let (old, new) = (description(OPERATIONS, "string"), description(OPERATIONS, "integer"));
        let (options, nothing) =
            (CompareOptions::default(), |_: Side, _: &WantedFile| Err::<Vec<u8>, _>(String::new()));
        (compare(&old, &new, &options).unwrap(), compare_with_progress(&old, &new, &options, nothing, watch))
    }

    /// Compares in steps of this size, and passes the comparison to `watch` before each step.
    fn advanced(operations: usize, steps: usize, mut watch: impl FnMut(&Work<'_>, &Progress)) -> Report {
        let texts = ["string", "integer"].map(|kind| description(operations, kind));
        let [old, new] = [("previous", &texts[0]), ("current", &texts[1])]
            .map(|(name, text)| Loader::new(name, text.as_slice(), &Limits::default()).unwrap().finish());
        let mut comparison = Comparison::new(&old, &new, &CompareOptions::default());
        loop {
            match comparison.advance(steps).unwrap() {
                Progress::Finished(report) => return *report,
                progress @ Progress::Working { .. } => watch(comparison.work.as_ref().unwrap(), &progress),
            }
        }
    }

    #[test]
    fn progress_rises_to_the_end_and_the_report_is_the_same() {
        let mut seen = Vec::new();
        let (expected, report) = watched(|phase, done, total| {
            seen.push((phase, done, total));
            ControlFlow::Continue(())
        });
        assert_eq!(report.unwrap(), expected);
        assert_eq!(seen.first().map(|&(phase, done, _)| (phase, done)), Some((Phase::Definitions, 0)));
        let mut phases: Vec<Phase> = seen.iter().map(|&(phase, ..)| phase).collect();
        phases.dedup();
        assert_eq!(phases, PHASES);
        for pair in seen.windows(2) {
            let ((_, done, total), (_, later, known)) = (pair[0], pair[1]);
            assert!(done < later && later < known && total <= known, "{seen:?}");
        }
        let &(_, done, total) = seen.last().unwrap();
        assert!(total - done <= AT_ONCE, "the last step is no leap: {seen:?}");
    }

    #[test]
    fn comparison_can_be_stopped_in_every_phase() {
        for phase in PHASES {
            let mut seen = Vec::new();
            let (_, stopped) = watched(|now, _, _| {
                seen.push(now);
                if now == phase { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((stopped.unwrap_err().code.as_str(), seen.last()), ("comparison.stopped", Some(&phase)));
            assert_eq!(seen.iter().filter(|&&seen| seen == phase).count(), 1);
        }
    }

    #[test]
    fn steps_of_any_size_lead_to_the_same_report() {
        let expected = advanced(OPERATIONS, usize::MAX, |_, _| panic!("there is nothing left to do"));
        assert_eq!(expected.changes.len(), OPERATIONS + 1);
        assert_eq!(advanced(OPERATIONS, 1, |_, _| ()), expected);
        assert_eq!(advanced(OPERATIONS, 7, |_, _| ()), expected);
    }

    /// Returns the most items that one step adds to each growing collection, and the number of steps.
    fn most_in_a_step(operations: usize) -> (Vec<usize>, usize) {
        let (mut most, mut before, mut steps) = (vec![0; 5], vec![0; 5], 0);
        advanced(operations, 1, |work, progress| {
            let now: Vec<usize> = work.differ.result().reach.sizes().into_iter().chain(work.assembly.sizes()).collect();
            if matches!(progress, Progress::Working { phase: Phase::Report, .. }) {
                let grown = now.iter().zip(&before).map(|(now, before)| now.saturating_sub(*before));
                most = grown.zip(&most).map(|(grown, most)| grown.max(*most)).collect();
            }
            (before, steps) = (now, steps + 1);
        });
        (most, steps)
    }

    #[test]
    fn no_step_of_a_report_is_longer_in_a_longer_report() {
        let (few, steps) = most_in_a_step(OPERATIONS);
        let (many, more) = most_in_a_step(4 * OPERATIONS);
        assert_eq!(few, many);
        assert!(many.iter().all(|&most| 0 < most && most <= 32), "{many:?}");
        assert!(steps * 3 < more && more < steps * 5, "{steps} and {more}");
    }

    #[test]
    fn a_comparison_that_has_finished_goes_no_further() {
        let old = description(OPERATIONS, "string");
        let old = Loader::new("old", old.as_slice(), &Limits::default()).unwrap().finish();
        let mut comparison = Comparison::new(&old, &old, &CompareOptions::default());
        assert!(matches!(comparison.advance(AT_ONCE), Ok(Progress::Finished(_))), "next to nothing is to be done");
        assert_eq!(comparison.advance(1), Err(ComparisonMisuse));
        let refused = CompareError::from(ComparisonMisuse);
        assert_eq!((refused.code.as_str(), refused.code.kind()), ("comparison.misuse", ErrorKind::Misuse));
    }
}
