//! Tests every host's client against a real Keycloak, through a proxy that injects faults into token exchanges
//! (`tests/src/keycloak`). One list of expected responses applies to Keycloak and `waybill dev` (`tests/src/conformance`).
//!
//! Hosts run in their test builds. Node runs in the build that ships for `providers` and fleets.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use super::step::{DOCUMENTS, Load, Session, Step, Tier};
use crate::build::{self, host_program};
use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// Row of these steps in the closing table.
const HOST: &str = "keycloak";
/// Main class of the Kotlin host.
const KOTLIN: &str = "dev.waybill.KeycloakHostKt";
/// Ways to log in.
const WAYS: [&str; 2] = ["password", "refresh-token"];

/// Seconds for which processes share a login: in the short run, and in the long one.
const FLEET_SECONDS: &str = "30";
const LONG_FLEET_SECONDS: &str = "60";
/// Runs in which processes share a login. The short run has only the first.
const FLEETS: [&str; 7] = [
    "fleet",
    "fleet-without-password",
    "fleet-restored",
    "fleet-store-down",
    "fleet-unsafe-store",
    "fleet-wrong-password",
    "fleet-scale",
];

/// Names of programs, and the commands that start them.
type Programs = Vec<(&'static str, Vec<String>)>;

pub(super) fn steps() -> Vec<Step> {
    [hosts(), providers(), fleet(), store()].into_iter().flatten().collect()
}

/// Returns the steps with every host against Keycloak, with both ways to log in at the same time.
fn hosts() -> Vec<Step> {
    let run = Step::report(HOST, "keycloak/run", |session| {
        prove(session, "keycloak", &[("--host", programs(session.repo)?)], &[])
    });
    let needs = ["build/npm", "build/kotlin", "build/swift", "set-up/java", "set-up/keycloak", "set-up/swift"];
    // Maven and SwiftPM compile the hosts in the folders where they compile the packages.
    let run = run.load(Load::OneCore).needs(&needs);
    let mut steps = vec![
        run.after(&["kotlin/package", "build/kotlin-installed", "swift/package"]),
        verdict(HOST, "keycloak/list".to_owned(), "keycloak", "list-keycloak"),
        verdict("rust", "keycloak/list-waybill-dev".to_owned(), "keycloak", "list-waybill-dev"),
    ];
    for host in ["node", "kotlin", "swift"] {
        for way in WAYS {
            steps.push(verdict(host, format!("keycloak/{host}-{way}"), "keycloak", &format!("{host}-{way}")));
        }
    }
    let with_need = |(position, step): (usize, Step)| if position == 0 { step } else { step.needs(&["keycloak/run"]) };
    steps.into_iter().enumerate().map(with_need).map(|step| step.ignores(DOCUMENTS)).collect()
}

/// Returns the steps with Node's client against two more providers.
fn providers() -> Vec<Step> {
    let run = Step::report(HOST, "providers/run", |session| {
        let providers = vec![
            ("django-oauth-toolkit", setup::providers::django_oauth_toolkit(session.repo)?),
            ("oidc-provider", setup::providers::oidc_provider(session.repo)?),
        ];
        let hosts = vec![("node", node(session.repo)?)];
        let report = prove(session, "providers", &[("--host", hosts), ("--provider", providers)], &[])?;
        // The program also runs the shipped package against Keycloak. No other step checks those results.
        let file = output_file(session.repo, "providers");
        let output = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        for title in ["list-keycloak", "list-waybill-dev", "node-password", "node-refresh-token"] {
            judge(&lines_of(&output, &format!("{title}: ")))?;
        }
        Ok(report)
    });
    let needs = ["build/npm-shipped", "set-up/keycloak", "set-up/django-oauth-toolkit", "set-up/oidc-provider"];
    let mut steps = vec![run.load(Load::OneCore).needs(&needs).deep()];
    for provider in ["django-oauth-toolkit", "oidc-provider"] {
        for way in WAYS {
            let title = format!("{provider}-{way}");
            let step = verdict("node", format!("providers/{title}"), "providers", &title);
            steps.push(step.needs(&["providers/run"]).deep());
        }
    }
    steps
}

/// Returns the steps with processes of three hosts that share a login.
fn fleet() -> Vec<Step> {
    shared_login("fleet", FLEET_SECONDS, &FLEETS[..1], Tier::Deep)
}

/// Returns the same steps with a longer run and more scenarios.
fn store() -> Vec<Step> {
    shared_login("store", LONG_FLEET_SECONDS, &FLEETS, Tier::OnRequest)
}

fn shared_login(part: &'static str, seconds: &'static str, fleets: &'static [&'static str], tier: Tier) -> Vec<Step> {
    let run = Step::report(HOST, format!("{part}/run"), move |session| {
        // In Kotlin, the store in Redis is a separate artifact. The Node host comes first.
        let hosts = vec![
            ("node", node(session.repo)?),
            ("kotlin", host_program::kotlin_redis(session.repo, "128m", KOTLIN)?),
            ("swift", host_program::swift(session.repo, "KeycloakHost")?),
        ];
        let names = fleets.iter().flat_map(|name| ["--fleet", name]);
        let further: Vec<&str> = names.chain(["--fleet-length", seconds]).collect();
        prove(session, part, &[("--host", hosts)], &further)
    });
    // Kotlin's host is among the package's tests, which need the test build. The store needs the installed package.
    let needs = [
        "build/npm-shipped",
        "build/kotlin-shipped",
        "build/kotlin",
        "build/swift",
        "set-up/keycloak",
        "set-up/swift",
        "set-up/redis",
    ];
    // Maven compiles the store's tests where it installs the store. Only one Keycloak runs at a time, so that timings hold.
    let run = run.load(Load::OneCore).needs(&needs).after(&["kotlin/redis-install", "providers/run"]);
    let mut steps = vec![run.tier(tier)];
    for name in fleets {
        let need = if part == "fleet" { "fleet/run" } else { "store/run" };
        steps.push(verdict(HOST, format!("{part}/{name}"), part, name).needs(&[need]).tier(tier));
    }
    steps
}

/// Returns a step that checks one run by its line and its complaints in the output of `part`'s program.
fn verdict(host: &'static str, id: String, part: &'static str, title: &str) -> Step {
    let title = format!("{title}: ");
    Step::report(host, id, move |session| {
        let file = output_file(session.repo, part);
        let output = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        judge(&lines_of(&output, &title)).map(|line| line.trim_start_matches(&title).to_owned())
    })
    .load(Load::Waits)
}

/// Runs all hosts in parallel, and keeps the program's output: a line for each run, followed by its complaints.
fn prove(session: &Session<'_>, part: &str, programs: &[(&str, Programs)], further: &[&str]) -> Result<String> {
    let repo = session.repo;
    let mut run = Run::new(repo, part, build::built(repo, "waybill-keycloak")).args(further);
    run = run.arg("--keycloak").arg(setup::keycloak::ready(repo)?);
    run = run.arg("--waybill").arg(build::tested_command(repo)).arg("--work").arg(repo.work(part));
    // The seed was printed, so a run can be repeated as far as timing allows.
    if let Ok(seed) = std::env::var("WAYBILL_KEYCLOAK_SEED") {
        run = run.args(&["--seed", &seed]);
    }
    for (option, programs) in programs {
        for (name, command) in programs {
            run = command.iter().fold(run.args(&[option, name]), Run::arg).arg("--end");
        }
    }
    let (output, succeeded) = run.run_either_way()?;
    // Each complaint belongs to a run. All lines come at the end, so an output without any means that the program aborted.
    let lines = ["list-waybill-dev: ", "fleet: "];
    if !succeeded && lines.iter().all(|line| lines_of(&output, line).is_empty()) {
        bail!("{}", crate::command::tail(&output));
    }
    let file = output_file(repo, part);
    std::fs::write(&file, &output).with_context(|| format!("cannot write {}", file.display()))?;
    let seed = output.lines().next().unwrap_or_default();
    Ok(format!("{seed}; ledgers and recordings are in {}", repo.work(part).display()))
}

fn output_file(repo: &Repo, part: &str) -> PathBuf {
    repo.work(part).join("output.txt")
}

/// Returns a run's line and its complaints, which are indented.
fn lines_of(output: &str, title: &str) -> Vec<String> {
    let mut lines = output.lines().skip_while(|line| !line.starts_with(title));
    let first = lines.next().map(str::to_owned);
    first.into_iter().chain(lines.take_while(|line| line.starts_with("  ")).map(str::to_owned)).collect()
}

/// Returns the only line. Fails if there is none, or if complaints follow it.
fn judge(lines: &[String]) -> Result<&str> {
    match lines {
        [line] => Ok(line),
        [] => bail!("it did not run"),
        [_, complaints @ ..] => bail!("{}", complaints.join("\n")),
    }
}

/// Returns the hosts, in their current builds.
fn programs(repo: &Repo) -> Result<Programs> {
    Ok(vec![
        ("node", node(repo)?),
        ("kotlin", host_program::kotlin(repo, "128m", KOTLIN)?),
        ("swift", host_program::swift(repo, "KeycloakHost")?),
    ])
}

fn node(repo: &Repo) -> Result<Vec<String>> {
    host_program::node_script(repo, "bindings/npm/test/keycloak/host.mjs")
}

#[cfg(test)]
mod tests {
    use super::{judge, lines_of};

    #[test]
    fn a_run_is_judged_by_the_lines_after_its_own() {
        let output = "seed 1\nnode-password: 500 calls\nnode-refresh-token: 510 calls\n  a token came twice\n";
        assert!(judge(&lines_of(output, "node-password: ")).is_ok());
        let complaints = judge(&lines_of(output, "node-refresh-token: ")).unwrap_err().to_string();
        assert_eq!(complaints.trim(), "a token came twice");
        assert!(judge(&lines_of(output, "swift-password: ")).is_err());
    }
}
