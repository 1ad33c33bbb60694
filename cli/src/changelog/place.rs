//! Where a changelog goes, and what people wrote into the file that is there already.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use waybill_core::release::{self, KeepError, Version};

use super::pair::ReleasePair;
use super::target;
use crate::failure::Failure;

/// The place of one changelog.
pub(super) struct Place {
    pub(super) path: PathBuf,
    /// What messages call it.
    pub(super) shown: String,
}

impl Place {
    /// The place that the command line names, else the folder of the description in the repository.
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
                    Failure::new(format!("`{}` is one file, and there are several descriptions", output.display()));
                return Err(failure.help("end it with / to name a folder, or choose one with --description"));
            }
        };
        if is_folder {
            target::check_inside(output, &path)?;
        }
        Ok(Place { shown: path.display().to_string(), path })
    }

    /// The text with what people wrote into the file that it replaces.
    pub(super) fn keep_hand_written(&self, text: &str) -> Result<String, Failure> {
        keep_hand_written(&self.path, &self.shown, text)
    }
}

/// The text with what people wrote into the file that it replaces.
///
/// # Errors
/// Where the file cannot be read, or its markers do not match.
pub(crate) fn keep_hand_written(path: &Path, shown: &str, text: &str) -> Result<String, Failure> {
    let unread = |why: &str| {
        Failure::new(format!("`{shown}` cannot be read, and may hold hand-written parts: {why}"))
            .help("nothing was written; move the file away, or see that it can be read")
    };
    // A device or a pipe holds nothing to keep, and need not have an end.
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
        Failure::new(format!("the hand-written parts of `{shown}` cannot be told: {error}"))
            .at(format!("{shown}:{line}"))
            .help("nothing was written; fix the markers and run it again")
    })
}
