//! What must not have happened to a fleet: a refresh token that reached Keycloak twice, a call that was lost though somebody
//! could have served it, a process that is not served once all is well, a secret that shows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::Report;
use super::super::ledger::{Grant, Ledger};
use super::super::secrets::Secrets;

/// How long after the store is back calls may fail: connections are made anew, and a wait after a failure is over.
const AFTER_OUTAGE: i64 = 5_000;

/// What happened, as the run noted it.
#[derive(Debug, Default)]
pub(super) struct FleetRecord {
    pub(super) kills: usize,
    pub(super) freezes: usize,
    /// From when to when the store was disturbed.
    outages: Vec<(i64, i64)>,
    calls: usize,
    /// Calls that were not served: the process, when they began and ended, and the code.
    failed: Vec<(usize, i64, i64, String)>,
    slowest: i64,
    pub(super) notes: BTreeMap<String, usize>,
    /// Everything that processes printed.
    pub(super) texts: Vec<String>,
    /// Processes that ended by themselves.
    pub(super) ended: Vec<usize>,
    /// Processes that were not served once all was well.
    pub(super) unserved: Vec<usize>,
}

/// What others saw.
pub(super) struct Seen<'a> {
    pub(super) ledger: &'a Ledger,
    /// Keycloak's own.
    pub(super) events: &'a [Value],
    /// The store's file and its slow log.
    pub(super) shown: &'a str,
    pub(super) secrets: &'a Secrets,
    pub(super) password: &'a str,
}

impl FleetRecord {
    pub(super) fn begin_outage(&mut self, at: i64) {
        self.outages.push((at, i64::MAX));
    }

    pub(super) fn end_outage(&mut self, at: i64) {
        if let Some((_, until)) = self.outages.last_mut() {
            *until = at;
        }
    }

    pub(super) fn end_call(&mut self, process: usize, began: i64, ended: i64, failure: Option<String>) {
        self.calls += 1;
        match failure {
            Some(code) => self.failed.push((process, began, ended, code)),
            None => self.slowest = self.slowest.max(ended - began),
        }
    }

    /// Calls that nobody could have served, and those that were lost.
    fn sort_failures(&self) -> (usize, Vec<String>) {
        let is_excused = |(_, began, ended, code): &&(usize, i64, i64, String)| {
            let in_outage =
                self.outages.iter().any(|(from, to)| began <= &to.saturating_add(AFTER_OUTAGE) && from <= ended);
            // The API refuses good tokens at times, as it is told to.
            (code == "store.failed" && in_outage) || code.starts_with("api.")
        };
        let (excused, lost): (Vec<_>, Vec<_>) = self.failed.iter().partition(is_excused);
        let lost = lost.iter().map(|(process, began, ended, code)| {
            format!("a call of process {process} was lost after {} ms: {code}", ended - began)
        });
        (excused.len(), lost.collect())
    }
}

pub(super) fn judge(record: &FleetRecord, seen: &Seen<'_>) -> Report {
    let (excused, mut complaints) = record.sort_failures();
    let (mut sent, mut refreshes, mut passwords, mut twice) = (BTreeSet::new(), 0, 0, 0);
    for request in &seen.ledger.tokens {
        match &request.grant {
            Grant::Password => passwords += 1,
            Grant::Refresh(token) => {
                refreshes += 1;
                if !sent.insert(token.clone()) {
                    twice += 1;
                    complaints.push(format!("{token} reached Keycloak twice"));
                }
            }
        }
    }
    let reused = |event: &&Value| event.to_string().contains("reuse");
    complaints.extend(seen.events.iter().filter(reused).map(|event| format!("Keycloak saw a reuse: {event}")));
    complaints
        .extend(record.unserved.iter().map(|process| format!("process {process} is not served though all is well")));
    complaints.extend(record.ended.iter().map(|process| format!("process {process} ended by itself")));
    if refreshes < 5 {
        complaints.push(format!("{refreshes} refreshes prove nothing"));
    }
    let printed = record.texts.iter().map(String::as_str).chain([seen.shown]);
    for text in printed {
        if text.contains(seen.password) || seen.secrets.shown_in(text).is_some() {
            complaints.push("a secret shows in what a process printed, or in the store".to_owned());
            break;
        }
    }
    let notes: Vec<String> = record.notes.iter().map(|(code, count)| format!("{code} {count}")).collect();
    let line = format!(
        "fleet: {} calls, {} lost, {excused} refused by the API or while the store was down, {refreshes} refreshes, {passwords} logins, {twice} \
         sent twice, {} kills, {} freezes, {} disturbances of the store, slowest call {} ms; notes: {}",
        record.calls,
        record.failed.len() - excused,
        record.kills,
        record.freezes,
        record.outages.len(),
        record.slowest,
        notes.join(", ")
    );
    Report { line, complaints }
}
