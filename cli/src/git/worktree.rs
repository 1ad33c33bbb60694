//! Temporary worktrees: a commit's files in a folder outside the repository, submodules included, without its hooks.
//!
//! They lie outside, because tools look for their settings in all folders above: a build inside the repository would find
//! those of the working tree. Nothing is written into the repository's configuration.

use std::path::Path;
use std::process::Command;

use super::{Commit, Repository, command};

/// No hook runs, no monitor is started, and nothing is tidied up in the background.
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

/// What a surrounding git command says about its own repository.
const SURROUNDING: [&str; 6] =
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"];

/// The command that writes the files of a commit into a new folder.
pub(crate) fn add_command(repository: &Repository, commit: &Commit, folder: &Path) -> Command {
    let mut command = quiet_command(repository.root(), &["worktree", "add", "--detach", "--quiet", "--end-of-options"]);
    command.arg(folder).arg(&commit.id);
    command
}

/// The command that fetches the submodules of a worktree, those inside them too.
///
/// They count as active for this command alone, where `git submodule init` would write to the configuration.
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

/// Forgets the worktrees below `folder`, whose files are gone or about to be: what `git worktree prune` does, for these alone.
pub(crate) fn forget_below(common_folder: &Path, folder: &Path) {
    let list = common_folder.join("worktrees");
    for entry in std::fs::read_dir(&list).into_iter().flatten().flatten() {
        // git keeps in it where the worktree's `.git` is.
        let named = std::fs::read_to_string(entry.path().join("gitdir")).unwrap_or_default();
        if Path::new(named.trim_end()).starts_with(folder) {
            // What cannot be removed is removed by git's own tidying.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    // Only an empty folder is removed, as git does it.
    let _ = std::fs::remove_dir(&list);
}
