//! Releases of the same interface next to one another: what is said forwards is said backwards, and all is explained.

use std::collections::BTreeMap;
use std::path::PathBuf;

use waybill_core::compat::Level;
use waybill_core::report::{Change, CompareOptions, Place, Report, compare};

/// Neighbouring releases among the published descriptions.
pub(super) fn pairs() -> Vec<(PathBuf, PathBuf)> {
    let series = [
        "github-",
        "directory-github.com-ghes-",
        "directory-twilio.com-twilio_chat",
        "directory-twilio.com-twilio_flex",
    ];
    let more = [
        "directory-twilio.com-twilio_studio",
        "directory-adyen.com-CheckoutService",
        "directory-adyen.com-ManagementService",
        "directory-adyen.com-TransferService",
        "directory-codat.io-",
        "examples-3.0-petstore",
    ];
    let all = series.into_iter().chain(more).flat_map(|start| {
        let files: Vec<PathBuf> =
            super::named(start).into_iter().filter(|file| file.extension().is_some_and(|e| e == "json")).collect();
        files.iter().cloned().zip(files.iter().skip(1).cloned()).collect::<Vec<_>>()
    });
    all.collect()
}

fn report(old: &PathBuf, new: &PathBuf) -> Report {
    let [left, right] = [old, new].map(|file| std::fs::read(file).unwrap());
    compare(&left, &right, &CompareOptions::default()).unwrap()
}

/// Where a change is, on both sides.
fn places(change: &Change, mirrored: bool) -> (Option<&Place>, Option<&Place>) {
    let (old, new) = (change.old.as_ref(), change.new.as_ref());
    if mirrored { (new, old) } else { (old, new) }
}

#[test]
fn reports_in_both_directions_have_the_same_locations() {
    // One of GitHub's pairs stands for all: without optimisation each takes seconds.
    let is_github = |(old, _): &(PathBuf, PathBuf)| super::file_name(old).starts_with("github-");
    let (github, others): (Vec<_>, Vec<_>) = pairs().into_iter().partition(is_github);
    for (old, new) in github.into_iter().take(1).chain(others) {
        let (forwards, backwards) = (report(&old, &new), report(&new, &old));
        let count = |report: &Report, mirrored| {
            let mut counted: BTreeMap<String, usize> = BTreeMap::new();
            for change in &report.changes {
                *counted.entry(format!("{:?}", places(change, mirrored))).or_default() += 1;
            }
            counted
        };
        let (there, back) = (count(&forwards, false), count(&backwards, true));
        let differing: Vec<_> = there
            .iter()
            .filter(|(place, times)| back.get(*place) != Some(times))
            .chain(back.iter().filter(|(place, _)| !there.contains_key(*place)))
            .take(5)
            .collect();
        assert!(differing.is_empty(), "{} and {}: {differing:#?}", old.display(), new.display());
    }
}

#[test]
fn every_change_between_releases_is_explained() {
    for (old, new) in pairs() {
        let report = report(&old, &new);
        let open: Vec<&str> = report
            .changes
            .iter()
            .filter(|c| c.level == Level::Unclassified)
            .map(|c| c.message.as_str())
            .take(5)
            .collect();
        assert!(open.is_empty(), "{} and {}: {open:#?}", old.display(), new.display());
    }
}
