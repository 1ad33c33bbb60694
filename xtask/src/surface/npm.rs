//! The declarations of the npm package that its entry points reach, without comments.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::command::Run;
use crate::repo::Repo;

/// Entry points in `exports` of the package's manifest.
const ENTRIES: [&str; 9] = [
    "index.d.ts",
    "diff/index.d.ts",
    "diff/slim.d.ts",
    "examples/index.d.ts",
    "examples/slim.d.ts",
    "mock/index.d.ts",
    "releases/index.d.ts",
    "store/redis.d.ts",
    "testing/index.d.ts",
];

/// Lists the declaration files, each preceded by its name.
pub(super) fn list(repo: &Repo) -> Result<String> {
    let folder = repo.work("surfaces/npm");
    Run::new(repo, "surface-npm", "node")
        .arg("node_modules/typescript/bin/tsc")
        .args(&["--project", "tsconfig.json", "--emitDeclarationOnly", "--removeComments", "--outDir"])
        .arg(&folder)
        .current_dir(repo.path("bindings/npm"))
        .run()?;
    let mut files: Vec<String> = ENTRIES.map(str::to_owned).to_vec();
    let mut listed = String::new();
    let mut next = 0;
    while let Some(file) = files.get(next).cloned() {
        next += 1;
        let text = std::fs::read_to_string(folder.join(&file)).with_context(|| format!("{file} was not written"))?;
        let _ = write!(listed, "// {file}\n{}\n", text.trim_end());
        for imported in imports(&file, &text) {
            // The glue is generated, and a test compares its types with Rust's.
            if !files.contains(&imported) && !imported.starts_with("wasm/") {
                files.push(imported);
            }
        }
    }
    Ok(listed)
}

/// Returns the declaration files to which one refers.
fn imports(file: &str, text: &str) -> Vec<String> {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let quoted = text.split(" from \"").skip(1).filter_map(|rest| rest.split('"').next());
    quoted.filter_map(|path| path.strip_suffix(".js")).map(|path| declarations(folder, path)).collect()
}

fn declarations(folder: &Path, path: &str) -> String {
    let mut steps: Vec<&str> = folder.iter().filter_map(|step| step.to_str()).collect();
    for step in path.split('/') {
        match step {
            "." => {}
            ".." => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    format!("{}.d.ts", steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::imports;

    #[test]
    fn files_are_named_from_the_packages_root() {
        let text = "import type { A } from \"./types.js\";\nexport { B } from \"../error.js\";\nimport { C } from \"node:fs\";\n";
        assert_eq!(imports("mock/index.d.ts", text), ["mock/types.d.ts", "error.d.ts"]);
    }
}
