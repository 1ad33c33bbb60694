//! The definitions in a folder, read from disk.

use std::fs;
use std::path::{Path, PathBuf};

use waybill_mock::service::UploadedFile;

use crate::failure::Failure;

/// The deepest that folders may be nested: a link that leads back to its own folder ends here.
const DEPTH: usize = 16;

/// The extensions of files that define services, or that such files refer to.
const EXTENSIONS: [&str; 7] = ["wsdl", "xsd", "xml", "json", "yaml", "yml", "zip"];

/// The definitions in a folder and the folders in it, with paths as seen from there.
pub(super) fn read(folder: &Path) -> Result<Vec<UploadedFile>, Failure> {
    let mut files = Vec::new();
    collect(folder, "", 0, &mut files)?;
    files.sort_by(|one: &UploadedFile, other| one.path.cmp(&other.path));
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, depth: usize, files: &mut Vec<UploadedFile>) -> Result<(), Failure> {
    let failure = |path: &Path, error: &std::io::Error| {
        Failure::new(format!("{} cannot be read: {error}", path.display())).help("check the folder after --seed")
    };
    for entry in fs::read_dir(folder).map_err(|error| failure(folder, &error))? {
        let path: PathBuf = entry.map_err(|error| failure(folder, &error))?.path();
        let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { continue };
        let inner = format!("{prefix}{name}");
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            if depth < DEPTH {
                collect(&path, &format!("{inner}/"), depth + 1, files)?;
            }
        } else if is_definition(&path) {
            let content = fs::read(&path).map_err(|error| failure(&path, &error))?;
            files.push(UploadedFile { path: inner, content });
        }
    }
    Ok(())
}

fn is_definition(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}
