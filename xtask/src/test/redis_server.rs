//! A Redis server on a free loopback port. It keeps nothing on disk.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use crate::repo::Repo;
use crate::setup;

/// A running server. Dropping it ends the process.
pub(super) struct RedisServer {
    process: Child,
    address: String,
}

impl RedisServer {
    pub(super) fn start(repo: &Repo) -> Result<Self> {
        setup::redis::ready(repo)?;
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
        let port = free.local_addr().context("the port has no number")?.port();
        drop(free);
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", ""])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .context("cannot start redis-server")?;
        let server = Self { process, address: format!("redis://127.0.0.1:{port}") };
        let is_up = (0..200).any(|_| {
            thread::sleep(Duration::from_millis(50));
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
        });
        ensure!(is_up, "redis-server takes no connections");
        Ok(server)
    }

    /// Returns `redis://127.0.0.1:PORT`.
    pub(super) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
