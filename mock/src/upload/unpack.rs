//! Unpacking of uploads into exports, decoded files and binary files.

use std::borrow::Cow;

use super::archive::{self, Allowance};
use super::error::UploadError;
use super::export::Export;
use super::file::UploadedFile;
use super::kind::{describe_binary, is_named_definition};
use crate::files::Files;
use crate::xml;

pub(super) type Exports = Vec<(String, Export)>;

/// Separates exports from other files. The latter include the content of archives.
pub(super) fn split(uploaded: Vec<UploadedFile>) -> Result<(Exports, Vec<UploadedFile>), UploadError> {
    let mut exports = Vec::new();
    let mut files = Vec::new();
    let mut allowance = Allowance::default();
    for file in uploaded {
        if archive::is_archive(&file.content) {
            let unpacked = archive::read(&file.content, &mut allowance);
            files.extend(unpacked.map_err(|error| UploadError::Archive { file: file.path, error })?);
        } else if let Some(export) = Export::read(&file.content) {
            let export = export.map_err(|error| UploadError::Export { file: file.path.clone(), error })?;
            exports.push((file.path, export));
        } else {
            files.push(file);
        }
    }
    Ok((exports, files))
}

/// The files of an upload, decoded, and the binary files.
pub(super) struct Decoded {
    pub(super) files: Files,
    pub(super) binaries: Vec<Binary>,
}

/// A binary file and its description.
pub(super) struct Binary {
    pub(super) path: String,
    pub(super) what: &'static str,
}

/// Decodes all files. Archives often contain images, so binary files are errors only if they are named like
/// definitions.
pub(super) fn decode(uploaded: Vec<UploadedFile>) -> Result<Decoded, UploadError> {
    let (mut files, mut binaries) = (Files::new(), Vec::new());
    for UploadedFile { path, content } in uploaded {
        match decode_one(&path, &content)? {
            Ok(text) if files.add(&path, text.as_ref()) => {}
            Ok(_) => return Err(UploadError::SamePath(path)),
            Err(what) => binaries.push(Binary { path, what }),
        }
    }
    Ok(Decoded { files, binaries })
}

/// Returns the decoded file, or the description of a binary file.
pub(super) fn decode_one<'a>(path: &str, content: &'a [u8]) -> Result<Result<Cow<'a, str>, &'static str>, UploadError> {
    match describe_binary(content) {
        Some(what) if is_named_definition(path) => Err(UploadError::Binary { file: path.to_owned(), what }),
        Some(what) => Ok(Err(what)),
        None => match xml::decode(content, None) {
            Ok(text) => Ok(Ok(text)),
            Err(error) => Err(UploadError::Undecodable { file: path.to_owned(), error }),
        },
    }
}
