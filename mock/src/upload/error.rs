//! The errors of an upload, by cause and as sentences.

use waybill_openapi::ReadError;

use super::archive::ArchiveError;
use crate::catalogue::ServiceId;
use crate::missing::MissingFiles;
use crate::soap::ExampleError;
use crate::wsdl::WsdlError;
use crate::xml::XmlError;

/// Maximum number of bytes that are read for the services of one upload.
pub(super) const REACHED: usize = 128 * 1024 * 1024;

/// Maximum number of values in the descriptions of one upload. Each takes about 60 bytes of memory.
pub(super) const VALUES: usize = 2_000_000;

/// The reason why an upload was not imported. The message names the file and the remedy.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ImportError(#[from] pub(crate) UploadError);

/// The reason why an upload was not imported, by cause.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UploadError {
    #[error("{file}: {error}")]
    Undecodable { file: String, error: XmlError },
    #[error("{file} cannot be read: it seems to be {what}")]
    Binary { file: String, what: &'static str },
    #[error("the version contains a line break or another control character: {0:?}")]
    ControlInVersion(String),
    #[error("two files of the upload have the path {0}")]
    SamePath(String),
    #[error(transparent)]
    Wsdl(#[from] WsdlError),
    #[error("{file} is not a WSDL file: {found}")]
    NotWsdl { file: String, found: String },
    #[error("{file} is not a zip archive: it {what}")]
    NotArchive { file: String, what: String },
    #[error("{0} is a WSDL file; this mock service reads only OpenAPI descriptions")]
    NoSoap(String),
    #[error("{0}")]
    Description(Box<ReadError>),
    #[error("{file} has no {member}, which names the service")]
    Unnamed { file: String, member: &'static str },
    #[error(transparent)]
    MissingFiles(#[from] MissingFiles),
    #[error(
        "{first} and {second} both define {id}: omit one, or upload one separately with another version (`?version=`)"
    )]
    SameService { id: ServiceId, first: String, second: String },
    #[error(
        "no file of the upload defines a service: {files}; send a WSDL 1.1 file, an OpenAPI description (JSON or YAML), a zip \
         archive of such files, or an export"
    )]
    NoService { files: String },
    #[error("the upload has no files: send WSDL files or OpenAPI descriptions, with the files that they refer to")]
    NoFiles,
    #[error("{file}: {error}")]
    Archive { file: String, error: ArchiveError },
    #[error(
        "the WSDL files of the upload reach more than {} MiB, with shared files counted once for each file that reaches them; send fewer at once",
        REACHED / (1024 * 1024)
    )]
    TooMuchReached,
    #[error(
        "the descriptions of the upload have more than {VALUES} values, with those that YAML aliases repeat; send fewer at once"
    )]
    TooManyValues,
    #[error("{file} is an export that cannot be read: {error}")]
    Export { file: String, error: String },
    #[error(transparent)]
    BadExample(#[from] BadExample),
    #[error("{0} is an export, not an example: import it in a separate upload")]
    ExportAsExample(String),
    #[error("{file} is a second example for {operation}: send only one for each operation")]
    SameExample { file: String, operation: String },
    #[error("{0} is a REST service: its examples come from its OpenAPI description")]
    ExampleOfRest(ServiceId),
    #[error("the service {id} is not imported; imported: {imported}")]
    UnknownService { id: String, imported: String },
    #[error("{file} does not define the service {service}, although the export lists it there")]
    NotInFile { file: String, service: String },
}

impl ImportError {
    /// True if the upload was rejected because it contains a WSDL file. A mock service from
    /// [`crate::service::MockService::new`] would read it, one from [`crate::service::MockService::for_rest`] does not.
    #[must_use]
    pub fn needs_soap(&self) -> bool {
        self.0.needs_soap()
    }
}

impl UploadError {
    pub(crate) fn needs_soap(&self) -> bool {
        matches!(self, UploadError::NoSoap(_))
    }

    /// Returns the missing files if the error has no other cause.
    pub(super) fn into_missing(self) -> Result<MissingFiles, UploadError> {
        match self {
            UploadError::MissingFiles(missing) | UploadError::Wsdl(WsdlError::MissingFiles(missing)) => Ok(missing),
            other => Err(other),
        }
    }
}

/// The reason why an example is invalid. The message names the file.
#[derive(Debug, thiserror::Error)]
#[error("the example {file}: {error}")]
pub(crate) struct BadExample {
    pub(crate) file: String,
    pub(crate) error: ExampleError,
}
