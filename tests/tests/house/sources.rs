//! The hand-written source files of this repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of what is generated, fetched or built.
const NOT_OURS: [&str; 13] = [
    ".astro",
    ".docusaurus",
    ".git",
    ".build",
    "WaybillFFI",
    "WaybillRust",
    "dist",
    "generated",
    "lib",
    "node_modules",
    "target",
    "wasm-glue",
    ".waybill",
];

/// The same by their paths.
const NOT_OURS_AT: [&str; 5] = [
    "bindings/npm/src/wasm",
    "site/src/content",
    "tests/sites/docusaurus/docs",
    "tests/sites/examples",
    "tests/sites/starlight/src/content",
];

/// One source file.
pub(crate) struct Source {
    /// Relative to the checkout, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The checkout.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Every source file of the languages given by their endings, in the order of their paths.
pub(crate) fn written_in(endings: &[&str]) -> Vec<Source> {
    let mut sources = Vec::new();
    collect(&root(), endings, &mut sources);
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 20, "only {} source files were found: the search is wrong", sources.len());
    sources
}

fn collect(folder: &Path, endings: &[&str], sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let inside = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            if !NOT_OURS.contains(&name.as_str()) && !NOT_OURS_AT.contains(&inside.as_str()) {
                collect(&path, endings, sources);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            sources.push(Source { path: inside, text: fs::read_to_string(&path).unwrap() });
        }
    }
}

/// Fails with every complaint, if there is one.
pub(crate) fn hold(rule: &str, complaints: &[String]) {
    assert!(complaints.is_empty(), "{rule}:\n  {}", complaints.join("\n  "));
}
