//! The files that others refer to and that did not come with them: all of one upload are named at once.

use std::collections::BTreeSet;
use std::fmt;

use crate::files::missing_path;

/// How many are named; of the others the message gives the number.
const NAMED: usize = 20;

/// References whose files are not there, in the order in which they were met, each file once.
#[derive(Debug, Default, thiserror::Error)]
pub(crate) struct MissingFiles(Vec<Reference>);

#[derive(Debug)]
struct Reference {
    /// The file that refers to another.
    file: String,
    /// The line it does so in, where that is known.
    line: Option<u32>,
    /// The other file as it is written there.
    location: String,
    /// Its path in the upload, if it were there.
    path: String,
}

impl MissingFiles {
    /// Adds a reference of `file` to `location`. `line` is asked for only where it will be shown: it costs a look through
    /// the file.
    pub(crate) fn add(&mut self, file: &str, line: impl FnOnce() -> Option<u32>, location: String) {
        let path = missing_path(file, &location);
        if !self.0.iter().any(|reference| reference.path == path) {
            let line = if self.0.len() < NAMED { line() } else { None };
            self.0.push(Reference { file: file.to_owned(), line, location, path });
        }
    }

    /// Adds what another file of the upload misses.
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

    /// Fails where there are any.
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

/// Files that a folder of stored files lacks; the message names the folder instead of the upload.
pub(crate) struct MissingInFolder(pub(crate) MissingFiles);

impl fmt::Display for MissingInFolder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(formatter, "folder", ("", ""))
    }
}

impl MissingFiles {
    /// Says which are missing in `container`, and after the advice to add one or several of them what else may be done.
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
