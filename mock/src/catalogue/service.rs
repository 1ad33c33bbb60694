//! An imported service: the endpoint that serves it, its source files and its examples.

use std::sync::Arc;

use super::ServiceId;
use crate::files::Source;
use crate::rest::RestService;
use crate::sample::SampleOptions;
use crate::soap::{Examples, SoapEndpoint};

/// An imported service.
#[derive(Debug, Clone)]
pub(crate) struct ImportedService {
    pub(crate) id: ServiceId,
    pub(crate) source: Arc<Source>,
    pub(crate) kind: Kind,
    pub(crate) examples: Examples,
}

/// The protocol of a service.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// A service from a WSDL file.
    Soap(Arc<dyn SoapEndpoint>),
    /// A service from an OpenAPI description.
    Rest(Arc<RestService>),
}

impl ImportedService {
    /// Returns the path of the service below the mock service's root.
    pub(crate) fn path(&self) -> String {
        let root = match self.kind {
            Kind::Soap(_) => "soap",
            Kind::Rest(_) => "rest",
        };
        format!("/{root}/{}/{}", encode_segment(&self.id.name), encode_segment(&self.id.version))
    }

    /// Returns the number of values in its description. It is 0 for a WSDL file.
    pub(crate) fn value_count(&self) -> usize {
        match &self.kind {
            Kind::Soap(_) => 0,
            Kind::Rest(service) => service.value_count(),
        }
    }

    pub(crate) fn soap(&self) -> Option<&dyn SoapEndpoint> {
        match &self.kind {
            Kind::Soap(soap) => Some(soap.as_ref()),
            Kind::Rest(_) => None,
        }
    }

    /// Returns the number of operations.
    pub(crate) fn operation_count(&self) -> usize {
        match &self.kind {
            Kind::Soap(soap) => soap.operations().len(),
            Kind::Rest(rest) => rest.operations().len(),
        }
    }

    /// Returns the reason why no operation can be called, or `None` if any can.
    pub(crate) fn unserved(&self) -> Option<String> {
        match &self.kind {
            Kind::Soap(soap) => soap.unserved(),
            Kind::Rest(rest) => rest.unserved().map(str::to_owned),
        }
    }

    /// Returns one sentence for everything that was relaxed or could not be read during the import.
    pub(crate) fn notes(&self, options: &SampleOptions) -> Vec<String> {
        match &self.kind {
            Kind::Soap(soap) => soap.examine(options).notes.clone(),
            Kind::Rest(rest) => rest.examine(options.seed).notes.clone(),
        }
    }
}

/// Percent-encodes a path segment (RFC 3986 section 3.3). `+` is encoded too, because some readers decode it as a
/// space.
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
