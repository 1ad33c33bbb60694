//! Which two commits a pull request is judged by: its base branch and the result of merging it where CI made that, else
//! the merge base and its last commit.

use crate::ci_variables::read;
use crate::failure::Failure;
use crate::git::{Commit, Repository};

use super::result_file::Comparison;

/// The commits of a pull request.
pub(super) struct Commits {
    /// What it is compared with.
    pub(super) base: Commit,
    /// Its last commit.
    pub(super) head: Commit,
    /// What is compared with the base: the merge of the two, or the last commit itself.
    pub(super) compared: Commit,
    pub(super) comparison: Comparison,
}

impl Commits {
    /// What is compared with what, as a sentence.
    pub(super) fn describe(&self) -> String {
        let Commits { base, head, compared: _, comparison } = self;
        let [base_id, head_id] = [base, head].map(|commit| commit.id.get(..10).unwrap_or(&commit.id));
        match comparison {
            Comparison::Merge => format!("compared {base_id} with the result of merging {head_id} into it"),
            Comparison::MergeBase => {
                format!("compared the merge base {base_id} with {head_id}, as no merge is made here")
            }
        }
    }
}

/// Finds the commits, from the options or from what the CI system says.
pub(super) fn find(repository: &Repository, base: Option<&str>, head: Option<&str>) -> Result<Commits, Failure> {
    if base.is_none()
        && head.is_none()
        && let Some(commits) = find_merge(repository)?
    {
        return Ok(commits);
    }
    let head = repository.commit(head.unwrap_or("HEAD"))?;
    let branch = match base {
        Some(base) => base.to_owned(),
        None => target_branch(repository)?,
    };
    let branch = repository.commit(&branch)?;
    let base = repository.merge_base(&branch, &head)?;
    Ok(Commits { base, compared: head.clone(), head, comparison: Comparison::MergeBase })
}

/// The branch or commit that the pull request goes to, as CI says it, else the default branch.
fn target_branch(repository: &Repository) -> Result<String, Failure> {
    let of_remote = |name: String| format!("origin/{name}");
    let named = read("GITHUB_BASE_REF").map(of_remote);
    let named = named.or_else(|| read("CI_MERGE_REQUEST_DIFF_BASE_SHA"));
    let named = named.or_else(|| read("CI_MERGE_REQUEST_TARGET_BRANCH_NAME").map(of_remote));
    named.map_or_else(|| repository.default_branch(), Ok)
}

/// The commits of a merge that CI made and checked out; none where it did not.
fn find_merge(repository: &Repository) -> Result<Option<Commits>, Failure> {
    let of_github = read("GITHUB_EVENT_NAME").as_deref() == Some("pull_request")
        && read("GITHUB_REF").is_some_and(|name| name.starts_with("refs/pull/") && name.ends_with("/merge"));
    let of_gitlab = matches!(read("CI_MERGE_REQUEST_EVENT_TYPE").as_deref(), Some("merged_result" | "merge_train"));
    let run_for = match (of_github, of_gitlab) {
        (true, _) => read("GITHUB_SHA"),
        (false, true) => read("CI_COMMIT_SHA"),
        (false, false) => None,
    };
    let compared = repository.commit("HEAD")?;
    // A workflow may have checked out something else, such as the pull request's last commit.
    if run_for.as_ref() != Some(&compared.id) {
        return Ok(None);
    }
    let parents = repository.parents(&compared)?;
    let [first, second] = parents.as_slice() else { return Ok(None) };
    let base = repository.commit(first).map_err(|_| {
        let message = "this clone holds the merge of the pull request, but not the commit it was merged into";
        Failure::new(message).help("check out with `fetch-depth: 2`, or with 0 for the whole history")
    })?;
    let name = read("GITHUB_BASE_REF").or_else(|| read("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"));
    let base = Commit { name: name.unwrap_or_else(|| first.chars().take(10).collect()), ..base };
    let head = Commit { id: second.clone(), name: second.chars().take(10).collect() };
    Ok(Some(Commits { base, head, compared, comparison: Comparison::Merge }))
}
