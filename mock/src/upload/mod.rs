//! An upload: files in, services out, all of them or none.

mod archive;
mod definition;
mod example;
mod kind;
mod seed;

use std::borrow::Cow;
use std::collections::BTreeMap;

use example::BadExample;
pub(crate) use example::read_examples;

pub(crate) use definition::{WsdlReader, read_wsdl, refuse_wsdl};
pub use seed::{SeedFailure, SeedPlan, SeedUpload};

use crate::catalogue::{ImportedService, ServiceId};
use crate::files::Files;
use crate::missing::MissingFiles;
use crate::quoted::shorten;
use crate::service::export::{Export, ExportedExample, ExportedFile, ExportedService};
use waybill_core::openapi::ReadError;

use crate::wsdl::WsdlError;
use crate::xml;
use archive::ArchiveError;

/// The version of a service whose upload names none; WSDL has no place for one.
const DEFAULT_VERSION: &str = "1.0";

/// The most bytes that are read for the services of one upload.
const REACHED: usize = 128 * 1024 * 1024;

/// The characters of the longest version that is quoted whole.
const MAX_VERSION_LENGTH: usize = 80;

/// How many files are named that define no service; of the others the message gives the number.
const NAMED: usize = 10;

/// A file to import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadedFile {
    /// Its path as other files of the upload refer to it, with `/` between folders; for a single file its name.
    pub path: String,
    /// Its bytes: a WSDL file, a schema, a zip archive of such files, or an export.
    pub content: Vec<u8>,
}

/// Why nothing of an upload was imported, as a sentence that says which file and what to do.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ImportError(#[from] pub(crate) UploadError);

/// Why nothing of an upload was imported, by cause.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UploadError {
    #[error("{file}: {error}")]
    Undecodable { file: String, error: xml::XmlError },
    #[error("{file} cannot be read: it seems to be {what}")]
    Binary { file: String, what: &'static str },
    #[error("the version holds a line break or another control character: {0:?}")]
    ControlInVersion(String),
    #[error("two files of the upload have the path {0}")]
    SamePath(String),
    #[error(transparent)]
    Wsdl(#[from] WsdlError),
    #[error("{file} is no WSDL file: {found}")]
    NotWsdl { file: String, found: String },
    #[error("{file} is no zip archive: it {what}")]
    NotArchive { file: String, what: String },
    #[error("{0} is a WSDL file; this mock service reads OpenAPI descriptions alone")]
    NoSoap(String),
    #[error("{0}")]
    Description(Box<ReadError>),
    #[error("{file} has no {member}, which names the service")]
    Unnamed { file: String, member: &'static str },
    #[error(transparent)]
    MissingFiles(#[from] MissingFiles),
    #[error(
        "{first} and {second} both define {id}: leave one out, or upload one apart with another version (`?version=`)"
    )]
    SameService { id: ServiceId, first: String, second: String },
    #[error(
        "no file of the upload defines a service: {files}; send a WSDL 1.1 file, an OpenAPI description (JSON or YAML), a zip \
         archive of such files, or an export"
    )]
    NoService { files: String },
    #[error("the upload holds no files: send WSDL files or OpenAPI descriptions, with the files that they refer to")]
    NoFiles,
    #[error("{file}: {error}")]
    Archive { file: String, error: ArchiveError },
    #[error(
        "the WSDL files of the upload reach more than {} MiB, shared files counted for each that reaches them; send fewer at once",
        REACHED / (1024 * 1024)
    )]
    TooMuchReached,
    #[error("{file} is an export that cannot be read: {error}")]
    Export { file: String, error: String },
    #[error(transparent)]
    BadExample(#[from] BadExample),
    #[error("{0} is an export, not an example: import it by itself")]
    ExportAsExample(String),
    #[error("{file} is a second example for {operation}: send one for each operation")]
    SameExample { file: String, operation: String },
    #[error("{0} is a REST service: its examples are those of its OpenAPI description")]
    ExampleOfRest(ServiceId),
    #[error("the service {id} is not imported; imported: {imported}")]
    UnknownService { id: String, imported: String },
    #[error("{file} does not define the service {service}, of which the export says that it does")]
    NotInFile { file: String, service: String },
}

impl ImportError {
    /// Whether it refuses a WSDL file that a mock service made by [`crate::service::MockService::new`] would read, and one
    /// made by [`crate::service::MockService::for_rest`] does not.
    #[must_use]
    pub fn needs_soap(&self) -> bool {
        self.0.needs_soap()
    }
}

impl UploadError {
    pub(crate) fn needs_soap(&self) -> bool {
        matches!(self, UploadError::NoSoap(_))
    }

    /// The files that are missing, where nothing else is wrong.
    fn into_missing(self) -> Result<MissingFiles, UploadError> {
        match self {
            UploadError::MissingFiles(missing) | UploadError::Wsdl(WsdlError::MissingFiles(missing)) => Ok(missing),
            other => Err(other),
        }
    }
}

/// Reads the services of these files, which resolve each other. `version` is that of services whose files name none.
pub(crate) fn read_services(
    files: Vec<UploadedFile>,
    version: Option<&str>,
    wsdl: WsdlReader,
) -> Result<Vec<ImportedService>, UploadError> {
    if let Some(version) = version.filter(|version| version.contains(char::is_control)) {
        return Err(UploadError::ControlInVersion(shorten(version, MAX_VERSION_LENGTH)));
    }
    let mut found = Found::default();
    let (exports, files) = split(files)?;
    for (path, export) in exports {
        read_export(&path, export, &mut found, wsdl)?;
    }
    let Decoded { files, binaries } = decode(files)?;
    let whole: usize = files.iter().map(|(_, text)| text.len()).sum();
    let (mut missing, mut incomplete) = (MissingFiles::default(), 0);
    for (path, text) in files.iter() {
        let services = match definition::read(path, text, &files, version.unwrap_or(DEFAULT_VERSION), wsdl) {
            Ok(services) => services,
            // Those of the other files are named in the same refusal.
            Err(error) => {
                missing.extend(error.into_missing()?);
                incomplete += 1;
                // Each may have reached all the others.
                if incomplete * whole > REACHED {
                    break;
                }
                continue;
            }
        };
        found.count_reached(&services)?;
        for service in services {
            found.add(path, service)?;
        }
    }
    missing.check()?;
    // An export of nothing is whole as well.
    if found.services.is_empty() && !found.export {
        return Err(explain_nothing(&files, &binaries));
    }
    Ok(found.services.into_values().map(|(_, service)| service).collect())
}

/// The services found so far, each with the file that it came from.
#[derive(Default)]
struct Found {
    services: BTreeMap<ServiceId, (String, ImportedService)>,
    export: bool,
    /// The bytes that were read for them, shared files once for each file that reaches them.
    reached: usize,
}

impl Found {
    /// Many small files that all reach one large file would have it read as often as there are.
    fn count_reached(&mut self, services: &[ImportedService]) -> Result<(), UploadError> {
        let files = services.first().map(|service| &service.source.files);
        self.reached += files.map_or(0, |files| files.iter().map(|(_, text)| text.len()).sum());
        if self.reached > REACHED { Err(UploadError::TooMuchReached) } else { Ok(()) }
    }

    fn add(&mut self, path: &str, service: ImportedService) -> Result<(), UploadError> {
        let id = service.id.clone();
        if let Some((first, _)) = self.services.get(&id) {
            return Err(UploadError::SameService { id, first: first.clone(), second: path.to_owned() });
        }
        self.services.insert(id, (path.to_owned(), service));
        Ok(())
    }
}

type Exports = Vec<(String, Export)>;

/// The exports among the files, and the others, those in archives included.
fn split(uploaded: Vec<UploadedFile>) -> Result<(Exports, Vec<UploadedFile>), UploadError> {
    let mut exports = Vec::new();
    let mut files = Vec::new();
    let mut allowance = archive::Allowance::default();
    for file in uploaded {
        if archive::is_archive(&file.content) {
            let unpacked = archive::read(&file.content, &mut allowance);
            files.extend(unpacked.map_err(|error| UploadError::Archive { file: file.path, error })?);
        } else if let Some(export) = Export::read(&file.content) {
            let export = export.map_err(|error| UploadError::Export { file: file.path.clone(), error })?;
            exports.push((file.path, export));
        } else {
            files.push(file);
        }
    }
    Ok((exports, files))
}

fn read_export(path: &str, export: Export, found: &mut Found, wsdl: WsdlReader) -> Result<(), UploadError> {
    found.export = true;
    for exported in export.services {
        let ExportedService { name, version, main, files, examples } = exported;
        let mut texts = Files::new();
        for ExportedFile { path, content } in files {
            texts.add(&path, content);
        }
        let text = texts.text(&main).unwrap_or_default();
        let services = definition::read(&main, text, &texts, &version, wsdl)?;
        found.count_reached(&services)?;
        let service = services.into_iter().find(|service| service.id.name == name);
        let mut service = service.ok_or(UploadError::NotInFile { file: main, service: name })?;
        for ExportedExample { operation, content } in examples {
            let (operation, example) = example::read_example(&service, &operation, &content, Some(&operation))?;
            service.examples.insert(operation, example);
        }
        found.add(path, service)?;
    }
    Ok(())
}

/// Why files define no service: what each of them is.
fn explain_nothing(files: &Files, binaries: &[Binary]) -> UploadError {
    let texts = files.iter().map(|(path, text)| (path, text, None));
    let binary = binaries.iter().map(|Binary { path, what }| (path.as_str(), "", Some(*what)));
    let mut described: Vec<String> = Vec::new();
    for (path, text, what) in texts.chain(binary).take(NAMED) {
        let what = what.map_or_else(|| kind::describe_text(text), |what| format!("seems to be {what}"));
        described.push(format!("{path} {what}"));
    }
    match (files.iter().count() + binaries.len()).checked_sub(described.len()) {
        _ if described.is_empty() => return UploadError::NoFiles,
        None | Some(0) => {}
        Some(more) => described.push(format!("and {more} more")),
    }
    UploadError::NoService { files: described.join("; ") }
}

/// The files of an upload: texts, and what is none.
struct Decoded {
    files: Files,
    binaries: Vec<Binary>,
}

/// A file that is no text, and what it seems to be.
struct Binary {
    path: String,
    what: &'static str,
}

/// Decodes the texts. Images and the like lie beside definitions in archives; one that is named as a definition is an error.
fn decode(uploaded: Vec<UploadedFile>) -> Result<Decoded, UploadError> {
    let (mut files, mut binaries) = (Files::new(), Vec::new());
    for UploadedFile { path, content } in uploaded {
        match decode_one(&path, &content)? {
            Ok(text) if files.add(&path, text.as_ref()) => {}
            Ok(_) => return Err(UploadError::SamePath(path)),
            Err(what) => binaries.push(Binary { path, what }),
        }
    }
    Ok(Decoded { files, binaries })
}

/// The text of a file, or what it seems to be that is none.
fn decode_one<'a>(path: &str, content: &'a [u8]) -> Result<Result<Cow<'a, str>, &'static str>, UploadError> {
    match kind::describe_binary(content) {
        Some(what) if kind::is_named_definition(path) => Err(UploadError::Binary { file: path.to_owned(), what }),
        Some(what) => Ok(Err(what)),
        None => match xml::decode(content, None) {
            Ok(text) => Ok(Ok(text)),
            Err(error) => Err(UploadError::Undecodable { file: path.to_owned(), error }),
        },
    }
}
