//! Records which steps passed with which inputs. `--changed` skips a step only if it passed with the current inputs.
//!
//! Every tracked or new file is an input of every step, except for those that the step ignores. A new folder is therefore an
//! input until a step lists it as ignored.

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
const PROGRAMS: [(&str, &str); 14] = [
    ("rustc", "-vV"),
    ("cc", "--version"),
    ("node", "--version"),
    ("npm", "--version"),
    ("java", "-version"),
    ("javac", "-version"),
    ("mvn", "--version"),
    ("swift", "--version"),
    ("redis-server", "--version"),
    ("chromium", "--version"),
    ("chromium-browser", "--version"),
    ("firefox", "--version"),
    ("valgrind", "--version"),
    ("python3", "--version"),
];

/// Prefixes of the environment variables that are inputs of every step.
const VARIABLES: [&str; 10] =
    ["CARGO_", "JAVA_", "MAVEN_", "NODE_", "PATH", "PROPTEST_", "RUST", "SWIFT", "WAYBILL_", "XDG_CACHE_HOME"];

/// Digests of the inputs of steps, and the folder with the digests of those that passed.
pub(super) struct Passes {
    folder: PathBuf,
    digests: HashMap<String, String>,
}

impl Passes {
    /// Computes the digests of the inputs of these steps. Fails if the checkout is no git repository.
    pub(super) fn read(repo: &Repo, steps: &[&Step]) -> Result<Self> {
        let files = file_digests(repo)?;
        let programs = PROGRAMS.iter().map(|(program, option)| ask(program, &[option]).unwrap_or_default());
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            let name = name.to_string_lossy().into_owned();
            let is_input = VARIABLES.iter().any(|start| name.starts_with(start));
            is_input.then(|| format!("{name}={}", value.to_string_lossy()))
        });
        let mut around: Vec<String> = programs.chain(variables).collect();
        around.sort_unstable();
        let inputs: Vec<String> = steps.iter().map(|step| inputs_of(step, &files, &around)).collect();
        let digests = digests_of(repo, &inputs)?;
        let digests = steps.iter().map(|step| step.id.clone()).zip(digests).collect();
        Ok(Self { folder: repo.work("passes"), digests })
    }

    /// True if the step passed with its current inputs.
    pub(super) fn holds(&self, step: &Step) -> bool {
        let passed = std::fs::read_to_string(self.file(&step.id)).ok();
        !step.is_preparation() && passed.is_some() && passed.as_ref() == self.digests.get(&step.id)
    }

    /// Records which steps passed, and deletes earlier passes of the others. A step whose inputs changed while it ran has passed
    /// with
    /// neither. If the run as a whole failed, vectors may be missing, so steps that run vectors have not passed.
    pub(super) fn keep(&self, repo: &Repo, steps: &[&Step], ended: &[Ended<'_>], run_passed: bool) {
        let now = Self::read(repo, steps).map(|now| now.digests).unwrap_or_default();
        let _ = std::fs::create_dir_all(&self.folder);
        for ended in ended {
            let has_passed = ended.is_well() && (run_passed || !ended.runs_vectors);
            let digest = self.digests.get(ended.id).filter(|digest| has_passed && now.get(ended.id) == Some(digest));
            // Without the file the step runs again, which is safe.
            let _ = match digest {
                Some(digest) => std::fs::write(self.file(ended.id), digest),
                None => std::fs::remove_file(self.file(ended.id)),
            };
        }
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(id.replace('/', "."))
    }
}

/// Lists everything that determines a step's result, one line each.
fn inputs_of(step: &Step, files: &[(String, String)], around: &[String]) -> String {
    let is_ignored = |file: &str| step.ignored.iter().any(|path| is_below(file, path));
    let lines = files.iter().filter(|(file, _)| !is_ignored(file)).map(|(file, digest)| format!("{digest} {file}"));
    let needs = step.needs.iter().map(|need| (*need).to_owned());
    let all = std::iter::once(step.id.clone()).chain(needs).chain(around.iter().cloned()).chain(lines);
    all.collect::<Vec<_>>().join("\n")
}

/// True for the path itself, and for files in the folder with that path.
fn is_below(file: &str, path: &str) -> bool {
    file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the paths and digests of all files that git tracks or would track.
fn file_digests(repo: &Repo) -> Result<Vec<(String, String)>> {
    let listed = git(repo, &["ls-files", "-z", "--cached", "--others", "--exclude-standard"], "")?;
    let files: Vec<&str> = listed.split('\0').filter(|file| repo.path(file).is_file()).collect();
    let digests = git(repo, &["hash-object", "--stdin-paths", "--no-filters"], &(files.join("\n") + "\n"))?;
    let digests: Vec<&str> = digests.lines().collect();
    ensure!(digests.len() == files.len(), "git hashed {} of {} files", digests.len(), files.len());
    Ok(files.into_iter().zip(digests).map(|(file, digest)| (file.to_owned(), digest.to_owned())).collect())
}

/// Returns one digest for each string.
fn digests_of(repo: &Repo, inputs: &[String]) -> Result<Vec<String>> {
    let digest = |input: &String| git(repo, &["hash-object", "--stdin"], input).map(|line| line.trim().to_owned());
    inputs.iter().map(digest).collect()
}

/// Runs git with this standard input.
fn git(repo: &Repo, words: &[&str], input: &str) -> Result<String> {
    let mut child = Command::new("git")
        .args(words)
        .current_dir(repo.root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run git")?;
    let mut pipe = child.stdin.take().context("git has no standard input")?;
    // Written by a thread, because git writes output while it reads.
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
        let inputs = inputs_of(&step, &files, &["rustc 1".to_owned()]);
        assert!(inputs.contains("core/src/lib.rs") && inputs.contains("viewers/b.ts") && inputs.contains("rustc 1"));
        assert!(!inputs.contains("viewer/a.ts"));
    }
}
