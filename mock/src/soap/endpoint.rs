//! The interface between SOAP services and the rest of the mock service. Only the reader of WSDL files creates them, so
//! programs without it contain no code for XML Schema.

use std::fmt;
use std::sync::Arc;

use super::example::{Example, ExampleError};
use super::{Examination, SoapOperation, SoapRequest, SoapService, interface};
use crate::files::Source;
use crate::response::Exchange;
use crate::sample::SampleOptions;

/// A SOAP service that is served.
pub(crate) trait SoapEndpoint: fmt::Debug + Send + Sync {
    fn operations(&self) -> &[SoapOperation];

    /// Returns the reason why no operation can be called, or `None` if any can.
    fn unserved(&self) -> Option<String>;

    /// Returns the findings about the service and its operations. Compiles the schemas if necessary.
    fn examine(&self, options: &SampleOptions) -> Arc<Examination>;

    /// True if compiled schemas are available for a request, or if their compilation failed.
    fn is_ready(&self) -> bool;

    /// Handles a request. Returns an example, a sample, or a fault with the required changes.
    fn respond(&self, request: &SoapRequest<'_>) -> Exchange;

    /// Reads a handwritten example. If `operation` is `None`, the body determines the operation.
    ///
    /// # Errors
    /// Returns an error if the string is not a SOAP message or does not match its schema. Without `operation`, the body
    /// must belong to exactly one operation.
    fn read_example(&self, text: &str, operation: Option<&str>) -> Result<Example, ExampleError>;

    /// Returns a file of the service with all addresses replaced by `address`, or `None` if there is no such file.
    fn rewrite(&self, source: &Source, path: &str, address: &str) -> Option<String>;
}

impl SoapEndpoint for SoapService {
    fn operations(&self) -> &[SoapOperation] {
        &self.operations
    }

    fn unserved(&self) -> Option<String> {
        self.unserved()
    }

    fn examine(&self, options: &SampleOptions) -> Arc<Examination> {
        self.examine(options)
    }

    fn is_ready(&self) -> bool {
        self.schemas.is_ready()
    }

    fn respond(&self, request: &SoapRequest<'_>) -> Exchange {
        self.respond(request)
    }

    fn read_example(&self, text: &str, operation: Option<&str>) -> Result<Example, ExampleError> {
        self.read_example(text, operation)
    }

    fn rewrite(&self, source: &Source, path: &str, address: &str) -> Option<String> {
        interface::rewrite(source, path, address)
    }
}
