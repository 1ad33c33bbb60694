//! Definitions and examples that a host hands in, and what is imported so far.

use waybill_base::time::Timestamp;

use super::mock_service::MockService;
use crate::upload::{ImportError, SeedUpload, UploadError, UploadedFile, read_examples, read_services};

/// A service as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceSummary {
    /// `name:version`.
    pub id: String,
    /// Where it is served, from the root.
    pub path: String,
    /// How many operations it has, those that cannot be served included.
    pub operations: usize,
    /// Why none of them can be called; None where one can.
    pub unserved: Option<String>,
}

impl MockService {
    /// Imports files, which may refer to each other: all services that they define, or none.
    ///
    /// Services whose files name no version get 1.0. Returns `name:version` of each.
    ///
    /// # Errors
    /// Where any of the files is wrong, a file they refer to is missing, or none defines a service.
    pub fn import(&self, files: Vec<UploadedFile>) -> Result<Vec<String>, ImportError> {
        self.import_files(files, None)
    }

    /// The same, where services whose files name no version get this one.
    ///
    /// # Errors
    /// As [`MockService::import`].
    pub fn import_with_version(&self, files: Vec<UploadedFile>, version: &str) -> Result<Vec<String>, ImportError> {
        self.import_files(files, Some(version))
    }

    fn import_files(&self, files: Vec<UploadedFile>, version: Option<&str>) -> Result<Vec<String>, ImportError> {
        let services = read_services(files, version, self.wsdl)?;
        let imported = services.iter().map(|service| service.id.to_string()).collect();
        self.catalogue.import(services);
        Ok(imported)
    }

    /// Takes answers that were written by hand, for operations of an imported service (`name:version`): each is given
    /// instead of a sample. A file is an envelope, or what its body holds. Without an operation its body says which it
    /// answers. Returns the operations.
    ///
    /// # Errors
    /// Where the service or the operation is not there, or a file does not match the schema of what the operation answers.
    pub fn import_examples(
        &self,
        files: &[UploadedFile],
        service: &str,
        operation: Option<&str>,
    ) -> Result<Vec<String>, ImportError> {
        loop {
            let services = self.catalogue.current();
            let found = services.iter().find(|(id, _)| id.to_string() == service);
            let (_, imported) = found.ok_or_else(|| UploadError::UnknownService {
                id: service.to_owned(),
                imported: services.keys().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            })?;
            let examples = read_examples(files.to_vec(), imported, operation)?;
            let operations = examples.keys().cloned().collect();
            if self.catalogue.add_examples(imported, examples) {
                return Ok(operations);
            }
            // Another definition took its place meanwhile: they are held to that one.
        }
    }

    /// Imports what a folder's files were cut into: as [`MockService::import`] does, of files that were read already.
    ///
    /// # Errors
    /// As [`MockService::import`].
    pub fn import_seed(&self, upload: SeedUpload) -> Result<Vec<String>, ImportError> {
        match upload.read {
            Some(services) => {
                self.catalogue.import(services);
                Ok(upload.services)
            }
            None => self.import(upload.files),
        }
    }

    /// What is imported, by name and version.
    #[must_use]
    pub fn services(&self) -> Vec<ServiceSummary> {
        let services = self.catalogue.current();
        let listed = services.values().map(|service| ServiceSummary {
            id: service.id.to_string(),
            path: service.path(),
            operations: service.operation_count(),
            unserved: service.unserved(),
        });
        listed.collect()
    }

    /// What was relaxed, left out or has no sample in a service (`name:version`), a sentence each. It is found out when it is
    /// first asked for; of a SOAP service the schemas are compiled for that.
    #[must_use]
    pub fn notes(&self, service: &str, now: Timestamp) -> Vec<String> {
        let services = self.catalogue.current();
        let found = services.iter().find(|(id, _)| id.to_string() == service);
        found.map(|(_, service)| service.notes(&self.sample_options(now))).unwrap_or_default()
    }

    /// The request log as bytes, for [`MockService::restore_log`] of a mock service that takes the place of this one. It
    /// holds no credentials. The services go by `GET /api/services/export` and [`MockService::import`].
    #[must_use]
    pub fn save_log(&self) -> Vec<u8> {
        self.log.save()
    }

    /// Adds what [`MockService::save_log`] gave to the request log, the oldest first; false where it is something else, of
    /// which nothing is added.
    #[must_use]
    pub fn restore_log(&self, saved: &[u8]) -> bool {
        self.log.restore(saved)
    }
}
