//! Which pull request a result belongs to: the one that is named, the one of the event, or the one with that last commit.

use std::path::Path;

use serde::Deserialize;

use super::api::Api;
use super::service::Service;
use crate::check::result_file::is_commit_id;
use crate::ci_variables::read;
use crate::failure::Failure;

/// GitHub's own are a tenth of it.
const LARGEST_EVENT: u64 = 4 * 1024 * 1024;

/// What started the workflow, as far as it matters here.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Event {
    pull_request: Option<Numbered>,
    workflow_run: Option<WorkflowRun>,
}

#[derive(Debug, Deserialize)]
struct Numbered {
    number: u64,
}

/// The run that wrote the result.
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
    /// None where the fork is gone.
    repo: Option<Named>,
}

/// A merge request of GitLab.
#[derive(Debug, Deserialize)]
struct MergeRequest {
    #[serde(rename = "iid")]
    number: u64,
    state: String,
    /// None where it has no commit.
    #[serde(rename = "sha")]
    head: Option<String>,
}

impl Event {
    /// The event of this workflow or pipeline; an empty one where nothing is said.
    pub(super) fn read(service: Service) -> Result<Event, Failure> {
        if service == Service::Gitlab {
            let number = read("CI_MERGE_REQUEST_IID").and_then(|number| number.parse().ok());
            return Ok(Event { pull_request: number.map(|number| Numbered { number }), workflow_run: None });
        }
        let Some(path) = read("GITHUB_EVENT_PATH") else { return Ok(Event::default()) };
        let path = Path::new(&path);
        let failed = |why: String| {
            Failure::new(format!("the event in GITHUB_EVENT_PATH cannot be read: {why}"))
                .help("name the pull request by --pull-request")
        };
        let length = std::fs::metadata(path).map_err(|error| failed(error.to_string()))?.len();
        if length > LARGEST_EVENT {
            return Err(failed(format!("it is larger than {} MiB", LARGEST_EVENT / 1024 / 1024)));
        }
        let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
        serde_json::from_slice(&bytes).map_err(|error| failed(error.to_string()))
    }
}

/// The number of the pull request that a result about `head` belongs to, or why there is none to comment on.
pub(super) fn find(
    api: &Api<'_>,
    named: Option<u64>,
    event: &Event,
    head: &str,
) -> Result<Result<u64, String>, Failure> {
    // The run is GitHub's word; the file may claim what it likes.
    if let Some(run) = &event.workflow_run
        && run.head != head
    {
        let message = format!("the result is about {head}, and the run that wrote it about {}", shown(&run.head));
        return Err(Failure::new(message).help("take the result from the run that started this workflow"));
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
        [] => Ok(Err(format!("no open {request} ends with {head}, so nothing was written"))),
        [one, other, ..] => Err(Failure::new(format!("the {request}s {one} and {other} both end with {head}"))
            .help("name one by --pull-request")),
    }
}

/// Those of the pull requests of a commit that end with it, go to this repository and come from the branch of the run.
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

/// Why the pull request is none to write to with a result about `head`; none where it is.
pub(super) fn outdated(api: &Api<'_>, number: u64, head: &str) -> Result<Option<String>, Failure> {
    let (path, request) = (api.service.pull(number), api.service.request());
    let last = match api.service {
        Service::Github => api.get::<PullRequest>(&path)?.map(|pull| pull.head.sha),
        Service::Gitlab => api.get::<MergeRequest>(&path)?.map(|found| found.head.unwrap_or_default()),
    };
    let Some(last) = last else {
        return Err(Failure::new(format!("there is no {request} {number}, or the token does not reach it"))
            .help(api.service.missing_help()));
    };
    Ok((last != head).then(|| {
        format!(
            "the last commit of {request} {number} is {} now, and the result is about {head}: nothing was written",
            shown(&last)
        )
    }))
}

fn shown(commit: &str) -> &str {
    if is_commit_id(commit) { commit } else { "another one" }
}
