//! Copies the output of a build out of its worktree: the description and the files it refers to.

use std::path::Path;

use waybill_core::openapi::{Limits, Loader};

use crate::files::Folder;

/// Copies the description at `path` and the files it refers to into the new folder `to`, with their paths. `label` is its
/// name in messages.
///
/// Files that are missing or outside the worktree are left out. The comparison reports them with their location.
pub(super) fn copy(worktree: &Path, path: &str, label: &str, to: &Path) -> Result<(), String> {
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
