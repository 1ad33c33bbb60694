//! The two commits of a pull request to compare: the base branch and CI's merge of the two, or else the merge base and the
//! last commit.

use crate::ci_variables::read;
use crate::failure::Failure;
use crate::git::{Commit, Repository};

use super::result_file::{Comparison, is_commit_id};

/// The commits of a pull request.
pub(super) struct Commits {
    /// Commit to compare with.
    pub(super) base: Commit,
    /// Name of the target branch.
    branch: String,
    /// Last commit of the pull request.
    pub(super) head: Commit,
    /// Commit that is compared with the base: the merge of the two, or the last commit itself.
    pub(super) compared: Commit,
    pub(super) comparison: Comparison,
}

impl Commits {
    /// Describes the comparison as a sentence.
    pub(super) fn describe(&self) -> String {
        let Commits { base, branch, head, compared: _, comparison } = self;
        let [base_id, head_id] = [base, head].map(|commit| shorten(&commit.id));
        let (branch, name) = (shorten(branch), shorten(&head.name));
        match comparison {
            Comparison::Merge => format!("Comparing the merge of {head_id} into {branch} ({base_id}) with {branch}."),
            Comparison::MergeBase => {
                format!("Comparing {name} ({head_id}) with its merge base on {branch} ({base_id}).")
            }
        }
    }
}

/// Shortens a commit id to 7 digits, as git does. Other names are not changed.
fn shorten(name: &str) -> &str {
    if is_commit_id(name) { name.get(..7).unwrap_or(name) } else { name }
}

/// Finds the commits from the options, or else from the CI variables.
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
    let target = repository.commit(&branch)?;
    let base = repository.merge_base(&target, &head)?;
    Ok(Commits { base, branch, compared: head.clone(), head, comparison: Comparison::MergeBase })
}

/// Returns the target branch or commit of the pull request: from CI variables, or else the default branch.
fn target_branch(repository: &Repository) -> Result<String, Failure> {
    let of_remote = |name: String| format!("origin/{name}");
    let named = read("GITHUB_BASE_REF").map(of_remote);
    let named = named.or_else(|| read("CI_MERGE_REQUEST_DIFF_BASE_SHA"));
    let named = named.or_else(|| read("CI_MERGE_REQUEST_TARGET_BRANCH_NAME").map(of_remote));
    named.map_or_else(|| repository.default_branch(), Ok)
}

/// Returns the commits of a merge that CI created and checked out, or `None` if CI made no merge.
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
    // A workflow may have checked out another commit, such as the pull request's last one.
    if run_for.as_ref() != Some(&compared.id) {
        return Ok(None);
    }
    let parents = repository.parents(&compared)?;
    let [first, second] = parents.as_slice() else { return Ok(None) };
    let base = repository.commit(first).map_err(|_| {
        let message =
            "this clone has the merge commit of the pull request, but not the base commit that it was merged into";
        Failure::new(message).help("check out with `fetch-depth: 2`, or with 0 for the full history")
    })?;
    let name = read("GITHUB_BASE_REF").or_else(|| read("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"));
    let branch = name.unwrap_or_else(|| first.chars().take(10).collect());
    let base = Commit { name: branch.clone(), ..base };
    let head = Commit { id: second.clone(), name: second.chars().take(10).collect() };
    Ok(Some(Commits { base, branch, head, compared, comparison: Comparison::Merge }))
}
