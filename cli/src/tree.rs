//! The files of a commit's tree, listed once and read through a single `git` process.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::failure::Failure;
use crate::git::{self, Commit, Repository};

/// The content of a commit's tree, and the process that reads it.
#[derive(Debug)]
pub(crate) struct Tree {
    commit: String,
    /// Lines of `git ls-tree` for each file, by its path from the repository's root.
    files: BTreeMap<String, String>,
    git: Child,
    /// Input of the process. It is closed when the tree is dropped, which ends the process.
    asked: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Tree {
    /// Lists the tree of a commit, and starts the process.
    pub(crate) fn of_commit(repository: &Repository, commit: &Commit) -> Result<Tree, Failure> {
        let listed = repository.list(commit)?;
        let entry =
            |line: &str| line.split_once('\t').map(|(entry_text, path)| (path.to_owned(), entry_text.to_owned()));
        let files = String::from_utf8_lossy(&listed).split('\0').filter_map(entry).collect();
        let mut command = git::command(repository.root(), &["cat-file", "--batch"]);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let cannot = |why: String| Failure::new(format!("git cannot be started: {why}"));
        let mut git = started.map_err(|error| cannot(error.to_string()))?;
        let (Some(asked), Some(answers)) = (git.stdin.take(), git.stdout.take()) else {
            return Err(cannot("it has no standard input or output".to_owned()));
        };
        Ok(Tree { commit: commit.name.clone(), files, git, asked: Some(asked), answers: BufReader::new(answers) })
    }

    /// Reads the file at `path`, relative to the repository's root.
    pub(crate) fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        let entry_text = self.files.get(path).map_or("", String::as_str);
        let folder = format!("{path}/");
        let is_folder = || self.files.range(folder.clone()..).next().is_some_and(|(next, _)| next.starts_with(&folder));
        let object = match git::file(entry_text) {
            Ok(object) => object.to_owned(),
            Err(_) if entry_text.is_empty() && is_folder() => {
                return Err(Failure::new(format!("{} has a folder at `{path}`", self.commit)));
            }
            Err(what) => return Err(Failure::new(format!("{} has {what} at `{path}`", self.commit))),
        };
        let read = self.object(&object);
        read.map_err(|error| Failure::new(format!("`{path}` cannot be read from {}: {error}", self.commit)))
    }

    /// Reads an object by the id that git listed.
    fn object(&mut self, id: &str) -> std::io::Result<Vec<u8>> {
        let ended = || std::io::Error::other("git ended early");
        writeln!(self.asked.as_mut().ok_or_else(ended)?, "{id}")?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        let mut words = head.split_ascii_whitespace().skip(1);
        let size = match (words.next(), words.next().and_then(|size| size.parse().ok())) {
            (Some("blob"), Some(size)) => size,
            (None, _) => return Err(ended()),
            (Some(what), _) => return Err(std::io::Error::other(format!("its object is {what}"))),
        };
        let mut bytes = vec![0; size];
        self.answers.read_exact(&mut bytes)?;
        // Skips the line end after the object.
        self.answers.read_exact(&mut [0])?;
        Ok(bytes)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        drop(self.asked.take());
        // The exit status does not matter. Waiting leaves no zombie process.
        drop(self.git.wait());
    }
}
