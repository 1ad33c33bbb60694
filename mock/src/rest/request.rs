//! A request to a REST service, as the mock service's dispatcher passes it on.

use http::{HeaderMap, Method};

use crate::sample::SampleOptions;

/// A request to a REST service.
#[derive(Debug)]
pub(crate) struct RestRequest<'a> {
    pub(crate) method: &'a Method,
    /// Path below the service's root, percent-encoded, with its leading slash.
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
    pub(crate) options: SampleOptions,
}
