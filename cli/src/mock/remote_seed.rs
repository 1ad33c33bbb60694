//! `waybill mock seed URL DIR`: sends stored definitions to a running mock service, and reports what was imported.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use waybill_core::error::code;
use waybill_core::mock_client::{
    DEFAULT_PATIENCE, DefinitionFile, MockClient, MockOperation, MockResult, MockStep, SeededDefinition,
    ServiceDefinition, UploadedService,
};
use waybill_core::{Environment, EnvironmentKind, Error};
use waybill_mock::service::{SeedFailure, SeedPlan, SeedUpload};

use super::notes::Notes;
use super::remote::{CHECK_ADDRESS, Remote};
use super::say::{say_failed, say_progress, say_unserved};
use super::seed::plan;
use crate::failure::Failure;
use crate::server::now;

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill mock seed http://127.0.0.1:8080 carriers/
  waybill mock seed http://127.0.0.1:8080 carriers/ --wait 10    wait up to 10 s for its start";

/// Send the definitions in a folder to a running mock service.
///
/// Each file that defines services is uploaded with every file it refers to.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Address of the mock service, such as `http://127.0.0.1:8080`.
    url: String,
    /// Folder of WSDL and OpenAPI files, zip archives and exports.
    dir: PathBuf,
    /// Over https, trust only certificates that an authority in this PEM file signed.
    #[arg(long, value_name = "FILE")]
    ca_cert: Option<PathBuf>,
    /// Seconds to wait until the mock service is up.
    #[arg(long, default_value_t = DEFAULT_PATIENCE.as_secs(), value_name = "SECONDS", allow_negative_numbers = true)]
    wait: u64,
}

/// Uploads everything. The status is 1 if something was not imported.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let remote = Remote::new(&arguments.url, arguments.ca_cert.as_deref())?;
    let SeedPlan { uploads, failures } = plan(&arguments.dir)?;
    let definitions = uploads.into_iter().map(definition).collect();
    let seed = MockOperation::Seed { definitions, patience: Duration::from_secs(arguments.wait) };
    let mut failed = failures;
    let mut notes = Notes::default();
    for SeededDefinition { file, services, failure } in carry_out(&remote, seed)? {
        for service in &services {
            notes.add(&service.id(), &service.notes);
            if let Some(reason) = &service.unserved {
                say_unserved(&service.id(), reason);
            }
        }
        failed.extend(failure.map(|reason| SeedFailure { file, reason }));
    }
    notes.print();
    failed.iter().for_each(say_failed);
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn definition(upload: SeedUpload) -> ServiceDefinition {
    let SeedUpload { main, mut files, .. } = upload;
    // The upload is named after its first file, which defines the services.
    files.sort_by_key(|file| file.path != main);
    let files = files.into_iter().map(|file| DefinitionFile { path: file.path, content: file.content });
    ServiceDefinition { files: files.collect() }
}

/// Seeds the service, and prints what was imported so far.
fn carry_out(remote: &Remote, seed: MockOperation) -> Result<Vec<SeededDefinition>, Failure> {
    let mut environment = Environment::new("mock", EnvironmentKind::Development);
    environment.mock_url = Some(remote.url().to_owned());
    let client = MockClient::new(&environment).map_err(describe)?;
    let (mut call, mut step) = client.begin(seed, now());
    let mut printed = 0;
    loop {
        for definition in call.seeded().iter().skip(printed) {
            printed += 1;
            if definition.failure.is_none() {
                let ids: Vec<String> = definition.services.iter().map(UploadedService::id).collect();
                say_progress(&format!("imported {}: {}", definition.file, ids.join(", ")));
            }
        }
        step = match step {
            MockStep::Send(request) => match remote.send(request)? {
                Ok(answer) => call.on_answer(&answer, now()),
                Err(failure) => call.on_failure(failure, now()),
            },
            MockStep::Wait { until } => {
                std::thread::sleep(until.since(now()));
                call.on_time(now())
            }
            MockStep::Done(result) => match *result {
                Ok(MockResult::Seeded(report)) => return Ok(report.definitions),
                Ok(_) => return Ok(Vec::new()),
                Err(error) => return Err(describe(error)),
            },
        };
    }
}

/// Converts an error, with advice about this command.
fn describe(error: Error) -> Failure {
    let own = [
        (code::MOCK_OTHER_SERVER, CHECK_ADDRESS),
        (code::MOCK_NOT_UP, "start it with waybill mock, or wait longer with --wait"),
        (
            code::MOCK_REFUSED,
            "use an IP address or localhost, or start the mock service with --allow-host and this name",
        ),
    ];
    let is_general = error.remedy == error.code.remedy();
    let own = own.into_iter().find(|(code, _)| is_general && *code == error.code).map(|(_, help)| help.to_owned());
    Failure::new(error.message).help(own.unwrap_or_else(|| error.remedy.into_owned()))
}
