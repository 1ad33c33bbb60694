//! Surface.

pub mod driver_server;
