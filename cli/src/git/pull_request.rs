//! Git data of a pull request: the parents of a merge commit, the merge base, the default branch, and the files that differ
//! between two commits.

use super::{Commit, GitError, Repository, git};
use crate::failure::Failure;

impl Repository {
    /// Returns the ids of a commit's parents from the commit object. Other git commands hide them in a shallow clone.
    pub(crate) fn parents(&self, commit: &Commit) -> Result<Vec<String>, Failure> {
        let read = git(self.root(), &["cat-file", "commit", &commit.id]);
        let text = read.map_err(|error| refused(error, &format!("the commit {} cannot be read", commit.name)))?;
        let text = String::from_utf8_lossy(&text);
        let head = text.lines().take_while(|line| !line.is_empty());
        Ok(head.filter_map(|line| line.strip_prefix("parent ")).map(ToOwned::to_owned).collect())
    }

    /// Returns the last commit that is in the history of both.
    pub(crate) fn merge_base(&self, one: &Commit, other: &Commit) -> Result<Commit, Failure> {
        let found = git(self.root(), &["merge-base", "--end-of-options", &one.id, &other.id]);
        let id = found.map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(_) => {
                let failure = Failure::new(format!("{} and {} have no common commit in this clone", one.name, other.name));
                failure.help(if self.is_shallow() {
                    "this clone is shallow: fetch its history with `git fetch --unshallow`, or check out with `fetch-depth: 0`"
                } else {
                    "pass the target branch of the pull request with --base"
                })
            }
        })?;
        let id = String::from_utf8_lossy(&id).trim_end().to_owned();
        // The given name is kept if the commit is the merge base itself.
        let name = if id == one.id { one.name.clone() } else { id.chars().take(10).collect() };
        Ok(Commit { id, name })
    }

    /// Returns the paths of all files that differ between two commits. A moved file is listed with both paths.
    pub(crate) fn changed_paths(&self, previous: &Commit, current: &Commit) -> Result<Vec<String>, Failure> {
        let compare = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--end-of-options"];
        let listed = git(self.root(), &[&compare[..], &[&previous.id, &current.id]].concat()).map_err(|error| {
            refused(error, &format!("the changes between {} and {} cannot be listed", previous.name, current.name))
        })?;
        let listed = String::from_utf8_lossy(&listed);
        Ok(listed.split('\0').filter(|path| !path.is_empty()).map(ToOwned::to_owned).collect())
    }

    /// Returns the default branch of the remote, such as `origin/main`.
    pub(crate) fn default_branch(&self) -> Result<String, Failure> {
        let found = git(self.root(), &["symbolic-ref", "--short", "--quiet", "refs/remotes/origin/HEAD"]);
        let name = found.map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(_) => Failure::new("the target branch of the pull request is not known").help(
                "pass it, as in `waybill check --base origin/main`, or run `git remote set-head origin --auto` once",
            ),
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
