//! Runs steps in parallel, as far as their needs, their lanes and the number of cores allow.

use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use super::count::Tests;
use super::progress::Progress;
use super::step::{Action, Load, Session, Step};
use crate::command;

/// Prefix of the secrets that tests plant.
const CANARY: &str = "canary-";
/// Redraw interval of the line of running steps.
const TICK: Duration = Duration::from_secs(1);

/// The result of a step.
#[derive(Debug)]
pub(super) enum Verdict {
    /// The step passed, with this report.
    Passed(String),
    /// The step failed with this error.
    Failed(String),
    /// The step did not run because this step, which it needs, did not pass.
    NotRun(String),
}

/// A step that ended.
#[derive(Debug)]
pub(super) struct Ended<'a> {
    pub(super) id: &'a str,
    pub(super) host: &'static str,
    pub(super) verdict: Verdict,
    /// Test counts. `None` for a single check, such as formatting.
    pub(super) tests: Option<Tests>,
    pub(super) wall: Duration,
    /// Processor time of the programs that it ran, if the system reports it.
    pub(super) processor: Duration,
    pub(super) runs_vectors: bool,
}

impl Ended<'_> {
    /// True if the step passed.
    pub(super) fn is_well(&self) -> bool {
        matches!(self.verdict, Verdict::Passed(_))
    }
}

/// Runs all steps. If several can start, the first in order starts.
pub(super) fn run<'a>(steps: &[&'a Step], session: &Session<'_>, progress: &mut Progress) -> Vec<Ended<'a>> {
    let mut waiting: Vec<&'a Step> = steps.to_vec();
    let mut running: Vec<(&'a Step, Instant)> = Vec::new();
    let mut ended: Vec<Ended<'a>> = Vec::new();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        loop {
            while let Some((step, blocked)) = next(&mut waiting, &running, &ended) {
                if let Some(need) = blocked {
                    let not_run = not_run(step, need);
                    progress.ended(&not_run);
                    ended.push(not_run);
                } else {
                    running.push((step, Instant::now()));
                    let sender = sender.clone();
                    scope.spawn(move || send(&sender, step, session));
                }
            }
            if running.is_empty() {
                break;
            }
            match receiver.recv_timeout(TICK) {
                Ok(done) => {
                    running.retain(|(step, _)| step.id != done.id);
                    progress.ended(&done);
                    ended.push(done);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress.tick(&running);
        }
    });
    // Every step of the run must be reported.
    for step in waiting {
        let not_run = not_run(step, "a step that waits for it".to_owned());
        progress.ended(&not_run);
        ended.push(not_run);
    }
    ended
}

/// Removes and returns the first step that can start now. Names a need that did not pass if the step cannot run at all.
fn next<'a>(
    waiting: &mut Vec<&'a Step>,
    running: &[(&Step, Instant)],
    ended: &[Ended<'_>],
) -> Option<(&'a Step, Option<String>)> {
    let well: HashMap<&str, bool> = ended.iter().map(|ended| (ended.id, ended.is_well())).collect();
    let steps_left: Vec<&str> =
        waiting.iter().chain(running.iter().map(|(step, _)| step)).map(|step| step.id.as_str()).collect();
    let mut lanes: Vec<&str> = running.iter().map(|(step, _)| step.lane()).collect();
    for (position, step) in waiting.iter().enumerate() {
        let failed = step.needs.iter().find(|need| well.get(**need) == Some(&false));
        let will_end = |id: &str| !well.contains_key(id) && steps_left.contains(&id);
        let is_ready = step.needs.iter().all(|need| well.contains_key(need))
            && !step.after.iter().any(|id| will_end(id))
            && !lanes.contains(&step.lane());
        if failed.is_some() || is_ready && fits(step, running) {
            return Some((waiting.remove(position), failed.map(|need| (*need).to_owned())));
        }
        // Later steps of a lane wait for the earlier ones.
        lanes.push(step.lane());
    }
    None
}

/// Maximum number of steps that use all cores. Compilers use one core for long, because crates wait for each other and are linked
/// at the end. Two of them fill two cores.
const MOST_ON_ALL_CORES: usize = 2;

/// True if the machine has room: there are fewer busy steps than cores.
fn fits(step: &Step, running: &[(&Step, Instant)]) -> bool {
    let count = |load: Load| running.iter().filter(|(step, _)| step.load == load).count();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let is_free = count(Load::OneCore) + count(Load::AllCores) < cores;
    match step.load {
        Load::Waits => true,
        Load::OneCore => is_free,
        Load::AllCores => is_free && count(Load::AllCores) < MOST_ON_ALL_CORES,
    }
}

fn not_run(step: &Step, need: String) -> Ended<'_> {
    let (wall, processor, runs_vectors) = (Duration::ZERO, Duration::ZERO, false);
    let verdict = Verdict::NotRun(need);
    Ended { id: &step.id, host: step.host, verdict, tests: None, wall, processor, runs_vectors }
}

fn send<'a>(sender: &Sender<Ended<'a>>, step: &'a Step, session: &Session<'_>) {
    // The receiver lives until all steps have ended.
    let _ = sender.send(run_one(step, session));
}

fn run_one<'a>(step: &'a Step, session: &Session<'_>) -> Ended<'a> {
    let start = Instant::now();
    let _ = command::take_processor_time();
    let mut tests = None;
    // A step that panics has failed. The other steps continue.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match &step.action {
        Action::Check(check) => check(session),
        Action::Tests { count, run } => {
            tests = Some(Tests::default());
            let (output, succeeded) = run(session)?;
            let counted = count(&output).unwrap_or_default();
            tests = Some(counted);
            judge(&output, succeeded, counted).map(|()| String::new())
        }
    }));
    let verdict = match result {
        Ok(Ok(report)) => Verdict::Passed(report),
        Ok(Err(error)) => Verdict::Failed(format!("{error:#}")),
        Err(_) => Verdict::Failed("the step itself panicked; its message is above".to_owned()),
    };
    let processor = command::take_processor_time();
    let (id, host, runs_vectors) = (step.id.as_str(), step.host, step.runs_vectors);
    Ended { id, host, verdict, tests, wall: start.elapsed(), processor, runs_vectors }
}

/// Judges a test runner's output.
///
/// A runner that succeeds without any test has failed, because a filter or a folder is wrong. A runner whose output contains
/// a planted secret has failed too.
fn judge(output: &str, succeeded: bool, tests: Tests) -> Result<()> {
    if !succeeded {
        bail!("{}", command::tail(output));
    }
    if let Some(line) = output.lines().find(|line| line.contains(CANARY)) {
        bail!("a planted secret shows in the log: {line}");
    }
    match tests {
        Tests { failed: 1.., .. } => bail!("{}", command::tail(output)),
        Tests { skipped: skipped @ 1.., .. } => bail!("{skipped} tests were skipped, and none may be"),
        Tests { passed: 0, .. } => bail!("no tests were run\n{}", command::tail(output)),
        Tests { .. } => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::repo::Repo;
    use crate::test::selection::{Selection, with_needs};
    use crate::test::step::Step;

    fn run_all(steps: &[Step]) -> Vec<(String, &'static str)> {
        let repo = Repo::find().unwrap();
        let session = Session { repo: &repo, evidence: std::env::temp_dir() };
        let steps: Vec<&Step> = steps.iter().collect();
        let ended = run(&steps, &session, &mut Progress::silent());
        let verdict = |ended: &Ended<'_>| match ended.verdict {
            Verdict::Passed(_) => "passed",
            Verdict::Failed(_) => "failed",
            Verdict::NotRun(_) => "not run",
        };
        ended.iter().map(|ended| (ended.id.to_owned(), verdict(ended))).collect()
    }

    #[test]
    fn step_failed_need_is_not_run() {
        let steps = [
            Step::check("a", "a/fails", |_| -> Result<()> { bail!("no") }),
            Step::check("a", "b/needs-it", |_| Ok(())).needs(&["a/fails"]),
            Step::check("a", "b/needs-that", |_| Ok(())).needs(&["b/needs-it"]),
            Step::check("a", "a/free", |_| Ok(())),
        ];
        let mut ended = run_all(&steps);
        ended.sort();
        let expected =
            [("a/fails", "failed"), ("a/free", "passed"), ("b/needs-it", "not run"), ("b/needs-that", "not run")];
        assert_eq!(ended, expected.map(|(id, verdict)| (id.to_owned(), verdict)));
    }

    #[test]
    fn all_steps_of_a_tier_start_at_last() {
        for words in [[].as_slice(), &["--deep"], &["soap"], &["openapi"], &["store"]] {
            let mut all = crate::test::steps();
            for step in &mut all {
                step.action = Action::Check(Box::new(|_| Ok(String::new())));
            }
            let wanted = Selection::read(words).unwrap().wanted(&all).unwrap();
            let ids: Vec<String> = with_needs(&all, &wanted).unwrap().iter().map(|step| step.id.clone()).collect();
            all.retain(|step| ids.contains(&step.id));
            let ended = run_all(&all);
            assert_eq!(ended.len(), ids.len());
            assert!(ended.iter().all(|(_, verdict)| *verdict == "passed"), "{words:?}: {ended:?}");
        }
    }

    #[test]
    fn step_that_panics_fails_alone() {
        let steps = [
            Step::check("a", "a/panics", |_| -> Result<()> { panic!("planted") }),
            Step::check("a", "a/other", |_| Ok(())),
        ];
        let expected = [("a/panics".to_owned(), "failed"), ("a/other".to_owned(), "passed")];
        assert_eq!(run_all(&steps), expected);
    }

    #[test]
    fn steps_of_one_lane_run_in_order_one_at_a_time() {
        let (now, order) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Vec::new())));
        let steps: Vec<Step> = (0..6)
            .map(|number| {
                let (now, order) = (Arc::clone(&now), Arc::clone(&order));
                Step::check("a", format!("a/{number}"), move |_| {
                    assert_eq!(now.fetch_add(1, Ordering::SeqCst), 0, "another step of the lane is running");
                    order.lock().unwrap().push(number);
                    now.fetch_sub(1, Ordering::SeqCst);
                    Ok(())
                })
                .load(Load::Waits)
            })
            .collect();
        assert!(run_all(&steps).iter().all(|(_, verdict)| *verdict == "passed"));
        assert_eq!(*order.lock().unwrap(), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn runner_without_tests_has_failed() {
        let count = |passed, failed, skipped| Tests { passed, failed, skipped };
        assert!(judge("fine", true, count(3, 0, 0)).is_ok());
        for (output, succeeded, tests) in [
            ("fine", false, count(3, 0, 0)),
            ("fine", true, count(0, 0, 0)),
            ("fine", true, count(3, 1, 0)),
            ("fine", true, count(3, 0, 1)),
            ("password=canary-1", true, count(3, 0, 0)),
        ] {
            assert!(judge(output, succeeded, tests).is_err(), "{output} {succeeded} {tests}");
        }
    }
}
