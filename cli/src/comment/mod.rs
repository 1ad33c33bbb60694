//! `waybill comment`: posts the result of `waybill check` to its pull request. It runs no code of the repository.

mod address;
mod api;
mod post;
mod service;
mod target;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use http::Method;
use serde_json::json;
use waybill_core::Secret;

use crate::check::result_file::ResultFile;
use crate::ci_variables::read;
use crate::failure::Failure;
use crate::notes::say;
use crate::screen::{self, Syntax};
use crate::web::Web;

use self::address::{Address, percent_encoded};
use self::api::Api;
use self::post::{Done, Thread};
use self::service::Service;
use self::target::Event;

/// Text below the options in `--help`.
const EXAMPLES: &str = "In a workflow on `pull_request`, with `permissions: pull-requests: write`:

  - run: waybill check
  - run: waybill comment waybill-check.json
    if: ${{ !cancelled() }}
    env: { GITHUB_TOKEN: \"${{ github.token }}\" }

Pull requests from forks have no token with write access. Upload the file as an artifact there,
and post it from a second workflow on `workflow_run`: see examples/github/.

Examples:

  waybill comment waybill-check.json --dry-run
  waybill comment waybill-check.json --repository octo/shipping --pull-request 7

In a GitLab pipeline for merge requests, set GITLAB_TOKEN to a project access token: see examples/gitlab/.";

/// Post the result of `waybill check` to its pull request.
///
/// Each description gets one comment, which is updated with every push. It lists the verdict, every breaking change, and
/// what is fixed or new since the last push. It is posted even if nothing breaks. On GitLab, it is a note on the merge
/// request.
///
/// If a side could not be produced, the comment keeps its last content and adds the reason. Nothing is written if the pull
/// request has a newer commit. If no file of the API changed, an existing comment is updated and no new one is posted.
///
/// FILE is treated as untrusted, and no code of the repository is run. The token is read from `GITHUB_TOKEN`, or from
/// `GITLAB_TOKEN` on GitLab. Repository and pull request come from GitHub Actions or GitLab CI unless options name them. A
/// comment has at most 65,536 characters, on GitLab too; a longer one is shortened and says what is left out.
///
/// Exit status: 0 if it was posted or nothing had to be posted, 2 on an error.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// File that `waybill check` wrote.
    file: PathBuf,
    /// Service that hosts the pull request (default: gitlab in GitLab CI, otherwise github).
    #[arg(long, value_enum, value_name = "SERVICE")]
    service: Option<Service>,
    /// Repository of the pull request (default: from CI).
    #[arg(long, value_name = "OWNER/NAME")]
    repository: Option<String>,
    /// Number of the pull request (default: that of the event, or of the open one that ends with the checked commit).
    #[arg(long, value_name = "N")]
    pull_request: Option<u64>,
    /// Address of the REST API (default: from CI, or that of github.com or gitlab.com).
    #[arg(long, value_name = "URL")]
    api: Option<String>,
    /// Account that the token belongs to; its comments are updated (default: `github-actions[bot]` on GitHub, the token's
    /// owner on GitLab).
    #[arg(long, value_name = "LOGIN")]
    author: Option<String>,
    /// Label that the pull request has while there are breaking changes.
    #[arg(long, value_name = "NAME")]
    label: Option<String>,
    /// Print the comments instead of sending them.
    #[arg(long)]
    dry_run: bool,
}

/// Posts or updates the comments.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { file, service, repository, pull_request, api, author, label, dry_run } = arguments;
    let result = ResultFile::read(file)?;
    // Validates all reports before anything is sent, so that either all of them are posted or none.
    for described in &result.descriptions {
        described.read_report()?;
    }
    let service = service.unwrap_or_else(Service::of_environment);
    let repository = repository.clone().or_else(|| service.repository());
    if let Some(repository) = repository.as_ref().filter(|repository| !service.is_repository(repository)) {
        let failure = Failure::new(format!("{repository:?} is not a repository name"));
        return Err(failure.help("write it as OWNER/NAME, such as octo/shipping"));
    }
    if service == Service::Gitlab && label.as_ref().is_some_and(|label| label.contains(',')) {
        let failure = Failure::new("--label contains a comma, which separates labels on GitLab");
        return Err(failure.help("use one label without a comma"));
    }
    let (server, variable) = service.server();
    let server = Address::parse(&server, variable)?;
    if *dry_run {
        let pages = repository.as_deref().map(|repository| (&server, service, repository));
        for described in &result.descriptions {
            let text = text::write(&result, described, pages, None)?;
            screen::print_document(&(text + "\n"), Syntax::Markup, "the comment")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let Some(repository) = repository else {
        let failure = Failure::new(format!("the repository of the {} is not known", service.request()));
        return Err(failure.help("pass it with --repository OWNER/NAME, or run the command in CI"));
    };
    let address = Address::parse(&api.clone().unwrap_or_else(|| service.api()), "the address of the API")?;
    let variable = service.token_variable();
    let token = read(variable).filter(|token| token.bytes().all(|byte| byte.is_ascii_graphic()));
    let Some(token) = token else {
        return Err(Failure::new(format!("{variable} contains no token to post with")).help(service.token_help()));
    };
    let web = Web::new(false);
    let api = Api::new(service, &web, address, repository.clone(), Secret::new(token));
    let event = Event::read(service)?;
    let number = match target::find(&api, *pull_request, &event, &result.head)? {
        Ok(number) => number,
        Err(why) => {
            say(&why);
            return Ok(ExitCode::SUCCESS);
        }
    };
    let author = find_author(&api, author.as_deref())?;
    let pages = (&server, service, repository.as_str());
    if post_all(&api, number, &result, &author, pages)? {
        set_label(&api, number, label.as_deref(), &result)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Posts a comment for each description. Returns false if the pull request has a newer commit.
fn post_all(
    api: &Api<'_>,
    number: u64,
    result: &ResultFile,
    author: &str,
    pages: (&Address, Service, &str),
) -> Result<bool, Failure> {
    for described in &result.descriptions {
        let name = &described.name;
        let thread = Thread { api, number, author, description: name };
        let ours = thread.find()?;
        let text = text::write(result, described, Some(pages), ours.first().map(post::Comment::body))?;
        // Checked as late as possible: a push may have arrived while other comments were written.
        if let Some(why) = target::outdated(api, number, &result.head)? {
            say(&why);
            return Ok(false);
        }
        if !result.touched && ours.is_empty() {
            say(&format!("{name}: no file of the API changed and there is no comment to update; nothing was posted."));
            continue;
        }
        let done = match thread.write(&ours, &text)? {
            Done::Created => "was posted",
            Done::Renewed => "was updated",
            Done::Kept => "is already up to date",
        };
        say(&format!("{name}: the comment on {} {number} {done}.", api.service.request()));
    }
    Ok(true)
}

/// Adds the label if there are breaking changes, or else removes it. If that is not known, the label is not changed.
fn set_label(api: &Api<'_>, number: u64, label: Option<&str>, result: &ResultFile) -> Result<(), Failure> {
    let Some(label) = label else { return Ok(()) };
    let (mut breaks, mut is_known) = (false, true);
    for described in &result.descriptions {
        match described.read_report()? {
            Some(report) => breaks |= report.counts.breaking > 0,
            None => is_known &= !result.touched,
        }
    }
    match (api.service, breaks) {
        (Service::Github, true) => {
            api.change(&Method::POST, &format!("issues/{number}/labels"), Some(&json!({"labels": [label]})))?;
        }
        (Service::Github, false) if is_known => {
            let name = percent_encoded(label).replace('/', "%2F");
            api.change(&Method::DELETE, &format!("issues/{number}/labels/{name}"), None)?;
        }
        (Service::Gitlab, true) => {
            api.change(&Method::PUT, &api.service.pull(number), Some(&json!({"add_labels": label})))?;
        }
        (Service::Gitlab, false) if is_known => {
            api.change(&Method::PUT, &api.service.pull(number), Some(&json!({"remove_labels": label})))?;
        }
        (_, false) => {}
    }
    Ok(())
}

/// Returns the account whose comments are updated. GitLab tokens belong to accounts of any name, so the API is asked.
fn find_author(api: &Api<'_>, named: Option<&str>) -> Result<String, Failure> {
    match (named, api.service) {
        (Some(named), _) => Ok(named.to_owned()),
        (None, Service::Github) => Ok("github-actions[bot]".to_owned()),
        (None, Service::Gitlab) => {
            let account: Option<Account> = api.get("/user")?;
            let missing =
                || Failure::new("GitLab did not return the owner of the token").help("pass the account with --author");
            Ok(account.ok_or_else(missing)?.username)
        }
    }
}

#[derive(Debug, serde::Deserialize)]
struct Account {
    username: String,
}
