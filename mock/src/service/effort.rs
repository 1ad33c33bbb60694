//! The cost of a request, estimated from its head and body length before any work is done.

use http::Method;
use http::header::CONTENT_ENCODING;
use http::request::Parts;

use super::route::{Control, Route};
use crate::catalogue::Catalogue;
use crate::soap::SoapEndpoint;

/// Body size in bytes above which a request takes more than a few milliseconds.
const LONG: usize = 16 * 1024;

/// Body size in bytes above which a parsed body takes tens of MiB.
const HUGE: usize = 1024 * 1024;

/// Estimated cost of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// At most a few milliseconds.
    Short,
    /// More than a few milliseconds: a longer body, a list, or schemas that have to be compiled first.
    Long,
    /// Seconds and a hundred MiB: a body of megabytes, a compressed body of unknown size, or an upload.
    Huge,
}

pub(super) fn estimate(catalogue: &Catalogue, head: &Parts, body_length: usize) -> Effort {
    match Route::find(head.uri.path()) {
        Route::Control(Control::Upload) => Effort::Huge,
        _ if body_length > HUGE || (body_length > 0 && head.headers.contains_key(CONTENT_ENCODING)) => Effort::Huge,
        Route::Soap(id) if head.method == Method::POST && body_length <= LONG => {
            let is_ready = catalogue.find(&id).is_none_or(|service| service.soap().is_none_or(SoapEndpoint::is_ready));
            if is_ready { Effort::Short } else { Effort::Long }
        }
        Route::Rest(..) | Route::Control(Control::Health | Control::Prometheus) | Route::Unknown
            if body_length <= LONG =>
        {
            Effort::Short
        }
        _ => Effort::Long,
    }
}
