//! Access: calls in, actions out.
//!
//! An [`Engine`] checks and authorises calls, keeps tokens alive and says what a failure means. It performs nothing:
//! every input returns a [`Step`] with all it causes, and the host carries that out with its own HTTP client.

mod action;
mod call;
mod call_lifecycle;
mod calls;
mod cause;
mod challenge;
mod config;
mod engine;
mod errors;
mod exchanges;
mod explain;
mod failure;
mod held_credentials;
mod ids;
mod live;
mod missing_scopes;
mod request;
mod sent;
mod target;
mod times;

pub use action::{Action, Begun, Invalidate, Misuse, Outcome, Purpose, Step};
pub use call::{Call, Route};
pub use config::Config;
pub use engine::Engine;
pub use ids::{CallId, ExchangeId, TicketId};

#[doc = include_str!("../token/rows.md")]
pub mod token_machine {}

#[cfg(test)]
mod tests;
