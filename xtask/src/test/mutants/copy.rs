//! The copy of the workspace that patches are applied to, kept between runs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::seed::seed;
use super::{Mutant, rows};
use crate::command::{Run, ask};
use crate::repo::Repo;
use crate::test::evidence::list;

/// The test file that runs the shared vectors in Rust, in the package `waybill-tests`.
const RUNNER: &str = "vectors";

/// Where the copy lies in the checkout.
const TREE: &str = "target/waybill/mutants/tree";

/// A copy of the workspace with a target folder of its own, kept between runs.
pub(super) struct Copy<'a> {
    repo: &'a Repo,
    tree: PathBuf,
    target: PathBuf,
}

impl<'a> Copy<'a> {
    /// Copies what git tracks or would track, and checks that the vectors pass there unchanged.
    pub(super) fn make(repo: &'a Repo) -> Result<Self> {
        let copy = Self { repo, tree: repo.path(TREE), target: repo.work("mutants/target") };
        copy.refresh()?;
        seed(repo.target(), &copy.target)?;
        let test = copy.compile()?;
        if !copy.passes(&test, None)? {
            bail!("the vectors fail before any patch: see {}", repo.work("logs/mutant-test.log").display());
        }
        Ok(copy)
    }

    /// Brings the copy up to date. Unchanged files keep their times, so that cargo builds only what differs.
    fn refresh(&self) -> Result<()> {
        let tracked = ask("git", &["ls-files", "--cached", "--others", "--exclude-standard"])
            .context("git cannot list the files of this checkout")?;
        let wanted: BTreeSet<PathBuf> = tracked.lines().map(|file| self.tree.join(file)).collect();
        remove_others(&self.tree, &wanted)?;
        for file in tracked.lines() {
            let (from, to) = (self.repo.path(file), self.tree.join(file));
            let Ok(bytes) = std::fs::read(&from) else { continue };
            if std::fs::read(&to).is_ok_and(|old| old == bytes) {
                continue;
            }
            if let Some(folder) = to.parent() {
                std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            }
            std::fs::write(&to, bytes).with_context(|| format!("cannot write {}", to.display()))?;
        }
        Ok(())
    }

    /// Runs the vectors that name rows of the token machine, with its markers made visible.
    pub(super) fn hold_rows(&self, mutants: &[Mutant]) -> Result<()> {
        rows::show(&self.tree)?;
        let result = self.compile().and_then(|test| {
            for mutant in mutants.iter().filter(|mutant| !mutant.rows.is_empty()) {
                let (output, _) = self.run(&test, Some(&mutant.vector), &["--nocapture"])?;
                rows::hold(&mutant.vector, &mutant.rows, &output)?;
            }
            Ok(())
        });
        self.refresh()?;
        result
    }

    /// Applies one patch, looks whether its vector notices, and takes the patch back.
    pub(super) fn try_one(&self, mutant: &Mutant) -> Result<()> {
        self.patch(&mutant.patch, &[]).context("the patch does not apply")?;
        let result = self.compile().context("the patched core does not compile").and_then(|test| {
            if self.passes(&test, Some(&mutant.vector))? {
                bail!("survived {}", mutant.patch.display());
            }
            Ok(())
        });
        self.patch(&mutant.patch, &["--reverse"]).context("the patch cannot be taken back")?;
        result
    }

    /// Git is there on every machine that has this checkout; `patch` may not be.
    fn patch(&self, patch: &Path, extra: &[&str]) -> Result<()> {
        Run::new(self.repo, "mutant-patch", "git")
            .args(&["apply", "--whitespace=nowarn", "--directory", TREE])
            .args(extra)
            .arg(patch)
            .run()?;
        Ok(())
    }

    /// Compiles the vector runner and gives its path.
    ///
    /// The workspace is named, so that features are those of the main build and its libraries can be used.
    fn compile(&self) -> Result<PathBuf> {
        let words = ["test", "--locked", "--no-run", "--workspace", "--test", RUNNER];
        let output = Run::cargo(self.repo, "mutant-build", &words)
            .current_dir(&self.tree)
            .env("CARGO_TARGET_DIR", &self.target)
            .run()?;
        // `  Executable tests/vectors.rs (/.../deps/vectors-0123456789abcdef)`
        let line = output.lines().find(|line| line.trim_start().starts_with("Executable")).unwrap_or_default();
        let path = line.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
        Ok(PathBuf::from(path.context("cargo did not say where the test is")?))
    }

    fn passes(&self, test: &Path, vector: Option<&str>) -> Result<bool> {
        Ok(self.run(test, vector, &[])?.1)
    }

    /// Runs one vector, or all, and gives what was printed and whether they passed.
    fn run(&self, test: &Path, vector: Option<&str>, arguments: &[&str]) -> Result<(String, bool)> {
        let tests = self.tree.join("tests");
        let run = Run::new(self.repo, "mutant-test", test).args(arguments).current_dir(&tests);
        run.env("CARGO_MANIFEST_DIR", &tests).env("WAYBILL_VECTOR", vector.unwrap_or_default()).run_either_way()
    }
}

/// Removes what an earlier run copied and the checkout has no more.
fn remove_others(folder: &Path, wanted: &BTreeSet<PathBuf>) -> Result<()> {
    for path in list(folder)? {
        if path.is_dir() {
            remove_others(&path, wanted)?;
        } else if !wanted.contains(&path) {
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}
