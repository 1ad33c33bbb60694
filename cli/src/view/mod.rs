//! `waybill view`: serves the viewer with two releases to the browser on this machine, as long as the page is open.

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
use crate::screen::{self, Stream};
use crate::{server, viewer};

use self::comparisons::Comparisons;
use self::site::Site;
use self::visitors::Visitors;

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill view 1.4.0 1.5.0                            two releases, by their tags
  waybill view v1.5.0                                 compare with the release before it
  waybill view old.json new.json                      two files
  waybill view old.json new.json --no-open            print only the address";

/// Time after which the server stops when all pages are closed. A reload takes less.
const PAUSE: Duration = Duration::from_secs(10);

/// Interval at which an open page is written to. A closed page is noticed at the next write.
const COMMENTS_EVERY: Duration = Duration::from_secs(3);

/// Show in the browser what changed between two releases.
///
/// The releases are named as for `waybill changelog`: two tags of the current git repository, one tag to compare with the
/// release before it, or two files or addresses. `waybill changelog --help` describes where descriptions come from.
///
/// The page is served to this machine only, under an address that cannot be guessed. The comparison runs in the browser,
/// and nothing is sent to other machines. Press Ctrl-C to stop. Stops by itself 10 seconds after the page is closed.
///
/// Exit status: 0 if the page was served, 2 if it was not.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES, override_usage = "waybill view [OPTIONS] [PREVIOUS] <CURRENT>")]
pub(crate) struct Arguments {
    /// Do not open a browser; the address is printed in any case.
    #[arg(long)]
    no_open: bool,
    /// Stop when standard input closes, so that the server ends with the program that started it.
    #[arg(long)]
    until_stdin_closes: bool,
    #[command(flatten)]
    selection: Selection,
}

/// Serves the page until it is closed, or until ctrl-c.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let viewer = viewer::embedded("waybill view")?;
    let comparisons = find(&arguments.selection)?;
    let runtime = Runtime::new().map_err(|error| Failure::new(format!("the server cannot be started: {error}")))?;
    let ended = runtime.block_on(open(arguments, viewer.page, comparisons));
    // Open connections are not waited for.
    runtime.shutdown_background();
    ended
}

/// Returns what is shown. Fails if there is nothing to show.
fn find(selection: &Selection) -> Result<Comparisons, Failure> {
    let (web, repository) = (selection.web(), selection.repository()?);
    match selection.find(repository.as_ref(), None, &web)? {
        Selected::Pairs { pairs, said: _ } => Comparisons::new(&pairs),
        Selected::First(version) => {
            let message = format!("{version} is the first release, so it cannot be compared with an earlier one");
            Err(Failure::new(message).help("name two releases, or two files"))
        }
        Selected::PreRelease(name) => {
            let message = format!("{name} is a pre-release, which is not compared with the release before it");
            Err(Failure::new(message).help("name two releases, or two files"))
        }
    }
}

/// Serves the page and opens it.
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
    let remark =
        if are_off() { "" } else { "Press Ctrl-C to stop. Stops by itself 10 seconds after the page is closed.\n" };
    screen::print_text(Stream::Output, &format!("The changes are shown at {url}\n{remark}"))
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

/// Serves a site until `stop` completes, or until all of its pages have been closed for `pause`.
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

/// Returns a folder name that cannot be guessed: 128 random bits from the system.
fn draw_secret() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::new(format!("the system has no random bytes: {error}")))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
