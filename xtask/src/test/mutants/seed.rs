//! Provides a copy's target folder with the dependencies that the checkout has already compiled.
//!
//! They are the same crates with the same features, and compiling them again would take longer than all mutants. cargo
//! rebuilds whatever does not fit, so this only saves time.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Links libraries and the output of build scripts. Copies cargo's fingerprints of them, because cargo may overwrite those.
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

/// Calls `act` for each entry that is not of this workspace. The copy builds this workspace's crates itself.
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

/// Links or copies a file, or a folder with its contents. Existing files stay.
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
    // Cargo compares the times of its fingerprints with those of the files they describe.
    let time = std::fs::metadata(from).and_then(|metadata| metadata.modified());
    let file = std::fs::File::options().write(true).open(to);
    if let (Ok(time), Ok(file)) = (time, file) {
        let _ = file.set_modified(time);
    }
    Ok(())
}
