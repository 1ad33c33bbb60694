//! The git repository the command stands in: its root, its release tags, and files as a commit has them.
//!
//! Every call has a fixed list of arguments; what comes from outside is a checked tag, a revision after
//! `--end-of-options`, a literal path after `--`, or an object id that git printed itself. Nothing here is checked out or
//! written: that is for [`worktree`].

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
    /// What all working trees of the repository share, `.git` in most.
    common_folder: PathBuf,
}

/// A commit, and the tag or revision that messages name it by.
#[derive(Debug, Clone)]
pub(crate) struct Commit {
    pub(crate) id: String,
    pub(crate) name: String,
}

impl Repository {
    /// The repository the current directory is in.
    pub(crate) fn here() -> Result<Repository, Failure> {
        let root = git(Path::new("."), &["rev-parse", "--show-toplevel"]).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) if said.contains("dubious ownership") => {
                Failure::new("git does not trust this repository, whose folder belongs to another user")
                    .note(said)
                    .help("run `git config --global --add safe.directory FOLDER` if you do, or run this as its owner")
            }
            GitError::Refused(said) => Failure::new("this folder is not in the working tree of a git repository")
                .note(said)
                .help("change into the repository, or compare two files with `waybill changelog --files OLD NEW`"),
        })?;
        let root = path(root)?;
        let common = git(&root, &["rev-parse", "--git-common-dir"]).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new("the folder of the git repository is not known").note(said),
        })?;
        // Relative to where git was asked, or absolute.
        let common_folder = root.join(path(common)?);
        Ok(Repository { root, common_folder })
    }

    /// The folder that holds the working tree.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The folder that all working trees of the repository share, `.git` in most.
    pub(crate) fn common_folder(&self) -> &Path {
        &self.common_folder
    }

    /// The commit that a revision names: a branch, a tag, `HEAD`, an object id.
    pub(crate) fn commit(&self, revision: &str) -> Result<Commit, Failure> {
        let name = format!("{revision}^{{commit}}");
        match git(&self.root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name]) {
            Ok(id) => Ok(Commit { id: String::from_utf8_lossy(&id).trim_end().to_owned(), name: revision.to_owned() }),
            Err(GitError::Missing(failure)) => Err(failure),
            Err(GitError::Refused(_)) => Err(Failure::new(format!("`{revision}` names no commit of this repository"))
                .help("name a branch, a tag or a commit; `git fetch --tags` fetches what is not here yet")),
        }
    }

    /// The file at `path`, from the repository's root, as `commit` has it.
    pub(crate) fn read(&self, commit: &Commit, path: &str) -> Result<Vec<u8>, Failure> {
        let name = &commit.name;
        let missing = |what: &str| {
            Failure::new(format!("{name} has {what} at `{path}`")).help(format!(
                "check `description` in waybill.toml, which for a pull request is that of its base; \
                 `git ls-tree -r --name-only {name}` lists the files of {name}"
            ))
        };
        let listed = self.list_path(commit, path)?;
        if let Some(object) = link(&listed) {
            let target = String::from_utf8_lossy(&self.blob(commit, path, object)?).into_owned();
            return Err(Failure::new(format!("{name} has a symbolic link to `{target}` at `{path}`")).help(
                "let `description` in waybill.toml name the file itself; `--config FILE` names another \
                       waybill.toml for releases that are tagged already",
            ));
        }
        let object = file(&listed).map_err(|what| missing(&what))?;
        self.blob(commit, path, object)
    }

    /// The file at `path` where `commit` has anything there.
    pub(crate) fn read_where_there(&self, commit: &Commit, path: &str) -> Result<Option<Vec<u8>>, Failure> {
        if self.has(commit, path)? { self.read(commit, path).map(Some) } else { Ok(None) }
    }

    /// Whether a commit has something at a path.
    pub(crate) fn has(&self, commit: &Commit, path: &str) -> Result<bool, Failure> {
        Ok(!self.list_path(commit, path)?.is_empty())
    }

    /// What `git ls-tree` says of one path of a commit; nothing where nothing is there.
    fn list_path(&self, commit: &Commit, path: &str) -> Result<String, Failure> {
        let list = ["ls-tree", "-z", "--long", "--full-tree", "--end-of-options", &commit.id, "--", path];
        let listed = git(&self.root, &list).map_err(|error| unreadable(commit, path, error))?;
        Ok(String::from_utf8_lossy(&listed).trim_end_matches('\0').to_owned())
    }

    fn blob(&self, commit: &Commit, path: &str, object: &str) -> Result<Vec<u8>, Failure> {
        let read = git(&self.root, &["cat-file", "blob", "--end-of-options", object]);
        read.map_err(|error| unreadable(commit, path, error))
    }

    /// What `git ls-tree` says of every file of a commit: lines that end with NUL.
    pub(crate) fn list(&self, commit: &Commit) -> Result<Vec<u8>, Failure> {
        let list = ["ls-tree", "-r", "-z", "--long", "--full-tree", "--end-of-options", &commit.id];
        git(&self.root, &list).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new(format!("the files of {} cannot be listed: {said}", commit.name)),
        })
    }

    /// The paths of all files that git tracks or would track, from the root.
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

/// The object id of the symbolic link that a line of `git ls-tree --long` tells of.
fn link(line: &str) -> Option<&str> {
    line.strip_prefix("120000 ")?.split_ascii_whitespace().nth(1)
}

/// The object id in a line of `git ls-tree --long`, or what stands there instead of a file.
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

/// Why git gave no answer.
enum GitError {
    /// The program could not be started.
    Missing(Failure),
    /// It ended with a failure, and said this.
    Refused(String),
}

/// Git with these arguments, in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    // Messages in one language, paths taken literally, and no question asked on the terminal.
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
    Err(GitError::Refused(said.lines().next().unwrap_or("git ended without a message").to_owned()))
}
