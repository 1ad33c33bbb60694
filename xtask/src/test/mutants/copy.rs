//! A copy of the workspace in which mutants are compiled. It is kept between runs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::mutant::{Mutant, Sources};
use super::noticed;
use super::program::{self, Program};
use super::schemata::CHOICE;
use super::seed::seed;
use crate::command::{Run, ask};
use crate::repo::Repo;
use crate::test::evidence::list;

/// Folder of the copies in the checkout.
const FOLDER: &str = "target/waybill/mutants";

/// A copy of the workspace with its own target folder. Several copies work in parallel.
pub(super) struct Copy<'a> {
    repo: &'a Repo,
    /// Number in the names of its folder and logs.
    number: usize,
}

impl<'a> Copy<'a> {
    /// Copies the files that git tracks or would track.
    pub(super) fn make(repo: &'a Repo, number: usize) -> Result<Self> {
        let copy = Self { repo, number };
        copy.refresh()?;
        seed(repo.target(), &copy.target())?;
        Ok(copy)
    }

    pub(super) fn tree(&self) -> PathBuf {
        self.repo.path(FOLDER).join(self.number.to_string()).join("tree")
    }

    fn target(&self) -> PathBuf {
        self.repo.path(FOLDER).join(self.number.to_string()).join("target")
    }

    fn log(&self, what: &str) -> String {
        format!("mutant-{what}-{}", self.number)
    }

    /// Updates the copy. Unchanged files keep their times, so that cargo builds only what differs.
    pub(super) fn refresh(&self) -> Result<()> {
        let tracked = ask("git", &["ls-files", "--cached", "--others", "--exclude-standard"])
            .context("git cannot list the files of this checkout")?;
        let tree = self.tree();
        let files: Vec<&str> = tracked.lines().chain([program::CORE_ROOT, program::MOCK_ROOT]).collect();
        let wanted: BTreeSet<PathBuf> = files.iter().map(|file| tree.join(file)).collect();
        remove_others(&tree, &wanted)?;
        for file in files {
            let to = tree.join(file);
            let Some(bytes) = self.content(file)? else { continue };
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

    /// Returns the copy's content of `file`. Returns `None` if the file was deleted in the checkout, but not yet in git.
    fn content(&self, file: &str) -> Result<Option<Vec<u8>>> {
        let text =
            |file: &str| std::fs::read_to_string(self.repo.path(file)).with_context(|| format!("cannot read {file}"));
        let in_core = program::in_core(file);
        Ok(match file {
            _ if in_core == Some("src/lib.rs") => Some(program::crate_root(&text(file)?).into_bytes()),
            _ if in_core == Some("Cargo.toml") => Some(program::crate_manifest(&text(file)?).into_bytes()),
            program::CORE_ROOT => Some(program::CORE.as_bytes().to_vec()),
            program::MOCK_ROOT => Some(program::mock_root(&text("mock/src/lib.rs")?).into_bytes()),
            program::CORE_MANIFEST => Some(program::manifest(program::PACKAGE, &text(file)?).into_bytes()),
            program::MOCK_MANIFEST => {
                Some(program::manifest(program::MOCK_PACKAGE, &text("mock/Cargo.toml")?).into_bytes())
            }
            _ => std::fs::read(self.repo.path(file)).ok(),
        })
    }

    /// Replaces sources of the copy, until [`Copy::refresh`] restores them.
    pub(super) fn change(&self, files: &Sources) -> Result<()> {
        for (file, text) in files {
            let to = self.tree().join(file);
            let is_root = program::in_core(file) == Some("src/lib.rs");
            let text = if is_root { program::crate_root(text) } else { text.clone() };
            std::fs::write(&to, text).with_context(|| format!("cannot write {}", to.display()))?;
        }
        Ok(())
    }

    /// Compiles one mutant by itself and checks that its vector fails.
    pub(super) fn try_alone(&self, mutant: &Mutant, sources: &Sources) -> Result<()> {
        let text = sources.get(&mutant.file).with_context(|| format!("{} is gone", mutant.file))?;
        let mut changed = text.clone();
        changed.replace_range(mutant.range.clone(), &mutant.replacement);
        self.change(&Sources::from([(mutant.file.clone(), changed)]))?;
        let program = Program::for_vector(&mutant.vector);
        let result = self.compile(program).context("the mutant does not compile").and_then(|()| {
            let (_, survived) = self.run(program, "alone", Some(&mutant.vector), None)?;
            noticed(survived)
        });
        self.change(&Sources::from([(mutant.file.clone(), text.clone())]))?;
        result
    }

    /// Compiles a program that runs vectors.
    ///
    /// Builds the whole workspace, so that features are those of the main build and its libraries can be used. The lock file is
    /// the checkout's, until cargo adds the program's dependencies to it. All of them are in it already.
    pub(super) fn compile(&self, program: Program) -> Result<()> {
        Run::cargo(
            self.repo,
            &self.log("build"),
            &["build", "--offline", "--quiet", "--workspace", "--bin", program.name()],
        )
        .current_dir(self.tree())
        .env("CARGO_TARGET_DIR", self.target())
        // The same program is compiled with one change after another.
        .env("CARGO_INCREMENTAL", "1")
        .run()?;
        Ok(())
    }

    /// Runs one vector or all, with or without a mutant. Returns the output, and true if they passed. `worker` distinguishes
    /// its log from those of other workers.
    pub(super) fn run(
        &self,
        program: Program,
        worker: &str,
        vector: Option<&str>,
        mutant: Option<usize>,
    ) -> Result<(String, bool)> {
        let log = self.log(&format!("test-{worker}"));
        let mut run = Run::new(self.repo, &log, self.target().join("debug").join(program.name()));
        if let Some(vector) = vector {
            run = run.env("WAYBILL_VECTOR", vector);
        }
        if let Some(mutant) = mutant {
            run = run.env(CHOICE, mutant.to_string());
        }
        run.run_either_way()
    }
}

/// Removes files that an earlier run copied and that the checkout no longer has.
fn remove_others(folder: &Path, wanted: &BTreeSet<PathBuf>) -> Result<()> {
    for path in list(folder)? {
        if path.is_dir() {
            remove_others(&path, wanted)?;
            if list(&path)?.is_empty() {
                std::fs::remove_dir(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        } else if !wanted.contains(&path) {
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}
