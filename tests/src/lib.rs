//! Surface.

pub mod access_vector;
pub mod accounted;
pub mod conformance;
pub mod driver_server;
pub mod edits;
pub mod exact;
pub mod keycloak;
pub mod random_description;
pub mod raw;
pub mod refactors;
mod request;
pub mod styles;
pub mod token_model;
