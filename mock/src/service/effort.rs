//! How much a request may cost, estimated from its head and the length of its body before any work is done.

use http::Method;
use http::header::CONTENT_ENCODING;
use http::request::Parts;

use super::route::Route;
use crate::catalogue::Catalogue;
use crate::soap::SoapEndpoint;

/// Bodies above this many bytes take more than some milliseconds.
const LONG: usize = 16 * 1024;

/// Trees of bodies above this many bytes take tens of MiB.
const HUGE: usize = 1024 * 1024;

/// How much answering a request may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Less than some milliseconds.
    Short,
    /// More: a body of some length, a list, or schemas that are compiled first.
    Long,
    /// Seconds, and a hundred MiB: a body of megabytes, one that unpacks to nobody knows how many, or an upload.
    Huge,
}

pub(super) fn estimate(catalogue: &Catalogue, head: &Parts, body_length: usize) -> Effort {
    match Route::find(head.uri.path()) {
        Route::Upload => Effort::Huge,
        _ if body_length > HUGE || (body_length > 0 && head.headers.contains_key(CONTENT_ENCODING)) => Effort::Huge,
        Route::Soap(id) if head.method == Method::POST && body_length <= LONG => {
            let is_ready = catalogue.find(&id).is_none_or(|service| service.soap().is_none_or(SoapEndpoint::is_ready));
            if is_ready { Effort::Short } else { Effort::Long }
        }
        Route::Rest(..) | Route::Health | Route::Prometheus | Route::Unknown if body_length <= LONG => Effort::Short,
        _ => Effort::Long,
    }
}
