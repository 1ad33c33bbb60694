//! What a pull request is compared with: parents of a merge commit, the merge base, the default branch, and which files
//! differ between two commits.

use super::{Commit, GitError, Repository, git};
use crate::failure::Failure;

impl Repository {
    /// The ids of a commit's parents, as the commit itself has them: a shallow clone hides them from everything else.
    pub(crate) fn parents(&self, commit: &Commit) -> Result<Vec<String>, Failure> {
        let read = git(self.root(), &["cat-file", "commit", &commit.id]);
        let text = read.map_err(|error| refused(error, &format!("the commit {} cannot be read", commit.name)))?;
        let text = String::from_utf8_lossy(&text);
        let head = text.lines().take_while(|line| !line.is_empty());
        Ok(head.filter_map(|line| line.strip_prefix("parent ")).map(ToOwned::to_owned).collect())
    }

    /// The last commit that both have in their history.
    pub(crate) fn merge_base(&self, one: &Commit, other: &Commit) -> Result<Commit, Failure> {
        let found = git(self.root(), &["merge-base", "--end-of-options", &one.id, &other.id]);
        let id = found.map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(_) => {
                let failure = Failure::new(format!("{} and {} have no commit in common here", one.name, other.name));
                failure.help(if self.is_shallow() {
                    "this clone is shallow: fetch its history with `git fetch --unshallow`, or check out with `fetch-depth: 0`"
                } else {
                    "name the branch that the pull request goes to by --base"
                })
            }
        })?;
        let id = String::from_utf8_lossy(&id).trim_end().to_owned();
        // Its own name where it is the very commit that was named.
        let name = if id == one.id { one.name.clone() } else { id.chars().take(10).collect() };
        Ok(Commit { id, name })
    }

    /// The paths of all files that differ between two commits, both names of a file that was moved.
    pub(crate) fn changed_paths(&self, previous: &Commit, current: &Commit) -> Result<Vec<String>, Failure> {
        let compare = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--end-of-options"];
        let listed = git(self.root(), &[&compare[..], &[&previous.id, &current.id]].concat()).map_err(|error| {
            refused(error, &format!("what changed between {} and {} cannot be listed", previous.name, current.name))
        })?;
        let listed = String::from_utf8_lossy(&listed);
        Ok(listed.split('\0').filter(|path| !path.is_empty()).map(ToOwned::to_owned).collect())
    }

    /// The branch that the remote has as its default one, such as `origin/main`.
    pub(crate) fn default_branch(&self) -> Result<String, Failure> {
        let found = git(self.root(), &["symbolic-ref", "--short", "--quiet", "refs/remotes/origin/HEAD"]);
        let name = found.map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(_) => Failure::new("it is not known which branch the pull request goes to")
                .help("name it: `waybill check --base origin/main`; or `git remote set-head origin --auto`, once"),
        })?;
        Ok(String::from_utf8_lossy(&name).trim_end().to_owned())
    }
}

fn refused(error: GitError, message: &str) -> Failure {
    match error {
        GitError::Missing(failure) => failure,
        GitError::Refused(said) => Failure::new(message).note(said),
    }
}
