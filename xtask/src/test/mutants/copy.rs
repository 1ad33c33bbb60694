//! A copy of the workspace that patches are applied to, kept between runs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::program::{self, Program};
use super::seed::seed;
use super::{Mutant, rows};
use crate::command::{Run, ask, tail};
use crate::repo::Repo;
use crate::test::evidence::list;

/// Where the copies lie in the checkout.
const FOLDER: &str = "target/waybill/mutants";

/// A copy of the workspace with a target folder of its own. There are several, which work side by side.
pub(super) struct Copy<'a> {
    repo: &'a Repo,
    /// Tells its folder and its logs from those of the others.
    number: usize,
}

impl<'a> Copy<'a> {
    /// Copies what git tracks or would track, and checks that the vectors pass there unchanged.
    pub(super) fn make(repo: &'a Repo, number: usize, programs: &BTreeSet<Program>) -> Result<Self> {
        let copy = Self { repo, number };
        copy.refresh()?;
        seed(repo.target(), &copy.target())?;
        for program in programs {
            copy.compile(*program)?;
            let (output, passed) = copy.run(*program, None)?;
            if !passed {
                bail!("the vectors fail before any patch\n{}", tail(&output));
            }
        }
        Ok(copy)
    }

    /// The copied files, as git calls them from the checkout.
    fn folder(&self) -> String {
        format!("{FOLDER}/{}/tree", self.number)
    }

    fn tree(&self) -> PathBuf {
        self.repo.path(&self.folder())
    }

    fn target(&self) -> PathBuf {
        self.repo.path(FOLDER).join(self.number.to_string()).join("target")
    }

    fn log(&self, what: &str) -> String {
        format!("mutant-{what}-{}", self.number)
    }

    /// Brings the copy up to date. Unchanged files keep their times, so that cargo builds only what differs.
    fn refresh(&self) -> Result<()> {
        let tracked = ask("git", &["ls-files", "--cached", "--others", "--exclude-standard"])
            .context("git cannot list the files of this checkout")?;
        let tree = self.tree();
        let files: Vec<&str> = tracked.lines().chain([program::ACCESS_ROOT, program::MOCK_ROOT]).collect();
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

    /// What the copy has where the checkout has `file`; nothing where that is gone and git does not know yet.
    fn content(&self, file: &str) -> Result<Option<Vec<u8>>> {
        let text =
            |file: &str| std::fs::read_to_string(self.repo.path(file)).with_context(|| format!("cannot read {file}"));
        Ok(match file {
            program::ROOT => Some(program::root(&text(file)?).into_bytes()),
            program::ACCESS_ROOT => Some(program::access_root(&text(program::ROOT)?).into_bytes()),
            program::MOCK_ROOT => Some(program::mock_root(&text("mock/src/lib.rs")?).into_bytes()),
            program::MANIFEST => Some(program::manifest(program::PACKAGE, &text("core/Cargo.toml")?).into_bytes()),
            program::MOCK_MANIFEST => {
                Some(program::manifest(program::MOCK_PACKAGE, &text("mock/Cargo.toml")?).into_bytes())
            }
            _ => std::fs::read(self.repo.path(file)).ok(),
        })
    }

    /// Runs the vectors that name rows of the token machine, with its markers made visible.
    pub(super) fn hold_rows(&self, mutants: &[Mutant]) -> Result<()> {
        rows::show(&self.tree())?;
        let result = self.compile(Program::Access).and_then(|()| {
            let mut complaints = Vec::new();
            for mutant in mutants.iter().filter(|mutant| !mutant.rows.is_empty()) {
                let (output, _) = self.run(Program::Access, Some(&mutant.vector))?;
                complaints.extend(rows::hold(&mutant.vector, &mutant.rows, &output).err());
            }
            Ok(complaints)
        });
        self.refresh()?;
        let complaints: Vec<String> = result?.iter().map(ToString::to_string).collect();
        if complaints.is_empty() { Ok(()) } else { bail!("{}", complaints.join("\n")) }
    }

    /// Applies one patch, looks whether its vector notices, and takes the patch back.
    pub(super) fn try_one(&self, mutant: &Mutant) -> Result<()> {
        self.patch(&mutant.patch, &[]).context("the patch does not apply")?;
        let program = Program::of(&mutant.vector);
        let result = self.compile(program).context("the patched sources do not compile").and_then(|()| {
            let (_, survived) = self.run(program, Some(&mutant.vector))?;
            if survived {
                bail!("survived {}", mutant.patch.display());
            }
            Ok(())
        });
        self.patch(&mutant.patch, &["--reverse"]).context("the patch cannot be taken back")?;
        result
    }

    /// Git is there on every machine that has this checkout; `patch` may not be.
    fn patch(&self, patch: &Path, extra: &[&str]) -> Result<()> {
        Run::new(self.repo, &self.log("patch"), "git")
            .args(&["apply", "--whitespace=nowarn", "--directory", &self.folder()])
            .args(extra)
            .arg(patch)
            .run()?;
        Ok(())
    }

    /// Compiles a program that runs vectors.
    ///
    /// The workspace is named, so that features are those of the main build and its libraries can be used. The lock file is
    /// the checkout's until cargo notes in it what the program depends on; nothing it names is new.
    fn compile(&self, program: Program) -> Result<()> {
        Run::cargo(
            self.repo,
            &self.log("build"),
            &["build", "--offline", "--quiet", "--workspace", "--bin", program.name()],
        )
        .current_dir(self.tree())
        .env("CARGO_TARGET_DIR", self.target())
        // Nobody debugs a mutant.
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .run()?;
        Ok(())
    }

    /// Runs one vector, or all, and gives what was printed and whether they passed.
    fn run(&self, program: Program, vector: Option<&str>) -> Result<(String, bool)> {
        let run = Run::new(self.repo, &self.log("test"), self.target().join("debug").join(program.name()));
        match vector {
            Some(vector) => run.env("WAYBILL_VECTOR", vector),
            None => run,
        }
        .run_either_way()
    }
}

/// Removes what an earlier run copied and the checkout has no more.
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
