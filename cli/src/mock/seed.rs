//! Stored definitions, imported when the mock service starts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use waybill_core::render::printable;
use waybill_mock::service::{MockService, SeedFailure, SeedPlan};

use super::folder;
use crate::failure::Failure;
use crate::server::print;

/// Imports the folder's definitions while the mock service serves already. Ends only where that has to end the server: where
/// the folder cannot be read, or where `strict` asks for it and a file cannot be imported.
pub(super) async fn run(mock: Arc<MockService>, folder: Option<PathBuf>, strict: bool) -> Result<ExitCode, Failure> {
    if let Some(folder) = folder {
        let seeded = tokio::task::spawn_blocking(move || import(&mock, &folder)).await;
        let failed = seeded
            .unwrap_or_else(|error| Err(Failure::new(format!("the import of stored files broke off: {error}"))))?;
        if strict && failed > 0 {
            return Ok(ExitCode::FAILURE);
        }
    }
    std::future::pending().await
}

/// Imports what can be imported, and returns how many files cannot.
fn import(mock: &MockService, path: &Path) -> Result<usize, Failure> {
    let SeedPlan { uploads, failures } = SeedPlan::of(folder::read(path)?);
    let mut failed = 0;
    let mut fail = |failure: SeedFailure| {
        failed += 1;
        say(&format!("not imported: {}: {}", failure.file, failure.reason));
        mock.add_seed_failure(failure);
    };
    failures.into_iter().for_each(&mut fail);
    let total = uploads.len();
    for (done, upload) in uploads.into_iter().enumerate() {
        let main = upload.main.clone();
        match mock.import_seed(upload) {
            Ok(services) => say(&format!("imported {} of {total}: {main}: {}", done + 1, services.join(", "))),
            Err(error) => fail(SeedFailure { file: main, reason: error.to_string() }),
        }
    }
    mock.set_seeding(false);
    say("up");
    list(mock);
    Ok(failed)
}

/// Says what is served where.
fn list(mock: &MockService) {
    for service in mock.services() {
        let operations = if service.operations == 1 { "operation" } else { "operations" };
        say(&format!("  {}  {} ({} {operations})", service.path, service.id, service.operations));
    }
}

/// Prints a line, in which names stand as files have them. Whoever started this may have stopped listening; the work goes on.
pub(super) fn say(line: &str) {
    let _ = print(&format!("{}\n", printable(line)));
}
