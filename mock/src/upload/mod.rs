//! An upload: files in, services out, all of them or none.

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
use error::REACHED;
use export::{ExportedExample, ExportedFile, ExportedService};
use unpack::{Binary, Decoded, decode, split};

/// The characters of the longest version that is quoted whole.
const MAX_VERSION_LENGTH: usize = 80;

/// How many files are named that define no service; of the others the message gives the number.
const NAMED: usize = 10;

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
