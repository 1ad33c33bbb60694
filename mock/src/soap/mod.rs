//! SOAP services: an envelope in, a validated and synthesised envelope out.

mod answer;
mod endpoint;
mod envelope;
mod examine;
mod example;
mod exchange;
mod fault;
mod interface;
mod pool;
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

/// The most ports that are named one by one.
const PORTS: usize = 20;

/// What is asked of requests beyond their schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SoapRules {
    pub(crate) action: ActionRule,
    /// Whether payloads may be in another namespace than the `targetNamespace` where the WSDL says so.
    pub(crate) declared_namespaces: bool,
    /// Whether requests are held to their schema.
    pub(crate) validate: bool,
}

/// A `wsdl:service` that is served.
#[derive(Debug)]
pub(crate) struct SoapService {
    /// The `targetNamespace` of the WSDL.
    namespace: String,
    operations: Vec<SoapOperation>,
    /// Why ports have no operation.
    empty_ports: Vec<String>,
    schemas: SchemaPool,
    /// Imports that none of the files stands for.
    unreachable: Arc<[MissingImport]>,
    examination: SharedOnce<Examination>,
}

/// An operation under its name: one way to call it for each port.
#[derive(Debug)]
pub(crate) struct SoapOperation {
    pub(crate) name: String,
    pub(crate) bindings: Vec<wsdl::Operation>,
}

/// The files that a service was read from.
#[derive(Debug, Clone)]
pub(crate) struct Sources {
    /// The schemas inside the WSDL files.
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

    /// Why none of its operations can be called, port by port; None where one can.
    pub(crate) fn unserved(&self) -> Option<String> {
        let unserved = self.operations.iter().all(|operation| operation.unserved().is_some());
        unserved.then(|| self.explain_ports())
    }

    /// Each port with the reason why it is not served.
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
    /// Why no port serves it; None where one does.
    pub(crate) fn unserved(&self) -> Option<&str> {
        let mut reasons = self.bindings.iter().map(|binding| binding.unserved.as_deref());
        let first = reasons.next().flatten()?;
        reasons.all(|reason| reason.is_some()).then_some(first)
    }
}

impl SoapVersion {
    /// The namespace of its envelope.
    pub(crate) fn envelope_namespace(self) -> &'static str {
        match self {
            SoapVersion::V1_1 => "http://schemas.xmlsoap.org/soap/envelope/",
            SoapVersion::V1_2 => "http://www.w3.org/2003/05/soap-envelope",
        }
    }

    /// The media type of its messages, with the encoding of ours.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            SoapVersion::V1_1 => "text/xml; charset=utf-8",
            SoapVersion::V1_2 => "application/soap+xml; charset=utf-8",
        }
    }
}
