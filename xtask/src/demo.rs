//! `cargo xtask demo`: three short scenes for someone new to Waybill.
//!
//! Every line of output comes from a program that ran. The first two scenes need only Rust. Then the Node package is built.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::build;
use crate::command::Run;
use crate::http;
use crate::repo::Repo;
use crate::serve::Server;
use crate::setup;

/// Folder of the two API descriptions, and their names.
const RELEASES: &str = "examples/releases";
const PREVIOUS: &str = "shipping-1.4.0.yaml";
const CURRENT: &str = "shipping-1.5.0.yaml";

/// Folder of the carrier's files, and a request to the carrier.
const CARRIER: &str = "tests/mock/carriers/norrvik";
const REQUEST: &str = "GetRates.xml";
const WEIGHT: &str = "<rate:Weight>2.250</rate:Weight>";

/// Interval at which the time of a running step is shown: on a terminal, and elsewhere.
const TICK: Duration = Duration::from_secs(1);
const TICK_OF_LINES: Duration = Duration::from_secs(15);

/// Runs the demo.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    let start = Instant::now();
    let waybill = step("compile the waybill command", || build::command(repo))?;
    compare(repo, &waybill)?;
    mock(repo, &waybill)?;
    call_from_node(repo, &waybill)?;
    println!("\nNext: README.md, or compare descriptions of your own:");
    println!("  cargo install --locked --path cli && waybill diff OLD NEW");
    println!("Done in {:.0} s.", start.elapsed().as_secs_f64());
    Ok(())
}

fn compare(repo: &Repo, waybill: &Path) -> Result<()> {
    scene(1, "What does a release break?", "A pull request can fail before a client does.");
    println!("$ cd {RELEASES} && waybill diff {PREVIOUS} {CURRENT}");
    let diff = Run::new(repo, "demo-diff", waybill).args(&["diff", PREVIOUS, CURRENT]).current_dir(repo.path(RELEASES));
    println!("{}", diff.run()?.trim_end());
    Ok(())
}

fn mock(repo: &Repo, waybill: &Path) -> Result<()> {
    scene(
        2,
        "A carrier's SOAP service, from its WSDL files",
        "Development needs no account, and no test system that is down.",
    );
    println!("$ waybill mock --port 0 --seed {CARRIER}");
    let folder = repo.path(CARRIER);
    let arguments = ["mock", "--port", "0", "--until-stdin-closes", "--seed", &folder.to_string_lossy()];
    let server = Server::start(waybill, &arguments)?;
    wait_for_import(&server)?;
    let request =
        std::fs::read_to_string(folder.join("requests").join(REQUEST)).context("the carrier has no request")?;
    ensure!(request.contains(WEIGHT), "{REQUEST} has no {WEIGHT}");
    println!("\nPOST {REQUEST} to {}/soap/RateService/1.0", server.origin());
    show_rates(&server, &request, 200, &["Product", "Amount", "EstimatedDelivery"])?;
    println!("\nThe same with a weight of four decimals, which the schema does not allow:");
    show_rates(&server, &request.replace(WEIGHT, "<rate:Weight>2.2505</rate:Weight>"), 500, &["faultstring"])
}

/// Waits until the carrier's service is imported, which happens after the mock has printed its address.
fn wait_for_import(server: &Server) -> Result<()> {
    for _ in 0..600 {
        if http::get(server.origin(), "/api/services")?.contains("RateService") {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    bail!("the mock has not imported {CARRIER}")
}

/// Sends a request and prints the status and elements of the reply.
fn show_rates(server: &Server, request: &str, expected: u16, elements: &[&str]) -> Result<()> {
    let headers = [("content-type", "text/xml; charset=utf-8"), ("soapaction", "GetRates")];
    let (status, reply) = http::post(server.origin(), "/soap/RateService/1.0", &headers, request)?;
    println!("HTTP {status}");
    for element in elements {
        if let Some(line) = line_with(&reply, element) {
            println!("  {line}");
        }
    }
    ensure!(status == expected, "the mock replied with {status} and not with {expected}:\n{reply}");
    Ok(())
}

/// Returns the first element with this name, including its content.
fn line_with<'r>(reply: &'r str, element: &str) -> Option<&'r str> {
    let is_start = |rest: &str| rest.starts_with(&format!("{element}>")) || rest.starts_with(&format!("{element} "));
    let (start, _) = reply.match_indices('<').find(|(at, _)| {
        let name = reply.get(at + 1..).unwrap_or_default();
        is_start(name) || name.split_once(':').is_some_and(|(prefix, rest)| prefix.len() < 8 && is_start(rest))
    })?;
    let rest = reply.get(start..)?;
    let end = rest.find("</")?;
    rest.get(..end + rest.get(end..)?.find('>')? + 1)
}

fn call_from_node(repo: &Repo, waybill: &Path) -> Result<()> {
    scene(
        3,
        "Calls from Node, with a token that expires",
        "Twenty calls at once, and one login is renewed for all of them.",
    );
    if let Some(line) = [setup::Tool::Node, setup::Tool::WebAssembly].iter().find_map(|tool| tool.missing(repo)) {
        println!("Left out: {line}");
        return Ok(());
    }
    step("build the client of the npm package", || build::npm_client(repo))?;
    step("install the example's packages", || setup::node::example(repo))?;
    let server = Server::start(waybill, &["dev", "--port", "0", "--until-stdin-closes"])?;
    println!("\n$ waybill dev --port 0     # a platform and an identity provider for development");
    println!("$ cd examples/node && node call-platform.mjs {}", server.origin());
    let calls = Run::new(repo, "demo-node", "node").arg("call-platform.mjs").arg(server.origin());
    let calls =
        calls.current_dir(repo.path("examples/node")).run().context("examples/node/call-platform.mjs failed")?;
    println!("{}", calls.trim_end());
    Ok(())
}

fn scene(number: usize, title: &str, reason: &str) {
    println!("\n{number}. {title}\n   {reason}\n");
}

/// Runs a slow step, and prints a line with its time.
fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let is_terminal = std::io::stdout().is_terminal();
    let start = Instant::now();
    let (done, ended) = mpsc::channel::<()>();
    let result = std::thread::scope(|scope| {
        scope.spawn(move || {
            let tick = if is_terminal { TICK } else { TICK_OF_LINES };
            while ended.recv_timeout(tick) == Err(RecvTimeoutError::Timeout) {
                let seconds = start.elapsed().as_secs();
                if is_terminal {
                    print!("\r... {name} {seconds} s");
                    let _ = std::io::stdout().flush();
                } else {
                    println!("... {name} {seconds} s");
                }
            }
        });
        let result = work();
        drop(done);
        result
    });
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{}{} {name} {seconds:.1} s",
        if is_terminal { "\r\x1b[K" } else { "" },
        if result.is_ok() { "ok " } else { "FAILED" }
    );
    result
}
