//! `POST /api/artifact/upload`: a form with files, imported completely or not at all. With `mainArtifact=false` the
//! files are examples for an imported service.

use std::fmt::Write as _;

use http::header::CONTENT_TYPE;
use http::{Request, Response, StatusCode};
use serde_json::{Value, json};
use waybill_base::text::printable;
use waybill_base::time::Timestamp;

use super::mock_service::MockService;
use super::query;
use super::reply::NeedsSoap;
use crate::catalogue::ServiceId;
use crate::quoted::shorten;
use crate::request::fields::first_field;
use crate::request::media::prefers_json;
use crate::request::multipart::{self, FormError, FormPart};
use crate::response::{Problem, respond, respond_json};
use crate::upload::{UploadError, UploadedFile, read_services};

const NO_SERVICE: &str = "with mainArtifact=false the form must name the service of the examples: service=NAME:VERSION";

/// Maximum number of characters of a field value that is quoted completely.
const MAX_VALUE_LENGTH: usize = 80;

/// Hint for a request that is not a form.
const AS_FORM: &str = "; with curl: -F file=@NAME.wsdl";

/// Hint for a form in which no file has a name.
const NAME_ALONE: &str = "; with curl, -F file=@NAME sends the content of a file, and -F file=NAME only its name";

pub(super) fn import_upload(mock: &MockService, request: &Request<Vec<u8>>, now: Timestamp) -> Response<Vec<u8>> {
    match import(mock, request, now) {
        Ok(imported) => report(&imported, request),
        Err(Refusal { problem, needs_soap }) => {
            let mut response = problem.into_response();
            if needs_soap {
                response.extensions_mut().insert(NeedsSoap);
            }
            response
        }
    }
}

/// The reason why nothing was imported.
struct Refusal {
    problem: Problem,
    /// True if a mock service with SOAP support could import it.
    needs_soap: bool,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal { problem, needs_soap: false }
    }
}

/// An imported service with its notes, or the operations that examples were imported for.
struct Imported {
    id: ServiceId,
    notes: Vec<String>,
    /// Reason why no operation can be called, or `None` if any can.
    unserved: Option<String>,
    examples: Vec<String>,
}

fn import(mock: &MockService, request: &Request<Vec<u8>>, now: Timestamp) -> Result<Vec<Imported>, Refusal> {
    let content_type = first_field(request.headers(), CONTENT_TYPE).unwrap_or_default();
    let parts = multipart::read(&content_type, request.body().clone().into()).map_err(|error| {
        let hint = if error == FormError::NotAForm { AS_FORM } else { "" };
        refuse(&format!("{error}{hint}"))
    })?;
    let field = |name: &str| {
        let part = parts.iter().find(|part| part.name == name && part.file_name.is_none());
        let text = part.map(|part| String::from_utf8_lossy(&part.content).trim().to_owned());
        query::value(request.uri(), name).or(text).filter(|text| !text.is_empty())
    };
    let files: Vec<UploadedFile> = parts.iter().filter(|part| part.name == "file").map(uploaded).collect();
    if files.is_empty() {
        let first = parts.first().map(|part| format!(", but `{}`", shorten(&part.name, MAX_VALUE_LENGTH)));
        let others = first.unwrap_or_default();
        let sentence = format!("the form has no part called `file`{others}; with curl: -F file=@NAME.wsdl");
        return Err(Refusal::from(refuse(&sentence)));
    }
    let main = field("mainArtifact").unwrap_or_else(|| "true".to_owned());
    if !["true", "false"].iter().any(|known| main.eq_ignore_ascii_case(known)) {
        let value = shorten(&main, MAX_VALUE_LENGTH);
        let sentence =
            format!("`mainArtifact` is `{value}`; expected `true`, for definitions, or `false`, for examples");
        return Err(Refusal::from(refuse(&sentence)));
    }
    if main.eq_ignore_ascii_case("false") {
        let service = field("service").ok_or_else(|| refuse(&NO_SERVICE))?;
        return Ok(import_examples(mock, &files, &service, field("operation").as_deref())?);
    }
    let services = read_services(files, field("version").as_deref(), mock.wsdl).map_err(|error| {
        let is_named = parts.iter().any(|part| part.name == "file" && part.file_name.is_some());
        let hint = if is_named || !matches!(error, UploadError::NoService { .. }) { "" } else { NAME_ALONE };
        Refusal { needs_soap: error.needs_soap(), problem: refuse(&format!("{error}{hint}")) }
    })?;
    let options = mock.sample_options(now);
    let imported = services.iter().map(|service| Imported {
        id: service.id.clone(),
        notes: service.notes(&options),
        unserved: service.unserved(),
        examples: service.examples.keys().cloned().collect(),
    });
    let imported = imported.collect();
    mock.catalogue.import(services);
    Ok(imported)
}

fn import_examples(
    mock: &MockService,
    files: &[UploadedFile],
    service: &str,
    operation: Option<&str>,
) -> Result<Vec<Imported>, Problem> {
    let examples = mock.import_examples(files, service, operation).map_err(|error| refuse(&error))?;
    let (name, version) = service.rsplit_once(':').unwrap_or((service, ""));
    let id = ServiceId { name: name.to_owned(), version: version.to_owned() };
    Ok(vec![Imported { id, notes: Vec::new(), unserved: None, examples }])
}

fn uploaded(part: &FormPart) -> UploadedFile {
    let path = part.file_name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| "file".to_owned());
    UploadedFile { path, content: part.content.to_vec() }
}

fn refuse(error: &impl ToString) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "Nothing was imported", error.to_string())
}

fn report(imported: &[Imported], request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    if prefers_json(request.headers(), &["text/plain"]) {
        let services: Vec<Value> = imported
            .iter()
            .map(|Imported { id, notes, unserved, examples }| {
                let mut service =
                    json!({ "name": id.name, "version": id.version, "notes": notes, "examples": examples });
                if let (Some(reason), Some(members)) = (unserved, service.as_object_mut()) {
                    members.insert("unserved".to_owned(), reason.as_str().into());
                }
                service
            })
            .collect();
        return respond_json(StatusCode::CREATED, &services);
    }
    let mut lines = String::new();
    for service in imported {
        let _ = writeln!(lines, "{}", printable(&service.id.to_string()));
    }
    respond(StatusCode::CREATED, "text/plain; charset=utf-8", lines)
}
