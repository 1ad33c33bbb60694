//! A SOAP service as the rest of the mock service sees it. Only the reader of WSDL files makes one, so that a program that
//! reads no WSDL files holds nothing of XML Schema.

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

    /// Why none of its operations can be called; None where one can.
    fn unserved(&self) -> Option<String>;

    /// What was found out about it and its operations; compiles its schemas where that was not done yet.
    fn examine(&self, options: &SampleOptions) -> Arc<Examination>;

    /// Whether a request finds compiled schemas, or knows that there are none.
    fn is_ready(&self) -> bool;

    /// Answers a request: with an example, with a sample, or with a fault that says what to change.
    fn respond(&self, request: &SoapRequest<'_>) -> Exchange;

    /// Reads an answer that was written by hand. Without an operation its body says which it answers.
    ///
    /// # Errors
    /// Where it is no message, answers no operation or several, or does not match its schema.
    fn read_example(&self, text: &str, operation: Option<&str>) -> Result<Example, ExampleError>;

    /// A file of the service with addresses that lead to `address`; None where there is no such file.
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
