//! A request to a REST service, as the mock service's dispatcher hands it over.

use http::{HeaderMap, Method};

use crate::sample::SampleOptions;

/// A request to a REST service.
#[derive(Debug)]
pub(crate) struct RestRequest<'a> {
    pub(crate) method: &'a Method,
    /// The path below the service's own, percent-encoded, with its leading slash.
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
    pub(crate) options: SampleOptions,
}
