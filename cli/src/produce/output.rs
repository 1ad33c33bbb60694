//! What a build wrote: the description and the files it refers to, copied out of the worktree before that is gone.

use std::path::Path;

use waybill_core::openapi::{Limits, Loader};

use crate::files::Folder;

/// Copies the description at `path` and its files into the new folder `to`, each at its own path. `label` is what messages
/// call it.
///
/// A file that is not there, or not in the worktree, is left out: the comparison then says so with its place.
pub(super) fn copy(worktree: &Path, path: &str, label: &str, to: &Path) -> Result<(), String> {
    if !worktree.join(path).is_file() {
        return Err(format!("its build wrote no file `{path}`"));
    }
    let folder = Folder::below(worktree, path).map_err(crate::failure::Failure::into_message)?;
    let name = path.rsplit('/').next().unwrap_or(path);
    let bytes = folder.read(name)?;
    let mut files = vec![(Path::new(path).to_owned(), bytes.clone())];
    let mut loader = Loader::new(label, bytes, &Limits::default())
        .map_err(|error| format!("its build wrote no description: {error}"))?;
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
        made.and_then(|()| std::fs::write(&target, bytes)).map_err(|error| format!("it cannot be kept: {error}"))?;
    }
    Ok(())
}
