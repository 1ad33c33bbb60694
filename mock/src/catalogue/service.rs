//! One imported service: what it answers with, and the files it came from.

use std::sync::Arc;

use super::ServiceId;
use crate::files::Files;
use crate::soap::SoapService;

/// An imported service.
#[derive(Debug)]
pub(crate) struct ImportedService {
    pub(crate) id: ServiceId,
    pub(crate) source: Arc<Source>,
    pub(crate) soap: SoapService,
}

/// The files that a service was imported from; services of one upload share them.
#[derive(Debug)]
pub(crate) struct Source {
    /// The path of the file that was read first.
    pub(crate) main: String,
    /// That file and all that it reaches.
    pub(crate) files: Arc<Files>,
}

impl ImportedService {
    /// The path below the mock service's root at which it is served.
    pub(crate) fn path(&self) -> String {
        format!("/soap/{}/{}", encode_segment(&self.id.name), encode_segment(&self.id.version))
    }
}

/// A text as one path segment (RFC 3986 section 3.3); `+` is encoded, since readers take it for a space.
fn encode_segment(text: &str) -> String {
    const ENCODED: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'~')
        .remove(b'!')
        .remove(b'$')
        .remove(b'\'')
        .remove(b'(')
        .remove(b')')
        .remove(b'*')
        .remove(b',')
        .remove(b'=')
        .remove(b':')
        .remove(b'@');
    percent_encoding::utf8_percent_encode(text, ENCODED).to_string()
}
