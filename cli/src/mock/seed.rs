//! Stored definitions, imported when the mock service starts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use waybill_mock::service::{MockService, SeedFailure, SeedPlan};

use super::folder;
use super::notes::Notes;
use super::say::{say, say_failed, say_progress, say_unserved};
use crate::failure::Failure;
use crate::server::now;

/// What is imported at start.
#[derive(Debug)]
pub(crate) struct Seed {
    /// The folder of stored definitions, if there is one.
    pub(crate) folder: Option<PathBuf>,
    /// Whether a file that cannot be imported ends the server.
    pub(crate) strict: bool,
    /// The services that options name, as `name:version`.
    pub(crate) named: Vec<String>,
}

impl Seed {
    /// Fails where the folder is none: before an address is printed for which nobody will wait.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.folder.as_deref().map_or(Ok(()), folder::check)
    }

    /// Imports the folder's definitions while the mock service serves already. Ends only where that has to end the server:
    /// where the folder cannot be read, or where `strict` asks for it and a file cannot be imported.
    pub(crate) async fn run(self, mock: Arc<MockService>) -> Result<ExitCode, Failure> {
        if let Some(folder) = self.folder {
            let importing = Arc::clone(&mock);
            let seeded = tokio::task::spawn_blocking(move || import(&importing, &folder)).await;
            let failed = seeded
                .unwrap_or_else(|error| Err(Failure::new(format!("the import of stored files broke off: {error}"))))?;
            if self.strict && failed > 0 {
                let files = if failed == 1 { "1 file was" } else { &format!("{failed} files were") };
                say(&format!("{files} not imported, and --strict-seed asks for all: it ends"));
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

/// Imports what can be imported, and returns how many files cannot.
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

/// What a folder gives. That it gives nothing is said: another may have been meant.
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

/// Says what is served where and what is not, and which services options name that are not imported.
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
        say(&format!("no service `{name}` is imported yet, though an option names it"));
    }
}

/// Prints what is noted of OpenAPI descriptions. Those of WSDL files need their schemas compiled, which is left for the first
/// request; the list of services has them.
fn print_notes(mock: &MockService) {
    let mut notes = Notes::default();
    for service in mock.services().iter().filter(|service| service.path.starts_with("/rest/")) {
        notes.add(&service.id, &mock.notes(&service.id, now()));
    }
    notes.print();
}
