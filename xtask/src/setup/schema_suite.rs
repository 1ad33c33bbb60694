//! The official JSON-Schema-Test-Suite, from the sources of the Python package `jsonschema`, and the meta-schemas of draft
//! 2020-12. `tests/schema-suite.txt` pins both.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::system;
use crate::command::{Run, ask};
use crate::repo::Repo;

const LIST: &str = "tests/schema-suite.txt";

/// Folders to unpack: the start of the archive's name, the folder in it, and the number of leading path components to strip.
const PARTS: [(&str, &str, &str); 3] = [
    ("jsonschema-", "json/tests", "2"),
    ("jsonschema-", "json/remotes", "2"),
    ("jsonschema_specifications-", "jsonschema_specifications/schemas/draft202012", "3"),
];

/// Installs the suite. Returns the folder that tests read, `WAYBILL_SCHEMA_SUITE`.
pub(crate) fn ready(repo: &Repo) -> Result<PathBuf> {
    let list = std::fs::read_to_string(repo.path(LIST)).with_context(|| format!("cannot read {LIST}"))?;
    let folder = repo.cache("schema-suite");
    let stamp = folder.join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == list) {
        return Ok(folder);
    }
    if ask("python3", &["-m", "pip", "--version"]).is_none() {
        system::install(repo, "Python with pip", &["python3", "python3-pip"])?;
    }
    let download = folder.join("download");
    std::fs::create_dir_all(&download).with_context(|| format!("cannot create {}", download.display()))?;
    Run::new(repo, "pip-schema-suite", "python3")
        .args(&["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--require-hashes"])
        .args(&["--disable-pip-version-check", "--dest"])
        .arg(&download)
        .arg("-r")
        .arg(repo.path(LIST))
        .run()?;
    for (archive, part, around) in PARTS {
        let archive = find(&download, archive)?;
        let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let member = format!("{}/{part}", name.trim_end_matches(".tar.gz"));
        Run::new(repo, "tar", "tar")
            .arg("-xzf")
            .arg(&archive)
            .arg("-C")
            .arg(&folder)
            .args(&["--strip-components", around, &member])
            .run()?;
    }
    std::fs::remove_dir_all(&download).with_context(|| format!("cannot remove {}", download.display()))?;
    std::fs::write(&stamp, &list).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(folder)
}

/// Returns the archive whose name begins like this.
fn find(folder: &Path, start: &str) -> Result<PathBuf> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let is_named = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start));
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.find(is_named).with_context(|| format!("pip downloaded nothing called {start}*"))
}
