//! The git repository of the current folder: its root, its release tags, and files of its commits.
//!
//! Every git call has a fixed list of arguments. External input is passed in one of four forms: a validated tag, a revision
//! after `--end-of-options`, a literal path after `--`, or an object id that git printed. This module does not check out or
//! write files: see [`worktree`].

mod pull_request;
mod release_tags;
pub(crate) mod worktree;

pub(crate) use self::release_tags::Release;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::limits::LARGEST_FILE;

/// A repository with a working tree.
#[derive(Debug)]
pub(crate) struct Repository {
    root: PathBuf,
    /// Folder that all working trees of the repository share, usually `.git`.
    common_folder: PathBuf,
}

/// A commit, and the tag or revision that messages use as its name.
#[derive(Debug, Clone)]
pub(crate) struct Commit {
    pub(crate) id: String,
    pub(crate) name: String,
}

impl Repository {
    /// Finds the repository of the current folder.
    pub(crate) fn here() -> Result<Repository, Failure> {
        let root = git(Path::new("."), &["rev-parse", "--show-toplevel"]).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) if said.contains("dubious ownership") => Failure::new(
                "git does not trust this repository, because its folder belongs to another user",
            )
            .note(said)
            .help(
                "if you trust it, run `git config --global --add safe.directory FOLDER`, or run waybill as its owner",
            ),
            GitError::Refused(said) => Failure::new("this folder is not in the working tree of a git repository")
                .note(said)
                .help("change to the repository, or compare two files with `waybill changelog --files OLD NEW`"),
        })?;
        let root = path(root)?;
        let common = git(&root, &["rev-parse", "--git-common-dir"]).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new("the .git folder of the repository cannot be found").note(said),
        })?;
        // Absolute, or relative to the folder in which git ran.
        let common_folder = root.join(path(common)?);
        Ok(Repository { root, common_folder })
    }

    /// Returns the folder of the working tree.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folder that all working trees of the repository share, usually `.git`.
    pub(crate) fn common_folder(&self) -> &Path {
        &self.common_folder
    }

    /// Resolves a revision to a commit: a branch, a tag, `HEAD` or an object id.
    pub(crate) fn commit(&self, revision: &str) -> Result<Commit, Failure> {
        let name = format!("{revision}^{{commit}}");
        match git(&self.root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name]) {
            Ok(id) => Ok(Commit { id: String::from_utf8_lossy(&id).trim_end().to_owned(), name: revision.to_owned() }),
            Err(GitError::Missing(failure)) => Err(failure),
            Err(GitError::Refused(_)) => Err(Failure::new(format!("`{revision}` is not a commit of this repository"))
                .help("name a branch, a tag or a commit; `git fetch --tags` fetches missing tags")),
        }
    }

    /// Reads the file at `path`, relative to the repository's root, from a commit.
    pub(crate) fn read(&self, commit: &Commit, path: &str) -> Result<Vec<u8>, Failure> {
        let name = &commit.name;
        let listed = self.list_path(commit, path)?;
        let missing = |what: &str| {
            if listed.is_empty() {
                Failure::new(format!("{name} has no {path}")).help("if it moved, set `description` to its new path")
            } else {
                Failure::new(format!("{name} has {what} at `{path}`")).help("use the path of a file")
            }
        };
        if let Some(object) = link(&listed) {
            let target = String::from_utf8_lossy(&self.blob(commit, path, object)?).into_owned();
            return Err(Failure::new(format!("{name} has a symbolic link to `{target}` at `{path}`")).help(
                "set `description` in waybill.toml to the path of the file itself; for existing tags, use another \
                       waybill.toml with `--config FILE`",
            ));
        }
        let object = file(&listed).map_err(|what| missing(&what))?;
        self.blob(commit, path, object)
    }

    /// Reads the file at `path`, or returns `None` if the commit has nothing there.
    pub(crate) fn read_where_there(&self, commit: &Commit, path: &str) -> Result<Option<Vec<u8>>, Failure> {
        if self.has(commit, path)? { self.read(commit, path).map(Some) } else { Ok(None) }
    }

    /// True if a commit has something at a path.
    pub(crate) fn has(&self, commit: &Commit, path: &str) -> Result<bool, Failure> {
        Ok(!self.list_path(commit, path)?.is_empty())
    }

    /// Returns the line of `git ls-tree` for one path of a commit; empty if nothing is there.
    fn list_path(&self, commit: &Commit, path: &str) -> Result<String, Failure> {
        let list = ["ls-tree", "-z", "--long", "--full-tree", "--end-of-options", &commit.id, "--", path];
        let listed = git(&self.root, &list).map_err(|error| unreadable(commit, path, error))?;
        Ok(String::from_utf8_lossy(&listed).trim_end_matches('\0').to_owned())
    }

    fn blob(&self, commit: &Commit, path: &str, object: &str) -> Result<Vec<u8>, Failure> {
        let read = git(&self.root, &["cat-file", "blob", "--end-of-options", object]);
        read.map_err(|error| unreadable(commit, path, error))
    }

    /// Returns the lines of `git ls-tree` for all files of a commit, terminated by NUL.
    pub(crate) fn list(&self, commit: &Commit) -> Result<Vec<u8>, Failure> {
        let list = ["ls-tree", "-r", "-z", "--long", "--full-tree", "--end-of-options", &commit.id];
        git(&self.root, &list).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new(format!("the files of {} cannot be listed: {said}", commit.name)),
        })
    }

    /// Returns the paths of all files that git tracks or would track, relative to the root.
    pub(crate) fn files(&self) -> Result<Vec<String>, Failure> {
        let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let listed = git(&self.root, &list).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new("the files of the repository cannot be listed").note(said),
        })?;
        let listed = String::from_utf8_lossy(&listed);
        Ok(listed.split('\0').filter(|path| !path.is_empty()).map(ToOwned::to_owned).collect())
    }
}

fn path(printed: Vec<u8>) -> Result<PathBuf, Failure> {
    let path = String::from_utf8(printed)
        .map_err(|_| Failure::new("the path of the git repository is not UTF-8").help("move the repository"))?;
    Ok(PathBuf::from(path.strip_suffix('\n').unwrap_or(&path)))
}

fn unreadable(commit: &Commit, path: &str, error: GitError) -> Failure {
    match error {
        GitError::Missing(failure) => failure,
        GitError::Refused(said) => {
            Failure::new(format!("`{path}` cannot be read from {}", commit.name)).note(said).help(
                "check that the tag points to a commit, and that the clone is complete: `git fetch --tags --unshallow`",
            )
        }
    }
}

/// Returns the object id of a symbolic link from a line of `git ls-tree --long`.
fn link(line: &str) -> Option<&str> {
    line.strip_prefix("120000 ")?.split_ascii_whitespace().nth(1)
}

/// Returns the object id of a file from a line of `git ls-tree --long`, or a phrase for what is there instead.
pub(crate) fn file(line: &str) -> Result<&str, String> {
    let mut words = line.split_ascii_whitespace();
    let (Some(mode), Some(_), Some(object), Some(size)) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err("no file".to_owned());
    };
    match mode {
        "040000" => Err("a folder".to_owned()),
        "120000" => Err("a symbolic link".to_owned()),
        "160000" => Err("a submodule".to_owned()),
        _ if size.parse().is_ok_and(|size: u64| size <= LARGEST_FILE) => Ok(object),
        _ => Err(format!("a file larger than {} MiB", LARGEST_FILE / 1024 / 1024)),
    }
}

/// The reason why a git command failed.
enum GitError {
    /// The program could not be started.
    Missing(Failure),
    /// It ended with an error and this message.
    Refused(String),
}

/// Builds a git command that runs in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    // English messages, literal paths, and no prompts on the terminal.
    command.env("LC_ALL", "C").env("GIT_LITERAL_PATHSPECS", "1").env("GIT_TERMINAL_PROMPT", "0");
    command
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, GitError> {
    let output = command(folder, arguments).output().map_err(|error| {
        let failure = Failure::new(format!("git cannot be started: {error}"));
        GitError::Missing(failure.help("install git, or compare two files with `waybill changelog --files OLD NEW`"))
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(GitError::Refused(said.lines().next().unwrap_or("git failed without a message").to_owned()))
}
