//! Lists the pages of error codes, notes and rules, which stand in core, for `waybill explain`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core").canonicalize()?;
    let mut list = String::new();
    for (name, folder) in [("ERROR_PAGES", "errors"), ("NOTE_PAGES", "notes"), ("RULE_PAGES", "rules")] {
        let folder = core.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let files = fs::read_dir(&folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<Vec<PathBuf>>>()?;
        let mut pages: Vec<PathBuf> =
            files.into_iter().filter(|file| file.extension().is_some_and(|kind| kind == "md")).collect();
        pages.sort();
        let entries: String = pages.iter().fold(String::new(), |entries, page| {
            let id = page.file_stem().unwrap_or_default().to_string_lossy();
            format!("{entries}    ({id:?}, include_str!({:?})),\n", page.display().to_string())
        });
        let _ = writeln!(list, "pub(super) const {name}: &[(&str, &str)] = &[\n{entries}];");
    }
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("pages.rs"), list)
}
