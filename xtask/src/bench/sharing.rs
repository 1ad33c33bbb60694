//! `cargo xtask bench sharing`: two processes that share a login through Redis, with our client for Node and with other
//! libraries, against a real Keycloak. See `docs/guides/shared-logins.md`.
//!
//! Only this command builds or installs the other libraries.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use super::package;
use crate::build;
use crate::command::{Run, ask, tail};
use crate::repo::Repo;
use crate::setup;

/// Seeds of the figures in `docs/guides/shared-logins.md`.
const SEEDS: [&str; 2] = ["1", "2"];
/// Seconds for which each login is used.
const SECONDS: &str = "120";

/// Prints two tables for each seed: without faults, and with lost responses.
pub(crate) fn run(repo: &Repo, seeds: &[&str]) -> Result<()> {
    let home = setup::keycloak::ready(repo)?;
    setup::redis::ready(repo)?;
    let clients = clients(repo)?;
    let program = build::program(repo, "waybill-sharing")?;
    for seed in if seeds.is_empty() { &SEEDS } else { seeds } {
        for disturbance in [None, Some("--answers-lost")] {
            let work = repo.work(&format!("sharing/{seed}{}", disturbance.unwrap_or_default()));
            let mut run = Run::new(repo, "sharing", &program).arg("--keycloak").arg(&home).arg("--work").arg(work);
            run = disturbance.iter().fold(run.args(&["--seed", seed, "--seconds", SECONDS]), Run::arg);
            for (name, command) in &clients {
                run = command.iter().fold(run.args(&["--client", name]), Run::arg).arg("--end");
            }
            let (output, content) = run.run_either_way()?;
            if !content {
                bail!("{}", tail(&output));
            }
            println!("{output}");
        }
    }
    println!("ledgers and how each call ended are in {}", repo.work("sharing").display());
    Ok(())
}

/// Returns each client's name in the table, and the command that starts one process of it.
fn clients(repo: &Repo) -> Result<Vec<(&'static str, Vec<String>)>> {
    let text =
        |path: PathBuf| path.to_str().map(str::to_owned).with_context(|| format!("{} is not text", path.display()));
    let waybill = text(package::build(repo)?.join("test/keycloak/host.mjs"))?;
    let folder = "tests/peers/sharing/openid-client";
    setup::node::packages(repo, folder)?;
    let openid_client = text(repo.path(folder).join("host.mjs"))?;
    let oauth2 = text(go_program(repo)?)?;
    let node = || "node".to_owned();
    let lock = || "lock".to_owned();
    Ok(vec![
        ("waybill", vec![node(), waybill]),
        ("openid-client", vec![node(), openid_client.clone()]),
        ("openid-client-lock", vec![node(), openid_client, lock()]),
        ("x-oauth2", vec![oauth2.clone()]),
        ("x-oauth2-lock", vec![oauth2, lock()]),
    ])
}

fn go_program(repo: &Repo) -> Result<PathBuf> {
    if ask("go", &["version"]).is_none() {
        bail!("Go is missing: install Go 1.26 or later from go.dev or with your package manager, and put `go` on PATH");
    }
    let program = repo.work("peers").join("waybill-peer-sharing-oauth2");
    Run::new(repo, "peer-sharing-oauth2", "go")
        .args(&["build", "-mod=readonly", "-o"])
        .arg(&program)
        .arg(".")
        .current_dir(repo.path("tests/peers/sharing/oauth2"))
        .run()?;
    Ok(program)
}
