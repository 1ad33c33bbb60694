//! A provider other than Keycloak: a program that prints its port and answers under Keycloak's paths, to the administrator
//! too (`tests/providers`).

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::admin::Admin;
use super::processes::{family, signal};

/// A running provider; it is ended with this value.
#[derive(Debug)]
pub(super) struct Provider {
    process: Child,
    address: SocketAddr,
}

impl Provider {
    /// Starts the program, and waits until it says where it is.
    pub(super) fn start(command: &[String], log: &Path) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(log)?)
            .spawn()
            .map_err(|error| io::Error::other(format!("cannot start {program}: {error}")))?;
        let output = process.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut provider = Self { process, address: (Ipv4Addr::LOCALHOST, 0).into() };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let port = line.trim().parse();
        provider.address.set_port(port.map_err(|_| io::Error::other(format!("{program} said no port, but {line:?}")))?);
        Ok(provider)
    }

    /// Its administrator, who needs no password here.
    pub(super) fn admin(&self) -> Admin {
        Admin::new(self.address, String::new())
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = signal("KILL", &family(self.process.id()));
        let _ = self.process.wait();
    }
}
