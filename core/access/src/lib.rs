//! Authorised requests and the lifetime of tokens: calls in, actions out. `waybill-core` documents this crate.
#![forbid(unsafe_code)]

mod action;
mod call;
mod call_lifecycle;
mod calls;
mod cause;
mod challenge;
mod config;
mod engine;
pub mod environment;
mod errors;
mod exchanges;
mod explain;
mod failure;
mod foreign_text;
mod held_credentials;
mod ids;
pub mod key_check;
mod live;
mod missing_scopes;
pub mod mock_client;
mod problem;
mod request;
mod sent;
pub mod store;
mod target;
mod times;
mod token;

pub use action::{Action, Begun, Invalidate, Misuse, Outcome, Purpose, Step};
pub use call::{Call, Route};
pub use config::Config;
pub use engine::Engine;
pub use ids::{CallId, ExchangeId, TicketId};

#[doc = include_str!("token/rows.md")]
pub mod token_machine {}

#[cfg(test)]
mod tests;
