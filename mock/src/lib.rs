//! Development stand-ins for the platform, its identity provider and carrier systems, without I/O.
#![forbid(unsafe_code)]
