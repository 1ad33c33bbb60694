//! A folder of definitions, split into uploads: each file that defines services, with all files that it reaches.

use super::definition::{self, DEFAULT_VERSION};
use super::error::UploadError;
use super::export::Export;
use super::file::UploadedFile;
use super::{archive, unpack};
use crate::catalogue::{ImportedService, ServiceId};
use crate::files::Files;
use crate::missing::MissingInFolder;

/// The uploads and failures of a folder.
#[derive(Debug, Default)]
pub struct SeedPlan {
    /// One upload for each file that defines services, in the order of their paths.
    pub uploads: Vec<SeedUpload>,
    /// Files that cannot be imported.
    pub failures: Vec<SeedFailure>,
}

/// The files of one upload.
#[derive(Debug)]
pub struct SeedUpload {
    /// Path of the file that defines the services.
    pub main: String,
    /// This file and all files that it reaches.
    pub files: Vec<UploadedFile>,
    /// Services of the upload as `name:version`. Empty for exports and archives, which are read during the import.
    pub services: Vec<String>,
    /// Services that were read already. `None` if they are read during the import.
    pub(crate) read: Option<Vec<ImportedService>>,
}

/// A file that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedFailure {
    /// Path of the file.
    pub file: String,
    /// Reason, as a sentence.
    pub reason: String,
}

impl SeedPlan {
    /// Splits the files of a folder into uploads. Files that define nothing and that no definition reaches are omitted.
    #[must_use]
    pub fn new(files: Vec<UploadedFile>) -> SeedPlan {
        let mut plan = SeedPlan::default();
        let mut texts = Vec::new();
        for file in files {
            let is_upload = archive::is_archive(&file.content) || Export::read(&file.content).is_some();
            if is_upload {
                plan.uploads.push(SeedUpload {
                    main: file.path.clone(),
                    files: vec![file],
                    services: Vec::new(),
                    read: None,
                });
            } else {
                texts.push(file);
            }
        }
        plan.add_definitions(texts);
        plan.uploads.sort_by(|one, other| one.main.cmp(&other.main));
        plan.refuse_repeated_services();
        plan
    }

    fn add_definitions(&mut self, definitions: Vec<UploadedFile>) {
        let mut files = Files::new();
        let mut readable = Vec::new();
        for file in definitions {
            match unpack::decode_one(&file.path, &file.content) {
                Ok(Ok(text)) if files.add(&file.path, text.as_ref()) => readable.push(file),
                Ok(Ok(_)) => self.fail(&file.path, UploadError::SamePath(file.path.clone()).to_string()),
                // An image or other binary file next to the definitions is ignored.
                Ok(Err(_)) => {}
                Err(error) => self.fail(&file.path, error.to_string()),
            }
        }
        for (path, text) in files.iter() {
            match definition::read(path, text, &files, DEFAULT_VERSION, definition::read_wsdl) {
                Ok(read) => {
                    let Some(first) = read.first() else { continue };
                    let reached: Vec<&str> = first.source.files.iter().map(|(path, _)| path).collect();
                    let files = readable.iter().filter(|file| reached.contains(&file.path.as_str())).cloned().collect();
                    let services = read.iter().map(|service| service.id.to_string()).collect();
                    self.uploads.push(SeedUpload { main: path.to_owned(), files, services, read: Some(read) });
                }
                Err(error) => {
                    let missing = error.into_missing().map(|missing| MissingInFolder(missing).to_string());
                    self.fail(path, missing.unwrap_or_else(|error| error.to_string()));
                }
            }
        }
    }

    /// Rejects all files that define the same service, because the right one is unknown.
    fn refuse_repeated_services(&mut self) {
        let refused: Vec<Option<UploadError>> = self.uploads.iter().map(|upload| self.find_twin(upload)).collect();
        for (upload, refused) in std::mem::take(&mut self.uploads).into_iter().zip(refused) {
            match refused {
                Some(error) => self.fail(&upload.main, error.to_string()),
                None => self.uploads.push(upload),
            }
        }
    }

    fn find_twin(&self, upload: &SeedUpload) -> Option<UploadError> {
        let others = self.uploads.iter().filter(|other| other.main != upload.main);
        let mut shared = others.filter_map(|other| {
            Some((other, upload.services.iter().find(|service| other.services.contains(service))?))
        });
        let (twin, service) = shared.next()?;
        let (name, version) = service.rsplit_once(':').unwrap_or_default();
        let id = ServiceId { name: name.to_owned(), version: version.to_owned() };
        Some(UploadError::SameService { id, first: upload.main.clone(), second: twin.main.clone() })
    }

    fn fail(&mut self, file: &str, reason: String) {
        self.failures.push(SeedFailure { file: file.to_owned(), reason });
    }
}
