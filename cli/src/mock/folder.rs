//! Definitions in a folder, read from disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use waybill_mock::service::{SeedFailure, UploadedFile};

use crate::failure::Failure;

/// Maximum depth of nested folders.
const DEPTH: usize = 16;

/// Extensions of files that define services, or that such files refer to.
const EXTENSIONS: [&str; 7] = ["wsdl", "xsd", "xml", "json", "yaml", "yml", "zip"];

/// The content of a folder.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// Definitions, with paths relative to the folder.
    pub(super) files: Vec<UploadedFile>,
    /// Files and folders that cannot be read.
    pub(super) failures: Vec<SeedFailure>,
}

/// Fails if the folder does not exist or cannot be read.
pub(super) fn check(folder: &Path) -> Result<(), Failure> {
    fs::read_dir(folder).map(drop).map_err(|error| explain(folder, &error))
}

fn explain(folder: &Path, error: &io::Error) -> Failure {
    let shown = folder.display();
    if error.kind() == io::ErrorKind::NotADirectory {
        return Failure::new(format!("{shown} is not a folder")).help("pass the folder that it is in");
    }
    Failure::new(format!("{shown} cannot be read: {error}")).help("check the path and its permissions")
}

/// Reads the definitions in a folder and its subfolders. Fails only if the folder itself cannot be read.
pub(super) fn read(folder: &Path) -> Result<Folder, Failure> {
    let mut walk = Walk::default();
    walk.visit(folder, "", 0).map_err(|error| explain(folder, &error))?;
    // Links are followed last, so that a folder keeps its direct path.
    while let Some(Link { path, inner, depth }) = walk.links.pop() {
        walk.enter(&path, &inner, depth);
    }
    let mut found = walk.found;
    found.files.sort_by(|one, other| one.path.cmp(&other.path));
    found.failures.sort_by(|one, other| one.file.cmp(&other.file));
    Ok(found)
}

#[derive(Default)]
struct Walk {
    found: Folder,
    /// Folders that were visited. A link back to one of them is ignored.
    seen: BTreeSet<PathBuf>,
    links: Vec<Link>,
}

/// A link to a folder.
struct Link {
    path: PathBuf,
    inner: String,
    depth: usize,
}

impl Walk {
    fn visit(&mut self, folder: &Path, prefix: &str, depth: usize) -> io::Result<()> {
        if !self.seen.insert(folder.canonicalize()?) {
            return Ok(());
        }
        let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
        paths.sort();
        for path in paths {
            let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { continue };
            if name.starts_with('.') {
                continue;
            }
            let inner = format!("{prefix}{name}");
            if path.is_dir() {
                if path.is_symlink() {
                    self.links.push(Link { path, inner, depth: depth + 1 });
                } else {
                    self.enter(&path, &inner, depth + 1);
                }
            } else if is_definition(&path) {
                match read_file(&path) {
                    Ok(content) => self.found.files.push(UploadedFile { path: inner, content }),
                    Err(error) => self.fail(&inner, format!("it cannot be read: {error}")),
                }
            }
        }
        Ok(())
    }

    /// Visits a subfolder.
    fn enter(&mut self, folder: &Path, inner: &str, depth: usize) {
        if depth > DEPTH {
            self.fail(inner, format!("folders nested deeper than {DEPTH} levels are not read"));
        } else if let Err(error) = self.visit(folder, &format!("{inner}/"), depth) {
            self.fail(inner, format!("it cannot be read: {error}"));
        }
    }

    fn fail(&mut self, inner: &str, reason: String) {
        self.found.failures.push(SeedFailure { file: inner.to_owned(), reason });
    }
}

/// Reads a regular file. A read from a pipe or a device might never end.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() { fs::read(path) } else { Err(io::Error::other("it is not a regular file")) }
}

fn is_definition(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}
