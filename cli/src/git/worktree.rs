//! Temporary worktrees: a commit's files in a folder outside the repository, with submodules and without hooks.
//!
//! They are outside because tools look for settings in all parent folders. A build inside the repository would find those
//! of the working tree. The repository's configuration is not changed.

use std::path::Path;
use std::process::Command;

use super::{Commit, Repository, command};

/// Disables hooks, the file system monitor and background maintenance.
const QUIETLY: [&str; 10] = [
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "gc.auto=0",
    "-c",
    "maintenance.auto=false",
    "-c",
    "advice.detachedHead=false",
];

/// Variables that a surrounding git command sets for its own repository.
const SURROUNDING: [&str; 6] =
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"];

/// Returns the command that writes the files of a commit into a new folder.
pub(crate) fn add_command(repository: &Repository, commit: &Commit, folder: &Path) -> Command {
    let mut command = quiet_command(repository.root(), &["worktree", "add", "--detach", "--quiet", "--end-of-options"]);
    command.arg(folder).arg(&commit.id);
    command
}

/// Returns the command that fetches the submodules of a worktree, including nested ones.
///
/// They are active for this command only, because `git submodule init` would change the configuration.
pub(crate) fn submodules_command(worktree: &Path) -> Command {
    let mut command = quiet_command(
        worktree,
        &["-c", "submodule.active=.", "submodule", "--quiet", "update", "--recursive", "--checkout"],
    );
    command.env_remove("GIT_LITERAL_PATHSPECS");
    command
}

fn quiet_command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = command(folder, &[&QUIETLY, arguments].concat());
    for name in SURROUNDING {
        command.env_remove(name);
    }
    command
}

/// Removes git's records of the worktrees below `folder`, like `git worktree prune` does for all. Their files need not
/// exist.
pub(crate) fn forget_below(common_folder: &Path, folder: &Path) {
    let list = common_folder.join("worktrees");
    for entry in std::fs::read_dir(&list).into_iter().flatten().flatten() {
        // The path of the worktree's `.git`, as recorded by git.
        let named = std::fs::read_to_string(entry.path().join("gitdir")).unwrap_or_default();
        if Path::new(named.trim_end()).starts_with(folder) {
            // Records that cannot be removed are left to git's own clean-up.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    // Removes the folder only if it is empty, as git does.
    let _ = std::fs::remove_dir(&list);
}
