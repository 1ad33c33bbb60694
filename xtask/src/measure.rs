//! `waybill-measure`, the program that benchmarks and the instruction check run. Built once, with optimisation.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// A measurement of the program. Times are the best of several runs; memory is that of the process.
#[derive(Debug, Deserialize)]
pub(crate) struct Measured {
    pub(crate) milliseconds: f64,
    /// Size of both files.
    pub(crate) bytes: u64,
    pub(crate) peak_kib: u64,
}

/// A measurement of calls that were served.
#[derive(Debug, Deserialize)]
struct Served {
    milliseconds: f64,
}

/// A measurement of consecutive calls.
#[derive(Debug, Deserialize)]
pub(crate) struct Grown {
    milliseconds: f64,
    pub(crate) grown_kib: u64,
}

impl std::fmt::Display for Grown {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} KiB more, {:.0} ms", self.grown_kib, self.milliseconds)
    }
}

/// Two descriptions to compare, and the name of the pair in tables.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) old: PathBuf,
    pub(crate) new: PathBuf,
}

/// The built program.
#[derive(Debug)]
pub(crate) struct Program<'a> {
    repo: &'a Repo,
    file: PathBuf,
}

impl<'a> Program<'a> {
    pub(crate) fn build(repo: &'a Repo) -> Result<Self> {
        let words = ["build", "--quiet", "--locked", "--release", "--package", "waybill-measure"];
        Run::cargo(repo, "build-measure", &words).run()?;
        Ok(Self { repo, file: repo.target().join("release/waybill-measure") })
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Measures one mode in a new process, so that its peak memory is measured alone.
    pub(crate) fn run(&self, mode: &str, pair: &Pair) -> Result<Measured> {
        let run = Run::new(self.repo, &format!("measure-{mode}"), &self.file).arg(mode).arg(&pair.old).arg(&pair.new);
        serde_json::from_str(run.run()?.trim()).context("waybill-measure printed something else")
    }

    /// Returns the milliseconds that the engine takes to serve this many calls that wait for one token.
    pub(crate) fn waiters(&self, calls: &str) -> Result<f64> {
        let served = Run::new(self.repo, "measure-waiters", &self.file).args(&["waiters", calls]).run()?;
        let served: Served = serde_json::from_str(served.trim()).context("waybill-measure printed something else")?;
        Ok(served.milliseconds)
    }

    /// Measures by how many KiB the engine grows over this many calls, after the first 10,000.
    pub(crate) fn calls(&self, calls: &str) -> Result<Grown> {
        let made = Run::new(self.repo, "measure-calls", &self.file).args(&["calls", calls]).run()?;
        serde_json::from_str(made.trim()).context("waybill-measure printed something else")
    }

    /// Measures by how many KiB the mock service grows over this many requests, after the first 10,000.
    pub(crate) fn requests(&self, requests: &str) -> Result<Grown> {
        let made = Run::new(self.repo, "measure-requests", &self.file).args(&["requests", requests]).run()?;
        serde_json::from_str(made.trim()).context("waybill-measure printed something else")
    }

    /// Returns two releases of GitHub's description, six major versions apart.
    pub(crate) fn releases(&self) -> Result<Pair> {
        let corpus = setup::corpus::shown(self.repo)?;
        let name = format!("GitHub's REST description {} and {}", corpus.old.version, corpus.new.version);
        Ok(Pair { name, old: corpus.old.file, new: corpus.new.file })
    }

    /// Returns GitHub's description, and a copy with one more property in a schema that hundreds of operations share.
    pub(crate) fn shared_schema(&self) -> Result<Pair> {
        let old = setup::corpus::shown(self.repo)?.new.file;
        let new = self.folder()?.join("simple-user.json");
        let run = Run::new(self.repo, "measure-touch", &self.file).args(&["touch", "simple-user"]);
        run.arg(&old).arg(&new).run()?;
        Ok(Pair { name: "one more property in GitHub's simple-user".to_owned(), old, new })
    }

    /// Returns a generated description with forty levels and many cycles, and a copy with one more property at the lowest level.
    pub(crate) fn generated(&self, operations: &str) -> Result<Pair> {
        let folder = self.folder()?;
        let [old, new] = ["old", "new"].map(|side| folder.join(format!("generated-{operations}-{side}.json")));
        let run = Run::new(self.repo, "measure-generate", &self.file).args(&["generate", operations]);
        run.arg(&old).arg(&new).run()?;
        Ok(Pair { name: format!("one more property under {operations} operations, 40 levels"), old, new })
    }

    fn folder(&self) -> Result<PathBuf> {
        let folder = self.repo.work("measure");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(folder)
    }
}
