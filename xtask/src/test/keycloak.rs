//! Every host's client against a real Keycloak, through a proxy that spoils token exchanges: `tests/src/keycloak`. What
//! Keycloak and `waybill dev` answer, held to one list: `tests/src/conformance`.
//!
//! Hosts are as the parts before left them, in the build that each ran last, so that nothing is compiled once more.

use std::path::Path;

use anyhow::{Result, bail};

use super::steps::Steps;
use crate::build::{self, host_program};
use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// A program to run, and how it is made ready; gives the command that starts it.
struct Program {
    name: &'static str,
    prepare: fn(&Repo) -> Result<Vec<String>>,
}

const HOSTS: [Program; 3] = [
    Program { name: "node", prepare: node },
    Program { name: "kotlin", prepare: kotlin },
    Program { name: "swift", prepare: swift },
];

/// The Kotlin host.
const KOTLIN: &str = "dev.waybill.KeycloakHostKt";

/// Names, and the commands that start what they name.
type Programs = Vec<(&'static str, Vec<String>)>;

/// Other providers, and how each is made ready; the first host runs against them.
const PROVIDERS: [Program; 2] = [
    Program { name: "django-oauth-toolkit", prepare: setup::providers::django_oauth_toolkit },
    Program { name: "oidc-provider", prepare: setup::providers::oidc_provider },
];

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let Some(home) = steps.check("keycloak", "set-up: Keycloak", || setup::keycloak::ready(repo)) else { return };
    let mut hosts = Vec::new();
    for Program { name, prepare } in HOSTS {
        if let Some(command) = steps.check(name, "host against Keycloak: build", || prepare(repo)) {
            hosts.push((name, command));
        }
    }
    let mut providers = Vec::new();
    for Program { name, prepare } in PROVIDERS {
        if let Some(command) = steps.check("keycloak", &format!("set-up: {name}"), || prepare(repo)) {
            providers.push((name, command));
        }
    }
    let run = || prove(repo, &home, &[("--host", &hosts), ("--provider", &providers)], &[]);
    let Some(output) = steps.check("keycloak", "all hosts and providers, both ways", run) else { return };
    report(steps, "keycloak", "answers as the list says", "list-keycloak: ", &output);
    report(steps, "rust", "`waybill dev` answers so too", "list-waybill-dev: ", &output);
    for way in ["password", "refresh-token"] {
        let with = format!("with a {}", way.replace('-', " "));
        for (name, _) in &hosts {
            report(steps, name, &format!("Keycloak, {with}"), &format!("{name}-{way}: "), &output);
        }
        let Some((host, _)) = hosts.first() else { continue };
        for (name, _) in &providers {
            report(steps, host, &format!("{name}, {with}"), &format!("{name}-{way}: "), &output);
        }
    }
    // The store in Redis is an artifact of its own in Kotlin: a host that shares no login is tried without it.
    hosts.retain(|(name, _)| *name != "kotlin");
    if let Some(command) = steps.check("kotlin", "host of a shared login: build", || kotlin_redis(repo)) {
        hosts.push(("kotlin", command));
    }
    share_login(steps, &home, &hosts, FLEET, &FLEETS[..1]);
}

/// Seconds that processes share a login in every run, and where it is asked for.
const FLEET: u64 = 30;
const WHOLE_FLEET: u64 = 60;

/// What is run with processes that share a login, and what of it is said; in every run the first alone.
const FLEETS: [(&str, &str); 7] = [
    ("fleet", "a shared login"),
    ("fleet-without-password", "without a password"),
    ("fleet-restored", "a store restored from a copy"),
    ("fleet-store-down", "logins while the store is down"),
    ("fleet-unsafe-store", "a store without lock is seen to fail"),
    ("fleet-wrong-password", "a wrong password is tried once"),
    ("fleet-scale", "fifty processes"),
];

/// Processes that share a login, for longer than in every run and in more ways.
pub(super) fn run_fleet(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    let Some(home) = steps.check("keycloak", "set-up: Keycloak", || setup::keycloak::ready(repo)) else { return };
    steps.check("keycloak", "set-up: programs", || super::build_programs(repo));
    let programs: [Program; 3] = [
        Program { name: "node", prepare: node },
        Program {
            name: "kotlin",
            prepare: |repo| host_program::install_kotlin(repo).and_then(|()| kotlin_redis(repo)),
        },
        Program { name: "swift", prepare: swift },
    ];
    let mut hosts = Vec::new();
    for Program { name, prepare } in programs {
        if let Some(command) = steps.check(name, "host of a shared login: build", || prepare(repo)) {
            hosts.push((name, command));
        }
    }
    share_login(steps, &home, &hosts, WHOLE_FLEET, &FLEETS);
}

/// Processes of these hosts share a login through Redis in these ways; the Node host comes first.
fn share_login(steps: &mut Steps<'_>, home: &Path, hosts: &Programs, seconds: u64, fleets: &[(&str, &str)]) {
    let repo = steps.repo;
    let seconds = seconds.to_string();
    let names = fleets.iter().flat_map(|(name, _)| ["--fleet", name]);
    let further: Vec<&str> = names.chain(["--fleet-length", &seconds]).collect();
    let run = || {
        setup::redis::ready(repo)?;
        prove(repo, home, &[("--host", hosts)], &further)
    };
    let Some(output) = steps.check("keycloak", "a shared login: run", run) else { return };
    for (name, step) in fleets {
        report(steps, "keycloak", step, &format!("{name}: "), &output);
    }
}

/// A step for the line that begins with the title, and its complaints.
fn report(steps: &mut Steps<'_>, host: &'static str, step: &str, title: &str, output: &str) {
    let found = lines_of(output, title);
    steps.check(host, step, || judge(&found));
    if let Some(line) = found.first() {
        println!("        {}", line.trim_start_matches(title));
    }
}

/// Runs all hosts at once, and gives what the program printed: a line for each run, and its complaints after it.
fn prove(repo: &Repo, home: &Path, programs: &[(&str, &Programs)], further: &[&str]) -> Result<String> {
    let program = build::program(repo, "waybill-keycloak")?;
    let mut run = Run::new(repo, "keycloak", program).args(further).arg("--keycloak").arg(home);
    run = run.arg("--waybill").arg(build::program(repo, "waybill")?);
    run = run.arg("--work").arg(repo.work("keycloak"));
    // A run can be had again, as far as time allows: its seed was printed.
    if let Ok(seed) = std::env::var("WAYBILL_KEYCLOAK_SEED") {
        run = run.args(&["--seed", &seed]);
    }
    for (option, programs) in programs {
        for (name, command) in *programs {
            run = command.iter().fold(run.args(&[option, name]), Run::arg).arg("--end");
        }
    }
    let (output, content) = run.run_either_way()?;
    // Complaints are each run's own; all lines come at the end, and without them it broke off.
    let lines = ["list-waybill-dev: ", "fleet: "];
    if !content && lines.iter().all(|line| lines_of(&output, line).is_empty()) {
        bail!("{}", crate::command::tail(&output));
    }
    let seed = output.lines().next().unwrap_or_default();
    println!("        {seed}; ledgers and recordings are in {}", repo.work("keycloak").display());
    Ok(output)
}

/// A run's line and its complaints, which are indented.
fn lines_of(output: &str, title: &str) -> Vec<String> {
    let mut lines = output.lines().skip_while(|line| !line.starts_with(title));
    let first = lines.next().map(str::to_owned);
    first.into_iter().chain(lines.take_while(|line| line.starts_with("  ")).map(str::to_owned)).collect()
}

fn judge(lines: &[String]) -> Result<()> {
    match lines {
        [_] => Ok(()),
        [] => bail!("it did not run"),
        [_, complaints @ ..] => bail!("{}", complaints.join("\n")),
    }
}

fn node(repo: &Repo) -> Result<Vec<String>> {
    host_program::node(repo, "bindings/npm/test/keycloak/host.mjs")
}

fn kotlin(repo: &Repo) -> Result<Vec<String>> {
    host_program::kotlin(repo, "128m", KOTLIN)
}

/// The Kotlin host with the store in Redis beside it.
fn kotlin_redis(repo: &Repo) -> Result<Vec<String>> {
    host_program::kotlin_redis(repo, "128m", KOTLIN)
}

fn swift(repo: &Repo) -> Result<Vec<String>> {
    host_program::swift(repo, "KeycloakHost")
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
