//! What a WSDL file says of a service: its operations, one for each port, and their messages.

use crate::xsd::QName;

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
