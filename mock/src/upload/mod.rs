//! Uploads: reads all services that the files define, or none.

mod archive;
mod definition;
mod error;
mod example;
mod export;
mod file;
mod kind;
mod seed;
mod unpack;

use std::collections::BTreeMap;

pub(crate) use definition::{WsdlReader, read_wsdl, refuse_wsdl};
pub use error::ImportError;
pub(crate) use error::UploadError;
pub(crate) use example::read_examples;
pub(crate) use export::Export;
pub use file::UploadedFile;
pub use seed::{SeedFailure, SeedPlan, SeedUpload};

use crate::catalogue::{ImportedService, ServiceId};
use crate::files::Files;
use crate::missing::MissingFiles;
use crate::quoted::shorten;
use definition::DEFAULT_VERSION;
use error::{REACHED, VALUES};
use export::{ExportedExample, ExportedFile, ExportedService};
use unpack::{Binary, Decoded, decode, split};

/// Maximum number of characters of a quoted version.
const MAX_VERSION_LENGTH: usize = 80;

/// Maximum number of files without services that a message names. It gives only the number of the others.
const NAMED: usize = 10;

/// Reads the services of these files, which may refer to each other. `version` is for services whose files name none.
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
            // The error also lists the files that other definitions miss.
            Err(error) => {
                missing.extend(error.into_missing()?);
                incomplete += 1;
                // Each file may have read all others, so this limits the work.
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
    // An export without services is valid.
    if found.services.is_empty() && !found.export {
        return Err(explain_nothing(&files, &binaries));
    }
    Ok(found.services.into_values().map(|(_, service)| service).collect())
}

/// The services found so far, each with its file.
#[derive(Default)]
struct Found {
    services: BTreeMap<ServiceId, (String, ImportedService)>,
    export: bool,
    /// Bytes read for these services. A shared file is counted once for each file that reaches it.
    reached: usize,
    /// Values of their descriptions.
    values: usize,
}

impl Found {
    /// Counts the bytes and values that services reach. Without these limits, many small files could each read the same large
    /// file, or repeat values by aliases.
    fn count_reached(&mut self, services: &[ImportedService]) -> Result<(), UploadError> {
        let files = services.first().map(|service| &service.source.files);
        self.reached += files.map_or(0, |files| files.iter().map(|(_, text)| text.len()).sum());
        self.values += services.iter().map(ImportedService::value_count).sum::<usize>();
        if self.reached > REACHED {
            return Err(UploadError::TooMuchReached);
        }
        if self.values > VALUES { Err(UploadError::TooManyValues) } else { Ok(()) }
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

/// Explains why no file defines a service, by describing each file.
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
