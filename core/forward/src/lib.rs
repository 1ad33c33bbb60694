//! Forwarding of a mobile app's requests by a back end. `waybill-core` documents it as `forward`.
#![forbid(unsafe_code)]

mod allow_list;
mod answer;
mod body_search;
mod check;
mod cross_origin;
mod escapes;
mod forwarder;
mod headers;
mod inbound;
mod limits;
mod matching;
mod needles;
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
