//! What is held against a run, and the line that sums it up. Its recording and its ledger are written in any case.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use super::faults::Fault;
use super::run::{Ran, Run};
use super::timeline::Timeline;
use super::{calls, logins, replay};

/// The result of one run.
#[derive(Debug)]
pub(super) struct Verdict {
    name: String,
    seed: u64,
    calls: usize,
    failed: usize,
    exchanges: usize,
    lost: usize,
    last_tries: usize,
    given_up: usize,
    faults: BTreeMap<Fault, usize>,
    /// What must not have happened, a sentence each.
    pub(super) complaints: Vec<String>,
}

impl Verdict {
    pub(super) fn judge(run: &Run, ran: &Ran, events: &[Value], work: &Path) -> io::Result<Self> {
        let timeline = Timeline::read(&ran.steps);
        let logins = logins::judge(run.with_password, &ran.ledger, &timeline, events);
        let mut complaints = ran.broken.clone();
        complaints.extend(logins.complaints);
        complaints.extend(calls::judge(run.with_password, &ran.ledger, &timeline));
        complaints.extend(replay::difference(&ran.config, &ran.steps));
        complaints.extend(replay::unforeseen(&ran.config, &ran.steps));
        if (timeline.calls as u64) < run.calls {
            complaints.push(format!("only {} calls were recorded", timeline.calls));
        }
        let mut faults = BTreeMap::new();
        for request in &ran.ledger.tokens {
            *faults.entry(request.fault).or_default() += 1;
        }
        complaints.extend(write(run, ran, work)?);
        Ok(Self {
            name: run.name.clone(),
            seed: run.seed,
            calls: timeline.calls,
            failed: timeline.failed.len(),
            exchanges: ran.ledger.tokens.len(),
            lost: logins.lost,
            last_tries: logins.last_tries,
            given_up: logins.given_up,
            faults,
            complaints,
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, seed, calls, failed, exchanges, lost, last_tries, given_up, faults, complaints } = self;
        let faults = faults.iter().filter(|(fault, _)| **fault != Fault::None);
        let faults: Vec<String> = faults.map(|(fault, count)| format!("{} {count}", fault.name())).collect();
        write!(
            f,
            "{name}: {calls} calls, {failed} failed for a reason, {exchanges} exchanges ({}), {last_tries} last tries, \
             {given_up} refresh tokens given up, {lost} logins lost for a reason, {} complaints (seed {seed})",
            faults.join(", "),
            complaints.len(),
        )
    }
}

/// Writes recording and ledger, a JSON line for each entry; gives what they show that they must not.
fn write(run: &Run, ran: &Ran, work: &Path) -> io::Result<Vec<String>> {
    let config = json!({ "config": ran.config });
    let recording: Vec<String> = std::iter::once(&config).chain(&ran.steps).map(ToString::to_string).collect();
    let ledger: Vec<String> = ran.ledger.lines().iter().map(ToString::to_string).collect();
    fs::write(work.join(format!("{}.recording.jsonl", run.name)), recording.join("\n") + "\n")?;
    fs::write(work.join(format!("{}.ledger.jsonl", run.name)), ledger.join("\n") + "\n")?;
    let log = String::from_utf8_lossy(&fs::read(&run.log)?).into_owned();
    let texts = [("recording", recording.join("\n")), ("ledger", ledger.join("\n")), ("log", log)];
    let shown = texts
        .iter()
        .filter_map(|(name, text)| Some(format!("{} shows in the {name}", run.proxy.secrets.shown_in(text)?)));
    Ok(shown.collect())
}
