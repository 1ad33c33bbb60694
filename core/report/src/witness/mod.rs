//! Examples of breaking changes: a request that the previous description accepts and the current one rejects, and its
//! replacement.
//!
//! Both requests are checked against the schemas of both descriptions. The search has a limit. A change without a
//! checked example has no example.

mod body;
mod draft;
mod edges;
mod edit;
mod objections;
mod prune;
mod repair;
mod search;
mod subject;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use waybill_openapi::internal::{find_operation, limit_work, resolved};
use waybill_openapi::operation::Operation;
use waybill_openapi::schema::{Instance, Validator, ValidatorLimits, ValidatorOptions};
use waybill_openapi::{Description, WantedFile};

use self::draft::{Draft, Extent};
use self::objections::nearest;
use self::search::Search;
use self::subject::Subject;
use crate::{
    AffectedOperation, Change, CompareError, CompareOptions, Direction, JsonText, Level, NOT_FOUND, Phase, Report,
    Side, SuppliedFile, compare_descriptions, read_both,
};

/// Maximum number of changes of a report to search examples for. Readers look at few, and each takes some work.
const MAX_CHANGES: usize = 200;

/// Maximum number of operations of a change to search. The first example is used.
const MAX_OPERATIONS: usize = 3;

/// Maximum number of drafts for all changes of a report, and the fixed cost of one search, in drafts. Malicious schemas
/// are slow to sample.
const MAX_TRIES: usize = 30_000;
const TRIES_OF_A_SEARCH: usize = 50;

/// Maximum number of schemas that one check applies. Examples are small, and a search checks hundreds of them.
const MAX_STEPS: usize = 50_000;

/// Number of steps of all samples and checks of a report together, and of further steps for each byte of both descriptions, so
/// that the cost stays linear. A step takes up to 50 ns.
const STEPS_OF_A_REPORT: usize = 4_000_000;
const STEPS_OF_A_BYTE: usize = 50;

/// An operation of one of the descriptions.
#[derive(Debug, Clone, Copy)]
struct Endpoint<'a> {
    description: &'a Description<'a>,
    operation: &'a Operation,
}

/// An operation of both descriptions, with the drafts that were sampled for it.
#[derive(Debug)]
struct Endpoints<'a> {
    affected: AffectedOperation,
    descriptions: [&'a Description<'a>; 2],
    operations: [Operation; 2],
    drafts: Vec<((Extent, u64), Option<Draft>)>,
}

impl<'a> Endpoints<'a> {
    fn find(
        previous: &'a Description<'a>,
        current: &'a Description<'a>,
        affected: &AffectedOperation,
    ) -> Option<Endpoints<'a>> {
        let AffectedOperation { path, method } = affected;
        let operations = [find_operation(previous, method, path)?, find_operation(current, method, path)?];
        Some(Endpoints {
            affected: affected.clone(),
            descriptions: [previous, current],
            operations,
            drafts: Vec::new(),
        })
    }
}

/// Compares two OpenAPI descriptions like [`compare_with_progress`](crate::compare_with_progress), and adds examples to
/// breaking changes of requests. See [`add_witnesses`].
///
/// # Errors
/// A [`CompareError`] if one of the two root documents cannot be read as a description, and `comparison.stopped` if
/// `watch` stopped the comparison.
pub fn compare_with_witnesses<S: Into<SuppliedFile>>(
    previous: &[u8],
    current: &[u8],
    options: &CompareOptions,
    supply: impl FnMut(Side, &WantedFile) -> Result<S, String>,
    watch: impl FnMut(Phase, usize, usize) -> ControlFlow<()>,
) -> Result<Report, CompareError> {
    let (mut previous, mut current) = read_both(previous, current, options, supply)?;
    let mut report = compare_descriptions(&mut previous, &mut current, options, watch)?;
    add_witnesses(&mut report, &previous, &current);
    Ok(report)
}

/// Adds examples to a finished report. The two OpenAPI descriptions are read again. See [`add_witnesses`].
///
/// The options have to name the descriptions as in the comparison. An empty name is replaced by the report's. Excluded
/// operations have no changes. `wanted` are the ids of the changes to search examples for. `None` selects all changes.
///
/// # Errors
/// A [`CompareError`] if one of the two root documents cannot be read as a description.
pub fn add_witnesses_from_files<S: Into<SuppliedFile>>(
    report: &mut Report,
    previous: &[u8],
    current: &[u8],
    options: &CompareOptions,
    wanted: Option<&[String]>,
    supply: impl FnMut(Side, &WantedFile) -> Result<S, String>,
) -> Result<(), CompareError> {
    let name = |given: &str, source: &str| if given.is_empty() { source.to_owned() } else { given.to_owned() };
    let options = CompareOptions {
        previous_name: name(&options.previous_name, &report.previous.source),
        current_name: name(&options.current_name, &report.current.source),
        exclude: options.exclude.clone(),
        levels: options.levels.clone(),
        renames: options.renames.clone(),
        periods: options.periods,
    };
    let (previous, current) = read_both(previous, current, &options, supply)?;
    add_witnesses_among(report, &previous, &current, wanted);
    Ok(())
}

/// Adds an example to each breaking change of requests, if the search finds one.
///
/// The report has to be of these two descriptions. Work is limited: if there are many such changes, only the first ones
/// are searched.
pub fn add_witnesses(report: &mut Report, previous: &Description<'_>, current: &Description<'_>) {
    add_witnesses_among(report, previous, current, None);
}

/// Adds examples to the changes with these ids. An example must not show one of the other changes instead.
fn add_witnesses_among(
    report: &mut Report,
    previous: &Description<'_>,
    current: &Description<'_>,
    wanted: Option<&[String]>,
) {
    let is_wanted = |change: &Change| wanted.is_none_or(|ids| ids.contains(&change.id));
    let limits = ValidatorLimits { steps: MAX_STEPS, ..ValidatorLimits::default() };
    let mut validator = Validator::new(ValidatorOptions { limits, ..ValidatorOptions::default() });
    let bytes = resolved(previous).bytes() + resolved(current).bytes();
    limit_work(&mut validator, STEPS_OF_A_REPORT + bytes * STEPS_OF_A_BYTE);
    let claimed = claimed_places(report);
    let mut tries = MAX_TRIES;
    let mut endpoints: Option<Endpoints<'_>> = None;
    let breaking = report.changes.iter_mut().filter(|change| breaks_requests(change) && is_wanted(change));
    for change in breaking.take(MAX_CHANGES) {
        let subject = Subject::find(change, previous, current, &claimed);
        let found = change.operations.iter().take(MAX_OPERATIONS).find_map(|affected| {
            // Changes of one operation often follow each other.
            if endpoints.as_ref().is_none_or(|endpoints| endpoints.affected != *affected) {
                endpoints = Endpoints::find(previous, current, affected);
            }
            let endpoints = endpoints.as_mut()?;
            tries = tries.checked_sub(TRIES_OF_A_SEARCH)?;
            Search::new(&mut validator, endpoints, &subject, &mut tries).find()
        });
        if found.is_none() {
            change.no_witness = NOT_FOUND;
        }
        change.witness = found.map(Box::new);
    }
}

/// The result of checking an example.
pub(crate) enum ExampleVerdict {
    Valid,
    /// Invalid, for this reason.
    Invalid(String),
    /// The change is not about a value of the root document, or the check exceeds its limit.
    Unchecked,
}

/// Checks if the current description accepts a value at the location of a change.
pub(crate) fn check_example(change: &Change, current: &Description<'_>, example: &JsonText) -> ExampleVerdict {
    let place = change.new.as_ref().filter(|place| place.file.is_none());
    let schema = place.and_then(|place| subject::schema_around(current, &place.pointer));
    let Some(schema) = schema else { return ExampleVerdict::Unchecked };
    let instance = match Instance::read("example", example.as_str().as_bytes()) {
        Ok(instance) => instance,
        Err(error) => return ExampleVerdict::Invalid(error.to_string()),
    };
    let limits = ValidatorLimits { steps: MAX_STEPS, ..ValidatorLimits::default() };
    let mut validator = Validator::new(ValidatorOptions { limits, ..ValidatorOptions::default() });
    let result = validator.validate(current, schema, &instance, change.direction);
    match result.violations.first() {
        Some(violation) => ExampleVerdict::Invalid(nearest(violation).to_string()),
        None if result.is_valid() => ExampleVerdict::Valid,
        None => ExampleVerdict::Unchecked,
    }
}

fn breaks_requests(change: &Change) -> bool {
    change.level == Level::Breaking && change.direction == Some(Direction::Request)
}

/// Returns the locations of changes of requests in the current description, as JSON Pointers.
fn claimed_places(report: &Report) -> BTreeSet<String> {
    let places =
        report.changes.iter().filter(|change| breaks_requests(change)).filter_map(|change| change.new.as_ref());
    places.map(|place| place.pointer.clone()).collect()
}
