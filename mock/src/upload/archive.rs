//! Extraction of zip archives into memory. Nothing is written to disk, so paths in archives are harmless. Size limits
//! apply while unpacking.

use std::io::Read;

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

use super::file::UploadedFile;

/// Maximum number of files in all archives of an upload.
const FILES: usize = 10_000;

/// Maximum unpacked size of these files, in bytes.
const BYTES: u64 = 128 * 1024 * 1024;

/// Remaining limits for the archives of one upload.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    files: usize,
    bytes: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance { files: FILES, bytes: BYTES }
    }
}

/// The reason why an archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("it is not a readable zip archive: {0}")]
    Unreadable(String),
    #[error("the archives of the upload contain more than {FILES} files")]
    TooManyFiles,
    #[error("the files in the archives of the upload are larger than {} MiB together", BYTES / (1024 * 1024))]
    TooLarge,
    #[error("{path} cannot be unpacked: {error}")]
    BadFile { path: String, error: String },
}

/// True if the bytes start like a zip archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Returns the files of an archive, without folders.
pub(crate) fn read(bytes: &[u8], allowance: &mut Allowance) -> Result<Vec<UploadedFile>, ArchiveError> {
    let unreadable = |error: rawzip::Error| ArchiveError::Unreadable(error.to_string());
    let archive = ZipArchive::from_slice(bytes).map_err(unreadable)?;
    let mut entries = archive.entries();
    let mut files = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(unreadable)? {
        if entry.is_dir() {
            continue;
        }
        allowance.files = allowance.files.checked_sub(1).ok_or(ArchiveError::TooManyFiles)?;
        let left = allowance.bytes;
        let path = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        if is_resource_fork(&path) {
            continue;
        }
        let bad = |error: String| ArchiveError::BadFile { path: path.clone(), error };
        let local = archive.get_entry(entry.wayfinder()).map_err(|error| bad(error.to_string()))?;
        let content = match entry.compression_method() {
            CompressionMethod::STORE => unpack(local.verifying_reader(local.data()), left),
            CompressionMethod::DEFLATE => unpack(local.verifying_reader(DeflateDecoder::new(local.data())), left),
            other => {
                return Err(bad(format!(
                    "its compression method is {}; only store and deflate are supported",
                    other.as_u16()
                )));
            }
        };
        let content = content.map_err(|error| bad(error.to_string()))?;
        allowance.bytes = left.checked_sub(content.len() as u64).ok_or(ArchiveError::TooLarge)?;
        files.push(UploadedFile { path, content });
    }
    Ok(files)
}

/// True for metadata that macOS packs beside files. `__MACOSX/._ship.wsdl` contains no definitions despite its name.
fn is_resource_fork(path: &str) -> bool {
    path.starts_with("__MACOSX/") || path.rsplit('/').next().is_some_and(|name| name.starts_with("._"))
}

/// Reads at most one byte more than allowed, so that the caller can detect files that are too large.
fn unpack(reader: impl Read, allowed: u64) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    reader.take(allowed + 1).read_to_end(&mut content)?;
    Ok(content)
}
