//! What GitHub and GitLab call things, and where their REST APIs have them.

use http::Method;

use super::address::percent_encoded;
use crate::ci_variables::read;

/// Where pull requests are; GitLab calls them merge requests, and comments notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Service {
    Github,
    Gitlab,
}

impl Service {
    /// The one whose CI this is, else GitHub.
    pub(super) fn of_environment() -> Service {
        if read("GITLAB_CI").as_deref() == Some("true") { Service::Gitlab } else { Service::Github }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Service::Github => "GitHub",
            Service::Gitlab => "GitLab",
        }
    }

    /// What it calls a pull request.
    pub(super) const fn request(self) -> &'static str {
        match self {
            Service::Github => "pull request",
            Service::Gitlab => "merge request",
        }
    }

    /// The environment variable with the token.
    pub(super) const fn token_variable(self) -> &'static str {
        match self {
            Service::Github => "GITHUB_TOKEN",
            Service::Gitlab => "GITLAB_TOKEN",
        }
    }

    /// How to get a token.
    pub(super) const fn token_help(self) -> &'static str {
        match self {
            Service::Github => {
                "set it to a token that may write to pull requests, in a workflow `${{ github.token }}`; --dry-run needs none"
            }
            Service::Gitlab => {
                "set it to a project access token with the scope `api`, as a masked variable; a pipeline of a fork has none, so run \
                 one for it in the parent project; --dry-run needs none"
            }
        }
    }

    /// The repository that CI says the pull request goes to.
    pub(super) fn repository(self) -> Option<String> {
        match self {
            Service::Github => read("GITHUB_REPOSITORY"),
            // In a pipeline of a fork the first one is the parent project.
            Service::Gitlab => read("CI_MERGE_REQUEST_PROJECT_PATH").or_else(|| read("CI_PROJECT_PATH")),
        }
    }

    /// The address of its pages, and what messages call it.
    pub(super) fn server(self) -> (String, &'static str) {
        let (variable, usual) = match self {
            Service::Github => ("GITHUB_SERVER_URL", "https://github.com"),
            Service::Gitlab => ("CI_SERVER_URL", "https://gitlab.com"),
        };
        (read(variable).unwrap_or_else(|| usual.to_owned()), variable)
    }

    /// The address of its REST API.
    pub(super) fn api(self) -> String {
        let (variable, usual) = match self {
            Service::Github => ("GITHUB_API_URL", "https://api.github.com"),
            Service::Gitlab => ("CI_API_V4_URL", "https://gitlab.com/api/v4"),
        };
        read(variable).unwrap_or_else(|| usual.to_owned())
    }

    /// Whether a text is a repository's name, in the characters that are allowed; GitLab's groups hold groups.
    pub(super) fn is_repository(self, text: &str) -> bool {
        let is_name = |name: &str| {
            let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
            !matches!(name, "" | "." | "..") && name.bytes().all(allowed)
        };
        let parts = text.split('/').count();
        text.split('/').all(is_name) && if self == Service::Github { parts == 2 } else { parts >= 2 }
    }

    /// The path of a repository below the API's address.
    pub(super) fn root(self, repository: &str) -> String {
        match self {
            Service::Github => format!("repos/{repository}"),
            Service::Gitlab => format!("projects/{}", percent_encoded(repository).replace('/', "%2F")),
        }
    }

    /// The paths below are from the repository's.
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

    /// The comments of a pull request.
    pub(super) fn comments(self, number: u64) -> String {
        match self {
            Service::Github => format!("issues/{number}/comments"),
            Service::Gitlab => format!("merge_requests/{number}/notes"),
        }
    }

    /// One comment of a pull request.
    pub(super) fn comment(self, number: u64, id: u64) -> String {
        match self {
            Service::Github => format!("issues/comments/{id}"),
            Service::Gitlab => format!("merge_requests/{number}/notes/{id}"),
        }
    }

    /// What asks for a list of comments in the order in which they were written, so that new ones move none to another page.
    pub(super) const fn oldest_first(self) -> &'static str {
        match self {
            Service::Github => "",
            Service::Gitlab => "&order_by=created_at&sort=asc",
        }
    }

    /// How a comment is changed.
    pub(super) const fn renewal(self) -> Method {
        match self {
            Service::Github => Method::PATCH,
            Service::Gitlab => Method::PUT,
        }
    }

    /// What to do about a refusal.
    pub(super) const fn refusal_help(self, status: u16) -> &'static str {
        match (self, status) {
            (_, 301 | 302 | 307 | 308) => "the repository was renamed or moved: name it by --repository",
            (Service::Github, 401) => "check the token in GITHUB_TOKEN: it is unknown or over",
            (Service::Gitlab, 401) => "check the token in GITLAB_TOKEN: it is unknown or over",
            (Service::Github, 403) => {
                "give the job `permissions: pull-requests: write`; a workflow of a fork has no such token, see `--help`"
            }
            (Service::Gitlab, 403) => {
                "give the token the scope `api` and at least the role Reporter; a job's own token cannot comment"
            }
            (_, _) => "check --repository and --pull-request",
        }
    }

    /// What to check where there is no such pull request.
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
