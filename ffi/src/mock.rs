//! Results of the mock client: core's types where UniFFI supports them, otherwise records.

use waybill_access::mock_client::{
    FailedFile, ListedOperation, ListedService, MockHealth, SeededDefinition, SoapReply, UploadedService,
};

use crate::wire::http::NameValue;
use crate::wire::mock::MockRequest;

/// The next step of an operation.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum MockStep {
    /// Send a request without following redirects. Then call `on_answer` or `on_failure`.
    Send {
        /// The request.
        request: MockRequest,
    },
    /// Wait, then call `on_time`.
    Wait {
        /// End of the wait, in milliseconds since the Unix epoch.
        until: i64,
    },
    /// The operation is over.
    Done {
        /// Its result.
        result: MockResult,
    },
}

/// The result of an operation.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum MockResult {
    /// The health of the mock service.
    Health {
        /// The health.
        health: MockHealth,
    },
    /// The mock service is up.
    Up,
    /// The services that an upload imported.
    Uploaded {
        /// The services.
        services: Vec<UploadedService>,
    },
    /// The imported services.
    Services {
        /// The services.
        services: Vec<ListedService>,
    },
    /// An export in the mock service's own format.
    Export {
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// A page of the request log.
    Invocations {
        /// The page.
        page: InvocationPage,
    },
    /// The metrics.
    Metrics {
        /// Their values.
        samples: Vec<MetricSample>,
    },
    /// The response of a SOAP service.
    Soap {
        /// The response.
        reply: SoapReply,
    },
    /// The outcome of a seeding.
    Seeded {
        /// The outcome of each definition.
        definitions: Vec<SeededDefinition>,
    },
}

/// The health of the mock service.
#[uniffi::remote(Record)]
pub struct MockHealth {
    /// True if it is up. Otherwise it is still importing the files it was started with.
    pub is_up: bool,
    /// Files that it was started with and could not import.
    pub failed: Vec<FailedFile>,
}

/// A file that was not imported.
#[uniffi::remote(Record)]
pub struct FailedFile {
    /// Its path.
    pub file: String,
    /// The reason.
    pub reason: String,
}

/// A service that an upload imported.
#[uniffi::remote(Record)]
pub struct UploadedService {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Parts of it that are relaxed or could not be read, one sentence each.
    pub notes: Vec<String>,
    /// The reason why none of its operations can be called, if so.
    pub unserved: Option<String>,
}

/// An imported service.
#[uniffi::remote(Record)]
pub struct ListedService {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `SOAP_HTTP` or `REST`.
    pub kind: Option<String>,
    /// The file that defines it.
    pub source_artifact: Option<String>,
    /// Its operations.
    pub operations: Vec<ListedOperation>,
    /// Parts of it that are relaxed or could not be read, one sentence each.
    pub notes: Vec<String>,
    /// The reason why none of its operations can be called, if so.
    pub unserved: Option<String>,
}

/// An operation of an imported service.
#[uniffi::remote(Record)]
pub struct ListedOperation {
    /// Its name. For a SOAP service, this is the value of `SOAPAction`.
    pub name: String,
    /// The HTTP method, for a REST service.
    pub method: Option<String>,
    /// The `soapAction` that the WSDL declares.
    pub action: Option<String>,
    /// The exact paths for calls.
    pub resource_paths: Vec<String>,
    /// The reason why it cannot be called, if so.
    pub unserved: Option<String>,
}

/// A page of the request log.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct InvocationPage {
    /// The entries.
    pub entries: Vec<Invocation>,
    /// Number of entries on all pages, if the service reports it.
    pub total: Option<i64>,
}

/// A logged request to a mocked service, and its response. Fields that the service does not report are empty.
#[derive(Clone, PartialEq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Invocation {
    /// Time of the request, in milliseconds since the Unix epoch.
    pub timestamp: Option<i64>,
    /// The operation that the request named.
    pub operation: Option<String>,
    /// The request.
    pub request: Option<LoggedMessage>,
    /// The response.
    pub response: Option<LoggedMessage>,
    /// Milliseconds until the response.
    pub duration_ms: Option<f64>,
    /// True if a mocked response was served.
    pub valid: Option<bool>,
    /// The reason why the request was rejected.
    pub reason: Option<String>,
    /// The entry's JSON.
    pub json: String,
}

/// A logged request or response.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct LoggedMessage {
    /// The method of a request.
    pub method: Option<String>,
    /// The path of a request.
    pub path: Option<String>,
    /// The status of a response.
    pub status: Option<u16>,
    /// The headers. A header with several values has one entry for each.
    pub headers: Vec<NameValue>,
    /// The body; only the beginning of a long one.
    pub body: Option<String>,
}

/// One value of a metric.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct MetricSample {
    /// The metric's name.
    pub name: String,
    /// The names and values of the labels.
    pub labels: Vec<NameValue>,
    /// The value.
    pub value: f64,
    /// Time of the measurement, in milliseconds since the Unix epoch, if given.
    pub timestamp: Option<i64>,
}

/// The response of a SOAP service.
#[uniffi::remote(Record)]
pub struct SoapReply {
    /// The HTTP status.
    pub status: u16,
    /// True if the envelope contains a fault.
    pub is_fault: bool,
    /// The envelope in UTF-8; empty if the operation has no output.
    pub envelope: String,
}

/// The outcome of a definition.
#[uniffi::remote(Record)]
pub struct SeededDefinition {
    /// The path of its first file.
    pub file: String,
    /// The services that it defined.
    pub services: Vec<UploadedService>,
    /// The reason why it or one of its services was not imported, if so.
    pub failure: Option<String>,
}
