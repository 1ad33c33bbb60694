//! What a run needs for its builds and takes away again: a temporary folder for worktrees, and a record of it.
//!
//! The record, `.git/waybill/runs/<id>.run`, is locked as long as the run lives. One that is not locked is of a run that was
//! killed, and whoever finds it removes what is left.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::Builder;

use super::kill;
use crate::failure::Failure;
use crate::git::{Repository, worktree};

/// The temporary folder of a run; all of it is gone when this is dropped.
#[derive(Debug)]
pub(super) struct Workspace {
    common_folder: PathBuf,
    /// For worktrees, outside the repository.
    folder: PathBuf,
    /// For what becomes an entry of the cache, beside it.
    staging: PathBuf,
    record: PathBuf,
    /// Open and locked as long as the run lives.
    file: Mutex<File>,
}

impl Workspace {
    /// The workspace of this run.
    pub(super) fn create(repository: &Repository) -> Result<Workspace, Failure> {
        let failed = |error: std::io::Error| {
            Failure::new(format!("there is no room for a temporary worktree: {error}")).help(
                "check permissions and free space of the repository's .git folder and of the temporary folder, TMPDIR",
            )
        };
        let runs = runs(repository.common_folder());
        std::fs::create_dir_all(&runs).map_err(failed)?;
        let list = lock_list(&runs).map_err(failed)?;
        let temporary = std::env::temp_dir().canonicalize().map_err(failed)?;
        let record = Builder::new().prefix("").suffix(".run").tempfile_in(&runs).map_err(failed)?;
        let (mut file, record) = record.keep().map_err(|error| failed(error.error))?;
        file.lock().map_err(failed)?;
        let id = record.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = temporary.join(format!("waybill-{id}"));
        // Noted before it is there, so that no kill can come in between.
        writeln!(file, "{}", folder.display()).map_err(failed)?;
        drop(list);
        let staging = runs.join(id);
        let common_folder = repository.common_folder().to_owned();
        let workspace = Workspace { common_folder, folder, staging, record, file: Mutex::new(file) };
        create_private(&workspace.folder).and_then(|()| create_private(&workspace.staging)).map_err(failed)?;
        Ok(workspace)
    }

    /// The folder for worktrees.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A folder on the cache's file system.
    pub(super) fn staging(&self) -> &Path {
        &self.staging
    }

    /// Notes a process group, for whoever cleans up should this run be killed.
    pub(super) fn note_group(&self, group: u32) {
        if let Ok(mut file) = self.file.lock() {
            // Without the note such a process still ends with its folder's other ones.
            let _ = writeln!(file, "{group}");
        }
    }

    /// Removes a worktree before the run is over, which may have others to come.
    pub(super) fn remove_worktree(&self, worktree: &Path) {
        remove_all(worktree);
        worktree::forget_below(&self.common_folder, worktree);
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        remove(&self.common_folder, &self.folder, &self.staging);
        // The record last: without it nobody would look for the rest.
        let _ = std::fs::remove_file(&self.record);
    }
}

/// Removes what killed runs left; that of runs that live stays.
pub(super) fn remove_leftovers(repository: &Repository) {
    let runs = runs(repository.common_folder());
    if !runs.is_dir() {
        return;
    }
    let Ok(_list) = lock_list(&runs) else { return };
    for entry in std::fs::read_dir(&runs).into_iter().flatten().flatten() {
        let record = entry.path();
        let is_record = record.extension().is_some_and(|extension| extension == "run");
        let Some(file) = is_record.then(|| File::open(&record).ok()).flatten() else { continue };
        if file.try_lock().is_err() {
            continue;
        }
        let text = std::fs::read_to_string(&record).unwrap_or_default();
        let mut lines = text.lines();
        // A record is only believed where it names a folder of ours.
        let folder = lines.next().map(PathBuf::from).filter(|folder| is_ours(folder));
        let groups: Vec<u32> = lines.filter_map(|line| line.parse().ok()).collect();
        if let Some(folder) = folder {
            kill::end_leftovers(&folder, &groups);
            remove(repository.common_folder(), &folder, &record.with_extension(""));
        }
        let _ = std::fs::remove_file(&record);
    }
}

fn is_ours(folder: &Path) -> bool {
    folder.is_absolute() && folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("waybill-"))
}

fn runs(common_folder: &Path) -> PathBuf {
    common_folder.join("waybill").join("runs")
}

/// Held while records are made or looked through, so that none is taken for a killed run's before it is locked.
fn lock_list(runs: &Path) -> std::io::Result<File> {
    let list = File::options().create(true).truncate(false).write(true).open(runs.join("lock"))?;
    list.lock()?;
    Ok(list)
}

fn remove(common_folder: &Path, folder: &Path, staging: &Path) {
    remove_all(folder);
    remove_all(staging);
    worktree::forget_below(common_folder, folder);
}

/// Removes a folder with all in it. Package managers write-protect theirs, which is undone first.
fn remove_all(folder: &Path) {
    // Not where a symbolic link stands in its place: nothing is changed behind it.
    let is_folder = |folder: &Path| folder.symlink_metadata().is_ok_and(|found| found.is_dir());
    if std::fs::remove_dir_all(folder).is_err() && is_folder(folder) {
        make_writable(folder);
        // What stays then belongs to somebody else.
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[cfg(unix)]
fn make_writable(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // Of the entry itself: a symbolic link may lead anywhere.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            make_writable(&entry.path());
        }
    }
}

#[cfg(not(unix))]
fn make_writable(_folder: &Path) {}

#[cfg(unix)]
fn create_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn create_private(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir(folder)
}
