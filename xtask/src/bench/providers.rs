//! `cargo xtask bench providers`: our client for Node and other libraries' clients against a real Keycloak, with the same
//! faults for each. See `docs/comparison/providers.md`.
//!
//! Only this command builds or installs the other libraries.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::package;
use crate::build;
use crate::command::{CLASS_PATH, Run, tail};
use crate::repo::Repo;
use crate::setup;

/// A client: its name in the table, and a function that installs it and returns the command that starts it.
struct Client {
    name: &'static str,
    prepare: fn(&Repo) -> Result<Vec<String>>,
}

const CLIENTS: [Client; 5] = [
    Client { name: "waybill", prepare: waybill },
    Client { name: "openid-client", prepare: openid_client },
    Client { name: "openid-client-in-turn", prepare: openid_client_in_turn },
    Client { name: "oauth2", prepare: oauth2 },
    Client { name: "nimbus", prepare: nimbus },
];

/// Seeds of the figures in `docs/comparison/providers.md`.
const SEEDS: [&str; 3] = ["1", "2", "3"];

/// Prints a table for each seed.
pub(crate) fn run(repo: &Repo, seeds: &[&str]) -> Result<()> {
    let home = setup::keycloak::ready(repo)?;
    let mut clients = Vec::new();
    for Client { name, prepare } in CLIENTS {
        clients.push((name, prepare(repo).with_context(|| format!("cannot make {name} ready"))?));
    }
    let program = build::program(repo, "waybill-peers")?;
    for seed in if seeds.is_empty() { &SEEDS } else { seeds } {
        let mut run = Run::new(repo, "providers", &program).arg("--keycloak").arg(&home);
        run = run.arg("--work").arg(repo.work(&format!("providers/{seed}"))).args(&["--seed", seed]);
        for (name, command) in &clients {
            run = command.iter().fold(run.args(&["--client", name]), Run::arg).arg("--end");
        }
        let (output, content) = run.run_either_way()?;
        if !content {
            bail!("{}", tail(&output));
        }
        println!("{output}");
    }
    println!("ledgers, recordings and how each call ended are in {}", repo.work("providers").display());
    Ok(())
}

fn waybill(repo: &Repo) -> Result<Vec<String>> {
    command("node", &package::build(repo)?.join("test/keycloak/host.mjs"))
}

fn openid_client(repo: &Repo) -> Result<Vec<String>> {
    setup::node::packages(repo, "tests/peers/openid-client")?;
    command("node", &repo.path("tests/peers/openid-client/host.mjs"))
}

/// Returns the command for a client that works like a lock: calls that waited for a failed renewal try again in turn.
fn openid_client_in_turn(repo: &Repo) -> Result<Vec<String>> {
    let mut command = openid_client(repo)?;
    command.push("in-turn".to_owned());
    Ok(command)
}

fn oauth2(repo: &Repo) -> Result<Vec<String>> {
    let target = repo.work("peers");
    Run::cargo(repo, "peer-oauth2", &["build", "--locked", "--quiet", "--target-dir"])
        .arg(&target)
        .current_dir(repo.path("tests/peers/oauth2"))
        .run()?;
    Ok(vec![text(&target.join("debug/waybill-peer-oauth2"))?])
}

fn nimbus(repo: &Repo) -> Result<Vec<String>> {
    setup::jvm::ready(repo)?;
    let package = repo.path("tests/peers/nimbus");
    let list = package.join("target/class-path.txt");
    Run::new(repo, "peer-nimbus", "mvn")
        .args(&["-B", "-ntp", "compile", CLASS_PATH])
        .arg(format!("-Dmdep.outputFile={}", list.display()))
        .current_dir(&package)
        .run()?;
    let dependencies = std::fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let class_path = format!("{}:{}", text(&package.join("target/classes"))?, dependencies.trim());
    let command = ["java", "-Xmx128m", "-cp", &class_path, "dev.waybill.peer.Host"];
    Ok(command.map(str::to_owned).to_vec())
}

fn command(program: &str, file: &Path) -> Result<Vec<String>> {
    Ok(vec![program.to_owned(), text(file)?])
}

fn text(path: &Path) -> Result<String> {
    path.to_str().map(str::to_owned).with_context(|| format!("{} is not text", path.display()))
}
