//! Import of stored definitions when the mock service starts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use waybill_mock::service::{MockService, SeedFailure, SeedPlan};

use super::folder;
use super::notes::Notes;
use super::say::{say, say_failed, say_progress, say_unserved};
use crate::failure::Failure;
use crate::server::now;

/// Definitions to import at start.
#[derive(Debug)]
pub(crate) struct Seed {
    /// Folder of stored definitions, if there is one.
    pub(crate) folder: Option<PathBuf>,
    /// True if the server stops when a file cannot be imported.
    pub(crate) strict: bool,
    /// Services that options name, as `name:version`.
    pub(crate) named: Vec<String>,
}

impl Seed {
    /// Fails if the folder cannot be read. This is checked before the address is printed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.folder.as_deref().map_or(Ok(()), folder::check)
    }

    /// Imports the folder's definitions while the mock service is already serving. Completes only if the server has to
    /// stop: if the folder cannot be read, or if a file cannot be imported and `strict` is set.
    pub(crate) async fn run(self, mock: Arc<MockService>) -> Result<ExitCode, Failure> {
        if let Some(folder) = self.folder {
            let importing = Arc::clone(&mock);
            let seeded = tokio::task::spawn_blocking(move || import(&importing, &folder)).await;
            let failed = seeded
                .unwrap_or_else(|error| Err(Failure::new(format!("the import of stored files failed: {error}"))))?;
            if self.strict && failed > 0 {
                let files = if failed == 1 { "1 file was" } else { &format!("{failed} files were") };
                say(&format!("{files} not imported; stopping because of --strict-seed"));
                return Ok(ExitCode::FAILURE);
            }
            mock.set_seeding(false);
            say("up");
            list(&mock, &self.named);
            print_notes(&mock);
        }
        std::future::pending().await
    }
}

/// Imports all files that can be imported, and returns the number of the others.
fn import(mock: &MockService, path: &Path) -> Result<usize, Failure> {
    let SeedPlan { uploads, failures } = plan(path)?;
    let mut failed = 0;
    let mut fail = |failure: SeedFailure| {
        failed += 1;
        say_failed(&failure);
        mock.add_seed_failure(failure);
    };
    failures.into_iter().for_each(&mut fail);
    let total = uploads.len();
    for (done, upload) in uploads.into_iter().enumerate() {
        let main = upload.main.clone();
        match mock.import_seed(upload) {
            Ok(services) => say_progress(&format!("imported {} of {total}: {main}: {}", done + 1, services.join(", "))),
            Err(error) => fail(SeedFailure { file: main, reason: error.to_string() }),
        }
    }
    Ok(failed)
}

/// Plans the uploads of a folder. Prints a line if the folder has no definitions, because another may have been meant.
pub(super) fn plan(path: &Path) -> Result<SeedPlan, Failure> {
    let folder = folder::read(path)?;
    let mut plan = SeedPlan::new(folder.files);
    plan.failures.splice(0..0, folder.failures);
    if plan.uploads.is_empty() && plan.failures.is_empty() {
        let shown = path.display();
        say(&format!(
            "the folder {shown} has no definitions: no WSDL file, OpenAPI description, zip archive or export"
        ));
    }
    Ok(plan)
}

/// Lists the services that are served and those that are not, and services in options that are not imported.
fn list(mock: &MockService, named: &[String]) {
    let services = mock.services();
    for service in &services {
        if let Some(reason) = &service.unserved {
            say_unserved(&service.id, reason);
            continue;
        }
        let operations = if service.operations == 1 { "operation" } else { "operations" };
        say(&format!("  {}  {} ({} {operations})", service.path, service.id, service.operations));
    }
    for name in named.iter().filter(|name| !services.iter().any(|service| service.id == **name)) {
        say(&format!("an option names the service `{name}`, which is not imported yet"));
    }
}

/// Prints the notes on OpenAPI descriptions. Those on WSDL files need compiled schemas, which are compiled with the first
/// request. The list of services has all notes.
fn print_notes(mock: &MockService) {
    let mut notes = Notes::default();
    for service in mock.services().iter().filter(|service| service.path.starts_with("/rest/")) {
        notes.add(&service.id, &mock.notes(&service.id, now()));
    }
    notes.print();
}
