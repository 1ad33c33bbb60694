//! The path of a changelog, and the hand-written text of an existing file.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use waybill_core::release::{self, KeepError, Version};

use super::pair::ReleasePair;
use super::target;
use crate::failure::Failure;

/// The location of a changelog.
pub(super) struct Place {
    pub(super) path: PathBuf,
    /// Path as shown in messages.
    pub(super) shown: String,
}

impl Place {
    /// Returns the path given on the command line, or one in the description's folder of the repository.
    pub(super) fn find(
        output: Option<&Path>,
        root: Option<&Path>,
        release: &ReleasePair<'_>,
        version: Version,
        among_several: bool,
    ) -> Result<Place, Failure> {
        let (folder, name) = (&release.pair.folder, format!("CHANGELOG-{version}.md"));
        let inside = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let Some(output) = output else {
            let path = root.unwrap_or(Path::new("")).join(&inside);
            target::check_inside(root.unwrap_or(Path::new("")), &path)?;
            let is_here = root.is_none_or(|root| std::env::current_dir().is_ok_and(|folder| folder == root));
            let shown = if is_here { inside } else { path.display().to_string() };
            return Ok(Place { path, shown });
        };
        let is_folder = output.is_dir() || output.as_os_str().as_encoded_bytes().ends_with(b"/");
        let path = match (is_folder, among_several) {
            (true, true) => output.join(inside),
            (true, false) => output.join(name),
            (false, false) => output.to_owned(),
            (false, true) => {
                let failure =
                    Failure::new(format!("`{}` is one file, but there are several descriptions", output.display()));
                return Err(
                    failure.help("end the path with / to name a folder, or choose a description with --description")
                );
            }
        };
        if is_folder {
            target::check_inside(output, &path)?;
        }
        Ok(Place { shown: path.display().to_string(), path })
    }

    /// Returns `text` with the hand-written text of the file it replaces.
    pub(super) fn keep_hand_written(&self, text: &str) -> Result<String, Failure> {
        keep_hand_written(&self.path, &self.shown, text)
    }
}

/// Returns `text` with the hand-written text of the file it replaces.
///
/// # Errors
/// Fails if the file cannot be read, or its markers do not match.
pub(crate) fn keep_hand_written(path: &Path, shown: &str, text: &str) -> Result<String, Failure> {
    let unread = |why: &str| {
        Failure::new(format!("`{shown}` cannot be read, and may contain hand-written text: {why}"))
            .help("nothing was written; make the file readable, or move it away")
    };
    // A device or a pipe has no text to keep, and reading it might not end.
    if path.exists() && !path.is_file() {
        return Ok(text.to_owned());
    }
    let previous = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| unread("it is not UTF-8"))?,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(text.to_owned());
        }
        Err(error) => return Err(unread(&error.to_string())),
    };
    release::keep_hand_written(&previous, text).map_err(|error| {
        let (KeepError::NoEnd { line } | KeepError::NoStart { line }) = error;
        Failure::new(format!("the hand-written text of `{shown}` cannot be found: {error}"))
            .at(format!("{shown}:{line}"))
            .help("nothing was written; fix the markers and run the command again")
    })
}
