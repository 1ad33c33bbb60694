//! What can be asked of the mock service, and what comes of it.

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

/// How long is waited for the mock service unless something else is asked for: the platform's own takes 60 to 90 s to start.
pub const DEFAULT_PATIENCE: Duration = Duration::from_mins(2);

/// One thing that is asked of the mock service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MockOperation {
    /// Whether it is up: `GET /api/health`.
    CheckHealth,
    /// Asks for its health until it is up, for at most so long. The platform's own takes 60 to 90 s to start.
    WaitUntilUp {
        /// How long, from now.
        patience: Duration,
    },
    /// Imports one definition with the files that it refers to: `POST /api/artifact/upload`.
    Upload {
        /// The file that defines the services, then those that it refers to.
        files: Vec<DefinitionFile>,
    },
    /// What is imported: `GET /api/services`.
    ListServices,
    /// Everything that is imported, to be imported again: `GET /api/services/export`.
    Export,
    /// A page of the request log of a service: `GET /api/invocations/{service}/{version}`.
    ListInvocations {
        /// The service's name.
        service: String,
        /// Its version.
        version: String,
        /// Counted from 0; the service's own where not given.
        page: Option<u32>,
        /// How many entries a page has; the service's own where not given.
        size: Option<u32>,
    },
    /// What it counts: `GET /actuator/prometheus`.
    ReadMetrics,
    /// Calls an operation of a SOAP service: `POST /soap/{service}/{version}`.
    CallSoap(SoapCall),
    /// Waits until it is up, uploads definitions one by one, and compares the list of services with what they gave.
    Seed {
        /// One for each upload.
        definitions: Vec<ServiceDefinition>,
        /// How long it is waited for, from now.
        patience: Duration,
    },
}

/// A file of a definition.
#[derive(Clone, PartialEq, Eq)]
pub struct DefinitionFile {
    /// Its path as other files refer to it, with `/` between folders; of a single file its name.
    pub path: String,
    /// Its bytes.
    pub content: Vec<u8>,
}

/// A definition of services: one upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceDefinition {
    /// The file that defines the services, then those that it refers to.
    pub files: Vec<DefinitionFile>,
}

/// What an operation came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", content = "value", rename_all = "kebab-case")]
pub enum MockResult {
    /// How it is.
    Health(MockHealth),
    /// It is up.
    Up,
    /// The services that an upload gave.
    Uploaded(Vec<UploadedService>),
    /// What is imported.
    Services(Vec<ListedService>),
    /// The export, as it came.
    Export(
        #[serde(with = "serde_bytes")]
        #[cfg_attr(test, ts(type = "Uint8Array"))]
        Vec<u8>,
    ),
    /// A page of the request log.
    Invocations(InvocationPage),
    /// What it counts.
    Metrics(Vec<MetricSample>),
    /// What a SOAP service answered.
    Soap(SoapReply),
    /// What was seeded.
    Seeded(SeedReport),
}

impl fmt::Debug for DefinitionFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, content } = self;
        write!(formatter, "DefinitionFile({path}, {} bytes)", content.len())
    }
}
