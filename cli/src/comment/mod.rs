//! `waybill comment`: posts the result of `waybill check` to its pull request, and runs nothing of the repository.

mod address;
mod github;
mod post;
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
use self::github::GitHub;
use self::post::{Done, Thread};
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
  waybill comment waybill-check.json --repository octo/shipping --pull-request 7";

/// Post the result of `waybill check` to its pull request.
///
/// There is one comment for each description, renewed in place with every push: the verdict, every breaking change, what was
/// mended and what is new. It is posted where nothing breaks too. Where a side could not be produced, what was said last
/// stays, with the reason. Where the pull request has got another commit meanwhile, nothing is written. Where no file of the
/// API is changed, a comment that is there is renewed, and none is posted.
///
/// FILE is taken for hostile, and nothing of the repository is run. The token is read from `GITHUB_TOKEN`, the repository
/// and the pull request from what GitHub Actions says where no option names them.
///
/// Exit status: 0 when it was posted or nothing had to be, 2 when it could not be.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file that `waybill check` wrote.
    file: PathBuf,
    /// The repository of the pull request; without it `GITHUB_REPOSITORY`.
    #[arg(long, value_name = "OWNER/NAME")]
    repository: Option<String>,
    /// The pull request; without it that of the event, or the open one that ends with the checked commit.
    #[arg(long, value_name = "N")]
    pull_request: Option<u64>,
    /// The address of GitHub's REST API; without it `GITHUB_API_URL`, else that of github.com.
    #[arg(long, value_name = "URL")]
    api: Option<String>,
    /// Whose comments are renewed: the account that the token belongs to.
    #[arg(long, value_name = "LOGIN", default_value = "github-actions[bot]")]
    author: String,
    /// A label that the pull request has while something breaks.
    #[arg(long, value_name = "NAME")]
    label: Option<String>,
    /// Print the comments and send nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Posts the comments, or renews them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { file, repository, pull_request, api, author, label, dry_run } = arguments;
    let result = ResultFile::read(file)?;
    // Before anything is sent: either all of it is posted or nothing.
    for described in &result.descriptions {
        described.read_report()?;
    }
    let repository = repository.clone().or_else(|| read("GITHUB_REPOSITORY"));
    if let Some(repository) = repository.as_ref().filter(|repository| !is_repository(repository)) {
        let failure = Failure::new(format!("{repository:?} names no repository"));
        return Err(failure.help("name it as OWNER/NAME, such as octo/shipping"));
    }
    let server = read("GITHUB_SERVER_URL").unwrap_or_else(|| "https://github.com".to_owned());
    let server = Address::parse(&server, "GITHUB_SERVER_URL")?;
    if *dry_run {
        let pages = repository.as_deref().map(|repository| (&server, repository));
        for described in &result.descriptions {
            anstream::println!("{}", charset::shown(&text::write(&result, described, pages, None)?));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let Some(repository) = repository else {
        return Err(Failure::new("it is not known which repository the pull request is in")
            .help("name it by --repository OWNER/NAME, or set GITHUB_REPOSITORY"));
    };
    let api = api.clone().or_else(|| read("GITHUB_API_URL")).unwrap_or_else(|| "https://api.github.com".to_owned());
    let api = Address::parse(&api, "the address of the API")?;
    let token = read("GITHUB_TOKEN").filter(|token| token.bytes().all(|byte| byte.is_ascii_graphic()));
    let Some(token) = token else {
        return Err(Failure::new("GITHUB_TOKEN holds no token to post with").help(
            "set it to a token that may write to pull requests, in a workflow `${{ github.token }}`; --dry-run needs none",
        ));
    };
    let web = Web::new(false);
    let github = GitHub::new(&web, api, repository.clone(), Secret::new(token));
    let event = Event::read()?;
    let number = match target::find(&github, &repository, *pull_request, &event, &result.head)? {
        Ok(number) => number,
        Err(why) => {
            say(&why);
            return Ok(ExitCode::SUCCESS);
        }
    };
    let pages = (&server, repository.as_str());
    if post_all(&github, number, &result, author, pages)? {
        set_label(&github, number, label.as_deref(), &result)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Posts a comment for each description; whether the result was still about the pull request's last commit.
fn post_all(
    github: &GitHub<'_>,
    number: u64,
    result: &ResultFile,
    author: &str,
    pages: (&Address, &str),
) -> Result<bool, Failure> {
    for described in &result.descriptions {
        let name = &described.name;
        let thread = Thread { github, number, author, description: name };
        let ours = thread.find()?;
        let text = text::write(result, described, Some(pages), ours.first().map(post::Comment::body))?;
        // As late as it can be: a push may have come while others were written.
        if let Some(why) = target::outdated(github, number, &result.head)? {
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
        say(&format!("{name}: the comment on pull request {number} was {done}"));
    }
    Ok(true)
}

/// Adds or removes the label, by whether something breaks. Where that is not known it stays as it is.
fn set_label(github: &GitHub<'_>, number: u64, label: Option<&str>, result: &ResultFile) -> Result<(), Failure> {
    let Some(label) = label else { return Ok(()) };
    let (mut breaks, mut is_known) = (false, true);
    for described in &result.descriptions {
        match described.read_report()? {
            Some(report) => breaks |= report.counts.breaking > 0,
            None => is_known &= !result.touched,
        }
    }
    if breaks {
        github.change(&Method::POST, &format!("issues/{number}/labels"), Some(&json!({"labels": [label]})))?;
    } else if is_known {
        let name = percent_encoded(label).replace('/', "%2F");
        github.change(&Method::DELETE, &format!("issues/{number}/labels/{name}"), None)?;
    }
    Ok(())
}

/// Whether a text is an owner's and a repository's name, in the characters GitHub allows.
fn is_repository(text: &str) -> bool {
    let is_name = |name: &str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        !matches!(name, "" | "." | "..") && name.bytes().all(allowed)
    };
    text.split_once('/').is_some_and(|(owner, name)| is_name(owner) && is_name(name))
}
