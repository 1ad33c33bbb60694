//! The native library with its generated Kotlin and Swift sources.
//!
//! UniFFI reads the interface from the library, so sources and library are always of the same build.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::Kind;
use crate::command::Run;
use crate::repo::Repo;

/// JNA's folder name for libraries of the build platform.
const JNA_FOLDER: &str = "linux-x86-64";

/// Fills `bindings/kotlin/generated/`: `kotlin/` with sources, `resources/` with the library.
pub(super) fn kotlin(repo: &Repo, kind: Kind) -> Result<()> {
    let library = library(repo, kind)?;
    let generated = repo.path("bindings/kotlin/generated");
    generate(repo, &library, "kotlin", &generated.join("kotlin"))?;
    let folder = generated.join("resources").join(JNA_FOLDER);
    place(repo, &library, &folder)
}

/// Fills `bindings/swift/`: the C module, the generated Swift target, and `lib/` with the library.
pub(super) fn swift(repo: &Repo, kind: Kind) -> Result<()> {
    let library = library(repo, kind)?;
    let fresh = repo.work("generated/swift");
    generate(repo, &library, "swift", &fresh)?;
    let package = repo.path("bindings/swift");
    let (module, sources) = (package.join("Sources/WaybillFFI"), package.join("Sources/WaybillRust"));
    for file in files(&fresh)? {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("swift") => write_if_changed(&sources.join(name), &text)?,
            Some("h") => {
                let map = "module WaybillFFI {\n    header \"".to_owned()
                    + &name
                    + "\"\n    link \"waybill_ffi\"\n    export *\n}\n";
                write_if_changed(&module.join(&name), &text)?;
                write_if_changed(&module.join("module.modulemap"), &map)?;
            }
            // Our own module map replaces the generated one, because it links the library too.
            _ => {}
        }
    }
    place(repo, &library, &package.join("lib"))
}

/// Builds the library: the test build with the function that panics, or the release build for users.
fn library(repo: &Repo, kind: Kind) -> Result<PathBuf> {
    let folder = match kind {
        Kind::Test => {
            super::programs(repo)?;
            "debug"
        }
        Kind::Shipped => {
            let words = ["build", "--quiet", "--locked", "--package", "waybill-ffi", "--release"];
            Run::cargo(repo, "build-waybill-ffi", &words).run()?;
            "release"
        }
    };
    Ok(repo.target().join(folder).join("libwaybill_ffi.so"))
}

fn generate(repo: &Repo, library: &Path, language: &str, out: &Path) -> Result<()> {
    // Remove files with earlier names, which would be compiled too.
    if out.exists() {
        std::fs::remove_dir_all(out).with_context(|| format!("cannot empty {}", out.display()))?;
    }
    let generator = super::program(repo, "uniffi-bindgen")?;
    Run::new(repo, &format!("generate-{language}"), generator)
        .arg(language)
        .arg(library)
        .arg(repo.path("ffi/bindings.toml"))
        .arg(out)
        .run()?;
    Ok(())
}

/// Copies the library into a package, without the symbols that only the generator reads.
fn place(repo: &Repo, library: &Path, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let Some(name) = library.file_name() else { bail!("{} is not a file", library.display()) };
    Run::new(repo, "strip", "strip").args(&["--strip-all", "-o"]).arg(folder.join(name)).arg(library).run()?;
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// Writes a file only if it changes, so that the Swift compiler does not rebuild.
fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
