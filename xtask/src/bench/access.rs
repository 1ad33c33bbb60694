//! `cargo xtask bench access`: compares a call with a bare request of the same HTTP library in every host, and measures the
//! engine's share.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::goal;
use crate::build::{self, Kind, host_program};
use crate::command::Run;
use crate::measure::Program;
use crate::repo::Repo;
use crate::serve::Server;

/// Number of calls in a round. A host makes ten rounds of each kind, and the best counts.
const CALLS: &str = "1000";
const ENGINE_CALLS: &str = "200000";
const HEAP: &str = "256m";

/// The speed of one kind of call in one host.
#[derive(Debug, Deserialize)]
struct Speed {
    microseconds: f64,
    per_second: f64,
}

/// The output of a host.
#[derive(Debug, Deserialize)]
struct Measured {
    bare: Speed,
    client: Speed,
    /// A POST request, in hosts that use a separate connection for it.
    bare_post: Option<Speed>,
    client_post: Option<Speed>,
}

/// Prints a line for the engine and two for each host.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    let program = Program::build(repo)?;
    println!("engine, {ENGINE_CALLS} calls, a fiftieth of which fail: {}", program.calls(ENGINE_CALLS)?);
    let words =
        ["build", "--quiet", "--locked", "--release", "--package", "waybill-tests", "--bin", "waybill-driver-server"];
    Run::cargo(repo, "build-driver-server", &words).run()?;
    let server = Server::start(&repo.target().join("release/waybill-driver-server"), &[])?;
    println!("\n{:<28} {:>12} {:>12} {:>9}   added (goal)", "one after another", "bare", "client", "");
    let node = host_program::node(repo, "bindings/npm/scripts/measure-calls.mjs")?;
    measure(repo, &server, "node", &node, 60.0)?;
    build::host(repo, "kotlin", Kind::Test)?;
    measure(repo, &server, "kotlin", &host_program::kotlin(repo, HEAP, "dev.waybill.MeasureCallsKt")?, 120.0)?;
    build::host(repo, "swift", Kind::Test)?;
    measure(repo, &server, "swift", &host_program::swift(repo, "MeasureCalls")?, 60.0)
}

fn measure(repo: &Repo, server: &Server, host: &str, command: &[String], most: f64) -> Result<()> {
    let (program, arguments) = command.split_first().context("a command has a program")?;
    let run = arguments.iter().fold(Run::new(repo, &format!("calls-{host}"), program), Run::arg);
    let run = run.arg(server.origin()).arg(CALLS).env("WAYBILL_CI", "1").current_dir(repo.path("bindings/npm"));
    let printed = run.run()?;
    let last = printed.lines().last().unwrap_or_default();
    let measured: Measured = serde_json::from_str(last).with_context(|| format!("{host} printed something else"))?;
    line(host, &measured.bare, &measured.client, most);
    if let (Some(bare), Some(client)) = (&measured.bare_post, &measured.client_post) {
        line(&format!("{host}, POST"), bare, client, most);
    }
    Ok(())
}

fn line(name: &str, bare: &Speed, client: &Speed, most: f64) {
    let added = client.microseconds - bare.microseconds;
    println!(
        "{name:<28} {:>9.0} us {:>9.0} us {:>9}   {}",
        bare.microseconds,
        client.microseconds,
        "",
        goal(added, "us", most)
    );
    let (bare, client) = (bare.per_second, client.per_second);
    println!("{:<28} {bare:>9.0} /s {client:>9.0} /s {:>9}   fifty at once", "", "");
}
