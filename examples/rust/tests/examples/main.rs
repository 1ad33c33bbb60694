//! The examples, each run as its reader would run it.

mod call_carrier;
mod compare_releases;
mod development_platform;
mod share_login;
