//! A file of an upload as it came: archives and exports are not unpacked yet.

/// A file to import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadedFile {
    /// Its path as other files of the upload refer to it, with `/` between folders; for a single file its name.
    pub path: String,
    /// Its bytes: a WSDL file, a schema, a zip archive of such files, or an export.
    pub content: Vec<u8>,
}
