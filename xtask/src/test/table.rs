//! The closing table: the results of each host, and whether it ran all of its vectors.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::count::Tests;
use super::evidence::{Account, Evidence};
use super::schedule::{Ended, Verdict};
use crate::repo::Repo;

/// Hosts in the order of the table. A part may run several of them.
const HOSTS: [&str; 14] = [
    "set-up",
    "build",
    "rust",
    "node",
    "chromium",
    "viewer",
    "kotlin",
    "swift",
    "packages",
    "keycloak",
    "sites",
    "workflows",
    "soap",
    "openapi",
];

/// Maximum number of missing vectors named for a host.
const MOST_NAMED: usize = 10;

/// Number of slowest steps named.
const SLOWEST: usize = 5;

/// Prints the table, the slowest steps, commands that repeat the failed steps, and the closing line. Returns false if a step
/// failed, or if a host did not run all of its vectors or scenarios.
pub(super) fn close(ended: &[Ended<'_>], evidence: &Evidence) -> Result<bool> {
    println!("\n{:<10} {:>9} {:>9} {:>9} {:>9} {:>9}", "host", "checks", "tests", "failed", "vectors", "drivers");
    let (mut passed, mut failed) = (0, 0);
    let mut missing = Vec::new();
    let mut repeated: BTreeSet<&str> =
        ended.iter().filter(|step| matches!(step.verdict, Verdict::Failed(_))).map(|step| step.id).collect();
    for host in HOSTS {
        let of_host: Vec<_> = ended.iter().filter(|step| step.host == host).collect();
        if of_host.is_empty() {
            continue;
        }
        let tests = of_host.iter().filter_map(|step| step.tests).fold(Tests::default(), Tests::plus);
        let checks = of_host.iter().filter(|step| step.tests.is_none());
        let (good, all) = (checks.clone().filter(|step| step.is_well()).count(), checks.count());
        // A runner that failed before it could count is one failure.
        let broken = of_host.iter().filter(|step| !step.is_well() && step.tests.is_some_and(|tests| tests.failed == 0));
        let is_accounted = of_host.iter().any(|step| step.runs_vectors);
        let account = if is_accounted { evidence.account(host)? } else { Account::default() };
        println!(
            "{host:<10} {:>9} {:>9} {:>9} {:>9} {:>9}",
            format!("{good}/{all}"),
            tests.passed,
            tests.failed,
            share(account.vectors, account.vectors_wanted),
            share(account.drivers, account.drivers_wanted),
        );
        passed += good + tests.passed as usize;
        failed += all - good + tests.failed as usize + broken.count();
        if !account.missing.is_empty() {
            let first = account.missing.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
            missing.push(format!("{} vectors and scenarios were not run in {host}: {first}", account.missing.len()));
            repeated.extend(of_host.iter().filter(|step| step.runs_vectors).map(|step| step.id));
        }
    }
    println!("\nslowest: {}", slowest(ended).join(", "));
    for line in &missing {
        println!("{line}");
    }
    for id in repeated {
        println!("repeat: cargo xtask test {id}");
    }
    println!("{passed} passed, {} failed", failed + missing.len());
    Ok(failed == 0 && missing.is_empty() && ended.iter().all(Ended::is_well))
}

fn slowest(ended: &[Ended<'_>]) -> Vec<String> {
    let mut steps: Vec<_> = ended.iter().collect();
    steps.sort_by_key(|step| std::cmp::Reverse(step.wall));
    steps.iter().take(SLOWEST).map(|step| format!("{} {:.0} s", step.id, step.wall.as_secs_f64())).collect()
}

/// Writes the times of each step to `target/waybill/times.md`.
pub(super) fn write_times(repo: &Repo, ended: &[Ended<'_>]) -> Result<()> {
    let seconds = |time: Duration| format!("{:.0}", time.as_secs_f64());
    let mut table = "| step | wall, s | processor, s | tests |\n|---|---:|---:|---:|\n".to_owned();
    for step in ended {
        let tests = step.tests.map(|tests| tests.passed.to_string()).unwrap_or_default();
        let _ = writeln!(table, "| {} | {} | {} | {tests} |", step.id, seconds(step.wall), seconds(step.processor));
    }
    let file = repo.work("times.md");
    std::fs::write(&file, table).with_context(|| format!("cannot write {}", file.display()))
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{part}/{whole}") }
}
