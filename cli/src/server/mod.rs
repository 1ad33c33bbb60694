//! The parts that all servers of the command line share: ports, connections, request bodies and shutdown.

mod bodies;
mod connections;
mod exchange;
mod line_writer;
mod port_holder;
mod stop;

use std::net::{IpAddr, SocketAddr};

use tokio::net::TcpListener;

pub(crate) use bodies::{Bodies, Body, Held, discard};
pub(crate) use connections::{HEAD_PATIENCE, serve};
pub(crate) use exchange::{Dropped, now, respond};
pub(crate) use line_writer::LineWriter;
pub(crate) use port_holder::explain_bind_failure;
pub(crate) use stop::{interrupted, stdin_closed};

/// Listens on a port, and returns the listener with its address. Port 0 is any free one.
pub(crate) async fn bind(host: IpAddr, port: u16) -> std::io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind((host, port)).await?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}
