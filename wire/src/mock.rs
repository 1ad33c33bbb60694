//! Operations of the mock client, and its requests.

use std::fmt;

use serde::{Deserialize, Serialize};
use waybill_access::mock_client as core;
use waybill_base::time::{millis_of_span, span_of_millis};

use super::http::RequestHead;

/// An operation of the mock client.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum MockOperation {
    /// Checks if the mock service is up.
    CheckHealth,
    /// Waits until the mock service is up.
    WaitUntilUp {
        /// The longest wait in milliseconds.
        patience_ms: i64,
    },
    /// Imports one definition.
    Upload {
        /// The file that defines the services, then the files that it refers to.
        files: Vec<DefinitionFile>,
    },
    /// Lists the imported services.
    ListServices,
    /// Exports all imported services, in a format that can be imported again.
    Export,
    /// Reads a page of the request log of a service.
    ListInvocations {
        /// The service's name.
        service: String,
        /// Its version.
        version: String,
        /// The page, counted from 0.
        page: Option<u32>,
        /// Entries per page.
        size: Option<u32>,
    },
    /// Reads the metrics.
    ReadMetrics,
    /// Calls an operation of a SOAP service.
    CallSoap {
        /// The call.
        call: SoapCall,
    },
    /// Waits until the mock service is up, uploads definitions, and compares the list of services with the uploads.
    Seed {
        /// The definitions. Each is one upload.
        definitions: Vec<ServiceDefinition>,
        /// The longest wait in milliseconds.
        patience_ms: i64,
    },
}

/// A file of a definition.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct DefinitionFile {
    /// Its path as other files refer to it.
    pub path: String,
    /// Its bytes. JavaScript passes them separately from the JSON.
    #[serde(skip)]
    pub content: Vec<u8>,
}

/// A definition of services: one upload.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ServiceDefinition {
    /// The file that defines the services, then the files that it refers to.
    pub files: Vec<DefinitionFile>,
}

/// A call of an operation of a SOAP service.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SoapCall {
    /// The service's name.
    pub service: String,
    /// Its version.
    pub version: String,
    /// The operation's name in the WSDL.
    pub operation: String,
    /// The `targetNamespace` that the payload must have.
    pub namespace: Option<String>,
    /// The content of the envelope's body.
    pub payload: String,
    /// The content of the envelope's header.
    pub header: Option<String>,
    /// The version of SOAP.
    pub protocol: SoapProtocol,
}

/// A version of SOAP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum SoapProtocol {
    /// SOAP 1.1.
    #[serde(rename = "1.1")]
    V11,
    /// SOAP 1.2.
    #[serde(rename = "1.2")]
    V12,
}

/// A request to the mock service.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi::export(Debug, Display))]
pub struct MockRequest {
    /// Method, URL and headers.
    #[serde(flatten)]
    pub head: RequestHead,
    /// The body, which may be empty.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(test, ts(type = "Uint8Array"))]
    pub body: Vec<u8>,
    /// Timeout of the whole response, body included, in milliseconds.
    #[serde(serialize_with = "super::json::safe")]
    pub timeout_ms: i64,
    /// Maximum number of bytes to read of the response body.
    pub body_limit: i64,
}

impl From<MockOperation> for core::MockOperation {
    fn from(operation: MockOperation) -> Self {
        match operation {
            MockOperation::CheckHealth => Self::CheckHealth,
            MockOperation::WaitUntilUp { patience_ms } => Self::WaitUntilUp { patience: span_of_millis(patience_ms) },
            MockOperation::Upload { files } => Self::Upload { files: files.into_iter().map(Into::into).collect() },
            MockOperation::ListServices => Self::ListServices,
            MockOperation::Export => Self::Export,
            MockOperation::ListInvocations { service, version, page, size } => {
                Self::ListInvocations { service, version, page, size }
            }
            MockOperation::ReadMetrics => Self::ReadMetrics,
            MockOperation::CallSoap { call } => Self::CallSoap(call.into()),
            MockOperation::Seed { definitions, patience_ms } => Self::Seed {
                definitions: definitions.into_iter().map(Into::into).collect(),
                patience: span_of_millis(patience_ms),
            },
        }
    }
}

impl From<DefinitionFile> for core::DefinitionFile {
    fn from(file: DefinitionFile) -> Self {
        let DefinitionFile { path, content } = file;
        Self { path, content }
    }
}

impl From<ServiceDefinition> for core::ServiceDefinition {
    fn from(definition: ServiceDefinition) -> Self {
        let ServiceDefinition { files } = definition;
        Self { files: files.into_iter().map(Into::into).collect() }
    }
}

impl From<SoapCall> for core::SoapCall {
    fn from(call: SoapCall) -> Self {
        let SoapCall { service, version, operation, namespace, payload, header, protocol } = call;
        let protocol = match protocol {
            SoapProtocol::V11 => core::SoapProtocol::V11,
            SoapProtocol::V12 => core::SoapProtocol::V12,
        };
        Self { service, version, operation, namespace, payload, header, protocol }
    }
}

impl From<core::MockRequest> for MockRequest {
    fn from(request: core::MockRequest) -> Self {
        let core::MockRequest { head, body, timeout, body_limit } = request;
        let body_limit = i64::try_from(body_limit).unwrap_or(i64::MAX);
        Self { head: head.into(), body, timeout_ms: millis_of_span(timeout), body_limit }
    }
}

impl fmt::Debug for DefinitionFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DefinitionFile({}, {} bytes)", self.path, self.content.len())
    }
}

impl fmt::Debug for MockRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { head, body, timeout_ms, body_limit: _ } = self;
        write!(f, "MockRequest({head:?}, {} bytes, timeout_ms: {timeout_ms})", body.len())
    }
}

super::display_as_debug!(DefinitionFile, MockRequest);
