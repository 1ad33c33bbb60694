//! A Keycloak of our own on loopback, with an empty database in memory, ended with this value.

use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::admin::Admin;
use super::processes::{family, signal};
use super::wire::{Ask, ask};

const LONGEST_START: Duration = Duration::from_mins(3);
const TICK: Duration = Duration::from_millis(100);

/// A running Keycloak.
#[derive(Debug)]
pub(super) struct Keycloak {
    process: Child,
    pub(super) address: SocketAddr,
    password: String,
}

impl Keycloak {
    /// Starts the distribution in `home`, which `kc.sh build` made ready, and waits until it answers.
    pub(super) fn start(home: &Path, log: &Path) -> io::Result<Self> {
        let address = free_port()?;
        let password = format!("administrator-{}-{}", std::process::id(), address.port());
        let log = File::create(log)?;
        let process = Command::new("sh")
            .arg(home.join("bin/kc.sh"))
            .args(["start", "--optimized", "--http-enabled=true", "--hostname-strict=false", "--cache=local"])
            .arg(format!("--http-host={}", address.ip()))
            .arg(format!("--http-port={}", address.port()))
            // What happened to a login is in the log too, for whoever looks into a failure.
            .args(["--log-level=INFO,org.keycloak.events:debug"])
            .env("KC_BOOTSTRAP_ADMIN_USERNAME", "administrator")
            .env("KC_BOOTSTRAP_ADMIN_PASSWORD", &password)
            .env("JAVA_OPTS_KC_HEAP", "-Xms128m -Xmx512m")
            // It lives for a few minutes: the second compiler would take longer than it saves.
            .env("JAVA_OPTS_APPEND", "-XX:TieredStopAtLevel=1")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()?;
        let mut keycloak = Self { process, address, password };
        keycloak.wait()?;
        Ok(keycloak)
    }

    /// Its administrator.
    pub(super) fn admin(&self) -> Admin {
        Admin::new(self.address, self.password.clone())
    }

    fn wait(&mut self) -> io::Result<()> {
        let host = self.address.to_string();
        let ready = Ask { method: "GET", path: "/realms/master", host: &host, headers: &[], body: b"" };
        let started = Instant::now();
        while started.elapsed() < LONGEST_START {
            if let Some(status) = self.process.try_wait()? {
                return Err(io::Error::other(format!("Keycloak ended with {status} before it answered")));
            }
            if TcpStream::connect(self.address).is_ok() && ask(self.address, &ready).is_ok_and(|it| it.status == 200) {
                return Ok(());
            }
            thread::sleep(TICK);
        }
        Err(io::Error::other("Keycloak did not answer in time"))
    }
}

impl Drop for Keycloak {
    fn drop(&mut self) {
        // The script waits for the Java process that it started; killed alone it would leave that behind.
        let _ = signal("KILL", &family(self.process.id()));
        let _ = self.process.wait();
    }
}

/// A port that nobody listened on a moment ago.
fn free_port() -> io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}
