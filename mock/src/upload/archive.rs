//! Files out of a zip archive. Nothing is written anywhere, so a path in it can lead nowhere; sizes are counted as they unpack.

use std::io::Read;

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

use super::file::UploadedFile;

/// The most files that the archives of an upload may hold together.
const FILES: usize = 10_000;

/// The most bytes that all of them may have, unpacked.
const BYTES: u64 = 128 * 1024 * 1024;

/// What the archives of one upload may still hold.
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

/// Why an archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("it is no zip archive that can be read: {0}")]
    Unreadable(String),
    #[error("the archives of the upload hold more than {FILES} files")]
    TooManyFiles,
    #[error("the files in the archives of the upload have more than {} MiB together", BYTES / (1024 * 1024))]
    TooLarge,
    #[error("{path} cannot be unpacked: {error}")]
    BadFile { path: String, error: String },
}

/// Whether the bytes begin as a zip archive does.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The files of an archive, folders left out.
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
                return Err(bad(format!("its compression method is {}; store and deflate are read", other.as_u16())));
            }
        };
        let content = content.map_err(|error| bad(error.to_string()))?;
        allowance.bytes = left.checked_sub(content.len() as u64).ok_or(ArchiveError::TooLarge)?;
        files.push(UploadedFile { path, content });
    }
    Ok(files)
}

/// Whether it is what macOS packs beside a file: `__MACOSX/._ship.wsdl` has no definitions, whatever its name ends with.
fn is_resource_fork(path: &str) -> bool {
    path.starts_with("__MACOSX/") || path.rsplit('/').next().is_some_and(|name| name.starts_with("._"))
}

/// At most one byte more than is allowed, which tells a file that is too large from one that just fits.
fn unpack(reader: impl Read, allowed: u64) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    reader.take(allowed + 1).read_to_end(&mut content)?;
    Ok(content)
}
