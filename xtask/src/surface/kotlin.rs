//! The public declarations of the Kotlin package's classes, listed by Kotlin's own tool.

use anyhow::{Context as _, Result};

use crate::command::{CLASS_PATH, Run};
use crate::repo::Repo;

/// Folder of the tool's project.
const PROJECT: &str = "tests/surfaces/kotlin";

/// Lists the classes that Maven compiled.
pub(super) fn list(repo: &Repo) -> Result<String> {
    let class_path = repo.work("surfaces/kotlin-class-path");
    Run::maven(repo, "surface-kotlin-set-up")
        .args(&[CLASS_PATH])
        .arg(format!("-Dmdep.outputFile={}", class_path.display()))
        .current_dir(repo.path(PROJECT))
        .run()?;
    let class_path = std::fs::read_to_string(&class_path).context("Maven wrote no class path")?;
    Run::new(repo, "surface-kotlin", "java")
        .args(&["-cp", class_path.trim()])
        .arg(repo.path(PROJECT).join("Surface.java"))
        .arg(repo.path("bindings/kotlin/target/classes"))
        .run()
}
