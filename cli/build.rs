//! Embeds files of other folders in the command: core's pages on errors, findings, notes and rules for
//! `waybill explain`, and the built viewer from the folder in `WAYBILL_VIEWER`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Environment variable with the output folder of the viewer's build. If it is not set, the command has no viewer.
const VIEWER: &str = "WAYBILL_VIEWER";

fn main() -> io::Result<()> {
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("pages.rs"), list_pages()?)?;
    fs::write(out.join("viewer.rs"), list_viewer()?)
}

fn list_pages() -> io::Result<String> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core").canonicalize()?;
    let mut list = String::new();
    let lists =
        [("ERROR_PAGES", "errors"), ("FINDING_PAGES", "findings"), ("NOTE_PAGES", "notes"), ("RULE_PAGES", "rules")];
    for (name, folder) in lists {
        let folder = core.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut pages = entries(&folder)?;
        pages.retain(|file| file.extension().is_some_and(|kind| kind == "md"));
        let entries: String = pages.iter().fold(String::new(), |entries, page| {
            let id = page.file_stem().unwrap_or_default().to_string_lossy();
            format!("{entries}    ({id:?}, include_str!({:?})),\n", page.display().to_string())
        });
        let _ = writeln!(list, "pub(super) const {name}: &[(&str, &str)] = &[\n{entries}];");
    }
    Ok(list)
}

/// Lists the two outputs of the viewer's build: the files of its page, by path, and the page for a finished report.
fn list_viewer() -> io::Result<String> {
    println!("cargo::rerun-if-env-changed={VIEWER}");
    let Some(folder) = env::var_os(VIEWER).filter(|folder| !folder.is_empty()) else {
        return Ok(write_viewer("", "None"));
    };
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{VIEWER}: {}: {error}", folder.display()));
    let folder = Path::new(&folder).canonicalize().map_err(named)?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let report = folder.join("report.html");
    let mut files = String::new();
    list_files(&folder.join("page"), "", &mut files).map_err(named)?;
    fs::metadata(&report).map_err(named)?;
    Ok(write_viewer(&files, &format!("Some(include_str!({:?}))", report.display().to_string())))
}

fn write_viewer(files: &str, report: &str) -> String {
    format!("const PAGE: &[(&str, &[u8])] = &[\n{files}];\nconst REPORT: Option<&str> = {report};\n")
}

fn list_files(folder: &Path, path: &str, list: &mut String) -> io::Result<()> {
    for entry in entries(folder)? {
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        if entry.is_dir() {
            list_files(&entry, &format!("{path}{name}/"), list)?;
        } else {
            let _ = writeln!(
                list,
                "    ({:?}, include_bytes!({:?})),",
                format!("{path}{name}"),
                entry.display().to_string()
            );
        }
    }
    Ok(())
}

/// Lists the entries of a folder in sorted order, so that builds are reproducible.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    Ok(entries)
}
