//! `waybill dev`: serves the development platform on loopback until it is told to stop.

mod exchange;
mod guide;

use std::net::Ipv4Addr;
use std::process::ExitCode;

use tokio::runtime::Runtime;
use waybill_mock::platform::{Config, Platform};

use crate::failure::Failure;
use crate::server;

/// What the control interface takes, for `--help`.
const CONTROL: &str = "\
Faults: header `X-Waybill-Fault: FAULT` on a request, or in advance, for N requests of a kind,
  POST /_waybill/faults   {\"scope\": token|platform|proxy|commerce|all, \"count\": N, \"fault\": FAULT}
  FAULT is delay=MS and one of drop=before, drop=after, or an answer made of status=CODE,
  retry-after=SECONDS, html, redirect=URL; separated by ';'. DELETE forgets those that wait.
Tokens:
  POST /_waybill/tokens   {\"lifespan_s\": N, \"session_max_s\": N, \"expire\": access|sessions}
The user:
  POST /_waybill/user     {\"disabled\": true|false, \"locked\": true|false}
Counts and configuration:
  GET /_waybill/stats, GET /_waybill/config";

/// Serve the development platform on this machine: an identity provider and an echo for each path family.
///
/// It prints how to reach it, sample credentials, and a line for each token request. Nothing is kept when it ends.
#[derive(Debug, clap::Args)]
#[command(after_long_help = CONTROL)]
pub(crate) struct Arguments {
    /// The port on 127.0.0.1; 0 takes any free one.
    #[arg(long, default_value_t = 4010)]
    port: u16,
    /// End when standard input closes, so that whoever started this never leaves it behind.
    #[arg(long)]
    until_stdin_closes: bool,
}

/// Serves until ctrl-c, or until standard input closes where that was asked for.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let runtime = Runtime::new().map_err(|error| Failure::new(format!("the server cannot be started: {error}")))?;
    runtime.block_on(serve(arguments))
}

async fn serve(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let port = arguments.port;
    let (listener, address) = server::bind(Ipv4Addr::LOCALHOST.into(), port).await.map_err(|error| {
        let help = "choose another port, or --port 0 for any free one";
        Failure::new(format!("port {port} on 127.0.0.1 cannot be had: {error}")).help(help)
    })?;
    let config = Config::sample(&format!("http://{address}"));
    let guide = guide::text(&config);
    server::print(&guide).map_err(|error| Failure::new(format!("the address cannot be printed: {error}")))?;
    let stop = async {
        tokio::select! {
            () = server::interrupted() => {}
            () = server::stdin_closed(arguments.until_stdin_closes) => {}
        }
    };
    exchange::serve(listener, Platform::new(config), stop).await;
    Ok(ExitCode::SUCCESS)
}
