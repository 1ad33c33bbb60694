//! What a run of a fleet notes of its processes.

use std::collections::BTreeMap;

use super::super::ledger::now;
use super::registry::Instance;

/// How long after the store is back a process may miss its answers: connections are made anew.
const AFTER_OUTAGE: i64 = 5_000;

/// A call that was not served.
#[derive(Clone, Debug)]
pub(super) struct FailedCall {
    pub(super) process: usize,
    pub(super) began: i64,
    pub(super) ended: i64,
    pub(super) code: String,
}

/// A process that did nothing for a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Freeze {
    pub(super) instance: Instance,
    pub(super) from: i64,
    /// Far away while it is not over.
    pub(super) to: i64,
}

/// What happened, as the run noted it.
#[derive(Debug, Default)]
pub(super) struct FleetRecord {
    /// What was done to processes and store, and when.
    pub(super) events: Vec<(i64, String)>,
    /// Kills at whatever moment; those at a point of an exchange are counted there.
    pub(super) kills: usize,
    /// Restarts with other keys.
    pub(super) rotations: usize,
    pub(super) freezes: Vec<Freeze>,
    /// From when to when the store was disturbed.
    pub(super) outages: Vec<(i64, i64)>,
    /// When the store lost what was saved.
    pub(super) losses: Vec<i64>,
    /// New sign-ins by a person.
    pub(super) sign_ins: usize,
    pub(super) calls: usize,
    pub(super) failed: Vec<FailedCall>,
    pub(super) slowest: i64,
    /// What processes noted: when, who, and the code.
    pub(super) notes: Vec<(i64, Instance, String)>,
    /// Everything that processes printed.
    pub(super) texts: Vec<String>,
    /// Processes that ended by themselves.
    pub(super) ended: Vec<usize>,
    /// Processes that were not served once all was well.
    pub(super) unserved: Vec<usize>,
}

impl FleetRecord {
    pub(super) fn note_event(&mut self, what: String) {
        self.events.push((now(), what));
    }

    pub(super) fn begin_outage(&mut self, at: i64) {
        self.outages.push((at, i64::MAX));
    }

    pub(super) fn end_outage(&mut self, at: i64) {
        if let Some((_, until)) = self.outages.last_mut() {
            *until = at;
        }
    }

    pub(super) fn begin_freeze(&mut self, instance: Instance, at: i64) {
        self.freezes.push(Freeze { instance, from: at, to: i64::MAX });
    }

    pub(super) fn end_freeze(&mut self, instance: Instance, at: i64) {
        let latest = self.freezes.iter_mut().rev().find(|freeze| freeze.instance == instance);
        if let Some(freeze) = latest {
            freeze.to = at;
        }
    }

    pub(super) fn end_call(&mut self, process: usize, began: i64, ended: i64, failure: Option<String>) {
        self.calls += 1;
        match failure {
            Some(code) => self.failed.push(FailedCall { process, began, ended, code }),
            None => self.slowest = self.slowest.max(ended - began),
        }
    }

    /// How many calls nobody could have served, and a sentence for those that were lost, process by process.
    ///
    /// That a call has to fail when the store does is what the model foretells; that the store fails has to have a cause here.
    pub(super) fn sort_failures(&self) -> (usize, Vec<String>) {
        // The API refuses good tokens at times, as it is told to.
        let is_excused = |call: &&FailedCall| call.code == "store.failed" || call.code.starts_with("api.");
        let (excused, lost): (Vec<_>, Vec<_>) = self.failed.iter().partition(is_excused);
        let mut alike: BTreeMap<(usize, &str), Vec<&FailedCall>> = BTreeMap::new();
        for call in lost {
            alike.entry((call.process, call.code.as_str())).or_default().push(call);
        }
        let lost = alike.into_iter().map(|((process, code), calls)| {
            let longest = calls.iter().map(|call| call.ended - call.began).max().unwrap_or_default();
            let first = calls.iter().map(|call| call.began).min().unwrap_or_default();
            format!(
                "process {process}: {} calls were lost, {code}, the first at {first}, after {longest} ms at most",
                calls.len()
            )
        });
        let undisturbed =
            self.notes.iter().filter(|(at, who, code)| code == "store.down" && !self.is_disturbed(*at, *who));
        let failures = undisturbed.map(|(at, Instance { process, life }, _)| {
            format!("process {process}, life {life} had no answer of the store at {at}, which nothing disturbed")
        });
        (excused.len(), lost.chain(failures).collect())
    }

    /// Whether the store, or that process, was disturbed then or shortly before.
    fn is_disturbed(&self, at: i64, who: Instance) -> bool {
        let is_then = |from: i64, to: i64| from <= at && at <= to.saturating_add(AFTER_OUTAGE);
        self.outages.iter().any(|(from, to)| is_then(*from, *to))
            || self.freezes.iter().any(|freeze| freeze.instance == who && is_then(freeze.from, freeze.to))
    }

    /// How often each code was noted.
    pub(super) fn notes(&self) -> BTreeMap<&str, usize> {
        let mut notes = BTreeMap::new();
        for (_, _, code) in &self.notes {
            *notes.entry(code.as_str()).or_default() += 1;
        }
        notes
    }
}
