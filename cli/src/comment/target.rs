//! The pull request of a result: by option, by the event, or the open one that ends with the checked commit.

use std::path::Path;

use serde::Deserialize;

use super::api::Api;
use super::service::Service;
use crate::check::result_file::is_commit_id;
use crate::ci_variables::read;
use crate::failure::Failure;

/// Maximum size of an event, in bytes. GitHub's events are at most a tenth of it.
const LARGEST_EVENT: u64 = 4 * 1024 * 1024;

/// The event that started the workflow, with the members that are needed.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Event {
    pull_request: Option<Numbered>,
    workflow_run: Option<WorkflowRun>,
}

#[derive(Debug, Deserialize)]
struct Numbered {
    number: u64,
}

/// The workflow run that wrote the result.
#[derive(Debug, Deserialize)]
struct WorkflowRun {
    #[serde(rename = "head_sha")]
    head: String,
    #[serde(rename = "head_branch")]
    branch: Option<String>,
    #[serde(rename = "head_repository")]
    repository: Option<Named>,
}

#[derive(Debug, Deserialize)]
struct Named {
    full_name: String,
}

#[derive(Debug, Deserialize)]
struct PullRequest {
    number: u64,
    state: String,
    head: Branch,
    base: Branch,
}

#[derive(Debug, Deserialize)]
struct Branch {
    sha: String,
    #[serde(rename = "ref")]
    name: String,
    /// `None` if the fork was deleted.
    repo: Option<Named>,
}

/// A merge request of GitLab.
#[derive(Debug, Deserialize)]
struct MergeRequest {
    #[serde(rename = "iid")]
    number: u64,
    state: String,
    /// `None` if it has no commit.
    #[serde(rename = "sha")]
    head: Option<String>,
}

impl Event {
    /// Reads the event of this workflow or pipeline. Returns an empty event if CI names no event.
    pub(super) fn read(service: Service) -> Result<Event, Failure> {
        if service == Service::Gitlab {
            let number = read("CI_MERGE_REQUEST_IID").and_then(|number| number.parse().ok());
            return Ok(Event { pull_request: number.map(|number| Numbered { number }), workflow_run: None });
        }
        let Some(path) = read("GITHUB_EVENT_PATH") else { return Ok(Event::default()) };
        let path = Path::new(&path);
        let failed = |why: String| {
            Failure::new(format!("the event in GITHUB_EVENT_PATH cannot be read: {why}"))
                .help("pass the pull request with --pull-request")
        };
        let length = std::fs::metadata(path).map_err(|error| failed(error.to_string()))?.len();
        if length > LARGEST_EVENT {
            return Err(failed(format!("it is larger than {} MiB", LARGEST_EVENT / 1024 / 1024)));
        }
        let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
        serde_json::from_slice(&bytes).map_err(|error| failed(error.to_string()))
    }
}

/// Returns the number of the pull request of a result about `head`, or the reason why nothing is posted.
pub(super) fn find(
    api: &Api<'_>,
    named: Option<u64>,
    event: &Event,
    head: &str,
) -> Result<Result<u64, String>, Failure> {
    // The event comes from GitHub, while the file is untrusted.
    if let Some(run) = &event.workflow_run
        && run.head != head
    {
        let message = format!("the result is for commit {head}, but the run that wrote it is for {}", shown(&run.head));
        return Err(Failure::new(message).help("download the result of the run that started this workflow"));
    }
    if let Some(number) = named.or(event.pull_request.as_ref().map(|pull| pull.number)) {
        return Ok(Ok(number));
    }
    let path = api.service.pulls_of_commit(head);
    let numbers = match api.service {
        Service::Github => numbers_on_github(&api.list::<PullRequest>(&path, "")?, &api.repository, event, head),
        Service::Gitlab => {
            let found: Vec<MergeRequest> = api.list(&path, "")?;
            let is_ours = |one: &&MergeRequest| one.state == "opened" && one.head.as_deref() == Some(head);
            found.iter().filter(is_ours).map(|one| one.number).collect()
        }
    };
    let request = api.service.request();
    match numbers.as_slice() {
        [number] => Ok(Ok(*number)),
        [] => Ok(Err(format!("No open {request} ends with {head}; nothing was written."))),
        [one, other, ..] => Err(Failure::new(format!("the {request}s {one} and {other} both end with {head}"))
            .help("choose one with --pull-request")),
    }
}

/// Returns the open pull requests to this repository that end with the commit and come from the branch of the run.
fn numbers_on_github(found: &[PullRequest], repository: &str, event: &Event, head: &str) -> Vec<u64> {
    let is_ours = |pull: &&PullRequest| {
        let full_name = |branch: &Branch| branch.repo.as_ref().map(|repo| repo.full_name.to_ascii_lowercase());
        let is_to_us = full_name(&pull.base) == Some(repository.to_ascii_lowercase());
        let is_of_run = event.workflow_run.as_ref().is_none_or(|run| {
            let fork = run.repository.as_ref().map(|repo| repo.full_name.to_ascii_lowercase());
            (fork.is_none() || fork == full_name(&pull.head))
                && run.branch.as_ref().is_none_or(|branch| *branch == pull.head.name)
        });
        pull.state == "open" && pull.head.sha == head && is_to_us && is_of_run
    };
    found.iter().filter(is_ours).map(|pull| pull.number).collect()
}

/// Returns the reason why a result about `head` is outdated, or `None` if it is not.
pub(super) fn outdated(api: &Api<'_>, number: u64, head: &str) -> Result<Option<String>, Failure> {
    let (path, request) = (api.service.pull(number), api.service.request());
    let last = match api.service {
        Service::Github => api.get::<PullRequest>(&path)?.map(|pull| pull.head.sha),
        Service::Gitlab => api.get::<MergeRequest>(&path)?.map(|found| found.head.unwrap_or_default()),
    };
    let Some(last) = last else {
        return Err(Failure::new(format!("there is no {request} {number}, or the token has no access to it"))
            .help(api.service.missing_help()));
    };
    Ok((last != head).then(|| {
        format!(
            "The last commit of {request} {number} is now {}, but the result is for {head}; nothing was written.",
            shown(&last)
        )
    }))
}

fn shown(commit: &str) -> &str {
    if is_commit_id(commit) { commit } else { "another commit" }
}
