//! `cargo xtask`: all development tasks of this repository except compiling.
//!
//! Each subcommand installs what it needs, or prints the command that does.

mod bench;
mod build;
mod command;
mod demo;
mod draw;
mod fuzz;
mod http;
mod measure;
mod new_rule;
mod peers;
mod refactors;
mod repo;
mod serve;
mod setup;
mod surface;
mod test;

use std::fs::{File, TryLockError};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

/// Commands that write to build folders.
const BUILDING: [&str; 10] =
    ["test", "mutants", "surfaces", "demo", "bench", "fuzz", "build", "docs", "refactors", "peers"];

const USAGE: &str = "\
usage: cargo xtask <command>

  test [PART | PART/STEP]... [--deep] [--changed]
                                        runs the checks of every change in every host, or those of some parts, or some
                                        steps, with the steps that they need; --deep: the checks that take longer; --changed: skips
                                        what passed with the same inputs
  test soap|openapi|store               only by name: other people's clients and validators against the mock, and
                                        processes that share a login for a minute
  mutants [vector]...                   only: does every vector catch its mutant, or these theirs?
  surfaces [rust|npm|kotlin|swift]      keeps what users of each host see, in tests/surfaces
  new-rule ID --level LEVEL
                                        stubs of a compatibility rule: its row, page and vector
  demo                                  three short scenes: a release compared, a carrier's mock, calls from Node
  bench [diff]                          time and memory of comparing: native, and in WebAssembly
  bench peers                           time and memory of `waybill diff`, oasdiff and Redocly CLI on the same files
  bench access                          what a call costs beside a bare request, in the engine and in every host
  bench memory                          what a million calls leave behind, in the engine and in every host
  bench mock                            the mock service's start, and its speed beside other mock servers'
  bench proxy [node|kotlin|swift]...    what a back end for apps costs beside a bare proxy of the same server
  bench providers [seed]...             our client and other libraries' against Keycloak, with the same faults
  bench sharing [seed]...               two processes that share a login, of our client and of others, against Keycloak
  fuzz [minutes] [target]...            inputs that nobody thought of, for each target that long (5)
  draw [--entries N] [--seed S] [--out DIR] [--without FILE]
                                        entries of real reports to judge by hand (400, into target/judged),
                                        but none of an earlier table of judgements
  refactors [--kind NAME] [--bytes N]   false alarms about edits that change no meaning, of each kind, in all published
                                        descriptions; those of one kind, or of smaller files
  refactors converters                  the same for other people's converters of descriptions
  peers [--new] [--every N]             what other programs report about equal and breaking edits, into
                                        docs/comparison/refactors.md; continues a run that was stopped, unless
                                        --new; compares every Nth breaking pair only
  build wasm|kotlin|swift [--release]   generated sources and native code of one host, from Rust
                                        (without --release: the test build, with one function that panics)
  build cli                             the release build of the command, with the changelog viewer in it
  docs                                  the documentation site with full-text search, into target/site
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if words.iter().any(|word| ["--help", "-h"].contains(word)) {
        print!("{USAGE}");
        return Ok(());
    }
    let repo = repo::Repo::find()?;
    let _lock = wait_for_other_commands(&repo, &words)?;
    match words.as_slice() {
        [] | ["help"] => {
            print!("{USAGE}");
            Ok(())
        }
        ["test", words @ ..] => test::run(&repo, words),
        ["surfaces"] => surface::write(&repo, None),
        ["surfaces", host] => surface::write(&repo, Some(host)),
        ["new-rule", words @ ..] => new_rule::run(&repo, words),
        ["demo"] => demo::run(&repo),
        ["bench"] | ["bench", "diff"] => bench::run(&repo),
        ["bench", "peers"] => bench::peer::run(&repo),
        ["bench", "access"] => bench::access::run(&repo),
        ["bench", "mock"] => bench::mock::run(&repo),
        ["bench", "memory"] => bench::memory::run(&repo),
        ["bench", "viewer"] => bench::viewer::run(&repo),
        ["bench", "proxy", hosts @ ..] => bench::proxy::run(&repo, hosts),
        ["bench", "providers", seeds @ ..] => bench::providers::run(&repo, seeds),
        ["bench", "sharing", seeds @ ..] => bench::sharing::run(&repo, seeds),
        ["mutants", only @ ..] => test::run_mutants(&repo, only),
        ["fuzz"] => fuzz::run(&repo, "5", &[]),
        ["fuzz", minutes, only @ ..] => fuzz::run(&repo, minutes, only),
        ["peers", options @ ..] => peers::run(&repo, options),
        ["refactors", "converters"] => refactors::run_converters(&repo),
        ["refactors", options @ ..] => refactors::run(&repo, options),
        ["draw", options @ ..] => draw::run(&repo, options),
        ["docs"] => build::site::build(&repo),
        ["build", host] => build::host(&repo, host, build::Kind::Test),
        ["build", host, "--release"] => build::host(&repo, host, build::Kind::Shipped),
        _ => bail!("no such command: cargo xtask {}\n\n{USAGE}", words.join(" ")),
    }
}

/// Waits until no other command builds in this checkout, because both would write to the same folders. The returned file
/// holds the lock.
fn wait_for_other_commands(repo: &repo::Repo, words: &[&str]) -> Result<Option<File>> {
    if !words.first().is_some_and(|word| BUILDING.contains(word)) {
        return Ok(None);
    }
    let path = repo.work("xtask.lock");
    std::fs::create_dir_all(repo.work("")).context("cannot create the folder of results")?;
    let file = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            println!("waiting for another `cargo xtask` command in this checkout");
            file.lock().with_context(|| format!("cannot lock {}", path.display()))?;
        }
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("cannot lock {}", path.display()));
        }
    }
    Ok(Some(file))
}
