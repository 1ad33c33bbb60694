//! Atomic replacement of files: a file is replaced as a whole or not at all.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

/// Content that is ready to replace a file. Dropping it discards the content.
#[derive(Debug)]
pub(crate) struct Prepared {
    path: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A temporary file next to the file that it replaces.
    Beside(NamedTempFile),
    /// Content for a device or a pipe, which is written to and not replaced.
    Stream(Vec<u8>),
}

/// Writes `text` to a temporary file next to `path`. Creates the folder if it is missing.
pub(crate) fn prepare(path: &Path, text: impl AsRef<[u8]>) -> Result<Prepared, Failure> {
    let failed = |error: std::io::Error| failure(path, &error);
    if path.is_dir() {
        return Err(failed(ErrorKind::IsADirectory.into()));
    }
    check_link(path)?;
    // The target of a link is replaced, not the link.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        return Ok(Prepared { path, place: Place::Stream(text.as_ref().to_owned()) });
    }
    let folder = folder_of(&path);
    std::fs::create_dir_all(folder).map_err(|error| {
        let reason = format!("its folder `{}` cannot be created: {}", folder.display(), error.kind());
        let failure = Failure::new(format!("`{}` cannot be written: {reason}", path.display()));
        failure.help("nothing was changed; choose a folder that exists or can be created")
    })?;
    let mut builder = Builder::new();
    builder.prefix(".waybill-");
    #[cfg(unix)]
    builder.permissions(mode(&path));
    let mut file = builder.tempfile_in(folder).map_err(failed)?;
    file.write_all(text.as_ref()).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    Ok(Prepared { path, place: Place::Beside(file) })
}

/// Rejects a link to a file in another folder. Otherwise a repository could choose a file of this machine to be replaced.
fn check_link(path: &Path) -> Result<(), Failure> {
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    let Some(file) = std::fs::canonicalize(path).ok().filter(|file| is_link && file.is_file()) else { return Ok(()) };
    if file.parent().map(Path::to_owned) == std::fs::canonicalize(folder_of(path)).ok() {
        return Ok(());
    }
    let failure = Failure::new(format!("`{}` is a link to `{}`", path.display(), file.display()));
    Err(failure.help("nothing was changed; remove the link, or use the path of that file"))
}

/// Rejects a path whose folders lead out of `base` through a link.
pub(crate) fn check_inside(base: &Path, path: &Path) -> Result<(), Failure> {
    let base = if base.as_os_str().is_empty() { Path::new(".") } else { base };
    let Ok(base) = std::fs::canonicalize(base) else { return Ok(()) };
    let there = folder_of(path).ancestors().find_map(|folder| {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        std::fs::canonicalize(folder).ok()
    });
    match there {
        Some(there) if !there.starts_with(&base) => {
            let failure =
                Failure::new(format!("the folder of `{}` is a link to `{}`", path.display(), there.display()));
            Err(failure.help("nothing was changed; remove the link, or choose another folder with --output"))
        }
        Some(_) | None => Ok(()),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl Prepared {
    /// Replaces the file in one step.
    pub(crate) fn replace(self) -> Result<(), Failure> {
        let Prepared { path, place } = self;
        let written = match place {
            // A rename within one folder is atomic; on failure the temporary file is removed when it is dropped.
            Place::Beside(file) => file.persist(&path).map(drop).map_err(|error| error.error),
            Place::Stream(text) => {
                OpenOptions::new().write(true).open(&path).and_then(|mut file| file.write_all(&text))
            }
        };
        written.map_err(|error| failure(&path, &error))
    }
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    // Shows only the kind, because the error's text names the temporary file.
    let failure = Failure::new(format!("`{}` cannot be written: {}", path.display(), error.kind()));
    failure.help(match error.kind() {
        ErrorKind::IsADirectory => "nothing was changed; move the folder with that name away",
        _ => "nothing was changed; check the folder's permissions and free space",
    })
}

/// Returns the permissions of the replaced file, or the default for a new file (which the umask narrows).
#[cfg(unix)]
fn mode(path: &Path) -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    let bits = std::fs::metadata(path).map_or(0o666, |existing| existing.permissions().mode());
    std::fs::Permissions::from_mode(bits & 0o777)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) -> Result<(), Failure> {
        prepare(path, text)?.replace()
    }

    #[test]
    fn a_file_of_the_name_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("CHANGELOG-1.5.0.md");
        write(&path, "a long first text").unwrap();
        write(&path, "short").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "short");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::read_to_string(pipe).unwrap()
        });
        write(&pipe, "text").unwrap();
        assert_eq!(reader.join().unwrap(), "text");
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }

    #[cfg(unix)]
    #[test]
    fn link_is_kept_and_its_target_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn link_to_a_file_elsewhere_is_rejected_and_not_followed() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (file, link) = (elsewhere.path().join("file"), folder.path().join("CHANGELOG-1.5.0.md"));
        std::fs::write(&file, "precious").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let refusal = write(&link, "new").unwrap_err().to_string();
        assert!(refusal.contains("CHANGELOG-1.5.0.md` is a link to `"), "{refusal}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    }

    #[test]
    fn nothing_is_left_behind_where_it_cannot_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("CHANGELOG-1.5.0.md");
        std::fs::create_dir_all(path.join("in the way")).unwrap();
        let said = write(&path, "text").unwrap_err().to_string();
        assert!(said.contains("CHANGELOG-1.5.0.md` cannot be written: is a directory"), "{said}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn missing_folder_is_created_and_a_blocking_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join("docs").join("orders").join("CHANGELOG-1.5.0.md"), "text").unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        let said = write(&folder.path().join("file").join("CHANGELOG-1.5.0.md"), "text").unwrap_err().to_string();
        assert!(said.contains("CHANGELOG-1.5.0.md` cannot be written: its folder `"), "{said}");
        assert!(!said.contains(".waybill-"), "{said}");
    }
}
