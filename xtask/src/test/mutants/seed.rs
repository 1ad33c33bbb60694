//! Gives the copy's target folder the compiled dependencies that the checkout's has already.
//!
//! They are the same crates with the same features, and compiling them again would take longer than all mutants.
//! Whatever cargo does not find as it wants it, it builds: this saves time and decides nothing.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Links libraries and build scripts' output, and copies cargo's notes about them, which it may overwrite.
pub(super) fn seed(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        return Ok(());
    }
    let (from, to) = (from.join("debug"), to.join("debug"));
    each(&from.join("deps"), |path, name| {
        if name.starts_with("lib") { carry(path, &to.join("deps").join(name), true) } else { Ok(()) }
    })?;
    for (folder, link) in [("build", true), (".fingerprint", false)] {
        each(&from.join(folder), |path, name| carry(path, &to.join(folder).join(name), link))?;
    }
    Ok(())
}

/// Calls `act` for each entry that is not of this workspace, whose crates the copy builds itself.
fn each(folder: &Path, mut act: impl FnMut(&Path, &str) -> Result<()>) -> Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default().to_owned();
        if !name.contains("waybill") && !name.contains("xtask") {
            act(&path, &name)?;
        }
    }
    Ok(())
}

/// Links or copies a file, or a folder with all that is in it; a file that is already there stays.
fn carry(from: &Path, to: &Path, link: bool) -> Result<()> {
    if from.is_dir() {
        std::fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
        return each(from, |path, name| carry(path, &to.join(name), link));
    }
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    if link && std::fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    std::fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    // Cargo compares the times of its notes with those of what they are about.
    let time = std::fs::metadata(from).and_then(|metadata| metadata.modified());
    let file = std::fs::File::options().write(true).open(to);
    if let (Ok(time), Ok(file)) = (time, file) {
        let _ = file.set_modified(time);
    }
    Ok(())
}
