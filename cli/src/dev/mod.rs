//! `waybill dev`: serves the development platform on loopback until it is told to stop.

mod guide;
mod server;

use std::io::{Read, Write};
use std::net::Ipv4Addr;
use std::process::ExitCode;

use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use waybill_mock::platform::{Config, Platform};

use crate::failure::Failure;

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
    let (listener, origin) = bind(arguments.port).await?;
    let config = Config::sample(&origin);
    let guide = guide::text(&config);
    print(&guide).map_err(|error| Failure::new(format!("the address cannot be printed: {error}")))?;
    tokio::select! {
        () = server::accept(listener, Platform::new(config)) => {}
        () = interrupted() => {}
        () = stdin_closed(arguments.until_stdin_closes) => {}
    }
    Ok(ExitCode::SUCCESS)
}

async fn bind(port: u16) -> Result<(TcpListener, String), Failure> {
    let failure = |error: std::io::Error| {
        let help = "choose another port, or --port 0 for any free one";
        Failure::new(format!("port {port} on 127.0.0.1 cannot be had: {error}")).help(help)
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(failure)?;
    let address = listener.local_addr().map_err(failure)?;
    Ok((listener, format!("http://{address}")))
}

/// Whoever started this may wait for the address: it is written out at once.
fn print(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without the signal handler, ctrl-c ends the process by itself.
        std::future::pending::<()>().await;
    }
}

async fn stdin_closed(asked_for: bool) {
    let (closed, wait) = oneshot::channel::<()>();
    if !asked_for {
        return std::future::pending().await;
    }
    // A thread of its own: the process ends while it still reads.
    std::thread::spawn(move || {
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        drop(closed);
    });
    let _ = wait.await;
}
