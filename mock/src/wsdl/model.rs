//! The model of a WSDL service: its operations, one for each port, and their messages.

use crate::xsd::QName;

/// A `wsdl:service`.
#[derive(Debug, Clone)]
pub(crate) struct Service {
    pub(crate) name: String,
    /// The `targetNamespace` of the file that declares it.
    pub(crate) namespace: String,
    pub(crate) operations: Vec<Operation>,
    /// Reasons why ports have no operation, each a sentence without its full stop.
    pub(crate) empty_ports: Vec<String>,
}

/// An operation of one port.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) name: String,
    pub(crate) port: String,
    /// SOAP version, or `None` if the binding is not SOAP.
    pub(crate) soap: Option<SoapVersion>,
    /// The `soapAction` of the binding, if it declares one.
    pub(crate) soap_action: Option<String>,
    pub(crate) input: Message,
    /// Response message, or `None` for a one-way operation.
    pub(crate) output: Option<Message>,
    pub(crate) faults: Vec<Fault>,
    /// Reason why it cannot be served, as a sentence without its full stop.
    pub(crate) unserved: Option<String>,
}

/// The content of a SOAP message.
#[derive(Debug, Clone, Default)]
pub(crate) struct Message {
    /// Element around the parts of an rpc message.
    pub(crate) wrapper: Option<QName>,
    /// True if the WSDL specifies no namespace for the wrapper. Clients then send it with or without one.
    pub(crate) wrapper_may_be_unqualified: bool,
    pub(crate) parts: Vec<Part>,
    /// Parts in the SOAP header.
    pub(crate) headers: Vec<Part>,
}

/// A `wsdl:part`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) content: PartContent,
}

/// The target of a part's reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PartContent {
    /// An element declaration.
    Element(QName),
    /// A type definition.
    Type(QName),
}

/// A `wsdl:fault` of an operation. Its message has exactly one part.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) name: String,
    pub(crate) part: Part,
}

/// The SOAP version of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SoapVersion {
    /// SOAP 1.1 (W3C Note of 8 May 2000).
    V1_1,
    /// SOAP 1.2 (W3C Recommendation, second edition).
    V1_2,
}
