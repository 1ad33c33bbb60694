//! `cargo xtask bench memory`: the memory growth over a million calls, some of which fail, with an in-process transport. Also
//! over a million requests to the mock service.

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::build::{self, Kind, host_program};
use crate::command::Run;
use crate::measure::Program;
use crate::repo::Repo;

const CALLS: &str = "1000000";
/// Heap size with room for the calls in flight, but not for a million objects.
const HEAP: &str = "64m";

/// Prints a line for the engine, the mock service and each host: the growth after its first 10,000 calls.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    let program = Program::build(repo)?;
    println!("{:<8} {}", "engine", program.calls(CALLS)?);
    println!("{:<8} {}", "mock", program.requests(CALLS)?);
    let mut node = host_program::node(repo, "bindings/npm/scripts/measure-memory.mjs")?;
    node.insert(1, "--expose-gc".to_owned());
    measure(repo, "node", &node)?;
    build::host(repo, "kotlin", Kind::Test)?;
    measure(repo, "kotlin", &host_program::kotlin(repo, HEAP, "dev.waybill.MeasureMemoryKt")?)?;
    build::host(repo, "swift", Kind::Test)?;
    measure(repo, "swift", &host_program::swift(repo, "MeasureMemory")?)
}

fn measure(repo: &Repo, host: &str, command: &[String]) -> Result<()> {
    let (program, arguments) = command.split_first().context("a command has a program")?;
    let run = arguments.iter().fold(Run::new(repo, &format!("memory-{host}"), program), Run::arg);
    let printed = run.arg(CALLS).env("WAYBILL_CI", "1").current_dir(repo.path("bindings/npm")).run()?;
    let last = printed.lines().last().unwrap_or_default();
    let grown: Value = serde_json::from_str(last).with_context(|| format!("{host} printed something else"))?;
    println!("{host:<8} {grown}");
    Ok(())
}
