//! The closing table: for each host what ran, and whether that was all of it.

use anyhow::Result;

use super::count::Tests;
use super::evidence::{Account, Evidence};
use super::steps::Steps;

/// The hosts in the order of the table. A part may run several of them.
const HOSTS: [&str; 11] =
    ["rust", "node", "chromium", "kotlin", "swift", "packages", "keycloak", "sites", "workflows", "soap", "openapi"];

/// Prints the table and the closing line; `false` if anything failed, or if one of `accounts` lacks vectors or scenarios.
pub(super) fn close(steps: &Steps<'_>, evidence: &Evidence, accounts: &[&str]) -> Result<bool> {
    println!("\n{:<10} {:>9} {:>9} {:>9} {:>9} {:>9}", "host", "checks", "tests", "failed", "vectors", "drivers");
    let (mut passed, mut failed) = (0, 0);
    let mut missing = Vec::new();
    for host in HOSTS {
        let of_host: Vec<_> = steps.done().iter().filter(|step| step.host == host).collect();
        if of_host.is_empty() {
            continue;
        }
        let tests = of_host.iter().filter_map(|step| step.tests).fold(Tests::default(), Tests::plus);
        let checks = of_host.iter().filter(|step| step.tests.is_none());
        let (good, all) = (checks.clone().filter(|step| step.passed).count(), checks.count());
        // A runner that broke before it could count is one failure.
        let broken = of_host.iter().filter(|step| !step.passed && step.tests.is_some_and(|tests| tests.failed == 0));
        let account = if accounts.contains(&host) { evidence.account(host)? } else { Account::default() };
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
            missing.push(format!("not run in {host}: {}", account.missing.join(", ")));
        }
    }
    println!();
    for line in &missing {
        println!("{line}");
    }
    println!("{passed} passed, {} failed", failed + missing.len());
    Ok(failed == 0 && missing.is_empty() && !steps.failed())
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{part}/{whole}") }
}
