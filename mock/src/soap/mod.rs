//! SOAP services: validate the envelope of a request and return one with a sample.

mod endpoint;
mod envelope;
mod examine;
mod example;
mod exchange;
mod fault;
mod interface;
mod pool;
mod samples;
mod select;
#[cfg(test)]
mod tests;
mod validate;

use std::sync::Arc;

use crate::files::Files;
use crate::kept::SharedOnce;
use crate::wsdl::{self, MissingImport, SoapVersion};
use crate::xsd::Document;
use pool::SchemaPool;

pub(crate) use endpoint::SoapEndpoint;
pub(crate) use examine::{Examination, OperationFindings};
pub(crate) use example::{Example, ExampleError, Examples};
pub(crate) use exchange::SoapRequest;
pub use select::ActionRule;

/// Maximum number of ports that are listed individually.
const PORTS: usize = 20;

/// Rules for requests in addition to their schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SoapRules {
    pub(crate) action: ActionRule,
    /// True if payloads may use a namespace other than the `targetNamespace` where the WSDL declares so.
    pub(crate) declared_namespaces: bool,
    /// True if requests are validated.
    pub(crate) validate: bool,
}

/// A served `wsdl:service`.
#[derive(Debug)]
pub(crate) struct SoapService {
    /// The `targetNamespace` of the WSDL.
    namespace: String,
    operations: Vec<SoapOperation>,
    /// Reasons why ports have no operation.
    empty_ports: Vec<String>,
    schemas: SchemaPool,
    /// Imports without a file in the upload.
    unreachable: Arc<[MissingImport]>,
    examination: SharedOnce<Examination>,
}

/// An operation with its bindings, one for each port.
#[derive(Debug)]
pub(crate) struct SoapOperation {
    pub(crate) name: String,
    pub(crate) bindings: Vec<wsdl::Operation>,
}

/// The files that a service was read from.
#[derive(Debug, Clone)]
pub(crate) struct Sources {
    /// Schemas inside the WSDL files.
    pub(crate) schemas: Arc<[Document]>,
    pub(crate) files: Arc<Files>,
    pub(crate) unreachable: Arc<[MissingImport]>,
}

impl SoapService {
    pub(crate) fn new(service: wsdl::Service, sources: Sources) -> SoapService {
        let mut operations: Vec<SoapOperation> = Vec::new();
        for binding in service.operations {
            match operations.iter_mut().find(|operation| operation.name == binding.name) {
                Some(operation) => operation.bindings.push(binding),
                None => operations.push(SoapOperation { name: binding.name.clone(), bindings: vec![binding] }),
            }
        }
        let Sources { schemas, files, unreachable } = sources;
        SoapService {
            namespace: service.namespace,
            operations,
            empty_ports: service.empty_ports,
            schemas: SchemaPool::new(schemas, files),
            unreachable,
            examination: SharedOnce::default(),
        }
    }

    /// Returns the reason for each port if no operation can be called, or `None` if any can.
    pub(crate) fn unserved(&self) -> Option<String> {
        let unserved = self.operations.iter().all(|operation| operation.unserved().is_some());
        unserved.then(|| self.explain_ports())
    }

    /// Returns each unserved port with its reason.
    fn explain_ports(&self) -> String {
        let mut ports: Vec<String> = Vec::new();
        let bindings = self.operations.iter().flat_map(|operation| &operation.bindings);
        let unserved = bindings.filter_map(|binding| Some((binding, binding.unserved.as_deref()?)));
        let unserved = unserved.map(|(binding, reason)| format!("port {}: {reason}", binding.port));
        for told in unserved.chain(self.empty_ports.iter().cloned()) {
            if ports.len() == PORTS {
                break;
            }
            if !ports.contains(&told) {
                ports.push(told);
            }
        }
        if ports.is_empty() { "it has no port with an operation".to_owned() } else { ports.join("; ") }
    }
}

impl SoapOperation {
    /// Returns the reason why no port serves it, or `None` if any does.
    pub(crate) fn unserved(&self) -> Option<&str> {
        let mut reasons = self.bindings.iter().map(|binding| binding.unserved.as_deref());
        let first = reasons.next().flatten()?;
        reasons.all(|reason| reason.is_some()).then_some(first)
    }
}

impl SoapVersion {
    /// Returns the namespace of its envelope.
    pub(crate) fn envelope_namespace(self) -> &'static str {
        match self {
            SoapVersion::V1_1 => "http://schemas.xmlsoap.org/soap/envelope/",
            SoapVersion::V1_2 => "http://www.w3.org/2003/05/soap-envelope",
        }
    }

    /// Returns the media type of its messages, with the encoding of responses.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            SoapVersion::V1_1 => "text/xml; charset=utf-8",
            SoapVersion::V1_2 => "application/soap+xml; charset=utf-8",
        }
    }
}
