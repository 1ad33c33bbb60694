//! The operations of the mock service, and their results.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::health::MockHealth;
use super::invocations::InvocationPage;
use super::listing::ListedService;
use super::metrics::MetricSample;
use super::seed_report::SeedReport;
use super::soap::{SoapCall, SoapReply};
use super::uploaded::UploadedService;

/// Default time to wait for the mock service. The platform's own takes 60 to 90 s to start.
pub const DEFAULT_PATIENCE: Duration = Duration::from_mins(2);

/// An operation of the mock service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MockOperation {
    /// Checks its health: `GET /api/health`.
    CheckHealth,
    /// Checks its health until it is up. The platform's own takes 60 to 90 s to start.
    WaitUntilUp {
        /// Time limit, from now.
        patience: Duration,
    },
    /// Imports one definition with the files that it refers to: `POST /api/artifact/upload`.
    Upload {
        /// The file that defines the services, then those that it refers to.
        files: Vec<DefinitionFile>,
    },
    /// Lists the imported services: `GET /api/services`.
    ListServices,
    /// Exports everything that is imported, for a later import: `GET /api/services/export`.
    Export,
    /// Reads a page of a service's request log: `GET /api/invocations/{service}/{version}`.
    ListInvocations {
        /// The service's name.
        service: String,
        /// Its version.
        version: String,
        /// Page number from 0. `None` uses the service's default.
        page: Option<u32>,
        /// Number of entries per page. `None` uses the service's default.
        size: Option<u32>,
    },
    /// Reads its metrics: `GET /actuator/prometheus`.
    ReadMetrics,
    /// Calls an operation of a SOAP service: `POST /soap/{service}/{version}`.
    CallSoap(SoapCall),
    /// Waits until the service is up, uploads definitions one by one, and checks that the services they define are listed.
    Seed {
        /// Definitions, one per upload.
        definitions: Vec<ServiceDefinition>,
        /// Time to wait until the service is up, from now.
        patience: Duration,
    },
}

/// A file of a service definition.
#[derive(Clone, PartialEq, Eq)]
pub struct DefinitionFile {
    /// Path by which other files refer to it, with `/` between folders. For a single file, its name.
    pub path: String,
    /// Content in bytes.
    pub content: Vec<u8>,
}

/// A definition of services, sent in one upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceDefinition {
    /// The file that defines the services, then those that it refers to.
    pub files: Vec<DefinitionFile>,
}

/// The result of an operation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", content = "value", rename_all = "kebab-case")]
pub enum MockResult {
    /// Its health.
    Health(MockHealth),
    /// The service is up.
    Up,
    /// Services that an upload imported.
    Uploaded(Vec<UploadedService>),
    /// Imported services.
    Services(Vec<ListedService>),
    /// Export in the service's own format.
    Export(
        #[serde(with = "serde_bytes")]
        #[cfg_attr(test, ts(type = "Uint8Array"))]
        Vec<u8>,
    ),
    /// A page of the request log.
    Invocations(InvocationPage),
    /// Metrics.
    Metrics(Vec<MetricSample>),
    /// Response of a SOAP service.
    Soap(SoapReply),
    /// Outcome of a seeding.
    Seeded(SeedReport),
}

impl fmt::Debug for DefinitionFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, content } = self;
        write!(formatter, "DefinitionFile({path}, {} bytes)", content.len())
    }
}
