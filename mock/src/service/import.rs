//! Import of definitions and examples by the host, and the list of imported services.

use waybill_base::time::Timestamp;

use super::mock_service::MockService;
use crate::upload::{ImportError, SeedUpload, UploadError, UploadedFile, read_examples, read_services};

/// A summary of an imported service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceSummary {
    /// `name:version`.
    pub id: String,
    /// Absolute path at which it is served.
    pub path: String,
    /// Number of operations, including those that cannot be served.
    pub operations: usize,
    /// Reason why no operation can be called, or `None` if any can.
    pub unserved: Option<String>,
}

impl MockService {
    /// Imports files, which may refer to each other. Imports all services that they define, or none.
    ///
    /// Services without a version get 1.0. Returns `name:version` of each service.
    ///
    /// # Errors
    /// Returns an error if a file is invalid or missing, or if no file defines a service.
    pub fn import(&self, files: Vec<UploadedFile>) -> Result<Vec<String>, ImportError> {
        self.import_files(files, None)
    }

    /// Imports files like [`MockService::import`], but services without a version get `version`.
    ///
    /// # Errors
    /// Returns the same errors as [`MockService::import`].
    pub fn import_with_version(&self, files: Vec<UploadedFile>, version: &str) -> Result<Vec<String>, ImportError> {
        self.import_files(files, Some(version))
    }

    fn import_files(&self, files: Vec<UploadedFile>, version: Option<&str>) -> Result<Vec<String>, ImportError> {
        let services = read_services(files, version, self.wsdl)?;
        let imported = services.iter().map(|service| service.id.to_string()).collect();
        self.catalogue.import(services);
        Ok(imported)
    }

    /// Imports handwritten examples for operations of an imported service (`name:version`). They are returned instead
    /// of samples. Each file is an envelope or the content of its body. If `operation` is `None`, the body determines
    /// the operation. Returns the names of the operations.
    ///
    /// # Errors
    /// Returns an error if the service or operation does not exist, or if a file does not match the response schema.
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
            // Another import replaced the service meanwhile: validate the examples against the new definition.
        }
    }

    /// Imports one [`SeedUpload`] of a folder, like [`MockService::import`]. Files that were parsed before are not
    /// parsed again.
    ///
    /// # Errors
    /// Returns the same errors as [`MockService::import`].
    pub fn import_seed(&self, upload: SeedUpload) -> Result<Vec<String>, ImportError> {
        match upload.read {
            Some(services) => {
                self.catalogue.import(services);
                Ok(upload.services)
            }
            None => self.import(upload.files),
        }
    }

    /// Returns the imported services, ordered by name and version.
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

    /// Returns one sentence for everything in a service (`name:version`) that was relaxed, omitted or has no sample.
    /// The notes are computed on the first call, which compiles the schemas of a SOAP service.
    #[must_use]
    pub fn notes(&self, service: &str, now: Timestamp) -> Vec<String> {
        let services = self.catalogue.current();
        let found = services.iter().find(|(id, _)| id.to_string() == service);
        found.map(|(_, service)| service.notes(&self.sample_options(now))).unwrap_or_default()
    }

    /// Returns the request log as bytes, for [`MockService::restore_log`] of a mock service that replaces this one. It
    /// contains no credentials. To transfer the services, use `GET /api/services/export` and [`MockService::import`].
    #[must_use]
    pub fn save_log(&self) -> Vec<u8> {
        self.log.save()
    }

    /// Adds the entries that [`MockService::save_log`] returned to the request log, oldest first. Returns false and
    /// adds nothing if `saved` is anything else.
    #[must_use]
    pub fn restore_log(&self, saved: &[u8]) -> bool {
        self.log.restore(saved)
    }
}
