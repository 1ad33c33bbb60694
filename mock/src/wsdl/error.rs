//! Errors of the import of WSDL files. Messages contain the file, the location and the remedy.

use super::limits::{OPERATIONS, PARTS, REFERENCES};
use super::syntax::WSDL;
use crate::missing::MissingFiles;
use crate::xml::XmlError;

/// The reason why a WSDL file cannot be imported.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WsdlError {
    #[error("{file}: {error}")]
    Xml { file: String, error: XmlError },
    #[error("{file} is not WSDL 1.1: its root element is {root}of {namespace}", namespace = WSDL)]
    NotWsdl { file: String, root: String },
    #[error(transparent)]
    MissingFiles(#[from] MissingFiles),
    #[error(
        "{file}: its ports have more than {} operations, or their messages more than {} parts, counted once for each port; split the file",
        OPERATIONS,
        PARTS
    )]
    TooLarge { file: String },
    #[error("{file}: it and the files that it reaches refer to other files more than {} times", REFERENCES)]
    TooManyReferences { file: String },
    #[error("{file}, line {line}: it refers to {location}, which matches several files of the upload: {}; send them with their paths, for example in one zip archive", files.join(", "))]
    AmbiguousFile { file: String, line: u32, location: String, files: Vec<String> },
}
