//! What a back end forwards for a mobile app, and what the app gets back: refused unless an allow-list names it.
//!
//! A request is taken in two steps. [`Forwarder::receive`] matches it against the [`AllowList`] and answers a refusal, or who
//! asks for which operation with which parameters; the host says whether this user may touch these objects, and only
//! [`Forwarder::permit`] gives the call that a client sends. Whatever the host does not permit is refused.
//!
//! Nothing of the app's request is passed on as it came: its path is matched segment by segment, each decoded once, and built
//! anew; headers and query parameters pass by name. What the app gets back says nothing of how the back end is authorised:
//! why a call failed goes to the host's log ([`RefusedRequest::log`]).
//!
//! Depend on `waybill-core`, which exports this crate.
#![forbid(unsafe_code)]

mod allow_list;
mod answer;
mod body_search;
mod check;
mod cross_origin;
mod forwarder;
mod headers;
mod inbound;
mod limits;
mod matching;
mod read;
mod refused_request;
mod session;
mod target;
#[cfg(test)]
mod tests;

pub use allow_list::{AllowList, AllowedOperation, AllowedRoute, Binding, BoundParameter, ForwardLimits, Pattern};
pub use answer::{AnswerHead, ForwardedAnswer};
pub use body_search::{BodySearch, Searched};
pub use check::ListFinding;
pub use forwarder::{Authorization, Forwarder, Permitted, Received, RequestId};
pub use inbound::InboundRequest;
pub use refused_request::RefusedRequest;
pub use session::Session;
