//! The services that one file defines: those of a WSDL file, or the one of an OpenAPI description.

use std::borrow::Cow;
use std::sync::Arc;

use waybill_openapi::operation::Info;
use waybill_openapi::{Limits, Loader};

use super::error::UploadError;
use super::kind::{describe_root, describe_text, root_name};
use crate::catalogue::{ImportedService, Kind, ServiceId};
use crate::files::{Files, Resolved, Source};
use crate::missing::MissingFiles;
use crate::rest::RestService;
use crate::soap::{Examples, SoapService, Sources};
use crate::wsdl::Wsdl;

/// Version of a service if the upload names none. WSDL has no field for it.
pub(super) const DEFAULT_VERSION: &str = "1.0";

/// A function that reads the services of a WSDL file. Arguments: its path, the files of the upload, and the version.
pub(crate) type WsdlReader = fn(&str, &Files, &str) -> Result<Vec<ImportedService>, UploadError>;

/// Returns the services that a file defines, or none for other kinds of files. `version` is for services of WSDL files.
/// A file named `.wsdl` or `.zip` with other content is an error, so that users learn why nothing was imported.
pub(super) fn read(
    path: &str,
    text: &str,
    files: &Files,
    version: &str,
    wsdl: WsdlReader,
) -> Result<Vec<ImportedService>, UploadError> {
    if is_wsdl(text) {
        return wsdl(path, files, version);
    }
    if is_description(text) {
        return read_description(path, text, files).map(|service| vec![service]);
    }
    if path.to_ascii_lowercase().ends_with(".wsdl") {
        return Err(UploadError::NotWsdl { file: path.to_owned(), found: describe_root(text) });
    }
    if path.to_ascii_lowercase().ends_with(".zip") {
        return Err(UploadError::NotArchive { file: path.to_owned(), what: describe_text(text) });
    }
    Ok(Vec::new())
}

/// True if a string has a top-level member of every OpenAPI description, in JSON or in YAML.
fn is_description(text: &str) -> bool {
    if text.trim_start().starts_with('{') {
        return ["\"openapi\"", "\"swagger\""].iter().any(|member| text.contains(member));
    }
    let keys = ["openapi:", "swagger:", "\"openapi\":", "\"swagger\":", "'openapi':", "'swagger':"];
    text.lines().any(|line| keys.iter().any(|key| line.starts_with(key)))
}

fn read_description(path: &str, text: &str, files: &Files) -> Result<ImportedService, UploadError> {
    let failure = |error| UploadError::Description(Box::new(error));
    let mut reading = Loader::new(path, text.as_bytes().to_vec(), &Limits::default()).map_err(failure)?;
    let mut reached = Files::new();
    reached.add(path, text.to_owned());
    let mut missing = MissingFiles::default();
    while let Some(wanted) = reading.next_file().cloned() {
        let supplied = match files.resolve(path, wanted.as_str()) {
            Resolved::File(found) => {
                let text = files.text(&found).unwrap_or_default();
                reached.add(&found, text.to_owned());
                Ok(Cow::Owned(text.as_bytes().to_vec()))
            }
            Resolved::Remote(_) => Err("it was not fetched; upload it with the description".to_owned()),
            Resolved::Missing(_) | Resolved::Ambiguous(_) => {
                missing.add(path, || None, wanted.to_string());
                Err("it is not in the upload".to_owned())
            }
        };
        reading.provide(&wanted, supplied).map_err(failure)?;
    }
    missing.check()?;
    let description = reading.finish();
    let Info { title, version } = description.info();
    let unnamed = |member| UploadError::Unnamed { file: path.to_owned(), member };
    let name = title.filter(|title| !title.is_empty()).ok_or_else(|| unnamed("info.title"))?;
    let version = version.filter(|version| !version.is_empty()).ok_or_else(|| unnamed("info.version"))?;
    Ok(ImportedService {
        id: ServiceId { name, version },
        source: Arc::new(Source { main: path.to_owned(), files: Arc::new(reached) }),
        kind: Kind::Rest(Arc::new(RestService::new(description))),
        examples: Examples::new(),
    })
}

/// True if the root element is called `definitions`. False for JSON and YAML, which may contain WSDL files, as exports do.
fn is_wsdl(text: &str) -> bool {
    root_name(text).is_some_and(|name| name.rsplit(':').next() == Some("definitions"))
}

/// Rejects all WSDL files.
pub(crate) fn refuse_wsdl(path: &str, _: &Files, _: &str) -> Result<Vec<ImportedService>, UploadError> {
    Err(UploadError::NoSoap(path.to_owned()))
}

pub(crate) fn read_wsdl(path: &str, files: &Files, version: &str) -> Result<Vec<ImportedService>, UploadError> {
    let wsdl = Wsdl::read(path, files)?;
    let reached = Arc::new(files.select(&wsdl.reached));
    let source = Arc::new(Source { main: path.to_owned(), files: Arc::clone(&reached) });
    let sources =
        Sources { schemas: wsdl.schemas.into(), files: Arc::clone(&reached), unreachable: wsdl.unreachable.into() };
    let services = wsdl.services.into_iter().map(|service| ImportedService {
        id: ServiceId { name: service.name.clone(), version: version.to_owned() },
        source: Arc::clone(&source),
        kind: Kind::Soap(Arc::new(SoapService::new(service, sources.clone()))),
        examples: Examples::new(),
    });
    Ok(services.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_kind_is_detected_by_its_root() {
        assert!(is_wsdl("<?xml version='1.0'?><!-- <a> --><wsdl:definitions/>"));
        assert!(is_wsdl("<definitions xmlns='urn:x'>"));
        assert!(is_wsdl("<!DOCTYPE definitions><definitions/>"));
        assert!(is_wsdl("<!DOCTYPE d [<!ENTITY a \"]><b>\"><!-- ' ]><c> -->]><definitions/>"));
        assert!(!is_wsdl("<!DOCTYPE definitions [<definitions/>"));
        assert!(!is_wsdl("<xs:schema><definitions/></xs:schema>"));
        assert!(!is_wsdl("{\"openapi\": \"3.1.0\"}"));
        assert!(is_wsdl("\u{feff}\n<definitions/>"));
        assert!(!is_wsdl("openapi: 3.1.0\ninfo:\n  description: Converts `<wsdl:definitions>` to REST\n"));
        assert!(is_description("{\"openapi\": \"3.1.0\"}"));
        assert!(is_description("# comment\nswagger: '2.0'\n"));
        assert!(!is_description("<openapi/>") && !is_description("a: openapi:\n"));
    }
}
