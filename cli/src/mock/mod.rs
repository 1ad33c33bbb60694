//! `waybill mock`: serves the mock service until it is told to stop, and sends stored definitions to a running one.

mod exchange;
mod folder;
mod guide;
mod port_holder;
mod process;
mod remote_seed;
mod seed;
mod tls;

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use tokio::runtime::Runtime;
use waybill_mock::service::{ActionRule, MockService, Settings};

use crate::failure::Failure;
use crate::server;
use exchange::Carrier;

/// Stand in for carrier systems: import WSDL and OpenAPI files, answer their operations, and say why a request is refused.
///
/// Definitions come from --seed or are sent to POST /api/artifact/upload. Nothing is kept when it ends.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
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
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct Serve {
    /// The port; 0 takes any free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen on. Others than loopback let everybody in the network use it.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Import the definitions in this folder at start.
    #[arg(long, value_name = "DIR")]
    seed: Option<PathBuf>,
    /// End with status 1 where a file of --seed cannot be imported.
    #[arg(long, requires = "seed")]
    strict_seed: bool,
    /// Serve https with this certificate chain and private key, both PEM files.
    #[arg(long, num_args = 2, value_names = ["CERT", "KEY"])]
    tls: Option<Vec<PathBuf>>,
    /// An origin whose pages may call mocked services; `*` is every one. May be given several times.
    #[arg(long, value_name = "ORIGIN")]
    cors: Vec<String>,
    /// A name, beside localhost and addresses, under which /api is reached. May be given several times.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// What the `SOAPAction` header may hold.
    #[arg(long, value_enum, default_value_t = Action::Declared, conflicts_with = "strict")]
    soap_action: Action,
    /// The platform's rules by their letter: --soap-action operation-name, and payloads in the targetNamespace alone.
    #[arg(long)]
    strict: bool,
    /// Answer requests that do not match their schema, too.
    #[arg(long)]
    no_validate: bool,
    /// The day (YYYY-MM-DD, UTC) that samples take for today.
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    clock: Option<i64>,
    /// What samples are drawn from: another number gives other ones.
    #[arg(long, value_name = "N", default_value_t = 0)]
    sample_seed: u64,
    /// How many seconds the head of a request may take, and a connection stay idle.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    head_timeout: u64,
    /// How many seconds the body of a request may take, beside one for every 500 bytes of it.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    body_timeout: u64,
    /// Print no line for each request.
    #[arg(long, short)]
    quiet: bool,
    /// End when standard input closes, so that whoever started this never leaves it behind.
    #[arg(long)]
    until_stdin_closes: bool,
}

/// What the `SOAPAction` header may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    /// The operation's name.
    OperationName,
    /// The operation's name, or the soapAction that the WSDL declares.
    Declared,
    /// Anything: the body decides.
    Any,
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
    let tls = arguments.tls.as_deref().map(tls::acceptor).transpose()?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    let (listener, address) =
        server::bind(host, port).await.map_err(|error| port_holder::explain(host, port, &error))?;
    let mock = Arc::new(MockService::new(arguments.settings()));
    mock.set_seeding(arguments.seed.is_some());
    let guide = guide::text(&format!("{scheme}://{address}"), arguments.seed.is_some());
    server::print(&guide).map_err(|error| Failure::new(format!("the address cannot be printed: {error}")))?;
    let seeded = seed::run(Arc::clone(&mock), arguments.seed.clone(), arguments.strict_seed);
    let stop = async {
        tokio::select! {
            () = server::interrupted() => Ok(ExitCode::SUCCESS),
            () = server::stdin_closed(arguments.until_stdin_closes) => Ok(ExitCode::SUCCESS),
            stopped = seeded => stopped,
        }
    };
    let access_log = (!arguments.quiet).then(server::LineWriter::start);
    let carrier = Carrier::new(mock, Duration::from_secs(arguments.body_timeout), access_log);
    carrier.serve(listener, tls, Duration::from_secs(arguments.head_timeout), stop).await
}

impl Serve {
    fn settings(&self) -> Settings {
        let action = match self.soap_action {
            Action::OperationName => ActionRule::OperationName,
            Action::Declared => ActionRule::Declared,
            Action::Any => ActionRule::Any,
        };
        let rules = if self.strict { Settings::strict() } else { Settings { action, ..Settings::default() } };
        Settings {
            validate: !self.no_validate,
            seed: self.sample_seed,
            day: self.clock,
            cors_origins: self.cors.clone(),
            allowed_hosts: self.allow_host.clone(),
            https: self.tls.is_some(),
            ..rules
        }
    }
}

/// A date as days since 1970-01-01.
fn parse_day(text: &str) -> Result<i64, String> {
    let date: waybill_core::release::Date = text.parse().map_err(|error| format!("{error}"))?;
    Ok(date.days_since_epoch())
}
