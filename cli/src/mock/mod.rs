//! `waybill mock`: serves the mock service until it is told to stop, and sends stored definitions to a running one.

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
use crate::server;
pub(crate) use exchange::Carrier;
pub(crate) use rules::Rules;
pub(crate) use seed::Seed;

/// What `--help` shows below the options.
const EXAMPLES: &str = "Examples:

  waybill mock --seed carriers/                                  serve what is in a folder
  waybill mock --port 9000 --no-validate=TrackService:1.0        relax one service
  waybill mock --seed carriers/ --strict-seed                    end where a file cannot be imported
  waybill mock seed http://127.0.0.1:8080 carriers/              send a folder to one that runs";

/// Stand in for carrier systems: import WSDL and OpenAPI files, answer their operations, and say why a request is refused.
///
/// Definitions come from --seed or are sent to POST /api/artifact/upload. Nothing is kept when it ends.
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
    /// The port; 0 takes any free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen on. Others than loopback let everybody in the network use it.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = addresses::parse_host)]
    host: IpAddr,
    /// Import the definitions in this folder at start: WSDL and OpenAPI files, zip archives and exports.
    #[arg(long, value_name = "DIR")]
    seed: Option<PathBuf>,
    /// End with status 1 where a file of --seed cannot be imported.
    #[arg(long, requires = "seed")]
    strict_seed: bool,
    /// Serve https with this certificate chain and private key, both PEM files.
    #[arg(long, num_args = 2, value_names = ["CERT", "KEY"])]
    tls: Option<Vec<PathBuf>>,
    /// An origin whose pages may call mocked services; `*` is every one. May be given several times.
    #[arg(long, value_name = "ORIGIN", value_parser = addresses::parse_origin)]
    cors: Vec<String>,
    /// A name, beside localhost and addresses, under which /api is reached. May be given several times.
    #[arg(long, value_name = "NAME", value_parser = addresses::parse_name)]
    allow_host: Vec<String>,
    #[command(flatten)]
    rules: Rules,
    /// How many seconds the head of a request may take, and a connection stay idle.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    head_timeout: u64,
    /// How many seconds the body of a request may take, beside one for every 500 bytes of it.
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    body_timeout: u64,
    /// End when standard input closes, so that whoever started this never leaves it behind.
    #[arg(long)]
    until_stdin_closes: bool,
}

/// Serves until ctrl-c, or until standard input closes where that was asked for; or seeds a running mock service.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(Command::Seed(arguments)) = &arguments.command {
        return remote_seed::run(arguments);
    }
    let runtime = Runtime::new().map_err(|error| Failure::new(format!("the server cannot be started: {error}")))?;
    let ended = runtime.block_on(serve(&arguments.serve));
    // A request that is still worked on is not waited for any longer.
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
    server::print(&guide).map_err(|error| Failure::new(format!("the address cannot be printed: {error}")))?;
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
