//! Programs among a host's own tests, compiled with the native library or WebAssembly files of the last build. Each function
//! returns the command that starts one.

use std::path::Path;

use anyhow::{Context as _, Result};

use super::{Kind, host};
use crate::command::{CLASS_PATH, Run};
use crate::repo::Repo;
use crate::setup;

/// Builds the npm package as it ships, and returns the command of a script with this path from the checkout's root.
pub(crate) fn node(repo: &Repo, script: &str) -> Result<Vec<String>> {
    super::npm(repo, Kind::Shipped)?;
    node_script(repo, script)
}

/// Returns the command of a script that uses the last build of the npm package.
pub(crate) fn node_script(repo: &Repo, script: &str) -> Result<Vec<String>> {
    Ok(vec!["node".to_owned(), text(&repo.path(script))?])
}

/// Returns the command of a main class among the Kotlin package's tests, with this maximum heap.
pub(crate) fn kotlin(repo: &Repo, heap: &str, class: &str) -> Result<Vec<String>> {
    Ok(java(&[&format!("-Xmx{heap}")], &class_path(repo, "bindings/kotlin")?, class))
}

/// Returns the same with the package's Redis store, which is built with the last installed package.
pub(crate) fn kotlin_redis(repo: &Repo, heap: &str, class: &str) -> Result<Vec<String>> {
    let class_path = [class_path(repo, "bindings/kotlin")?, class_path(repo, "bindings/kotlin/redis")?].join(":");
    // It is restarted often: the second compiler and a parallel collector would take longer than they save.
    Ok(java(&[&format!("-Xmx{heap}"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"], &class_path, class))
}

fn java(options: &[&str], class_path: &str, class: &str) -> Vec<String> {
    [&["java"], options, &["-cp", class_path, class]].concat().into_iter().map(str::to_owned).collect()
}

/// Builds the Kotlin package as users get it, and installs it for other projects on this machine.
pub(crate) fn install_kotlin(repo: &Repo) -> Result<()> {
    setup::jvm::ready(repo)?;
    host(repo, "kotlin", Kind::Shipped)?;
    install(repo, &["clean", "install", "-Dmaven.test.skip=true"])
}

/// Installs the Kotlin package in the build that its own tests compiled.
pub(crate) fn install_tested_kotlin(repo: &Repo) -> Result<()> {
    // Only these goals, because `install` would compile everything again.
    install(repo, &["jar:jar", "install:install"])
}

fn install(repo: &Repo, goals: &[&str]) -> Result<()> {
    let run = Run::maven(repo, "maven-install").args(goals);
    run.current_dir(repo.path("bindings/kotlin")).run().map(drop)
}

/// Compiles the tests of a Maven project, and returns the class path of their programs.
fn class_path(repo: &Repo, project: &str) -> Result<String> {
    setup::jvm::ready(repo)?;
    let project = repo.path(project);
    let list = project.join("target/host-class-path.txt");
    Run::maven(repo, "host-maven")
        .args(&["test-compile", CLASS_PATH, "-Dmdep.includeScope=test"])
        .arg(format!("-Dmdep.outputFile={}", list.display()))
        .current_dir(&project)
        .run()?;
    let dependencies = std::fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let own = [project.join("target/test-classes"), project.join("target/classes")];
    let own = own.iter().map(|folder| text(folder)).collect::<Result<Vec<_>>>()?;
    Ok(format!("{}:{}", own.join(":"), dependencies.trim()))
}

/// Builds a program of the Swift package, and returns the command that starts it.
pub(crate) fn swift(repo: &Repo, product: &str) -> Result<Vec<String>> {
    setup::swift::ready(repo)?;
    let script = repo.path("tools/swift-run.sh");
    let build = format!(r#"swift build --quiet --scratch-path "$SWIFT_SCRATCH" --product {product}"#);
    Run::new(repo, "host-swift-build", "sh")
        .arg(&script)
        .args(&["bindings/swift", "sh", "-c", &build])
        // Set as in the steps of the Swift part; otherwise everything is compiled again.
        .env("WAYBILL_PLANTED_PANIC", "1")
        .env("WAYBILL_CI", "1")
        .run()?;
    let start = format!(r#"exec "$SWIFT_SCRATCH/debug/{product}" "$@""#);
    // Arguments after the command are passed to the program; the last `sh` is `$0` of the shell.
    let command = ["sh", &text(&script)?, "bindings/swift", "sh", "-c", &start, "sh"];
    Ok(command.map(str::to_owned).to_vec())
}

fn text(path: &Path) -> Result<String> {
    path.to_str().map(str::to_owned).with_context(|| format!("{} is not text", path.display()))
}
