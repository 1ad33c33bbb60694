//! The scripted loopback server behind the driver suite: every host runs `tests/drivers/script.json` against it.
//! It works on raw sockets, because the suite needs what HTTP servers hide: resets, drops, answers before the body.
//! The behaviour is chosen by the request's path, `/<scenario>/<run>/...`, so one server serves all hosts at once.

mod connection;
mod gzip;
mod pattern;
mod run;
pub mod script;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use script::Script;

pub use pattern::byte_at;
pub use run::Seen;

/// A server on a loopback port of its own; it serves until the process ends.
#[derive(Debug)]
pub struct DriverServer {
    address: SocketAddr,
}

impl DriverServer {
    /// Binds `port` on loopback (0: any free one) and serves the scenarios of `script` from then on.
    ///
    /// # Errors
    /// The socket cannot be had.
    pub fn start(script: Script, port: u16) -> io::Result<DriverServer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let refused = Refused::reserve(&listener)?;
        let runs = Arc::new(run::Runs::new(script, origin(address), origin(refused.address)));
        thread::spawn(move || {
            // Held for as long as the server lives: this is what keeps the refused port without a listener.
            let _refused = refused;
            for stream in listener.incoming().flatten() {
                let runs = Arc::clone(&runs);
                thread::spawn(move || connection::serve(&stream, &runs));
            }
        });
        Ok(DriverServer { address })
    }

    /// `http://127.0.0.1:PORT`, what hosts get as `WAYBILL_DRIVER_SERVER`.
    #[must_use]
    pub fn origin(&self) -> String {
        origin(self.address)
    }
}

fn origin(address: SocketAddr) -> String {
    format!("http://{address}")
}

/// A port that is taken and has no listener: the client's end of a connection to ourselves.
/// A port that was merely free a moment ago could be somebody's by the time a host tries it.
struct Refused {
    address: SocketAddr,
    _ends: (TcpStream, TcpStream),
}

impl Refused {
    fn reserve(listener: &TcpListener) -> io::Result<Refused> {
        let client = TcpStream::connect(listener.local_addr()?)?;
        let (server, _) = listener.accept()?;
        Ok(Refused { address: client.local_addr()?, _ends: (client, server) })
    }
}
