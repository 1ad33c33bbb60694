//! Checks that packages contain no test code, and that WebAssembly modules do not grow beyond their limits.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::evidence::list;

/// Names of the exported function that panics, in wasm files, native libraries and generated sources.
const NAMES: [&[u8]; 2] = [b"planted_panic", b"plantedPanic"];

/// Maximum sizes, in bytes, of the WebAssembly modules that browsers load. They are a few per cent above the sizes in
/// docs/comparison/speed.md.
const MODULES: [(&str, u64); 6] = [
    ("diff.wasm", 1_745_000),
    ("diff-json.wasm", 1_305_000),
    ("examples.wasm", 900_000),
    ("releases.wasm", 895_000),
    ("mock-rest.wasm", 1_260_000),
    ("mock.wasm", 3_850_000),
];

/// Fails if a WebAssembly module exceeds its limit.
pub(super) fn are_small(folder: &Path) -> Result<()> {
    for (name, most) in MODULES {
        let module = folder.join(name);
        let bytes = std::fs::metadata(&module).with_context(|| format!("cannot read {}", module.display()))?.len();
        if bytes > most {
            bail!("{} has {bytes} bytes, and {most} are allowed: a browser loads them all", module.display());
        }
    }
    Ok(())
}

/// Fails if a file in a folder names the function that panics, or if the folder has no files.
pub(super) fn holds_no_planted_panic(folder: &Path) -> Result<()> {
    let mut files = 0;
    search(folder, &mut files)?;
    if files == 0 {
        bail!("{} holds no files", folder.display());
    }
    Ok(())
}

fn search(folder: &Path, files: &mut usize) -> Result<()> {
    for path in list(folder)? {
        if path.is_dir() {
            search(&path, files)?;
            continue;
        }
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if NAMES.iter().any(|name| bytes.windows(name.len()).any(|window| window == *name)) {
            bail!("{} holds the test builds' function that panics", path.display());
        }
        *files += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::holds_no_planted_panic;

    #[test]
    fn a_file_that_names_the_function_is_found_in_any_depth() -> anyhow::Result<()> {
        let folder = std::env::temp_dir().join(format!("waybill-shipped-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner"))?;
        assert!(holds_no_planted_panic(&folder).is_err(), "an empty folder proves nothing");
        std::fs::write(folder.join("inner/lib.so"), b"..fn_engine_begin..")?;
        assert!(holds_no_planted_panic(&folder).is_ok());
        std::fs::write(folder.join("inner/other.so"), b"..fn_planted_panic..")?;
        assert!(holds_no_planted_panic(&folder).is_err());
        std::fs::remove_dir_all(&folder)?;
        Ok(())
    }
}
