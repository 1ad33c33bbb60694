//! Runs the builds of a run: one after the other, as they may use ports, or in parallel if the settings allow it.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::build::Build;
use super::kill::Orphans;
use super::workspace::Workspace;
use crate::failure::Failure;
use crate::git::Repository;
use crate::interrupt::{self, SignalGuard};
use crate::notes::say;

/// Poll interval for the end of another run's builds.
const POLL: Duration = Duration::from_millis(50);

/// Runs all builds. In any case, only the cache and the logs are left.
pub(super) fn run_all(repository: &Repository, builds: &[Build<'_>]) -> Result<(), Failure> {
    if builds.is_empty() {
        return Ok(());
    }
    let ended = run_guarded(repository, builds);
    // Checked when signals end the process again, so that none is lost in between.
    match interrupt::received() {
        Some(signal) => Err(Failure::new("interrupted: the builds were stopped, and nothing was written")
            .with_status(interrupt::exit_status(signal))),
        None => ended,
    }
}

fn run_guarded(repository: &Repository, builds: &[Build<'_>]) -> Result<(), Failure> {
    // Dropped last, after the clean-up.
    let _guard = SignalGuard::new();
    let workspace = Workspace::create(repository)?;
    let orphans = Orphans::watch();
    let ended = if builds.iter().all(|build| build.settings.parallel) {
        run_together(repository, &workspace, builds)
    } else {
        run_in_turn(repository, &workspace, &orphans, builds)
    };
    // Ends processes before their folders are removed.
    orphans.end();
    ended
}

fn run_in_turn(
    repository: &Repository,
    workspace: &Workspace,
    orphans: &Orphans,
    builds: &[Build<'_>],
) -> Result<(), Failure> {
    let stopped = || interrupt::received().is_some();
    let Some(_turn) = wait_for_turn(&repository.common_folder().join("waybill").join("build.lock"))? else {
        return Ok(());
    };
    for (number, build) in builds.iter().enumerate() {
        // Another run may have built it in the meantime, or an earlier build of this run.
        if !build.is_done() {
            let ended = build.run(repository, workspace, number, true, &stopped);
            orphans.end();
            ended?;
        }
    }
    Ok(())
}

/// Waits for the lock on builds, which one run of a repository has at a time. Returns `None` if a signal came first.
fn wait_for_turn(path: &Path) -> Result<Option<File>, Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(format!("`{}` cannot be locked: {error}", path.display()))
            .help("check the permissions of its folder")
    };
    let file = File::options().create(true).truncate(false).write(true).open(path).map_err(failed)?;
    let mut told = false;
    while interrupt::received().is_none() {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(std::fs::TryLockError::WouldBlock) => {
                if !told {
                    say("Waiting for the builds of another run.");
                    told = true;
                }
                std::thread::sleep(POLL);
            }
            Err(std::fs::TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
    Ok(None)
}

fn run_together(repository: &Repository, workspace: &Workspace, builds: &[Build<'_>]) -> Result<(), Failure> {
    let failed = AtomicBool::new(false);
    let stopped = || failed.load(Ordering::SeqCst) || interrupt::received().is_some();
    let first_failure = std::sync::Mutex::new(None);
    std::thread::scope(|scope| {
        for (number, build) in builds.iter().enumerate() {
            let (failed, stopped, first_failure) = (&failed, &stopped, &first_failure);
            scope.spawn(move || {
                if let Err(failure) = build.run(repository, workspace, number, false, stopped) {
                    // The other builds are stopped, and fail only because of that.
                    if !failed.swap(true, Ordering::SeqCst) {
                        let mut first = first_failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        *first = Some(failure);
                    }
                }
            });
        }
    });
    let first = first_failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    first.map_or(Ok(()), Err)
}
