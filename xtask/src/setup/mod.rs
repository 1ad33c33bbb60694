//! Installs what a host needs on this machine, or names the command that does.
//!
//! Debian and Ubuntu packages are installed only as root. Steps skip what is already installed.

pub(crate) mod chromium;
pub(crate) mod corpus;
pub(crate) mod firefox;
pub(crate) mod jvm;
pub(crate) mod keycloak;
pub(crate) mod mock_peers;
pub(crate) mod node;
pub(crate) mod openapi;
pub(crate) mod package;
pub(crate) mod providers;
pub(crate) mod python;
pub(crate) mod redis;
pub(crate) mod refactors;
pub(crate) mod schema_suite;
pub(crate) mod soap;
pub(crate) mod swift;
mod system;
mod tool;
pub(crate) mod tools;
pub(crate) mod valgrind;
pub(crate) mod wasm;
pub(crate) mod workflow_linters;

pub(crate) use tool::Tool;
