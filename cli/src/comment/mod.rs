//! `waybill comment`: posts the result of `waybill check` to its pull request, and runs nothing of the repository.

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

use crate::charset;
use crate::check::result_file::ResultFile;
use crate::ci_variables::read;
use crate::failure::Failure;
use crate::notes::say;
use crate::web::Web;

use self::address::{Address, percent_encoded};
use self::api::Api;
use self::post::{Done, Thread};
use self::service::Service;
use self::target::Event;

/// What `--help` shows below the options.
const EXAMPLES: &str = "In the workflow that checks, on `pull_request`, with `permissions: pull-requests: write`:

  - run: waybill check
  - run: waybill comment waybill-check.json
    if: ${{ !cancelled() }}
    env: { GITHUB_TOKEN: \"${{ github.token }}\" }

A pull request from a fork has no token that may write. There the file is uploaded as an artifact,
and a second workflow on `workflow_run` downloads and posts it: examples/github/ has both.

Examples:

  waybill comment waybill-check.json --dry-run
  waybill comment waybill-check.json --repository octo/shipping --pull-request 7

In a pipeline of GitLab, for merge requests, with a project access token in GITLAB_TOKEN: see examples/gitlab/.";

/// Post the result of `waybill check` to its pull request.
///
/// On GitLab it is a note on the merge request. There is one comment for each description, renewed in place with every push: the verdict, every breaking change, what was
/// mended and what is new. It is posted where nothing breaks too. Where a side could not be produced, what was said last
/// stays, with the reason. Where the pull request has got another commit meanwhile, nothing is written. Where no file of the
/// API is changed, a comment that is there is renewed, and none is posted.
///
/// FILE is taken for hostile, and nothing of the repository is run. The token is read from `GITHUB_TOKEN`, or on GitLab from
/// `GITLAB_TOKEN`; repository and pull request are those that GitHub Actions or GitLab CI says where no option names them. A
/// comment has 65,536 characters at most, on GitLab too; what it leaves out it says.
///
/// Exit status: 0 when it was posted or nothing had to be, 2 when it could not be.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file that `waybill check` wrote.
    file: PathBuf,
    /// Where the pull request is; without it GitLab in a pipeline of GitLab, else GitHub.
    #[arg(long, value_enum, value_name = "SERVICE")]
    service: Option<Service>,
    /// The repository of the pull request; without it the one that CI names.
    #[arg(long, value_name = "OWNER/NAME")]
    repository: Option<String>,
    /// The pull request; without it that of the event, or the open one that ends with the checked commit.
    #[arg(long, value_name = "N")]
    pull_request: Option<u64>,
    /// The address of the REST API; without it the one that CI names, else that of github.com or gitlab.com.
    #[arg(long, value_name = "URL")]
    api: Option<String>,
    /// Whose comments are renewed: the account that the token belongs to; without it `github-actions[bot]` on GitHub, and on
    /// GitLab the one that it names.
    #[arg(long, value_name = "LOGIN")]
    author: Option<String>,
    /// A label that the pull request has while something breaks.
    #[arg(long, value_name = "NAME")]
    label: Option<String>,
    /// Print the comments and send nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Posts the comments, or renews them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { file, service, repository, pull_request, api, author, label, dry_run } = arguments;
    let result = ResultFile::read(file)?;
    // Before anything is sent: either all of it is posted or nothing.
    for described in &result.descriptions {
        described.read_report()?;
    }
    let service = service.unwrap_or_else(Service::of_environment);
    let repository = repository.clone().or_else(|| service.repository());
    if let Some(repository) = repository.as_ref().filter(|repository| !service.is_repository(repository)) {
        let failure = Failure::new(format!("{repository:?} names no repository"));
        return Err(failure.help("name it as OWNER/NAME, such as octo/shipping"));
    }
    if service == Service::Gitlab && label.as_ref().is_some_and(|label| label.contains(',')) {
        let failure = Failure::new("--label holds a comma, at which GitLab ends a label");
        return Err(failure.help("name one label without a comma"));
    }
    let (server, variable) = service.server();
    let server = Address::parse(&server, variable)?;
    if *dry_run {
        let pages = repository.as_deref().map(|repository| (&server, service, repository));
        for described in &result.descriptions {
            anstream::println!("{}", charset::shown(&text::write(&result, described, pages, None)?));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let Some(repository) = repository else {
        let failure = Failure::new(format!("it is not known which repository the {} is in", service.request()));
        return Err(failure.help("name it by --repository OWNER/NAME, or run it where CI says it"));
    };
    let address = Address::parse(&api.clone().unwrap_or_else(|| service.api()), "the address of the API")?;
    let variable = service.token_variable();
    let token = read(variable).filter(|token| token.bytes().all(|byte| byte.is_ascii_graphic()));
    let Some(token) = token else {
        return Err(Failure::new(format!("{variable} holds no token to post with")).help(service.token_help()));
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

/// Posts a comment for each description; whether the result was still about the pull request's last commit.
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
        // As late as it can be: a push may have come while others were written.
        if let Some(why) = target::outdated(api, number, &result.head)? {
            say(&why);
            return Ok(false);
        }
        if !result.touched && ours.is_empty() {
            say(&format!("{name}: no file of the API is changed and no comment is there, so none was posted"));
            continue;
        }
        let done = match thread.write(&ours, &text)? {
            Done::Created => "posted",
            Done::Renewed => "renewed",
            Done::Kept => "left as it was, as it says the same",
        };
        say(&format!("{name}: the comment on {} {number} was {done}", api.service.request()));
    }
    Ok(true)
}

/// Adds or removes the label, by whether something breaks. Where that is not known it stays as it is.
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

/// Whose comments are renewed. GitLab's tokens belong to accounts of any name, which it tells their owner.
fn find_author(api: &Api<'_>, named: Option<&str>) -> Result<String, Failure> {
    match (named, api.service) {
        (Some(named), _) => Ok(named.to_owned()),
        (None, Service::Github) => Ok("github-actions[bot]".to_owned()),
        (None, Service::Gitlab) => {
            let account: Option<Account> = api.get("/user")?;
            let missing =
                || Failure::new("GitLab does not say whose the token is").help("name the account by --author");
            Ok(account.ok_or_else(missing)?.username)
        }
    }
}

#[derive(Debug, serde::Deserialize)]
struct Account {
    username: String,
}
