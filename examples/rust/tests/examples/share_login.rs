//! Runs two processes that share a login as a user would: through a Redis server, with a key of their own.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "an example that cannot be run has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A running program. Dropping it ends the process.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts `waybill dev`, and returns it with its address.
fn start_platform() -> (Running, String) {
    let waybill = Path::new(env!("CARGO_BIN_EXE_share-login")).with_file_name("waybill");
    let mut command = Command::new(waybill);
    command.args(["dev", "--port", "0"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("the command is not built: cargo build -p waybill-cli");
    let mut line = String::new();
    BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let origin = line.trim().strip_prefix("waybill dev listening on ").expect("it says where it is").to_owned();
    (Running(process), origin)
}

fn start_redis() -> (Running, u16) {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
    let arguments = ["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", ""];
    let process = Command::new("redis-server").args(arguments).stdout(Stdio::null()).spawn();
    let process = Running(process.expect("redis-server is not installed: apt-get install redis-server"));
    let is_up = (0..1_200).any(|_| {
        thread::sleep(Duration::from_millis(50));
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
    });
    assert!(is_up, "redis-server did not start");
    (process, port)
}

fn start_example(origin: &str, port: u16) -> Child {
    Command::new(env!("CARGO_BIN_EXE_share-login"))
        .args([origin, &format!("redis://127.0.0.1:{port}"), "4"])
        .env("WAYBILL_REALM", "acme")
        .env("WAYBILL_USERNAME", "ada")
        .env("WAYBILL_PASSWORD", "correct horse")
        .env("WAYBILL_STORE_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Returns the counts of `waybill dev`.
fn stats(origin: &str) -> String {
    let mut stream = TcpStream::connect(origin.strip_prefix("http://").unwrap()).unwrap();
    stream.write_all(b"GET /_waybill/stats HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn of_two_processes_one_logs_in_and_neither_shows_a_secret() {
    let ((_platform, origin), (_redis, port)) = (start_platform(), start_redis());
    let runs = [start_example(&origin, port), start_example(&origin, port)];
    for run in runs {
        let output = run.wait_with_output().unwrap();
        let [printed, logged] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(output.status.success(), "{logged}");
        assert_eq!(printed, "GET /orders: 200 OK\n".repeat(4));
        assert!(!logged.contains("correct horse") && !logged.contains("eyJ"), "{logged}");
    }
    let stats = stats(&origin);
    assert!(stats.contains("\"token_requests\":1,\"password_grants\":1"), "{stats}");
}
