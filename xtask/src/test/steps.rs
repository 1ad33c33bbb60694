//! The steps of a test run: each printed with its time as it ends, and remembered for the closing table.

use std::time::Instant;

use anyhow::{Result, bail};

use super::count::Tests;
use super::evidence::Evidence;
use crate::repo::Repo;

/// What the secrets that tests plant begin with.
const CANARY: &str = "canary-";

/// Everything that ran so far.
#[derive(Debug)]
pub(super) struct Steps<'a> {
    pub(super) repo: &'a Repo,
    pub(super) evidence: &'a Evidence,
    done: Vec<Step>,
}

/// One step that ended.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) host: &'static str,
    pub(super) passed: bool,
    /// `None` for a check that is one thing, such as formatting.
    pub(super) tests: Option<Tests>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(repo: &'a Repo, evidence: &'a Evidence) -> Self {
        Self { repo, evidence, done: Vec::new() }
    }

    /// Runs a check that passes or fails as one, and gives its result if it passed.
    pub(super) fn check<T>(&mut self, host: &'static str, name: &str, check: impl FnOnce() -> Result<T>) -> Option<T> {
        let start = Instant::now();
        let result = check();
        self.end(host, name, start, None, result)
    }

    /// Runs tests: `run` gives what the runner printed and whether it was content, `count` reads the numbers out of it.
    ///
    /// A runner that is content but ran nothing has failed: a filter or a folder is wrong. So has one whose output, with all
    /// that the hosts and their native libraries wrote meanwhile, shows a secret that a test planted.
    pub(super) fn tests(
        &mut self,
        host: &'static str,
        name: &str,
        count: fn(&str) -> Option<Tests>,
        run: impl FnOnce() -> Result<(String, bool)>,
    ) -> bool {
        let start = Instant::now();
        let mut tests = Tests::default();
        let result = run().and_then(|(output, content)| {
            let counted = count(&output);
            tests = counted.unwrap_or_default();
            if !content {
                bail!("{}", crate::command::tail(&output));
            }
            if let Some(line) = output.lines().find(|line| line.contains(CANARY)) {
                bail!("a planted secret shows in the log: {line}");
            }
            match tests {
                Tests { failed: 1.., .. } => bail!("{}", crate::command::tail(&output)),
                Tests { skipped: skipped @ 1.., .. } => bail!("{skipped} tests were skipped, and none may be"),
                Tests { passed: 0, .. } => bail!("no tests were run\n{}", crate::command::tail(&output)),
                Tests { .. } => Ok(()),
            }
        });
        self.end(host, name, start, Some(tests), result).is_some()
    }

    /// Whether anything failed so far.
    pub(super) fn failed(&self) -> bool {
        self.done.iter().any(|step| !step.passed)
    }

    /// All steps that ended, in their order.
    pub(super) fn done(&self) -> &[Step] {
        &self.done
    }

    fn end<T>(
        &mut self,
        host: &'static str,
        name: &str,
        start: Instant,
        tests: Option<Tests>,
        result: Result<T>,
    ) -> Option<T> {
        let seconds = start.elapsed().as_secs_f64();
        let word = if result.is_ok() { "ok" } else { "FAILED" };
        let count = tests.map(|tests| format!("  {tests}")).unwrap_or_default();
        println!("{word:<7} {host:<9} {name:<34} {seconds:>7.1} s{count}");
        self.done.push(Step { host, passed: result.is_ok(), tests });
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                println!("{}\n", indent(&format!("{error:#}")));
                None
            }
        }
    }
}

/// Sets a log apart from the step lines, so that no line of it can be taken for one of ours.
fn indent(text: &str) -> String {
    text.lines().map(|line| format!("        | {line}")).collect::<Vec<_>>().join("\n")
}
