//! `waybill view`: serves the viewer with two releases in it to this machine's browser, for as long as the page is open.

mod browser;
mod comparisons;
mod exchange;
mod site;
#[cfg(test)]
mod tests;
mod visitors;

use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::changelog::selection::{Selected, Selection};
use crate::failure::Failure;
use crate::notes::are_off;
use crate::{server, viewer};

use self::comparisons::Comparisons;
use self::site::Site;
use self::visitors::Visitors;

/// What `--help` shows below the options.
const EXAMPLES: &str = "Examples:

  waybill view 1.4.0 1.5.0                            two releases, by their tags
  waybill view v1.5.0                                 the same, from the release before it
  waybill view old.json new.json                      two files
  waybill view old.json new.json --no-open            print the address alone";

/// How long all pages have to be closed until it ends: opening one anew takes less.
const PAUSE: Duration = Duration::from_secs(10);

/// How often an open page is written to: one that was closed is noticed by then at the latest.
const COMMENTS_EVERY: Duration = Duration::from_secs(3);

/// Show in the browser what changed between two releases.
///
/// The releases are named as for `waybill changelog`, whose help says where descriptions come from: two tags of the git
/// repository this command stands in, one alone for the release before it, or two files or addresses.
///
/// The page is served by this command to this machine alone, under an address that cannot be guessed, and compares in the
/// browser; nothing is sent anywhere. It ends ten seconds after the page was closed, or with Ctrl-C.
///
/// Exit status: 0 when the page was served, 2 when it was not.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES, override_usage = "waybill view [OPTIONS] [PREVIOUS] <CURRENT>")]
pub(crate) struct Arguments {
    /// Open no browser; the address is printed in any case.
    #[arg(long)]
    no_open: bool,
    /// End when standard input closes, so that whoever started this never leaves it behind.
    #[arg(long)]
    until_stdin_closes: bool,
    #[command(flatten)]
    selection: Selection,
}

/// Serves the page until it was closed, or until ctrl-c.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let viewer = viewer::embedded("waybill view")?;
    let comparisons = find(&arguments.selection)?;
    let runtime = Runtime::new().map_err(|error| Failure::new(format!("the server cannot be started: {error}")))?;
    let ended = runtime.block_on(open(arguments, viewer.page, comparisons));
    // Who reads on is not waited for any longer.
    runtime.shutdown_background();
    ended
}

/// What is shown; nothing is served where there is nothing to show.
fn find(selection: &Selection) -> Result<Comparisons, Failure> {
    let (web, repository) = (selection.web(), selection.repository()?);
    match selection.find(repository.as_ref(), None, &web)? {
        Selected::Pairs { pairs, said: _ } => Comparisons::new(&pairs),
        Selected::First(version) => {
            let message = format!("{version} is the first release: no release tag is below it to compare it with");
            Err(Failure::new(message).help("name two releases, or two files"))
        }
        Selected::PreRelease(name) => {
            let message = format!("{name} is a pre-release, which is not compared with the release before it");
            Err(Failure::new(message).help("name two releases, or two files"))
        }
    }
}

/// Serves the page and shows it.
async fn open(
    arguments: &Arguments,
    page: &[(&'static str, &'static [u8])],
    comparisons: Comparisons,
) -> Result<ExitCode, Failure> {
    let bound = server::bind(Ipv4Addr::LOCALHOST.into(), 0).await;
    let (listener, address) =
        bound.map_err(|error| Failure::new(format!("cannot listen on {}: {error}", Ipv4Addr::LOCALHOST)))?;
    let site = Site::new(address, &draw_secret()?, page, comparisons);
    let interrupted = server::interrupted();
    let url = site.address().to_owned();
    let remark = if are_off() { "" } else { "It ends when the page was closed for ten seconds, or with Ctrl-C.\n" };
    server::print(&format!("The changes are shown at {url}\n{remark}"))
        .map_err(|error| Failure::new(format!("the address cannot be printed: {error}")))?;
    if !arguments.no_open {
        browser::open(url);
    }
    let stop = async {
        tokio::select! {
            () = interrupted => {}
            () = server::stdin_closed(arguments.until_stdin_closes) => {}
        }
    };
    serve(listener, site, [PAUSE, COMMENTS_EVERY], stop).await;
    Ok(ExitCode::SUCCESS)
}

/// Serves a site until `stop` is over, or until all of its pages have been closed for `pause`.
async fn serve(
    listener: TcpListener,
    site: Site,
    [pause, comments_every]: [Duration; 2],
    stop: impl Future<Output = ()>,
) {
    let visitors = Arc::new(Visitors::new(comments_every));
    let stop = async {
        tokio::select! {
            () = stop => {}
            () = visitors.have_left(pause) => {}
        }
        visitors.send_away();
    };
    let (site, present) = (Arc::new(site), Arc::clone(&visitors));
    let exchange = move |request| {
        let answer = exchange::respond(&request, &site, &present);
        async move { Ok(answer) }
    };
    server::serve(listener, None, server::HEAD_PATIENCE, exchange, stop).await;
}

/// A folder's name that nobody guesses: 128 bits of the system's randomness.
fn draw_secret() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::new(format!("the system gives no random bytes: {error}")))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
