//! The mock servers, as processes that end with this program.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use super::bodies::{self, Body};
use super::exchange::post;

/// Time limit for the start of a server.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running server.
pub(super) struct Server {
    child: Child,
    pub(super) port: u16,
    began: Instant,
}

/// The current and the peak memory of a process.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Memory {
    pub(super) resident_mib: f64,
    pub(super) peak_mib: f64,
}

impl Server {
    /// Starts `waybill mock` with the definitions in a folder.
    pub(super) fn waybill(program: &Path, seed: &Path, options: &[&str]) -> Result<Server> {
        let mut command = Command::new(program);
        command.args(["mock", "--port", "0", "--until-stdin-closes", "--seed"]).arg(seed).args(options);
        let mut server = Server::spawn(command.stdout(Stdio::piped()), 0)?;
        let output = server.child.stdout.take().context("waybill has no output")?;
        let mut reader = BufReader::new(output);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        server.port = port.with_context(|| format!("waybill printed something else: {line}"))?;
        // Reads the output, so that the server does not block on a full pipe.
        std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()));
        Ok(server)
    }

    /// Starts `WireMock` without a request log, with a stub for each body, selected by `XPath`.
    pub(super) fn wiremock(archive: &Path, work: &Path) -> Result<Server> {
        let root = work.join("wiremock");
        std::fs::create_dir_all(root.join("mappings")).with_context(|| format!("cannot create {}", root.display()))?;
        for (name, body, element) in
            [("hello", bodies::hello(), "sayHello"), ("ship", bodies::shipment(1), "ProcessShipmentRequest")]
        {
            let answer = format!(
                "<E:Envelope xmlns:E=\"http://schemas.xmlsoap.org/soap/envelope/\"><E:Body><{element}Answer/></E:Body></E:Envelope>"
            );
            let stub = json!({
                "request": {
                    "method": "POST",
                    "urlPath": body.path,
                    "bodyPatterns": [{ "matchesXPath": format!("//*[local-name()='{element}']") }],
                },
                "response": { "status": 200, "headers": { "Content-Type": "text/xml; charset=utf-8" }, "body": answer },
            });
            let file = root.join("mappings").join(format!("{name}.json"));
            std::fs::write(&file, stub.to_string()).with_context(|| format!("cannot write {}", file.display()))?;
        }
        let port = free_port()?;
        let mut command = Command::new("java");
        command.arg("-jar").arg(archive).args(["--port", &port.to_string(), "--bind-address", "127.0.0.1"]);
        command.args(["--no-request-journal", "--disable-banner", "--root-dir"]).arg(root);
        Server::spawn(command.stdout(Stdio::null()), port)
    }

    /// Starts a program that uses the `soap` package.
    pub(super) fn soap(folder: &Path, hello: &Path, ship: &Path) -> Result<Server> {
        let port = free_port()?;
        let mut command = Command::new("node");
        command.arg(folder.join("server.mjs")).arg(port.to_string());
        command.arg(format!("HelloService={}", hello.display())).arg(format!("ShipService={}", ship.display()));
        Server::spawn(command.stdout(Stdio::null()), port)
    }

    /// Starts `Specmatic` with descriptions against which it validates requests.
    pub(super) fn specmatic(archive: &Path, descriptions: &[&Path]) -> Result<Server> {
        let port = free_port()?;
        let mut command = Command::new("java");
        command.arg("-jar").arg(archive).args(["stub", "--noConsoleLog", "--hot-reload=disabled"]);
        command.arg("--host=127.0.0.1").arg(format!("--port={port}")).args(descriptions);
        Server::spawn(command.stdout(Stdio::null()), port)
    }

    /// Starts `Prism`, validating and without its log.
    pub(super) fn prism(folder: &Path, description: &Path) -> Result<Server> {
        let port = free_port()?;
        let mut command = Command::new("node");
        command.arg(folder.join("node_modules/@stoplight/prism-cli/dist/index.js")).arg("mock").arg(description);
        command.args(["--host", "127.0.0.1", "--verboseLevel", "silent", "--port"]).arg(port.to_string());
        Server::spawn(command.stdout(Stdio::null()), port)
    }

    fn spawn(command: &mut Command, port: u16) -> Result<Server> {
        let began = Instant::now();
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
        Ok(Server { child: child.with_context(|| format!("cannot run {program}"))?, port, began })
    }

    /// Waits for the first correct response. Returns the time since the start of the process.
    pub(super) fn wait_until_answered(&mut self, body: &Body) -> Result<Duration> {
        loop {
            if post(self.port, body).is_ok_and(|answer| answer.status == 200) {
                return Ok(self.began.elapsed());
            }
            if let Some(status) = self.child.try_wait()? {
                bail!("the server ended with {status}");
            }
            if self.began.elapsed() > PATIENCE {
                bail!("the server did not answer within {} seconds", PATIENCE.as_secs());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    pub(super) fn memory(&self) -> Result<Memory> {
        let status = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(&status).with_context(|| format!("cannot read {status}"))?;
        let mib = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            line.trim().trim_end_matches("kB").trim().parse::<f64>().unwrap_or(0.0) / 1024.0
        };
        Ok(Memory { resident_mib: mib("VmRSS:"), peak_mib: mib("VmHWM:") })
    }

    pub(super) fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// Returns a port that is free now.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
    Ok(listener.local_addr()?.port())
}
