//! `GET /api/health`: up after the import of all stored files was tried.

use http::{Response, StatusCode};
use serde_json::{Value, json};

use crate::response::respond_json;
use crate::upload::SeedFailure;

/// Progress of the import of stored files.
#[derive(Debug, Clone, Default)]
pub(super) struct Seeding {
    pub(super) running: bool,
    pub(super) failures: Vec<SeedFailure>,
}

pub(super) fn report_health(seeding: &Seeding) -> Response<Vec<u8>> {
    let (status, word) =
        if seeding.running { (StatusCode::SERVICE_UNAVAILABLE, "DOWN") } else { (StatusCode::OK, "UP") };
    let failed: Vec<Value> =
        seeding.failures.iter().map(|failure| json!({ "file": failure.file, "reason": failure.reason })).collect();
    if failed.is_empty() {
        return respond_json(status, &json!({ "status": word }));
    }
    respond_json(status, &json!({ "status": word, "failed": failed }))
}
