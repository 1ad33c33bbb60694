//! `cargo xtask demo`: the main job on real input, on a machine with nothing but Rust and Node.
//!
//! It prints what happened, not what should have: each line comes from a program that ran, and any of them failing fails it.

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::build::{self, Kind};
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::setup;

/// How long the viewer is served where nobody can end it.
const UNATTENDED: Duration = Duration::from_mins(1);

/// Everything the demo needs, made ready.
struct Ready {
    corpus: setup::corpus::Corpus,
    waybill: std::path::PathBuf,
}

/// Runs the demo.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    let start = Instant::now();
    println!("Setting up (the first time takes minutes: compilers, npm packages, two large descriptions) ...");
    let ready = set_up(repo)?;
    println!("  ready after {:.1} s\n", start.elapsed().as_secs_f64());

    println!("1. Access: a Node program calls the platform through the npm package");
    let server = Server::start(&ready.waybill, &["dev", "--port", "0", "--until-stdin-closes"])?;
    println!("  `waybill dev` stands in for the platform at {}", server.origin());
    let calls = Run::new(repo, "demo-node", "node")
        .arg("call-platform.mjs")
        .arg(server.origin())
        .current_dir(repo.path("examples/node"))
        .run()
        .context("examples/node/call-platform.mjs failed")?;
    drop(server);
    print!("{calls}");

    println!("\n2. Versioning: a changelog of two published releases of GitHub's REST API");
    let changelog = changelog(repo, &ready)?;

    println!("\n3. Mock: a carrier's service from its WSDL files, one call answered and one refused");
    let server = Server::start(&ready.waybill, &["mock", "--port", "0", "--until-stdin-closes", "--quiet"])?;
    println!("  `waybill mock` listens on {}", server.origin());
    print!("{}", carrier(repo, &[server.origin()])?);
    drop(server);
    println!("  the same in process, without a port");
    print!("{}", carrier(repo, &[])?);

    println!("\nWhere to look");
    println!("  {}", changelog.display());
    println!("  examples/node/call-platform.mjs   the program that called the platform");
    println!("  examples/node/call-carrier.mjs    the program that called the carrier");
    println!("  README.md                         the same for Rust, Kotlin, Swift, browsers and the command line");
    println!("Done in {:.1} s.", start.elapsed().as_secs_f64());

    println!("\n4. Viewer: the same two releases in the browser");
    serve_viewer(&ready)
}

/// Serves the viewer until its page was closed, or until Ctrl-C. Where nobody sits at the terminal it ends after a while.
fn serve_viewer(ready: &Ready) -> Result<()> {
    let mut view = Command::new(&ready.waybill)
        .args(["view", "--files", "--no-open", "--until-stdin-closes"])
        .args([&ready.corpus.old.file, &ready.corpus.new.file])
        .stdin(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", ready.waybill.display()))?;
    let input = view.stdin.take();
    if !std::io::stdin().is_terminal() {
        println!("  It is served for {} s, as there is no terminal to end it from.", UNATTENDED.as_secs());
        std::thread::sleep(UNATTENDED);
        drop(input);
    }
    let status = view.wait().context("the viewer cannot be waited for")?;
    if !status.success() {
        bail!("waybill view ended with {status}");
    }
    Ok(())
}

/// What the calls to the carrier printed.
fn carrier(repo: &Repo, arguments: &[&str]) -> Result<String> {
    let program = Run::new(repo, "demo-carrier", "node").arg("call-carrier.mjs").args(arguments);
    program.current_dir(repo.path("examples/node")).run().context("examples/node/call-carrier.mjs failed")
}

fn set_up(repo: &Repo) -> Result<Ready> {
    setup::wasm::ready(repo)?;
    setup::node::ready(repo)?;
    build::host(repo, "wasm", Kind::Shipped)?;
    let npm = Run::new(repo, "npm-build", "npm").args(&["run", "--silent", "build"]);
    npm.current_dir(repo.path("bindings/npm")).run()?;
    setup::node::example(repo)?;
    build::viewer::build(repo)?;
    let waybill = build::command_with_viewer(repo)?;
    Ok(Ready { corpus: setup::corpus::shown(repo)?, waybill })
}

/// Writes the changelog into `target/waybill/demo`, and prints what the command says and how the file begins.
fn changelog(repo: &Repo, ready: &Ready) -> Result<std::path::PathBuf> {
    let (old, new) = (&ready.corpus.old, &ready.corpus.new);
    let folder = repo.work("demo");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let start = Instant::now();
    println!("  waybill changelog --files {} {}", name(&old.file), name(&new.file));
    let said = Run::new(repo, "demo-changelog", &ready.waybill)
        .args(&["changelog", "--files"])
        .arg(&old.file)
        .arg(&new.file)
        .current_dir(&folder)
        .run()?;
    for line in said.lines().map(str::trim_end).filter(|line| !line.is_empty()).take(8) {
        println!("  {}", line.trim_start());
    }
    let file = folder.join(format!("CHANGELOG-{}.md", new.version));
    let text = std::fs::read_to_string(&file).with_context(|| format!("{} was not written", file.display()))?;
    if !text.starts_with("---\n") || text.lines().count() < 10 {
        bail!("{} is not a changelog", file.display());
    }
    println!("  {} lines in {:.1} s; its headings:", text.lines().count(), start.elapsed().as_secs_f64());
    for heading in text.lines().filter(|line| line.starts_with("## ")).take(5) {
        println!("    {heading}");
    }
    Ok(file)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
