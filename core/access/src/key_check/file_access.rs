//! Checks a credentials file before it is read: its type, its length, and who else can write it.

use waybill_base::error::{Error, code};
use waybill_base::internal::ErrorExt as _;

/// Maximum size of a credentials file, in bytes.
const MOST_BYTES: u64 = 1024 * 1024;

/// The attributes of a file, after links are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileAttributes {
    /// True if it is a regular file. Opening a named pipe would block until another process writes to it.
    pub is_file: bool,
    /// Length in bytes.
    pub length: u64,
    /// POSIX permissions. `None` on other systems, whose permissions are not checked.
    pub mode: Option<u32>,
}

/// The users that can read a file in addition to its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileReaders {
    /// No other user, as far as is known.
    OwnerAlone,
    /// Its group, or everyone. Files mounted in a container are often like this, where no other user exists.
    Others,
}

impl FileAttributes {
    /// Checks that the file can be used as a credentials file. Returns its readers.
    ///
    /// # Errors
    /// `credentials.file` if it is not a regular file, is too long, or is writable by its group or everyone.
    pub fn check(self) -> Result<FileReaders, Error> {
        let refuse = |problem: &str| Error::new(code::CREDENTIALS_FILE, format!("the credentials file {problem}"));
        let Self { is_file, length, mode } = self;
        if !is_file {
            return Err(refuse("is not a regular file").remedy("pass the path of a file"));
        }
        if length > MOST_BYTES {
            return Err(refuse("is larger than 1 MiB").remedy("check the path: credentials files are much smaller"));
        }
        let mode = mode.unwrap_or_default();
        if mode & 0o022 != 0 {
            let problem = "is writable by its group or by everyone, so its content cannot be trusted";
            return Err(refuse(problem).remedy("remove write access for its group and for others: chmod go-w"));
        }
        Ok(if mode & 0o044 == 0 { FileReaders::OwnerAlone } else { FileReaders::Others })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writable_by_others_is_rejected_and_readable_is_reported() {
        let check = |mode| FileAttributes { is_file: true, length: 1, mode }.check();
        for mode in [None, Some(0o600), Some(0o400), Some(0o100_700)] {
            assert_eq!(check(mode), Ok(FileReaders::OwnerAlone));
        }
        for mode in [0o640, 0o604, 0o444] {
            assert_eq!(check(Some(mode)), Ok(FileReaders::Others));
        }
        for mode in [0o620, 0o602, 0o666] {
            assert_eq!(check(Some(mode)).unwrap_err().code, code::CREDENTIALS_FILE);
        }
    }

    #[test]
    fn special_or_too_large_file_is_rejected() {
        let pipe = FileAttributes { is_file: false, length: 0, mode: Some(0o600) };
        assert!(pipe.check().unwrap_err().message.ends_with("is not a regular file"));
        let long = FileAttributes { is_file: true, length: MOST_BYTES + 1, mode: None };
        assert!(long.check().unwrap_err().message.contains("1 MiB"));
        assert!(FileAttributes { length: MOST_BYTES, ..long }.check().is_ok());
    }
}
