//! The git repository the command stands in: its root, its release tags, and files as a tag has them.
//!
//! Every call has a fixed list of arguments; what comes from outside is a checked tag, a literal path after `--`, or an
//! object id that git printed itself. Nothing is checked out and nothing is written.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use waybill_core::release::{Date, Tag};

use crate::failure::Failure;
use crate::limits::LARGEST_FILE;

/// A repository with a working tree.
#[derive(Debug)]
pub(crate) struct Repository {
    root: PathBuf,
}

/// A tag, and the day of the release it names.
pub(crate) struct Release {
    pub(crate) tag: Tag,
    pub(crate) date: Date,
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
        let root = String::from_utf8(root)
            .map_err(|_| Failure::new("the path of the git repository is not UTF-8").help("move the repository"))?;
        Ok(Repository { root: PathBuf::from(root.strip_suffix('\n').unwrap_or(&root)) })
    }

    /// The folder that holds the working tree.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The release that `text` names: a tag that follows the rule and exists.
    pub(crate) fn release(&self, text: &str) -> Result<Release, Failure> {
        let tag: Tag = text.parse().map_err(|reason| {
            let failure = Failure::new(format!("`{text}` does not name a release: {reason}"));
            match format!("v{text}").parse::<Tag>() {
                Ok(tag) => failure.help(format!("try `{tag}`")),
                Err(_) => failure.help("name a tag such as v1.4.0; `git tag --list 'v*'` lists those at hand"),
            }
        })?;
        let tags = self.tags()?;
        match tags.iter().find(|(other, _)| *other == tag) {
            Some((_, Some(date))) => Ok(Release { tag, date: *date }),
            Some((_, None)) => Err(Failure::new(format!("the tag {tag} and its commit have no date"))
                .help("check that the tag points to a commit: `git show --no-patch --end-of-options TAG`")),
            None if self.is_shallow() => Err(Failure::new(format!("there is no tag {tag} in this shallow clone"))
                .help(format!(
                    "fetch it with `git fetch --depth 1 origin tag {tag}`, or all with `git fetch --tags --unshallow`"
                ))),
            None => Err(missing(tag, &tags)),
        }
    }

    /// Whether it was cloned without its history, and then without most of its tags too.
    fn is_shallow(&self) -> bool {
        git(&self.root, &["rev-parse", "--is-shallow-repository"]).is_ok_and(|said| said.starts_with(b"true"))
    }

    /// The file at `path`, from the repository's root, as `tag` has it.
    pub(crate) fn read(&self, tag: Tag, path: &str) -> Result<Vec<u8>, Failure> {
        let refused = |error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new(format!("`{path}` cannot be read from {tag}")).note(said).help(
                "check that the tag points to a commit, and that the clone is complete: `git fetch --tags --unshallow`",
            ),
        };
        let name = format!("refs/tags/{tag}");
        let list = ["ls-tree", "-z", "--long", "--full-tree", "--end-of-options", &name, "--", path];
        let listed = git(&self.root, &list).map_err(refused)?;
        let listed = String::from_utf8_lossy(&listed);
        let object = file(listed.trim_end_matches('\0')).map_err(|what| {
            let help =
                format!("check `description` in waybill.toml; `git ls-tree -r --name-only {tag}` lists its files");
            Failure::new(format!("{tag} has {what} at `{path}`")).help(help)
        })?;
        git(&self.root, &["cat-file", "blob", "--end-of-options", object]).map_err(refused)
    }

    /// What `git ls-tree` says of every file of a tag: lines that end with NUL.
    pub(crate) fn list(&self, tag: Tag) -> Result<Vec<u8>, Failure> {
        let name = format!("refs/tags/{tag}");
        let list = ["ls-tree", "-r", "-z", "--long", "--full-tree", "--end-of-options", &name];
        git(&self.root, &list).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new(format!("the files of {tag} cannot be listed: {said}")),
        })
    }

    /// Every tag that names a release, with the annotated tag's date or, without one, its commit's.
    fn tags(&self) -> Result<Vec<(Tag, Option<Date>)>, Failure> {
        let format = "--format=%(refname)%00%(taggerdate:unix)%00%(committerdate:unix)%00%(*committerdate:unix)";
        let listed = git(&self.root, &["for-each-ref", format, "refs/tags"]).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new("the repository's tags cannot be listed").note(said),
        })?;
        let listed = String::from_utf8_lossy(&listed);
        let tags = listed.lines().filter_map(|line| {
            let (name, dates) = line.split_once('\0')?;
            let tag = name.strip_prefix("refs/tags/")?.parse().ok()?;
            let date = dates.split('\0').find_map(|seconds| Date::from_unix_seconds(seconds.parse().ok()?));
            Some((tag, date))
        });
        Ok(tags.collect())
    }
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

fn missing(tag: Tag, tags: &[(Tag, Option<Date>)]) -> Failure {
    let failure = Failure::new(format!("there is no tag {tag} in this repository"));
    let wanted = tag.to_string();
    let mut closest: Vec<Tag> = tags.iter().map(|(tag, _)| *tag).collect();
    closest.sort_by_cached_key(|other| (strsim::damerau_levenshtein(&wanted, &other.to_string()), *other));
    closest.truncate(3);
    closest.sort();
    match closest.iter().map(Tag::to_string).collect::<Vec<_>>().as_slice() {
        [] => failure.help("there is no release tag at all: fetch them with `git fetch --tags`"),
        [only] => failure.help(format!("the only release tag is {only}; `git fetch --tags` fetches new ones")),
        [first @ .., last] => failure.help(format!("the closest tags are {} and {last}", first.join(", "))),
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
