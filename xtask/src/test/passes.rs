//! What passed with which inputs: `--changed` skips a step only if all its inputs are those of a pass.
//!
//! Every tracked or new file is an input of every step, but for those that the step ignores. So a new folder is an input
//! until somebody says that it is none.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use super::schedule::Ended;
use super::step::Step;
use crate::command::ask;
use crate::repo::Repo;

/// Programs whose versions are inputs of every step.
const PROGRAMS: [(&str, &str); 8] = [
    ("rustc", "-vV"),
    ("node", "--version"),
    ("java", "-version"),
    ("mvn", "--version"),
    ("swift", "--version"),
    ("redis-server", "--version"),
    ("chromium", "--version"),
    ("python3", "--version"),
];

/// The digests of every step's inputs, and the folder of those that passed.
pub(super) struct Passes {
    folder: PathBuf,
    digests: HashMap<String, String>,
}

impl Passes {
    /// Takes the digest of the inputs of every step.
    pub(super) fn read(repo: &Repo, steps: &[Step]) -> Result<Self> {
        let files = file_digests(repo)?;
        let versions: Vec<String> =
            PROGRAMS.iter().map(|(program, option)| ask(program, &[option]).unwrap_or_default()).collect();
        let inputs: Vec<String> = steps.iter().map(|step| inputs_of(step, steps, &files, &versions)).collect();
        let digests = digests_of(repo, &inputs)?;
        let digests = steps.iter().map(|step| step.id.clone()).zip(digests).collect();
        Ok(Self { folder: repo.work("passes"), digests })
    }

    /// True if the step passed with the inputs that it has now.
    pub(super) fn holds(&self, step: &Step) -> bool {
        let passed = std::fs::read_to_string(self.file(&step.id)).ok();
        !step.is_preparation() && passed.is_some() && passed.as_ref() == self.digests.get(&step.id)
    }

    /// Keeps that a step passed, or forgets it.
    pub(super) fn note(&self, ended: &Ended<'_>) {
        let file = self.file(ended.id);
        let _ = std::fs::create_dir_all(&self.folder);
        // Without the file the step runs again, which is safe.
        let _ = match self.digests.get(ended.id).filter(|_| ended.is_well()) {
            Some(digest) => std::fs::write(file, digest),
            None => std::fs::remove_file(file),
        };
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(id.replace('/', "."))
    }
}

/// Lists everything that decides a step's result, a line each.
fn inputs_of(step: &Step, all: &[Step], files: &[(String, String)], versions: &[String]) -> String {
    let is_ignored = |file: &str| step.ignored.iter().any(|path| is_below(file, path));
    let lines = files.iter().filter(|(file, _)| !is_ignored(file)).map(|(file, digest)| format!("{digest} {file}"));
    let needs =
        step.needs.iter().filter(|need| all.iter().any(|step| step.id == **need)).map(|need| (*need).to_owned());
    std::iter::once(step.id.clone())
        .chain(needs)
        .chain(versions.iter().cloned())
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

/// True for the path itself, and for what is in the folder of that path.
fn is_below(file: &str, path: &str) -> bool {
    file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Paths and digests of all files that git tracks or would track.
fn file_digests(repo: &Repo) -> Result<Vec<(String, String)>> {
    let listed = git(repo, &["ls-files", "--cached", "--others", "--exclude-standard"], "")?;
    let files: Vec<&str> = listed.lines().filter(|file| repo.path(file).is_file()).collect();
    let digests = git(repo, &["hash-object", "--stdin-paths", "--no-filters"], &(files.join("\n") + "\n"))?;
    let digests: Vec<&str> = digests.lines().collect();
    ensure!(digests.len() == files.len(), "git hashed {} of {} files", digests.len(), files.len());
    Ok(files.into_iter().zip(digests).map(|(file, digest)| (file.to_owned(), digest.to_owned())).collect())
}

/// One digest for each string.
fn digests_of(repo: &Repo, inputs: &[String]) -> Result<Vec<String>> {
    let digest = |input: &String| git(repo, &["hash-object", "--stdin"], input).map(|line| line.trim().to_owned());
    inputs.iter().map(digest).collect()
}

/// Runs git with something on its standard input.
fn git(repo: &Repo, words: &[&str], input: &str) -> Result<String> {
    let mut child = Command::new("git")
        .args(words)
        .current_dir(repo.root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run git")?;
    let mut pipe = child.stdin.take().context("git has no standard input")?;
    // From a thread: git writes while it reads.
    let output = std::thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input.as_bytes()));
        child.wait_with_output()
    });
    let output = output.context("cannot read what git prints")?;
    ensure!(output.status.success(), "git {} ended with {}", words.join(" "), output.status);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_an_input_unless_ignored() {
        let files =
            ["core/src/lib.rs", "viewer/a.ts", "viewers/b.ts"].map(|file| (file.to_owned(), format!("1 {file}")));
        let step = Step::check("rust", "rust/x", |_| Ok(())).ignores(&["viewer"]);
        let inputs = inputs_of(&step, &[], &files, &["rustc 1".to_owned()]);
        assert!(inputs.contains("core/src/lib.rs") && inputs.contains("viewers/b.ts") && inputs.contains("rustc 1"));
        assert!(!inputs.contains("viewer/a.ts"));
    }
}
