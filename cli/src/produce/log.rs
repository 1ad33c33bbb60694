//! The log of a build, kept in `.git/waybill/logs`. Its last lines are part of the message about a failure.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Maximum number of lines in a message.
const LAST_LINES: usize = 15;

/// Number of bytes at the end of the log that are searched for these lines.
const LAST_BYTES: u64 = 16 * 1024;

/// The log of a running build. It is in the run's own folder, so that no other run writes to it.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) file: File,
    path: PathBuf,
    kept: PathBuf,
}

impl Log {
    /// Creates an empty log at `path`. [`Log::keep`] moves it to `kept`.
    pub(super) fn create(path: PathBuf, kept: PathBuf) -> std::io::Result<Log> {
        let file = File::options().read(true).append(true).create_new(true).open(&path)?;
        Ok(Log { file, path, kept })
    }

    /// Moves the log to its final path, and returns the path. An earlier log of the same build is replaced.
    pub(super) fn keep(&self) -> std::io::Result<&Path> {
        if let Some(folder) = self.kept.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::rename(&self.path, &self.kept)?;
        Ok(&self.kept)
    }

    /// Returns the last lines, without colours.
    pub(super) fn last_lines(&self) -> std::io::Result<Vec<String>> {
        // Not by its path, where the build may have put a link.
        let mut file = &self.file;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(LAST_BYTES)))?;
        let mut bytes = Vec::new();
        file.take(LAST_BYTES).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let plain = anstream::adapter::strip_str(&text).to_string();
        let lines: Vec<&str> = plain.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        Ok(lines.iter().skip(lines.len().saturating_sub(LAST_LINES)).map(|line| (*line).to_owned()).collect())
    }
}
