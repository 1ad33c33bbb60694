//! Development stand-ins for the platform, its identity provider and carrier systems, without I/O.
//! A request goes in, a reply comes out; the server that carries the bytes, waits and drops is the host's.
//! Nothing here is meant to resist an attacker: keys are printed, tokens are predictable.
#![forbid(unsafe_code)]

mod catalogue;
mod credentials;
mod exchange;
mod files;
mod header_fields;
mod kept;
mod log;
mod metrics;
mod missing;
pub mod platform;
mod quoted;
mod rest;
mod sample;
pub mod service;
mod soap;
mod upload;
mod wsdl;
mod xml;
mod xsd;
