//! How `waybill mock` and `waybill dev` end when they are told to.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server, and its first address.
struct Server {
    child: Child,
    address: String,
    /// Kept open: a pipe that nobody reads is another case.
    _output: BufReader<ChildStdout>,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut child =
            Command::new(env!("CARGO_BIN_EXE_waybill")).args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once("http://").unwrap().1.to_owned();
        Server { child, address, _output: output }
    }

    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn signal_right_after_start_ends_the_server_cleanly() {
    for arguments in [["mock", "--port", "0"], ["dev", "--port", "0"]] {
        for signal in ["-TERM", "-INT"].repeat(5) {
            let mut server = Server::start(&arguments);
            server.signal(signal);
            assert_eq!(server.child.wait().unwrap().code(), Some(0), "{arguments:?} {signal}");
        }
    }
}

#[test]
fn a_second_ctrl_c_does_not_wait_for_requests_under_way() {
    for (arguments, path) in [
        (["mock", "--port", "0"], "/api/artifact/upload"),
        (["dev", "--port", "0"], "/auth/realms/acme/protocol/openid-connect/token"),
    ] {
        let mut server = Server::start(&arguments);
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // The server asks for the body: the request is under way.
        let mut reply = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
        stream.read_exact(&mut reply).unwrap();
        assert_eq!(&reply, b"HTTP/1.1 100 Continue\r\n\r\n");
        stream.write_all(b"a").unwrap();
        server.signal("-INT");
        // It takes no further connection: it stops.
        while TcpStream::connect(&server.address).is_ok() {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(server.child.try_wait().unwrap(), None, "the first waits for the request");
        let began = Instant::now();
        server.signal("-INT");
        assert_eq!(server.child.wait().unwrap().code(), Some(0));
        assert!(began.elapsed() < Duration::from_secs(3), "{arguments:?}: {:?}", began.elapsed());
    }
}
