//! Makes the copy print the token machine's `// row N` markers, so that a vector cannot name a row that it never passes.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::test::evidence::list;

/// Folder with the markers.
const MACHINE: &str = "core/access/src/token";
/// Output of a marker, before its row.
const PASSED: &str = "passed row ";

/// Replaces each marker of the machine's files in `tree` by code that prints it on standard error.
pub(super) fn show(tree: &Path) -> Result<()> {
    show_below(&tree.join(MACHINE))
}

fn show_below(folder: &Path) -> Result<()> {
    for file in list(folder)? {
        if file.is_dir() {
            show_below(&file)?;
            continue;
        }
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let shown: String = text.split_inclusive('\n').map(shown).collect();
        if shown != text {
            std::fs::write(&file, shown).with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    Ok(())
}

fn shown(line: &str) -> String {
    match line.trim().strip_prefix("// row ") {
        Some(row) => format!("std::eprintln!(\"{PASSED}{row}\");\n"),
        None => line.to_owned(),
    }
}

/// Fails if a run's output lacks one of the rows that its vector names.
pub(super) fn hold(vector: &str, rows: &[String], output: &str) -> Result<()> {
    let passed: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix(PASSED)).collect();
    let missing: Vec<&str> = rows.iter().map(String::as_str).filter(|row| !passed.contains(row)).collect();
    if missing.is_empty() { Ok(()) } else { bail!("{vector} does not pass row {}", missing.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_becomes_a_line_and_a_missing_row_is_named() {
        assert_eq!(shown("        // row 13a\n"), "std::eprintln!(\"passed row 13a\");\n");
        assert_eq!(shown("// rows of a table\n"), "// rows of a table\n");
        let rows = ["1".to_owned(), "13a".to_owned()];
        assert!(hold("v", &rows, "running\npassed row 13a\npassed row 1\n").is_ok());
        assert_eq!(
            hold("v", &rows, "passed row 13\npassed row 1\n").unwrap_err().to_string(),
            "v does not pass row 13a"
        );
    }
}
