//! An uploaded file before archives and exports are unpacked.

/// A file to import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadedFile {
    /// Path that other files of the upload use to refer to it, with `/` between folders. For a single file, its name.
    pub path: String,
    /// Content: a WSDL file, a schema, an OpenAPI description, a zip archive of such files, or an export.
    pub content: Vec<u8>,
}
