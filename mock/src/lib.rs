//! Development stand-ins for the platform, its identity provider and carrier systems, without I/O.
//! A request goes in, a reply comes out; the server that carries the bytes, waits and drops is the host's.
//! Nothing here is meant to resist an attacker: keys are printed, tokens are predictable.
#![forbid(unsafe_code)]

pub mod platform;
#[allow(dead_code, unused_imports, reason = "the SOAP endpoints that use it come next")]
mod sample;
#[allow(dead_code, unused_imports, reason = "the SOAP endpoints that use it come next")]
mod xml;
#[allow(dead_code, unused_imports, reason = "the SOAP endpoints that use it come next")]
mod xsd;
