//! `waybill mock`: serves the mock service until it is stopped, or sends stored definitions to a running one.

mod addresses;
mod exchange;
mod folder;
mod guide;
mod notes;
mod process;
mod remote;
mod remote_seed;
mod rules;
mod say;
mod seed;
mod tls;
mod trust;

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::value_parser;
use tokio::runtime::Runtime;
use waybill_mock::service::{MockService, Settings};

use crate::failure::Failure;
use crate::notes::are_off;
use crate::screen::{self, Stream};
use crate::server;
pub(crate) use exchange::Carrier;
pub(crate) use rules::Rules;
pub(crate) use seed::Seed;

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill mock --seed carriers/                                  serve the definitions in a folder
  waybill mock --port 9000 --no-validate=TrackService:1.0        answer invalid requests to a service
  waybill mock --seed carriers/ --strict-seed                    stop if a file cannot be imported
  waybill mock seed http://127.0.0.1:8080 carriers/              send a folder to a running mock service";

/// Mock carrier systems from their WSDL and OpenAPI files.
///
/// Answers the operations of imported definitions, and explains why a request is rejected. Definitions come from --seed or
/// are sent to POST /api/artifact/upload. All state is lost when it stops.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Seed(remote_seed::Arguments),
}

#[derive(Debug, clap::Args)]
struct Serve {
    /// Port; 0 for any free port.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Address to listen on. With addresses other than loopback, everyone on the network can use it.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = addresses::parse_host)]
    host: IpAddr,
    /// Import the definitions in this folder at start: WSDL and OpenAPI files, zip archives and exports.
    #[arg(long, value_name = "DIR")]
    seed: Option<PathBuf>,
    /// Stop with status 1 if a file of --seed cannot be imported.
    #[arg(long, requires = "seed")]
    strict_seed: bool,
    /// Serve https with this certificate chain and private key, both PEM files.
    #[arg(long, num_args = 2, value_names = ["CERT", "KEY"])]
    tls: Option<Vec<PathBuf>>,
    /// Origin whose pages may call mocked services, or `*` for any; can be repeated.
    #[arg(long, value_name = "ORIGIN", value_parser = addresses::parse_origin)]
    cors: Vec<String>,
    /// Host name for access to /api, in addition to localhost and addresses; can be repeated.
    #[arg(long, value_name = "NAME", value_parser = addresses::parse_name)]
    allow_host: Vec<String>,
    #[command(flatten)]
    rules: Rules,
    /// Time limit in seconds for the head of a request, and for idle connections.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    head_timeout: u64,
    /// Time limit in seconds for the body of a request, plus one for every 500 bytes of it.
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    body_timeout: u64,
    /// Stop when standard input closes, so that the server ends with the program that started it.
    #[arg(long)]
    until_stdin_closes: bool,
}

/// Serves until ctrl-c, or until standard input closes if that was requested; or seeds a running mock service.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(Command::Seed(arguments)) = &arguments.command {
        return remote_seed::run(arguments);
    }
    let runtime = Runtime::new().map_err(|error| Failure::new(format!("the server cannot be started: {error}")))?;
    let ended = runtime.block_on(serve(&arguments.serve));
    // Requests that are still running are not waited for.
    runtime.shutdown_background();
    ended
}

async fn serve(arguments: &Serve) -> Result<ExitCode, Failure> {
    let (host, port) = (arguments.host, arguments.port);
    let settings = arguments.settings()?;
    let seed =
        Seed { folder: arguments.seed.clone(), strict: arguments.strict_seed, named: arguments.rules.services() };
    seed.check()?;
    let tls = arguments.tls.as_deref().map(tls::acceptor).transpose()?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    let (listener, address) =
        server::bind(host, port).await.map_err(|error| server::explain_bind_failure(host, port, "--port", &error))?;
    let mock = Arc::new(MockService::new(settings));
    mock.set_seeding(arguments.seed.is_some());
    let interrupted = server::interrupted();
    let guide = guide::text(&format!("{scheme}://{address}"), arguments.seed.is_some() || are_off());
    screen::print_text(Stream::Output, &guide)
        .map_err(|error| Failure::new(format!("the address cannot be printed: {error}")))?;
    let seeded = seed.run(Arc::clone(&mock));
    let stop = async {
        tokio::select! {
            () = interrupted => Ok(ExitCode::SUCCESS),
            () = server::stdin_closed(arguments.until_stdin_closes) => Ok(ExitCode::SUCCESS),
            stopped = seeded => stopped,
        }
    };
    let access_log = (!are_off()).then(server::LineWriter::start);
    let carrier = Carrier::new(mock, Duration::from_secs(arguments.body_timeout), access_log);
    carrier.serve(listener, tls, Duration::from_secs(arguments.head_timeout), stop).await
}

impl Serve {
    fn settings(&self) -> Result<Settings, Failure> {
        Ok(Settings {
            cors_origins: self.cors.clone(),
            allowed_hosts: self.allow_host.clone(),
            https: self.tls.is_some(),
            ..self.rules.settings()?
        })
    }
}
