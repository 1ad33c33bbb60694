//! The reason why an address cannot be listened on, and the process that holds its port.

use std::fs;
use std::io;
use std::net::{IpAddr, SocketAddr};

use crate::failure::Failure;

/// First port that needs no privileges, unless the machine is configured differently.
const PRIVILEGED: u16 = 1024;

/// Returns the error of listening on a port that `option` sets. It names the process that listens there, if that can be
/// found.
pub(crate) fn explain_bind_failure(host: IpAddr, port: u16, option: &str, error: &io::Error) -> Failure {
    let failure = |reason: &str| Failure::new(format!("cannot listen on {}: {reason}", SocketAddr::new(host, port)));
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            let help =
                format!("stop the process that holds the port, or choose another with {option} (0 for any free port)");
            let failure = failure(&error.to_string()).help(help);
            match find(port) {
                Some((process, name)) => failure.note(format!("process {process} ({name}) listens there")),
                None => failure,
            }
        }
        io::ErrorKind::AddrNotAvailable => Failure::new(format!(
            "cannot listen on {host}: it is not an address of this machine"
        ))
        .help("use --host 127.0.0.1, which only this machine can reach, or 0.0.0.0, to listen on all of its addresses"),
        io::ErrorKind::PermissionDenied if port < PRIVILEGED && port != 0 => failure(&error.to_string()).help(format!(
            "choose a port from {PRIVILEGED} with {option}; lower ones are reserved for privileged processes"
        )),
        _ => failure(&error.to_string()).help(format!("choose another address, or another port with {option}")),
    }
}

/// Returns the process that listens on a port, and its name, from Linux's `/proc` as far as that is readable.
fn find(port: u16) -> Option<(u32, String)> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|table| fs::read_to_string(table).unwrap_or_default());
    let inode = tables.iter().flat_map(|table| table.lines().skip(1)).find_map(|line| listening_inode(line, port))?;
    let socket = format!("socket:[{inode}]");
    let processes = fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let holder = processes.into_iter().find(|process: &u32| {
        let open = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
        open.into_iter().any(|file| fs::read_link(file.path()).is_ok_and(|link| link.as_os_str() == socket.as_str()))
    })?;
    let name = fs::read_to_string(format!("/proc/{holder}/comm")).ok()?;
    Some((holder, name.trim().to_owned()))
}

/// Returns the socket's inode, if a line of the table is about one that listens on the port.
fn listening_inode(line: &str, port: u16) -> Option<&str> {
    const LISTEN: &str = "0A";
    let fields: Vec<&str> = line.split_whitespace().collect();
    let local = fields.get(1)?.rsplit(':').next()?;
    let listens = *fields.get(3)? == LISTEN && u16::from_str_radix(local, 16) == Ok(port);
    listens.then(|| fields.get(9).copied()).flatten()
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    #[test]
    fn the_process_that_listens_is_named() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        assert_eq!(find(port).map(|(process, _)| process), Some(std::process::id()));
        drop(listener);
        assert_eq!(find(port), None);
    }
}
