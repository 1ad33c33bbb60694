//! The log of a build: what it printed, kept in `.git/waybill/logs`, and its last lines for the message about a failure.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// How many of its lines a message shows.
const LAST_LINES: usize = 15;

/// How far back those are looked for.
const LAST_BYTES: u64 = 16 * 1024;

/// The log of one build while it runs: in the run's own folder, so that no other run writes to it.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) file: File,
    path: PathBuf,
    kept: PathBuf,
}

impl Log {
    /// An empty log at `path`, which moves to `kept` in the end.
    pub(super) fn create(path: PathBuf, kept: PathBuf) -> std::io::Result<Log> {
        let file = File::options().read(true).append(true).create_new(true).open(&path)?;
        Ok(Log { file, path, kept })
    }

    /// Moves it to where it stays, and gives that path. An earlier log of the same build is replaced.
    pub(super) fn keep(&self) -> std::io::Result<&Path> {
        if let Some(folder) = self.kept.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::rename(&self.path, &self.kept)?;
        Ok(&self.kept)
    }

    /// Its last lines, without colours.
    pub(super) fn last_lines(&self) -> std::io::Result<Vec<String>> {
        let mut file = File::open(if self.kept.is_file() && !self.path.is_file() { &self.kept } else { &self.path })?;
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
