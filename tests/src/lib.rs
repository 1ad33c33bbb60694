//! Surface.

pub mod driver_server;
pub mod generated;
