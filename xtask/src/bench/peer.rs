//! `cargo xtask bench peers`: `waybill diff` and other programs on the same files, as whole processes.
//!
//! oasdiff is the last version that the Go toolchain builds from its module proxy.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::command::{Run, ask};
use crate::measure::{Pair, Program};
use crate::repo::Repo;
use crate::setup;

pub(crate) const NAME: &str = "oasdiff 1.37.0";
const MODULE: &str = "github.com/oasdiff/oasdiff@v1.37.0";
/// Interval of the memory checks.
const LOOK: Duration = Duration::from_millis(1);
/// Time limit of a comparison.
const PATIENCE: Duration = Duration::from_mins(5);
/// Number of comparisons of each pair by each program.
const ROUNDS: usize = 3;

/// A program that compares two descriptions and writes JSON.
struct Peer {
    name: String,
    program: PathBuf,
    words: Vec<OsString>,
    /// Returns the entries of the report.
    entries: fn(&Value) -> &Value,
}

/// The cost of one comparison, including its report.
#[derive(Clone, Copy)]
struct Taken {
    time: Duration,
    peak_kib: u64,
    entries: usize,
}

/// Prints the table of `docs/comparison/speed.md`. The programs alternate, so that other load affects all of them.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    let program = Program::build(repo)?;
    let peers = peers(repo)?;
    let pairs = [program.releases()?, program.shared_schema()?, program.generated("500")?, program.generated("1000")?];
    println!("| descriptions | program | time | peak memory | entries | times as long |\n|---|---|---|---|---|---|");
    for pair in &pairs {
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            let round: Vec<Taken> = peers.iter().map(|peer| peer.compare(repo, pair)).collect::<Result<_>>()?;
            rounds.push(round);
        }
        for (at, peer) in peers.iter().enumerate() {
            print_row(if at == 0 { &pair.name } else { "" }, peer, &rounds, at);
        }
    }
    Ok(())
}

/// Prints the best time and the largest peak of a program's rounds, and the median of its times relative to the first program's.
fn print_row(pair: &str, peer: &Peer, rounds: &[Vec<Taken>], at: usize) {
    let own = || rounds.iter().filter_map(|round| round.get(at));
    let mut ratios: Vec<f64> = rounds
        .iter()
        .filter_map(|round| Some(round.get(at)?.time.as_secs_f64() / round.first()?.time.as_secs_f64()))
        .collect();
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios.get(ratios.len() / 2).copied().unwrap_or_default();
    let time = own().map(|taken| taken.time.as_millis()).min().unwrap_or_default();
    let peak = own().map(|taken| taken.peak_kib).max().unwrap_or_default() / 1024;
    let entries = own().map(|taken| taken.entries).max().unwrap_or_default();
    println!("| {pair} | {} | {time} ms | {peak} MiB | {entries} | {ratio:.1} |", peer.name);
}

/// Returns Waybill, and the programs beside it.
fn peers(repo: &Repo) -> Result<[Peer; 3]> {
    let build = ["build", "--quiet", "--locked", "--release", "--package", "waybill-cli"];
    Run::cargo(repo, "build-cli", &build).run()?;
    let redocly = setup::refactors::packages(repo)?.join("node_modules/@redocly/cli/bin/cli.js");
    let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
    let mut of_redocly = vec![redocly.into_os_string()];
    of_redocly.extend(words(&["diff", "--format", "json", "--fail-on", "none"]));
    Ok([
        Peer {
            name: "Waybill".to_owned(),
            program: repo.target().join("release/waybill"),
            words: words(&["diff", "--format", "json"]),
            entries: |report| &report["changes"],
        },
        Peer {
            name: NAME.to_owned(),
            program: program(repo)?,
            words: words(&["changelog", "--format", "json"]),
            entries: |report| report,
        },
        Peer {
            name: format!("Redocly CLI {}", setup::refactors::REDOCLY),
            program: "node".into(),
            words: of_redocly,
            entries: |report| &report["changes"],
        },
    ])
}

/// Returns oasdiff, which is installed into the cache.
pub(crate) fn program(repo: &Repo) -> Result<PathBuf> {
    let folder = repo.cache("oasdiff-1.37.0");
    let program = folder.join("oasdiff");
    if !program.is_file() {
        if ask("go", &["version"]).is_none() {
            bail!("needs Go: install it from go.dev");
        }
        Run::new(repo, "go-install", "go").args(&["install", MODULE]).env("GOBIN", &folder).run()?;
    }
    Ok(program)
}

impl Peer {
    fn compare(&self, repo: &Repo, pair: &Pair) -> Result<Taken> {
        let path = repo.work("measure/peer.json");
        let (time, peak_kib) = self.run(&path, pair)?;
        let text = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let report: Value =
            serde_json::from_slice(&text).with_context(|| format!("{} printed no report", self.name))?;
        let entries = (self.entries)(&report).as_array().with_context(|| format!("{} has no entries", self.name))?;
        Ok(Taken { time, peak_kib, entries: entries.len() })
    }

    /// Runs the program, with its report in a file. Returns the time and the peak memory in KiB.
    fn run(&self, path: &Path, pair: &Pair) -> Result<(Duration, u64)> {
        let output = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let start = Instant::now();
        let mut child = Command::new(&self.program)
            .args(&self.words)
            .args([&pair.old, &pair.new])
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot run {}", self.name))?;
        let mut peak_kib = 0;
        while child.try_wait()?.is_none() {
            peak_kib = peak_kib.max(high_water(child.id()));
            if start.elapsed() > PATIENCE {
                child.kill()?;
                bail!("{} has not ended after {} seconds", self.name, PATIENCE.as_secs());
            }
            std::thread::sleep(LOOK);
        }
        Ok((start.elapsed(), peak_kib))
    }
}

/// Returns the peak memory of a process so far, in KiB; 0 if the system does not report it.
fn high_water(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
