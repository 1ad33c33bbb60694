//! The gate that a pull request passes or fails.

use waybill_core::Report;
use waybill_core::release::Bump;
use waybill_core::report::{Change, Level};

use crate::settings::FailOn;

/// Returns the fingerprints of the changes that fail the check and are not accepted. Empty if it passes.
pub(super) fn failing(report: &Report, fail_on: FailOn) -> Vec<&str> {
    let verdict = &report.verdict;
    let is_honoured = verdict.honoured == Some(true);
    let is_major = verdict.declared_bump == Some(Bump::Major);
    let fails = |level: Level| match (fail_on, level) {
        (FailOn::None, _) | (FailOn::Any, Level::Docs) => false,
        (FailOn::Any, _) => true,
        (FailOn::Breaking | FailOn::Unproved | FailOn::Risky, Level::Breaking) => !is_honoured,
        (FailOn::Unproved | FailOn::Risky, Level::Unproved | Level::Unclassified) | (FailOn::Risky, Level::Risky) => {
            !is_major
        }
        (FailOn::Breaking | FailOn::Unproved | FailOn::Risky, _) => false,
    };
    // No version excuses a deprecation period that is too short.
    let is_too_early = |change: &Change| change.period.is_some() && fail_on != FailOn::None;
    let fails = |change: &Change| fails(change.level) || is_too_early(change);
    let changes = report.changes.iter().filter(|change| fails(change) && change.accepted.is_none());
    changes.map(|change| change.id.as_str()).collect()
}
