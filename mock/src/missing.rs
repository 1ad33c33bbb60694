//! Missing files: files that other files refer to, but that the upload lacks. One error names all of them.

use std::collections::BTreeSet;
use std::fmt;

use crate::files::missing_path;

/// Maximum number of files that a message names. It gives only the number of the others.
const NAMED: usize = 20;

/// References to missing files, in the order of discovery. Each missing file is listed once.
#[derive(Debug, Default, thiserror::Error)]
pub(crate) struct MissingFiles(Vec<Reference>);

#[derive(Debug)]
struct Reference {
    /// File that contains the reference.
    file: String,
    /// Line of the reference, if known.
    line: Option<u32>,
    /// Location as written in the reference.
    location: String,
    /// Path of the missing file within the upload.
    path: String,
}

impl MissingFiles {
    /// Adds a reference of `file` to `location`. Finding the line scans the file, so `line` is called only if the line
    /// will be shown.
    pub(crate) fn add(&mut self, file: &str, line: impl FnOnce() -> Option<u32>, location: String) {
        let path = missing_path(file, &location);
        if !self.0.iter().any(|reference| reference.path == path) {
            let line = if self.0.len() < NAMED { line() } else { None };
            self.0.push(Reference { file: file.to_owned(), line, location, path });
        }
    }

    /// Adds the missing files of another file of the upload.
    pub(crate) fn extend(&mut self, others: MissingFiles) {
        let mut known = BTreeSet::new();
        for reference in &self.0 {
            known.insert(reference.path.clone());
        }
        for other in others.0 {
            if known.insert(other.path.clone()) {
                self.0.push(other);
            }
        }
    }

    /// Returns an error if any file is missing.
    pub(crate) fn check(self) -> Result<(), MissingFiles> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for MissingFiles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, several) = (", or send both in one zip archive", ", or send all in one zip archive");
        self.write(formatter, "upload", (one, several))
    }
}

/// Missing files of a folder of stored files. The message names the folder instead of the upload.
pub(crate) struct MissingInFolder(pub(crate) MissingFiles);

impl fmt::Display for MissingInFolder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(formatter, "folder", ("", ""))
    }
}

impl MissingFiles {
    /// Writes which files `container` lacks and the advice to add them. `or_else` is further advice for one and for
    /// several files.
    fn write(&self, formatter: &mut fmt::Formatter<'_>, container: &str, or_else: (&str, &str)) -> fmt::Result {
        let place = |Reference { file, line, .. }: &Reference| match line {
            Some(line) => format!("{file}, line {line}"),
            None => file.clone(),
        };
        if let [only] = self.0.as_slice() {
            return write!(
                formatter,
                "{} refers to {}, which is not in the {container}; add that file to it{}",
                place(only),
                only.location,
                or_else.0
            );
        }
        write!(formatter, "{} files are not in the {container}: ", self.0.len())?;
        for (index, reference) in self.0.iter().take(NAMED).enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(formatter, "{separator}{}, to which {} refers", reference.path, place(reference))?;
        }
        match self.0.len().saturating_sub(NAMED) {
            0 => {}
            more => write!(formatter, "; and {more} more")?,
        }
        write!(formatter, ". Add them to it{}", or_else.1)
    }
}
