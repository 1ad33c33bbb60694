//! OpenAPI services: requests are validated against the description, and responses are examples or samples.

mod body;
mod brackets;
mod choose;
mod decode;
mod examine;
mod examples;
mod headers;
mod leaf;
mod media;
mod no_sample;
mod operation;
mod parameters;
mod request;
mod respond;
mod route;
mod selector;
mod serve;
mod service;
mod template;
mod texts;
mod usual_headers;
mod validate;

pub(crate) use request::RestRequest;
pub(crate) use service::RestService;
