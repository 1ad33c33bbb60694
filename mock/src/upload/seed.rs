//! A folder of definitions, cut into uploads: each file that defines services, with every file it reaches.

use super::{Export, ServiceId, UploadError, UploadedFile, archive, decode, definition};

/// What a folder gives.
#[derive(Debug, Default)]
pub struct SeedPlan {
    /// One for each file that defines services, in the order of their paths.
    pub uploads: Vec<SeedUpload>,
    /// The files that cannot be imported.
    pub failures: Vec<SeedFailure>,
}

/// The files of one upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedUpload {
    /// The path of the file that defines the services.
    pub main: String,
    /// That file and all that it reaches.
    pub files: Vec<UploadedFile>,
    /// The services it gives, as `name:version`; of an export, none is named here.
    pub services: Vec<String>,
}

/// A file that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedFailure {
    /// Its path.
    pub file: String,
    /// Why, as a sentence.
    pub reason: String,
}

impl SeedPlan {
    /// Cuts the files of a folder into uploads. Files that define nothing and that none reaches are left out.
    #[must_use]
    pub fn of(files: Vec<UploadedFile>) -> SeedPlan {
        let mut plan = SeedPlan::default();
        let mut texts = Vec::new();
        for file in files {
            let is_upload = archive::is_archive(&file.content) || Export::read(&file.content).is_some();
            if is_upload {
                plan.uploads.push(SeedUpload { main: file.path.clone(), files: vec![file], services: Vec::new() });
            } else {
                texts.push(file);
            }
        }
        plan.add_definitions(texts);
        plan.uploads.sort_by(|one, other| one.main.cmp(&other.main));
        plan.refuse_repeated_services();
        plan
    }

    fn add_definitions(&mut self, texts: Vec<UploadedFile>) {
        let mut readable = Vec::new();
        for file in texts {
            // One that is no text cannot be decoded with the others; it is no definition either.
            match decode(vec![file.clone()]) {
                Ok(_) => readable.push(file),
                Err(UploadError::Undecodable { file, error }) => self.fail(&file, error.to_string()),
                Err(error) => self.fail(&file.path, error.to_string()),
            }
        }
        let files = match decode(readable.clone()) {
            Ok(files) => files,
            Err(error) => return self.fail("", error.to_string()),
        };
        for (path, text) in files.iter() {
            match definition::read(path, text, &files, super::DEFAULT_VERSION) {
                Ok(services) => {
                    let Some(first) = services.first() else { continue };
                    let reached: Vec<&str> = first.source.files.iter().map(|(path, _)| path).collect();
                    let files = readable.iter().filter(|file| reached.contains(&file.path.as_str())).cloned().collect();
                    let services = services.iter().map(|service| service.id.to_string()).collect();
                    self.uploads.push(SeedUpload { main: path.to_owned(), files, services });
                }
                Err(error) => self.fail(path, error.to_string()),
            }
        }
    }

    /// Of several files that define the same service none is taken for the right one.
    fn refuse_repeated_services(&mut self) {
        let uploads = std::mem::take(&mut self.uploads);
        for upload in &uploads {
            let twin = uploads.iter().find(|other| {
                other.main != upload.main && other.services.iter().any(|service| upload.services.contains(service))
            });
            match twin {
                Some(twin) => {
                    let shared = upload.services.iter().find(|service| twin.services.contains(service));
                    let (name, version) = shared.and_then(|service| service.rsplit_once(':')).unwrap_or_default();
                    let id = ServiceId { name: name.to_owned(), version: version.to_owned() };
                    let error = UploadError::SameService { id, first: upload.main.clone(), second: twin.main.clone() };
                    self.fail(&upload.main, error.to_string());
                }
                None => self.uploads.push(upload.clone()),
            }
        }
    }

    fn fail(&mut self, file: &str, reason: String) {
        self.failures.push(SeedFailure { file: file.to_owned(), reason });
    }
}
