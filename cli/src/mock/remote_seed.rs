//! `waybill mock seed URL DIR`: sends stored definitions to a running mock service, and checks what it made of them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::Deserialize;
use ureq::Agent;
use ureq::http::Uri;
use ureq::tls::{RootCerts, TlsConfig};
use waybill_mock::service::{SeedFailure, SeedPlan, SeedUpload};

use super::notes::Notes;
use super::remote_health::{Health, ask, describe_status, explain_other_server};
use super::say::{say_failed, say_progress, say_unserved};
use super::seed::plan;
use super::trust::read_authorities;
use crate::failure::Failure;

/// Where a mock service lists what it has imported.
const SERVICES: &str = "/api/services";

/// How long to wait between two questions whether it is up.
const PAUSE: Duration = Duration::from_millis(250);

/// How long the last question whether it is up may take at least.
const LAST: Duration = Duration::from_secs(1);

/// How long one upload may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// What `--help` shows below the options.
const EXAMPLES: &str = "Examples:

  waybill mock seed http://127.0.0.1:8080 carriers/
  waybill mock seed http://127.0.0.1:8080 carriers/ --wait 10    where it starts at the same time";

/// Send the definitions in a folder to a running mock service: one upload for each file that defines services, with every
/// file it refers to.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Where the mock service is, as in `http://127.0.0.1:8080`.
    url: String,
    /// The folder of WSDL and OpenAPI files, zip archives and exports.
    dir: PathBuf,
    /// Over https, trust servers whose certificate an authority in this PEM file signed, and no others.
    #[arg(long, value_name = "FILE")]
    ca_cert: Option<PathBuf>,
    /// How many seconds to wait until it is up.
    #[arg(long, default_value_t = 120, value_name = "SECONDS", allow_negative_numbers = true)]
    wait: u64,
}

/// Uploads everything; status 1 where something was not imported.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mock = Remote::new(&arguments.url, arguments.ca_cert.as_deref())?;
    let SeedPlan { uploads, failures } = plan(&arguments.dir)?;
    mock.wait_until_up(Duration::from_secs(arguments.wait))?;
    let mut failed = failures;
    let mut fail = |file: String, reason| failed.push(SeedFailure { file, reason });
    let (mut expected, mut notes) = (Vec::new(), Notes::default());
    for upload in uploads {
        match mock.upload(&upload)? {
            Ok(services) => {
                let ids: Vec<String> = services.iter().map(Imported::id).collect();
                say_progress(&format!("imported {}: {}", upload.main, ids.join(", ")));
                for service in &services {
                    notes.add(&service.id(), &service.notes);
                }
                expected.extend(ids.into_iter().map(|id| (upload.main.clone(), id)));
            }
            Err(reason) => fail(upload.main, reason),
        }
    }
    let listed = mock.services()?;
    for service in listed.iter().filter(|service| expected.iter().any(|(_, id)| *id == service.id())) {
        if let Some(reason) = &service.unserved {
            say_unserved(&service.id(), reason);
        }
    }
    notes.print();
    let lost = expected.iter().filter(|(_, service)| !listed.iter().any(|listed| listed.id() == *service));
    lost.for_each(|(file, service)| fail(file.clone(), format!("{service} is not in the list of services")));
    failed.iter().for_each(say_failed);
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A running mock service.
struct Remote {
    agent: Agent,
    url: String,
    /// The file of the authorities that are trusted, unless it is this machine's.
    authorities: Option<PathBuf>,
}

/// A service in its list.
#[derive(Deserialize)]
struct Listed {
    name: String,
    version: String,
    /// Why none of its operations can be called.
    unserved: Option<String>,
}

impl Listed {
    fn id(&self) -> String {
        format!("{}:{}", self.name, self.version)
    }
}

/// A service that an upload gave.
#[derive(Deserialize)]
struct Imported {
    name: String,
    version: String,
    #[serde(default)]
    notes: Vec<String>,
}

impl Imported {
    fn id(&self) -> String {
        format!("{}:{}", self.name, self.version)
    }

    /// Of the answer to an upload: JSON where the server has it, else a line for each service.
    fn read(answer: &str) -> Vec<Imported> {
        serde_json::from_str(answer).unwrap_or_else(|_| {
            let services = answer.lines().map(|line| line.rsplit_once(':').unwrap_or((line, "")));
            let imported = services.map(|(name, version)| Imported {
                name: name.to_owned(),
                version: version.to_owned(),
                notes: Vec::new(),
            });
            imported.collect()
        })
    }
}

/// A refusal, as `application/problem+json` has it.
#[derive(Deserialize)]
struct Refusal {
    detail: String,
}

impl Remote {
    fn new(url: &str, ca_cert: Option<&Path>) -> Result<Remote, Failure> {
        if !is_address(url) {
            let failure = Failure::new(format!("`{url}` is no address of a mock service"));
            return Err(failure.help(
                "write http:// or https://, its host and its port, as in http://127.0.0.1:8080, and then the folder",
            ));
        }
        let roots = ca_cert.map_or(Ok(RootCerts::PlatformVerifier), read_authorities)?;
        let config = Agent::config_builder()
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .build();
        let (url, authorities) = (url.trim_end_matches('/').to_owned(), ca_cert.map(Path::to_owned));
        Ok(Remote { agent: config.into(), url, authorities })
    }

    fn wait_until_up(&self, patience: Duration) -> Result<(), Failure> {
        let began = Instant::now();
        loop {
            // One that takes connections and answers nothing is waited for no longer than the others.
            let left = patience.saturating_sub(began.elapsed()).max(LAST);
            let reason = match ask(&self.agent, &self.url, self.authorities.as_deref(), left)? {
                Health::Up => return Ok(()),
                Health::NotYet(reason) => reason,
            };
            if began.elapsed() >= patience {
                let seconds = patience.as_secs();
                let failure = Failure::new(format!("{} was not up within {seconds} s: {reason}", self.url));
                return Err(failure.help("start it with waybill mock, or wait longer with --wait"));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Sends one upload and returns the services it gave, or why there are none. A server that does not answer at all is not
    /// asked for the others.
    fn upload(&self, upload: &SeedUpload) -> Result<Result<Vec<Imported>, String>, Failure> {
        match self.try_upload(upload) {
            Err(ureq::Error::Timeout(_)) => {
                let (main, seconds) = (&upload.main, PATIENCE.as_secs());
                Err(Failure::new(format!("{} did not answer the upload of {main} within {seconds} s", self.url)))
            }
            Err(error) => match ask(&self.agent, &self.url, self.authorities.as_deref(), LAST)? {
                Health::Up => Ok(Err(error.to_string())),
                Health::NotYet(reason) => {
                    let main = &upload.main;
                    let failure =
                        Failure::new(format!("{} stopped answering at the upload of {main}: {reason}", self.url));
                    Err(failure.help("start it again, and seed it again: it keeps nothing when it ends"))
                }
            },
            Ok(answered) => Ok(answered),
        }
    }

    fn try_upload(&self, upload: &SeedUpload) -> Result<Result<Vec<Imported>, String>, ureq::Error> {
        let (content_type, body) = form(upload);
        let request = self.agent.post(format!("{}/api/artifact/upload", self.url)).header("content-type", content_type);
        let mut answer = request.header("accept", "application/json, text/plain;q=0.5").send(&body)?;
        let text = answer.body_mut().read_to_string()?;
        if answer.status().is_success() {
            return Ok(Ok(Imported::read(&text)));
        }
        let refusal: Option<Refusal> = serde_json::from_str(&text).ok();
        Ok(Err(refusal.map_or_else(|| format!("{}: {text}", answer.status()), |refusal| refusal.detail)))
    }

    fn services(&self) -> Result<Vec<Listed>, Failure> {
        let url = &self.url;
        let unread =
            |error: ureq::Error| Failure::new(format!("the list of services at {url} cannot be read: {error}"));
        let mut answer = self.agent.get(format!("{url}{SERVICES}")).call().map_err(unread)?;
        let text = answer.body_mut().read_to_string().map_err(unread)?;
        match serde_json::from_str(&text) {
            Ok(listed) if answer.status().is_success() => Ok(listed),
            _ => {
                let given = describe_status(answer.status(), "a list of services");
                Err(explain_other_server(url, SERVICES, &given))
            }
        }
    }
}

/// Whether a text says where a server is, and nothing beside: a mock service has its paths from the root.
fn is_address(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let has_host = uri.host().is_some_and(|host| !host.is_empty());
    is_web && has_host && matches!(uri.path(), "" | "/") && uri.query().is_none() && !url.contains('#')
}

/// The files as a form (RFC 7578), with its media type.
fn form(upload: &SeedUpload) -> (String, Vec<u8>) {
    let boundary = boundary(upload);
    let mut body = Vec::new();
    for file in &upload.files {
        // A path of a file system may hold what ends a quoted text.
        let path = file.path.replace('"', "%22").replace(['\r', '\n'], " ");
        let head =
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{path}\"\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(&file.content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

/// A text that none of the files holds.
fn boundary(upload: &SeedUpload) -> String {
    let is_held = |boundary: &str| {
        let mark = boundary.as_bytes();
        upload.files.iter().any(|file| file.content.windows(mark.len()).any(|window| window == mark))
    };
    let mut boundary = "waybill-mock-seed".to_owned();
    while is_held(&boundary) {
        boundary.push('x');
    }
    boundary
}
