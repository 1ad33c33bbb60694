//! Tests that run each example as a user would.

mod call_carrier;
mod compare_releases;
mod development_platform;
mod share_login;
