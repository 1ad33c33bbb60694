//! `waybill mock seed URL DIR`: sends stored definitions to a running mock service, and checks what it made of them.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::Deserialize;
use ureq::Agent;
use waybill_mock::service::{SeedPlan, SeedUpload};

use super::seed::{plan, say};
use crate::failure::Failure;

/// How long to wait between two questions whether it is up.
const PAUSE: Duration = Duration::from_millis(250);

/// How long one upload may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// Send the definitions in a folder to a running mock service: one upload for each file that defines services, with every
/// file it refers to.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Where the mock service is, as in `http://127.0.0.1:8080`.
    url: String,
    /// The folder.
    dir: PathBuf,
    /// How many seconds to wait until it is up.
    #[arg(long, default_value_t = 120, value_name = "SECONDS")]
    wait: u64,
}

/// Uploads everything; status 1 where something was not imported.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let SeedPlan { uploads, failures } = plan(&arguments.dir)?;
    let mock = Remote::new(&arguments.url);
    mock.wait_until_up(Duration::from_secs(arguments.wait))?;
    let mut failed: Vec<String> =
        failures.into_iter().map(|failure| format!("{}: {}", failure.file, failure.reason)).collect();
    let mut expected = Vec::new();
    for upload in uploads {
        match mock.upload(&upload) {
            Ok(services) => {
                say(&format!("imported {}: {}", upload.main, services.join(", ")));
                expected.extend(services.into_iter().map(|service| (upload.main.clone(), service)));
            }
            Err(reason) => failed.push(format!("{}: {reason}", upload.main)),
        }
    }
    let listed = mock.services()?;
    let lost = expected.iter().filter(|(_, service)| !listed.contains(service));
    failed.extend(lost.map(|(file, service)| format!("{file}: {service} is not in the list of services")));
    for failure in &failed {
        say(&format!("not imported: {failure}"));
    }
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A running mock service.
struct Remote {
    agent: Agent,
    url: String,
}

/// A service in its list.
#[derive(Deserialize)]
struct Listed {
    name: String,
    version: String,
}

/// A refusal, as `application/problem+json` has it.
#[derive(Deserialize)]
struct Refusal {
    detail: String,
}

impl Remote {
    fn new(url: &str) -> Remote {
        let config = Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false).build();
        Remote { agent: config.into(), url: url.trim_end_matches('/').to_owned() }
    }

    fn wait_until_up(&self, patience: Duration) -> Result<(), Failure> {
        let began = Instant::now();
        loop {
            let reason = match self.agent.get(format!("{}/api/health", self.url)).call() {
                Ok(answer) if answer.status().is_success() => return Ok(()),
                Ok(answer) => format!("its health is {}", answer.status()),
                Err(error) => error.to_string(),
            };
            if began.elapsed() >= patience {
                let seconds = patience.as_secs();
                let failure = Failure::new(format!("{} was not up within {seconds} s: {reason}", self.url));
                return Err(failure.help("start it with waybill mock, or wait longer with --wait"));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Sends one upload and returns the services it gave, or why there are none.
    fn upload(&self, upload: &SeedUpload) -> Result<Vec<String>, String> {
        let (content_type, body) = form(upload);
        let request = self.agent.post(format!("{}/api/artifact/upload", self.url)).header("content-type", content_type);
        let mut answer = request.send(&body).map_err(|error| error.to_string())?;
        let text = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
        if answer.status().is_success() {
            return Ok(text.lines().map(str::to_owned).collect());
        }
        let refusal: Option<Refusal> = serde_json::from_str(&text).ok();
        Err(refusal.map_or_else(|| format!("{}: {text}", answer.status()), |refusal| refusal.detail))
    }

    fn services(&self) -> Result<Vec<String>, Failure> {
        let list = || -> Result<Vec<Listed>, String> {
            let request = self.agent.get(format!("{}/api/services", self.url));
            let mut answer = request.call().map_err(|error| error.to_string())?;
            let text = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
            serde_json::from_str(&text).map_err(|error| error.to_string())
        };
        let listed = list()
            .map_err(|error| Failure::new(format!("the list of services at {} cannot be read: {error}", self.url)))?;
        Ok(listed.into_iter().map(|service| format!("{}:{}", service.name, service.version)).collect())
    }
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
