//! `cargo xtask bench mock`: `waybill mock` and other mock servers, with the same requests from one load generator. Also the
//! cost of its start with a dozen WSDL files.

mod bodies;
mod exchange;
mod load;
mod server;
mod start;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::command::Run;
use crate::repo::Repo;
use crate::setup::mock_peers;
use bodies::Bodies;
use exchange::post;
use server::Server;

/// A small service of ours as a WSDL file. Then an OpenAPI description of it, with a large operation as well.
const HELLO: &str = "tests/peers/soap/hello.wsdl";
const SHIPPING: &str = "tests/peers/prism/shipping.json";

/// Path at which `waybill mock` serves that description.
const SHIPPING_BASE: &str = "/rest/Shipping/1.0.0";

/// Prints three tables.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    mock_peers::load_generator(repo)?;
    Run::cargo(repo, "build-waybill", &["build", "--quiet", "--locked", "--release", "--package", "waybill-cli"])
        .run()?;
    let program = repo.target().join("release/waybill");
    let fedex = mock_peers::fedex(repo)?;
    let work = repo.work("bench-mock");
    start::measure(repo, &program, &work, &fedex)?;
    soap(repo, &program, &fedex.join("ShipService_v23.wsdl"), &work)?;
    rest(repo, &program, &work)
}

/// Measures the servers of SOAP services.
fn soap(repo: &Repo, program: &Path, ship: &Path, work: &Path) -> Result<()> {
    let hello = repo.path(HELLO);
    let folder = fill(&work.join("soap"), &[hello.clone(), ship.to_owned()])?;
    let (wiremock, specmatic, peer) =
        (mock_peers::wiremock(repo)?, mock_peers::specmatic(repo)?, mock_peers::soap(repo)?);
    let bodies = Bodies::soap();
    head("SOAP");
    measure("waybill, validating", Server::waybill(program, &folder, &["--quiet"])?, &bodies, work)?;
    measure("waybill, with access log", Server::waybill(program, &folder, &[])?, &bodies, work)?;
    measure(
        "waybill, --no-validate",
        Server::waybill(program, &folder, &["--quiet", "--no-validate"])?,
        &bodies,
        work,
    )?;
    measure("WireMock, XPath stub", Server::wiremock(&wiremock, work)?, &bodies, work)?;
    let addressed = address(ship, &bodies.large.path, work)?;
    measure("Specmatic, validating", Server::specmatic(&specmatic, &[&hello, &addressed])?, &bodies, work)?;
    measure("soap, npm", Server::soap(&peer, &hello, ship)?, &bodies, work)
}

/// Measures the servers of OpenAPI descriptions.
fn rest(repo: &Repo, program: &Path, work: &Path) -> Result<()> {
    let shipping = repo.path(SHIPPING);
    let folder = fill(&work.join("rest"), std::slice::from_ref(&shipping))?;
    let (prism, specmatic) = (mock_peers::prism(repo)?, mock_peers::specmatic(repo)?);
    let (ours, others) = (Bodies::rest(SHIPPING_BASE), Bodies::rest(""));
    head("REST");
    measure("waybill, validating", Server::waybill(program, &folder, &["--quiet"])?, &ours, work)?;
    measure("waybill, --no-validate", Server::waybill(program, &folder, &["--quiet", "--no-validate"])?, &ours, work)?;
    measure("Prism, validating", Server::prism(&prism, &shipping)?, &others, work)?;
    measure("Specmatic, validating", Server::specmatic(&specmatic, &[&shipping])?, &others, work)
}

fn head(title: &str) {
    println!("\n{title:<26} {:>8}   {:>8} {:>8} {:>8}   {:>8} {:>8} {:>8}", "", "small", "", "", "large", "", "");
    println!(
        "{:<26} {:>8}   {:>8} {:>8} {:>8}   {:>8} {:>8} {:>8}",
        "", "start", "req/s", "p99", "memory", "req/s", "p99", "memory"
    );
}

/// Prints a line of the table: a server's start, then both bodies.
fn measure(name: &str, mut server: Server, bodies: &Bodies, work: &Path) -> Result<()> {
    let start = server.wait_until_answered(&bodies.small).with_context(|| format!("{name} does not start"))?;
    let mut line = format!("{name:<26} {:>5.0} ms", start.as_secs_f64() * 1000.0);
    for body in [&bodies.small, &bodies.large] {
        let first = post(server.port, body).with_context(|| format!("{name} does not answer"))?;
        ensure!(first.status == 200, "{name} answers {}: {}", first.status, first.text);
        let load = load::run(server.port, body, work)?;
        let memory = server.memory()?;
        let _ = write!(line, "   {:>8.0} {:>5.1} ms {:>4.0} MiB", load.per_second, load.p99_ms, memory.resident_mib);
    }
    println!("{line}");
    server.stop();
    Ok(())
}

/// Copies a WSDL file with an address that ends in this path. `Specmatic` serves a service only at its address.
fn address(wsdl: &Path, path: &str, work: &Path) -> Result<PathBuf> {
    let text = std::fs::read_to_string(wsdl).with_context(|| format!("cannot read {}", wsdl.display()))?;
    let (before, rest) = text.split_once("address location=\"").context("the WSDL file has no address")?;
    let (_, after) = rest.split_once('"').context("the address of the WSDL file does not end")?;
    let copy = work.join("addressed.wsdl");
    std::fs::write(&copy, format!("{before}address location=\"http://localhost{path}\"{after}"))
        .with_context(|| format!("cannot write {}", copy.display()))?;
    Ok(copy)
}

/// Creates a folder that contains only these files.
fn fill(folder: &Path, files: &[PathBuf]) -> Result<PathBuf> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for file in files {
        let name = file.file_name().with_context(|| format!("{} has no name", file.display()))?;
        std::fs::copy(file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    Ok(folder.to_owned())
}
