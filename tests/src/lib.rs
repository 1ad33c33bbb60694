//! Surface.

pub mod accounted;
pub mod driver_server;
pub mod edits;
pub mod exact;
pub mod generated;
pub mod raw;
