//! `cargo xtask bench proxy`: compares the back ends of `examples/proxy` with a proxy of the same server that checks nothing.

use anyhow::{Context as _, Result, bail};

use super::package;
use crate::build::{self, Kind};
use crate::command::Run;
use crate::repo::Repo;
use crate::setup;

/// The back ends by language.
const HOSTS: [&str; 3] = ["node", "kotlin", "swift"];

/// Package, program and build script of the Swift back ends. The first links Waybill's native library.
const OWN_SWIFT: [&str; 3] = [
    "examples/proxy/swift/Proxy",
    "Proxy",
    r#"lib=$(cd ../../../../bindings/swift/lib && pwd -P)
exec swift build --quiet -c release --scratch-path "$SWIFT_SCRATCH" -Xlinker "-L$lib""#,
];
const BARE_SWIFT: [&str; 3] =
    ["tests/proxies/bare/swift/Bare", "Bare", r#"exec swift build --quiet -c release --scratch-path "$SWIFT_SCRATCH""#];

/// Prints three lines for each back end, or for those in `only`.
pub(crate) fn run(repo: &Repo, only: &[&str]) -> Result<()> {
    if let Some(unknown) = only.iter().find(|name| !HOSTS.contains(name)) {
        bail!("there is no back end called {unknown}: {}", HOSTS.join(", "));
    }
    // A program in Node starts all servers.
    setup::node::ready(repo)?;
    for host in HOSTS.into_iter().filter(|host| only.is_empty() || only.contains(host)) {
        let (own, bare) = match host {
            "node" => node(repo)?,
            "kotlin" => kotlin(repo)?,
            _ => swift(repo)?,
        };
        let command = |words: Vec<String>| serde_json::to_string(&words).context("a command's words are text");
        let measured = Run::new(repo, &format!("bench-proxy-{host}"), "node")
            .arg("bench.mjs")
            .current_dir(repo.path("tests/proxies"))
            .env("WAYBILL_PROXY", command(own)?)
            .env("WAYBILL_BARE", command(bare)?)
            .env("SWIFT_CONFIGURATION", "release")
            .run()?;
        println!("{host}\n{measured}");
    }
    Ok(())
}

fn node(repo: &Repo) -> Result<(Vec<String>, Vec<String>)> {
    package::build(repo)?;
    setup::node::packages(repo, "examples/proxy/node")?;
    let script = |path: &str| vec!["node".to_owned(), repo.path(path).display().to_string()];
    Ok((script("examples/proxy/node/src/main.js"), script("tests/proxies/bare/node.mjs")))
}

fn kotlin(repo: &Repo) -> Result<(Vec<String>, Vec<String>)> {
    setup::jvm::ready(repo)?;
    build::host(repo, "kotlin", Kind::Shipped)?;
    let maven = |log: &str, folder: &str, words: &[&str]| {
        Run::new(repo, log, "mvn").args(&["-B", "-ntp", "-q"]).args(words).current_dir(repo.path(folder)).run()
    };
    maven("bench-maven-install", "bindings/kotlin", &["clean", "install", "-Dmaven.test.skip=true"])?;
    let server = |folder: &str| -> Result<Vec<String>> {
        maven("bench-maven-proxy", folder, &["clean", "package"])?;
        let built = |path: &str| repo.path(folder).join("target").join(path).display().to_string();
        let classes = format!("{}:{}", built("classes"), built("dependency/*"));
        Ok(["java", "-cp", &classes, "MainKt"].map(str::to_owned).to_vec())
    };
    Ok((server("examples/proxy/kotlin")?, server("tests/proxies/bare/kotlin")?))
}

fn swift(repo: &Repo) -> Result<(Vec<String>, Vec<String>)> {
    setup::swift::ready(repo)?;
    build::host(repo, "swift", Kind::Shipped)?;
    let server = |[package, program, build]: [&str; 3]| -> Result<Vec<String>> {
        Run::new(repo, "bench-swift-proxy", "sh")
            .arg(repo.path("tools/swift-run.sh"))
            .args(&[package, "sh", "-c", build])
            .run()?;
        let run = repo.path("tools/swift-exec.sh").display().to_string();
        Ok(["sh", &run, package, program].map(str::to_owned).to_vec())
    };
    Ok((server(OWN_SWIFT)?, server(BARE_SWIFT)?))
}
