//! The output of a build in its worktree: the description and the files it refers to. No symbolic link of the commit or
//! the build leads out of the worktree.

use std::path::Path;

use waybill_core::openapi::{Limits, Loader};

use crate::files::Folder;

/// Removes a committed file at the path of the output: it is an older description, which must not be mistaken for the
/// output.
pub(super) fn remove_committed(worktree: &Path, path: &str) -> Result<(), String> {
    let file = worktree.join(path);
    // Without its folder, there is no such file.
    let Some(folder) = file.parent().and_then(|folder| folder.canonicalize().ok()) else { return Ok(()) };
    if !folder.starts_with(worktree) {
        return Err(format!("a symbolic link of the commit in `{path}` leads out of the worktree"));
    }
    if let Some(name) = file.file_name() {
        // Errors are ignored: most commits have no such file.
        let _ = std::fs::remove_file(folder.join(name));
    }
    Ok(())
}

/// Copies the description at `path` and the files it refers to into the new folder `to`, with their paths. `label` is its
/// name in messages.
///
/// Files that are missing or outside the worktree are left out. The comparison reports them with their location.
pub(super) fn copy(worktree: &Path, path: &str, label: &str, to: &Path) -> Result<(), String> {
    // The build may have replaced the worktree, or a folder above it.
    if worktree.canonicalize().ok().as_deref() != Some(worktree) {
        return Err("its build replaced the worktree, and its path leads out of the temporary folder".to_owned());
    }
    if !worktree.join(path).is_file() {
        return Err(format!("its build did not write the file `{path}`"));
    }
    let folder = Folder::below(worktree, path).map_err(crate::failure::Failure::into_message)?;
    let name = path.rsplit('/').next().unwrap_or(path);
    let bytes = folder.read(name)?;
    let mut files = vec![(Path::new(path).to_owned(), bytes.clone())];
    let mut loader = Loader::new(label, bytes, &Limits::default())
        .map_err(|error| format!("its build did not write a valid description: {error}"))?;
    while let Some(wanted) = loader.next_file().cloned() {
        let read = wanted.path().map(|path| folder.read(&path).map(|bytes| (folder.seen_from_root(&path), bytes)));
        let supplied = match read {
            Some(Ok((Some(at), bytes))) => {
                files.push((at, bytes.clone()));
                Ok(bytes.into())
            }
            Some(Err(why)) => Err(why),
            Some(Ok((None, _))) | None => Err(String::new()),
        };
        loader.provide(&wanted, supplied).map_err(|error| error.to_string())?;
    }
    for (at, bytes) in files {
        let target = to.join(at);
        let made = target.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&target, bytes))
            .map_err(|error| format!("the output cannot be stored: {error}"))?;
    }
    Ok(())
}
