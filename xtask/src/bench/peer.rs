//! oasdiff on the same files, in the last version that the Go toolchain builds from its module proxy.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::command::{Run, ask};
use crate::measure::Pair;
use crate::repo::Repo;

pub(crate) const NAME: &str = "oasdiff 1.37.0";
const MODULE: &str = "github.com/oasdiff/oasdiff@v1.37.0";
/// Interval of the memory checks.
const LOOK: Duration = Duration::from_millis(5);
/// Time limit of a comparison.
const PATIENCE: Duration = Duration::from_mins(5);

/// The installed program.
pub(super) struct Peer {
    program: PathBuf,
    output: PathBuf,
}

/// The cost of one comparison, including its text.
pub(super) struct Taken {
    time: Duration,
    peak_kib: u64,
    entries: usize,
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>6} ms {:>3} MiB {:>6}", self.time.as_millis(), self.peak_kib / 1024, self.entries)
    }
}

/// Installs oasdiff into the cache.
pub(super) fn ready(repo: &Repo) -> Result<Peer> {
    Ok(Peer { program: program(repo)?, output: repo.work("measure").join("oasdiff.json") })
}

/// Returns the installed program.
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
    /// Runs oasdiff's changelog in JSON.
    pub(super) fn compare(&self, pair: &Pair) -> Result<Taken> {
        let output = File::create(&self.output).with_context(|| format!("cannot write {}", self.output.display()))?;
        let start = Instant::now();
        let mut child = Command::new(&self.program)
            .args(["changelog", "--format", "json"])
            .args([&pair.old, &pair.new])
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(Stdio::null())
            .spawn()
            .context("cannot run oasdiff")?;
        let mut peak_kib = 0;
        while child.try_wait()?.is_none() {
            peak_kib = peak_kib.max(high_water(child.id()));
            if start.elapsed() > PATIENCE {
                child.kill()?;
                bail!("oasdiff has not ended after {} seconds", PATIENCE.as_secs());
            }
            std::thread::sleep(LOOK);
        }
        let time = start.elapsed();
        let text = std::fs::read(&self.output).with_context(|| format!("cannot read {}", self.output.display()))?;
        let entries: Vec<serde_json::Value> =
            serde_json::from_slice(&text).context("oasdiff printed something else")?;
        Ok(Taken { time, peak_kib, entries: entries.len() })
    }
}

/// Returns the peak memory of a process so far, in KiB; 0 if the system does not report it.
fn high_water(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
