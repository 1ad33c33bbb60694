//! WSDL 1.1 files as a model: services, ports, operations, and the schema documents they stand on.
//!
//! Only what a server of literal SOAP needs is kept. What cannot be served is kept with the reason, so that it can be listed.

mod components;
mod error;
mod imports;
mod operation;
mod schemas;
mod service;
mod syntax;
#[cfg(test)]
mod tests;

use crate::files::Files;
use crate::xsd::{Document, QName};

pub(crate) use error::WsdlError;
pub(crate) use imports::MissingImport;

/// A WSDL file with everything it reaches.
#[derive(Debug)]
pub(crate) struct Wsdl {
    /// In the order of the file. Empty for a file that others import.
    pub(crate) services: Vec<Service>,
    /// The schemas that stand in `wsdl:types`, each as a document of its own.
    pub(crate) schemas: Vec<Document>,
    /// Imports with an `http` or `https` address that no file of the upload stands for.
    pub(crate) unreachable: Vec<MissingImport>,
    /// The URIs of the files that the main file reaches, itself first.
    pub(crate) reached: Vec<String>,
}

/// A `wsdl:service`.
#[derive(Debug, Clone)]
pub(crate) struct Service {
    pub(crate) name: String,
    /// The `targetNamespace` of the file that declares it.
    pub(crate) namespace: String,
    pub(crate) operations: Vec<Operation>,
    /// Why ports have no operation, a sentence without its full stop for each of them.
    pub(crate) empty_ports: Vec<String>,
}

/// An operation of one port: one way to call it.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) name: String,
    pub(crate) port: String,
    /// None where the binding is not SOAP.
    pub(crate) soap: Option<SoapVersion>,
    /// The `soapAction` that the binding declares; None where it declares none.
    pub(crate) soap_action: Option<String>,
    pub(crate) input: Message,
    /// None for a one-way operation.
    pub(crate) output: Option<Message>,
    pub(crate) faults: Vec<Fault>,
    /// Why it cannot be served, as a sentence without its full stop.
    pub(crate) unserved: Option<String>,
}

/// What a SOAP message holds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Message {
    /// The element around the parts of an rpc message.
    pub(crate) wrapper: Option<QName>,
    /// Whether the WSDL names no namespace for the wrapper: clients then differ on whether it has one.
    pub(crate) wrapper_may_be_unqualified: bool,
    pub(crate) parts: Vec<Part>,
    /// The parts that travel in the SOAP header.
    pub(crate) headers: Vec<Part>,
}

/// A `wsdl:part`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) content: PartContent,
}

/// What a part refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PartContent {
    /// An element declaration.
    Element(QName),
    /// A type definition.
    Type(QName),
}

/// A `wsdl:fault` of an operation; its message has exactly one part.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) name: String,
    pub(crate) part: Part,
}

/// The version of SOAP that a binding speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SoapVersion {
    /// SOAP 1.1 (W3C Note of 8 May 2000).
    V1_1,
    /// SOAP 1.2 (W3C Recommendation, second edition).
    V1_2,
}

impl Wsdl {
    /// Reads the file at `main` and what it imports, from `files` alone.
    ///
    /// # Errors
    /// Where a file is not well-formed XML, the main one is no WSDL 1.1, or a relative import has no file.
    pub(crate) fn read(main: &str, files: &Files) -> Result<Wsdl, WsdlError> {
        let imports::Reach { trees, reached, unreachable } = imports::follow(main, files)?;
        let components = components::Components::collect(&trees);
        let services = trees.first().map(|main| service::read_all(main, &components)).transpose()?.unwrap_or_default();
        let schemas = schemas::embedded(&trees);
        Ok(Wsdl { services, schemas, unreachable, reached })
    }
}
