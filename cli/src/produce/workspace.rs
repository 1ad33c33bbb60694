//! Temporary data of a run's builds: a folder for worktrees, and a record of it.
//!
//! The record, `.git/waybill/runs/<id>.run`, is locked while the run is alive. If it is not locked, the run was killed, and
//! the next run removes what is left.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::Builder;

use super::kill;
use crate::failure::Failure;
use crate::git::{Repository, worktree};

/// The temporary folder of a run. Everything in it is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Workspace {
    common_folder: PathBuf,
    /// Folder for worktrees, outside the repository.
    folder: PathBuf,
    /// Folder for new cache entries, next to the cache.
    staging: PathBuf,
    record: PathBuf,
    /// The record, open and locked while the run is alive.
    file: Mutex<File>,
}

impl Workspace {
    /// Creates the workspace of this run.
    pub(super) fn create(repository: &Repository) -> Result<Workspace, Failure> {
        let failed = |error: std::io::Error| {
            Failure::new(format!("a temporary worktree cannot be created: {error}")).help(
                "check the permissions and free space of the repository's .git folder and of the temporary folder, TMPDIR",
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
        // Recorded before the folder exists, so that it is known even if the run is killed in between.
        writeln!(file, "{}", folder.display()).map_err(failed)?;
        drop(list);
        let staging = runs.join(id);
        let common_folder = repository.common_folder().to_owned();
        let workspace = Workspace { common_folder, folder, staging, record, file: Mutex::new(file) };
        create_private(&workspace.folder).and_then(|()| create_private(&workspace.staging)).map_err(failed)?;
        Ok(workspace)
    }

    /// Returns the folder for worktrees.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns a folder on the file system of the cache.
    pub(super) fn staging(&self) -> &Path {
        &self.staging
    }

    /// Records a process group, for the clean-up if this run is killed.
    pub(super) fn note_group(&self, group: u32) {
        if let Ok(mut file) = self.file.lock() {
            // Without the record, such a process is still found by its folder.
            let _ = writeln!(file, "{group}");
        }
    }

    /// Removes a worktree before the end of the run, which may have more builds.
    pub(super) fn remove_worktree(&self, worktree: &Path) {
        remove_all(worktree);
        worktree::forget_below(&self.common_folder, worktree);
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        remove(&self.common_folder, &self.folder, &self.staging);
        // The record is removed last, because the rest is found through it.
        let _ = std::fs::remove_file(&self.record);
    }
}

/// Removes what killed runs left. Runs that are alive are not affected.
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
        // A record is trusted only if it names a folder of ours.
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

/// Locks the list of records, so that a new record is not treated as a killed run's before it is locked.
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

/// Removes a folder with its content. Package managers write-protect their folders, which is undone first.
fn remove_all(folder: &Path) {
    // A symbolic link is not followed, so that nothing changes behind it.
    let is_folder = |folder: &Path| folder.symlink_metadata().is_ok_and(|found| found.is_dir());
    if std::fs::remove_dir_all(folder).is_err() && is_folder(folder) {
        make_writable(folder);
        // What remains belongs to another user.
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[cfg(unix)]
fn make_writable(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // This is the type of the entry itself: a symbolic link may lead anywhere.
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
