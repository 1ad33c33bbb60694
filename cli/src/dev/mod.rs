//! `waybill dev`: serves the development platform and the mock service on loopback until it is stopped.

mod exchange;
mod guide;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use waybill_mock::platform::{Platform, PlatformConfig};
use waybill_mock::service::MockService;

use crate::failure::Failure;
use crate::mock::{Carrier, Rules, Seed};
use crate::notes::are_off;
use crate::screen::{self, Stream};
use crate::server::{self, HEAD_PATIENCE, LineWriter};

/// Reference of the control interface, for `--help`.
const CONTROL: &str = "\
Faults: send the header `X-Waybill-Fault: FAULT`, or set a fault for the next N requests of a kind:
  POST /_waybill/faults   {\"scope\": token|platform|proxy|commerce|all, \"count\": N, \"fault\": FAULT}
  FAULT is delay=MS and one of drop=before, drop=after, or a response made of status=CODE,
  retry-after=SECONDS, html, redirect=URL; separated by ';'. DELETE removes pending faults.
Tokens:
  POST /_waybill/tokens   {\"lifespan_s\": N, \"session_max_s\": N, \"expire\": access|sessions}
The user:
  POST /_waybill/user     {\"disabled\": true|false, \"locked\": true|false}
Counts and configuration:
  GET /_waybill/stats, GET /_waybill/config

Examples:

  waybill dev                           on port 4010, with the mock service on 4011
  waybill dev --port 0                  on any free ports
  waybill dev --seed carriers/          import definitions into the mock service";

/// Run a local platform and identity provider for development.
///
/// The platform echoes the requests to each of its path families. The mock service for carriers' WSDL and OpenAPI files
/// runs on a second port (see `waybill mock`).
///
/// Prints the addresses, sample credentials, and a line for each token request and each call of a mocked service. All state
/// is lost when it stops.
#[derive(Debug, clap::Args)]
#[command(after_long_help = CONTROL)]
pub(crate) struct Arguments {
    /// Port on 127.0.0.1; 0 for any free port.
    #[arg(long, default_value_t = 4010)]
    port: u16,
    /// Port of the mock service on 127.0.0.1 (default: the one after --port, or any free port if that is in use).
    #[arg(long, value_name = "PORT")]
    mock_port: Option<u16>,
    /// Import the definitions in this folder into the mock service at start.
    #[arg(long, value_name = "DIR")]
    seed: Option<PathBuf>,
    /// Stop when standard input closes, so that the server ends with the program that started it.
    #[arg(long)]
    until_stdin_closes: bool,
    #[command(flatten, next_help_heading = "Mock service")]
    rules: Rules,
}

/// Time limit for the body of a request to a mocked service, in addition to the time for its length.
const BODY_PATIENCE: Duration = Duration::from_secs(20);

/// Serves until ctrl-c, or until standard input closes if that was requested.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let runtime = Runtime::new().map_err(|error| Failure::new(format!("the server cannot be started: {error}")))?;
    let ended = runtime.block_on(serve(arguments));
    // Requests that are still running are not waited for.
    runtime.shutdown_background();
    ended
}

async fn serve(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let settings = arguments.rules.settings()?;
    let seed = Seed { folder: arguments.seed.clone(), strict: false, named: arguments.rules.services() };
    seed.check()?;
    let port = arguments.port;
    if port != 0 && arguments.mock_port == Some(port) {
        let failure = Failure::new(format!("--port and --mock-port are both {port}"));
        return Err(failure.help("change one of them, or remove --mock-port"));
    }
    let (listener, address) = bind(port).await.map_err(|error| unavailable("--port", port, &error))?;
    let (mock_listener, mock_address) = bind_mock(arguments.mock_port, port).await?;
    let mock = Arc::new(MockService::new(settings));
    mock.set_seeding(arguments.seed.is_some());
    let config = PlatformConfig::sample(&format!("http://{address}"));
    let interrupted = server::interrupted();
    let guide = guide::text(&config, &format!("http://{mock_address}"));
    screen::print_text(Stream::Output, &guide)
        .map_err(|error| Failure::new(format!("the address cannot be printed: {error}")))?;
    let (stopping, mut stopped) = watch::channel(());
    let stop = async {
        let ended = tokio::select! {
            () = interrupted => Ok(ExitCode::SUCCESS),
            () = server::stdin_closed(arguments.until_stdin_closes) => Ok(ExitCode::SUCCESS),
            stopped = seed.run(Arc::clone(&mock)) => stopped,
        };
        drop(stopping);
        ended
    };
    let carrier = Carrier::new(Arc::clone(&mock), BODY_PATIENCE, (!are_off()).then(LineWriter::start));
    let mock_stop = async move {
        let _ = stopped.changed().await;
    };
    let platform = exchange::serve(listener, Platform::new(config), stop);
    let (ended, ()) = tokio::join!(platform, carrier.serve(mock_listener, None, HEAD_PATIENCE, mock_stop));
    ended
}

async fn bind(port: u16) -> io::Result<(TcpListener, SocketAddr)> {
    server::bind(Ipv4Addr::LOCALHOST.into(), port).await
}

/// Binds the mock service's port: the requested one, or the one after the platform's port if it is free.
async fn bind_mock(asked: Option<u16>, platform: u16) -> Result<(TcpListener, SocketAddr), Failure> {
    if let Some(port) = asked {
        return bind(port).await.map_err(|error| unavailable("--mock-port", port, &error));
    }
    if let Some(next) = platform.checked_add(1).filter(|_| platform != 0)
        && let Ok(bound) = bind(next).await
    {
        return Ok(bound);
    }
    bind(0).await.map_err(|error| unavailable("--mock-port", 0, &error))
}

fn unavailable(option: &str, port: u16, error: &io::Error) -> Failure {
    server::explain_bind_failure(Ipv4Addr::LOCALHOST.into(), port, option, error)
}
