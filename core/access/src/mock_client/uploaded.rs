//! The result of an upload.

use http::StatusCode;
use serde::Serialize;
use serde_json::Value;

use super::answer::MockAnswer;
use super::failures::name_status;
use super::members;

/// A service that an upload imported.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UploadedService {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Parts of it that are relaxed or could not be read, one sentence each, if the service reports them.
    pub notes: Vec<String>,
    /// Reason why none of its operations can be called, if so.
    pub unserved: Option<String>,
}

impl UploadedService {
    /// Returns `name:version`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}:{}", self.name, self.version)
    }

    fn from_id(id: &str) -> Option<UploadedService> {
        let id = id.trim().trim_matches('"');
        let (name, version) = id.rsplit_once(':').unwrap_or((id, ""));
        let is_named = !name.is_empty();
        is_named.then(|| UploadedService { name: name.to_owned(), version: version.to_owned(), ..Self::default() })
    }
}

/// Parses the services of a response: a list of objects, an object whose name contains the version, or lines `name:version`.
///
/// # Errors
/// The reason why nothing was imported, in the service's words if it gave some.
pub(super) fn read(answer: &MockAnswer) -> Result<Vec<UploadedService>, String> {
    let status = answer.status();
    if !status.is_success() {
        return Err(answer.reason().unwrap_or_else(|| format!("the reply is {}", name_status(status))));
    }
    answer.check_complete("an import").map_err(|error| error.message)?;
    let services = read_services(answer);
    if services.is_empty() {
        let is_empty = status == StatusCode::NO_CONTENT;
        return Err((if is_empty { "the upload contains no service" } else { "the reply lists no service" }).to_owned());
    }
    Ok(services)
}

fn read_services(answer: &MockAnswer) -> Vec<UploadedService> {
    match members::read(&answer.body) {
        Value::Array(services) => services.iter().filter_map(read_service).collect(),
        service @ Value::Object(_) => read_service(&service).into_iter().collect(),
        _ => answer.text().lines().filter_map(UploadedService::from_id).collect(),
    }
}

/// Parses a service with its version in its own member, or in the name.
fn read_service(service: &Value) -> Option<UploadedService> {
    let name = members::text(service, "name").filter(|name| !name.is_empty())?;
    let Some(version) = members::text(service, "version") else { return UploadedService::from_id(&name) };
    let (notes, unserved) = (members::texts(service, "notes"), members::text(service, "unserved"));
    Some(UploadedService { name, version, notes, unserved })
}
