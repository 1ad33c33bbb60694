//! Names and API paths of GitHub and GitLab.

use http::Method;

use super::address::percent_encoded;
use crate::ci_variables::read;

/// A service that hosts pull requests. GitLab calls them merge requests, and comments notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Service {
    Github,
    Gitlab,
}

impl Service {
    /// Returns the service whose CI this is, or GitHub.
    pub(super) fn of_environment() -> Service {
        if read("GITLAB_CI").as_deref() == Some("true") { Service::Gitlab } else { Service::Github }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Service::Github => "GitHub",
            Service::Gitlab => "GitLab",
        }
    }

    /// Returns the service's term for a pull request.
    pub(super) const fn request(self) -> &'static str {
        match self {
            Service::Github => "pull request",
            Service::Gitlab => "merge request",
        }
    }

    /// Returns the name of the environment variable with the token.
    pub(super) const fn token_variable(self) -> &'static str {
        match self {
            Service::Github => "GITHUB_TOKEN",
            Service::Gitlab => "GITLAB_TOKEN",
        }
    }

    /// Returns advice on how to set the token.
    pub(super) const fn token_help(self) -> &'static str {
        match self {
            Service::Github => {
                "set it to a token with write access to pull requests, such as `${{ github.token }}` in a workflow; --dry-run needs none"
            }
            Service::Gitlab => {
                "set it to a project access token with the scope `api`, as a masked variable; pipelines of forks have none, so \
                 run one in the parent project; --dry-run needs none"
            }
        }
    }

    /// Returns the repository that the pull request targets, according to CI.
    pub(super) fn repository(self) -> Option<String> {
        match self {
            Service::Github => read("GITHUB_REPOSITORY"),
            // In a pipeline of a fork, the first variable names the parent project.
            Service::Gitlab => read("CI_MERGE_REQUEST_PROJECT_PATH").or_else(|| read("CI_PROJECT_PATH")),
        }
    }

    /// Returns the address of the service's pages, and the variable that it is read from.
    pub(super) fn server(self) -> (String, &'static str) {
        let (variable, usual) = match self {
            Service::Github => ("GITHUB_SERVER_URL", "https://github.com"),
            Service::Gitlab => ("CI_SERVER_URL", "https://gitlab.com"),
        };
        (read(variable).unwrap_or_else(|| usual.to_owned()), variable)
    }

    /// Returns the address of the REST API.
    pub(super) fn api(self) -> String {
        let (variable, usual) = match self {
            Service::Github => ("GITHUB_API_URL", "https://api.github.com"),
            Service::Gitlab => ("CI_API_V4_URL", "https://gitlab.com/api/v4"),
        };
        read(variable).unwrap_or_else(|| usual.to_owned())
    }

    /// True if a text is a valid repository name. GitLab groups may be nested.
    pub(super) fn is_repository(self, text: &str) -> bool {
        let is_name = |name: &str| {
            let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
            !matches!(name, "" | "." | "..") && name.bytes().all(allowed)
        };
        let parts = text.split('/').count();
        text.split('/').all(is_name) && if self == Service::Github { parts == 2 } else { parts >= 2 }
    }

    /// Returns the path of a repository, relative to the API's address.
    pub(super) fn root(self, repository: &str) -> String {
        match self {
            Service::Github => format!("repos/{repository}"),
            Service::Gitlab => format!("projects/{}", percent_encoded(repository).replace('/', "%2F")),
        }
    }

    /// Returns the path of a pull request. Like the paths below, it is relative to the repository.
    pub(super) fn pull(self, number: u64) -> String {
        match self {
            Service::Github => format!("pulls/{number}"),
            Service::Gitlab => format!("merge_requests/{number}"),
        }
    }

    pub(super) fn pulls_of_commit(self, commit: &str) -> String {
        match self {
            Service::Github => format!("commits/{commit}/pulls"),
            Service::Gitlab => format!("repository/commits/{commit}/merge_requests"),
        }
    }

    /// Returns the path of a pull request's comments.
    pub(super) fn comments(self, number: u64) -> String {
        match self {
            Service::Github => format!("issues/{number}/comments"),
            Service::Gitlab => format!("merge_requests/{number}/notes"),
        }
    }

    /// Returns the path of a comment on a pull request.
    pub(super) fn comment(self, number: u64, id: u64) -> String {
        match self {
            Service::Github => format!("issues/comments/{id}"),
            Service::Gitlab => format!("merge_requests/{number}/notes/{id}"),
        }
    }

    /// Returns the query that sorts comments by age, so that new ones do not move others to another page.
    pub(super) const fn oldest_first(self) -> &'static str {
        match self {
            Service::Github => "",
            Service::Gitlab => "&order_by=created_at&sort=asc",
        }
    }

    /// Returns the method that updates a comment.
    pub(super) const fn renewal(self) -> Method {
        match self {
            Service::Github => Method::PATCH,
            Service::Gitlab => Method::PUT,
        }
    }

    /// Returns advice for an error status.
    pub(super) const fn refusal_help(self, status: u16) -> &'static str {
        match (self, status) {
            (_, 301 | 302 | 307 | 308) => "the repository was renamed or moved: pass its new name with --repository",
            (Service::Github, 401) => "check the token in GITHUB_TOKEN: it is not valid or has expired",
            (Service::Gitlab, 401) => "check the token in GITLAB_TOKEN: it is not valid or has expired",
            (Service::Github, 403) => {
                "give the job `permissions: pull-requests: write`; workflows of forks have no such token, see `--help`"
            }
            (Service::Gitlab, 403) => {
                "give the token the scope `api` and at least the role Reporter; a job's own token cannot comment"
            }
            (_, _) => "check --repository and --pull-request",
        }
    }

    /// Returns advice for a pull request that does not exist.
    pub(super) const fn missing_help(self) -> &'static str {
        match self {
            Service::Github => {
                "check --repository and --pull-request, and that the job has `permissions: pull-requests: write`"
            }
            Service::Gitlab => {
                "check --repository and --pull-request, and that the token belongs to a member of the project"
            }
        }
    }
}
