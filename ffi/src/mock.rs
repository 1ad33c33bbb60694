//! Results of the mock client: core's own types where UniFFI can have them, and records.

use waybill_access::mock_client::{
    FailedFile, ListedOperation, ListedService, MockHealth, SeededDefinition, SoapReply, UploadedService,
};

use crate::wire::http::NameValue;
use crate::wire::mock::MockRequest;

/// What is to be done for an operation.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum MockStep {
    /// Send this, without following redirects.
    Send {
        /// The request.
        request: MockRequest,
    },
    /// Wait.
    Wait {
        /// Until when.
        until: i64,
    },
    /// It is over.
    Done {
        /// What it came to.
        result: MockResult,
    },
}

/// What an operation came to.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum MockResult {
    /// How it is.
    Health {
        /// Its health.
        health: MockHealth,
    },
    /// It is up.
    Up,
    /// The services that an upload gave.
    Uploaded {
        /// The services.
        services: Vec<UploadedService>,
    },
    /// What is imported.
    Services {
        /// The services.
        services: Vec<ListedService>,
    },
    /// The export.
    Export {
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// A page of the request log.
    Invocations {
        /// The page.
        page: InvocationPage,
    },
    /// What it counts.
    Metrics {
        /// The figures.
        samples: Vec<MetricSample>,
    },
    /// What a SOAP service answered.
    Soap {
        /// The reply.
        reply: SoapReply,
    },
    /// What was seeded.
    Seeded {
        /// What became of each definition.
        definitions: Vec<SeededDefinition>,
    },
}

/// How the mock service is.
#[uniffi::remote(Record)]
pub struct MockHealth {
    /// Whether it is up.
    pub is_up: bool,
    /// The files that it was started with and could not import.
    pub failed: Vec<FailedFile>,
}

/// A file that was not imported.
#[uniffi::remote(Record)]
pub struct FailedFile {
    /// Its path.
    pub file: String,
    /// Why.
    pub reason: String,
}

/// A service that an upload gave.
#[uniffi::remote(Record)]
pub struct UploadedService {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What of it is relaxed or could not be read.
    pub notes: Vec<String>,
    /// Why none of its operations can be called.
    pub unserved: Option<String>,
}

/// A service that is imported.
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
    /// What of it is relaxed or could not be read.
    pub notes: Vec<String>,
    /// Why none of its operations can be called.
    pub unserved: Option<String>,
}

/// An operation of a service that is imported.
#[uniffi::remote(Record)]
pub struct ListedOperation {
    /// Its name.
    pub name: String,
    /// The HTTP method.
    pub method: Option<String>,
    /// The `soapAction` that the WSDL declares.
    pub action: Option<String>,
    /// The exact paths at which it is called.
    pub resource_paths: Vec<String>,
    /// Why it cannot be called.
    pub unserved: Option<String>,
}

/// A page of the request log.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct InvocationPage {
    /// The entries.
    pub entries: Vec<Invocation>,
    /// How many there are on all pages.
    pub total: Option<i64>,
}

/// A request to a mocked service, and its answer.
#[derive(Clone, PartialEq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct Invocation {
    /// When it came, in milliseconds since the Unix epoch.
    pub timestamp: Option<i64>,
    /// The operation that it named.
    pub operation: Option<String>,
    /// What came.
    pub request: Option<LoggedMessage>,
    /// What was answered.
    pub response: Option<LoggedMessage>,
    /// Milliseconds until the answer was given.
    pub duration_ms: Option<f64>,
    /// Whether a mocked answer was served.
    pub valid: Option<bool>,
    /// Why it was refused.
    pub reason: Option<String>,
    /// The entry as it came, JSON.
    pub json: String,
}

/// A request, or an answer, of the log.
#[derive(Clone, PartialEq, Eq, uniffi::Record)]
#[uniffi::export(Debug, Display)]
pub struct LoggedMessage {
    /// The method.
    pub method: Option<String>,
    /// The path.
    pub path: Option<String>,
    /// The status.
    pub status: Option<u16>,
    /// Each header with its values, one by one.
    pub headers: Vec<NameValue>,
    /// The body.
    pub body: Option<String>,
}

/// One figure that is counted.
#[derive(Debug, Clone, PartialEq, uniffi::Record)]
pub struct MetricSample {
    /// The metric's name.
    pub name: String,
    /// Names and values of its labels.
    pub labels: Vec<NameValue>,
    /// The figure.
    pub value: f64,
    /// When it was measured, in milliseconds since the Unix epoch.
    pub timestamp: Option<i64>,
}

/// What a SOAP service answered.
#[uniffi::remote(Record)]
pub struct SoapReply {
    /// The HTTP status.
    pub status: u16,
    /// Whether the envelope holds a fault.
    pub is_fault: bool,
    /// The envelope.
    pub envelope: String,
}

/// What became of a definition.
#[uniffi::remote(Record)]
pub struct SeededDefinition {
    /// The path of its first file.
    pub file: String,
    /// The services that it gave.
    pub services: Vec<UploadedService>,
    /// Why it was not imported.
    pub failure: Option<String>,
}
