//! Files out of a zip archive. Nothing is written anywhere, so a path in it can lead nowhere; sizes are counted as they unpack.

use std::io::Read;

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

use super::UploadedFile;

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

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use rawzip::ZipArchiveWriter;

    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<UploadedFile>, ArchiveError> {
        super::read(bytes, &mut Allowance::default())
    }

    /// An archive in which each file is its content so many times over.
    fn archive(files: &[(&str, &[u8], usize)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        for (path, content, times) in files {
            let file = archive.new_file(path).compression_method(CompressionMethod::DEFLATE);
            let (mut entry, config) = file.start().unwrap();
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
            for _ in 0..*times {
                writer.write_all(content).unwrap();
            }
            let (encoder, descriptor) = writer.finish().unwrap();
            encoder.finish().unwrap();
            entry.finish(descriptor).unwrap();
        }
        archive.finish().unwrap();
        bytes
    }

    #[test]
    fn files_come_with_their_folders() {
        let forks: [(&str, &[u8], usize); 2] = [("__MACOSX/a/._main.wsdl", b"fork", 1), ("a/._main.wsdl", b"fork", 1)];
        let bytes = archive(&[&forks[..], &[("a/main.wsdl", b"<a/>", 1), ("xsd/types.xsd", b"<b/>", 1)]].concat());
        assert!(is_archive(&bytes));
        let files = read(&bytes).unwrap();
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["a/main.wsdl", "xsd/types.xsd"]);
        assert_eq!(files[1].content, b"<b/>");
    }

    #[test]
    fn a_file_that_unpacks_to_more_than_is_allowed_is_refused_as_it_unpacks() {
        let zeros = vec![0; 1024 * 1024];
        let times = usize::try_from(BYTES).unwrap() / zeros.len() + 1;
        let bytes = archive(&[("bomb", &zeros, times)]);
        assert!(bytes.len() < 1024 * 1024);
        assert!(matches!(read(&bytes), Err(ArchiveError::TooLarge)));
    }

    #[test]
    fn archives_of_one_upload_share_what_they_may_unpack_to() {
        let zeros = vec![0; 1024 * 1024];
        let half = usize::try_from(BYTES).unwrap() / zeros.len() / 2 + 1;
        let bytes = archive(&[("half", &zeros, half)]);
        let mut allowance = Allowance::default();
        assert!(super::read(&bytes, &mut allowance).is_ok());
        assert!(matches!(super::read(&bytes, &mut allowance), Err(ArchiveError::TooLarge)));
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let mut bytes = archive(&[("a", b"<a/>", 1)]);
        bytes.truncate(bytes.len() - 10);
        assert!(matches!(read(&bytes), Err(ArchiveError::Unreadable(_))));
    }
}
