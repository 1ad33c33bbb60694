//! What is asked of the mock service, for JavaScript: JSON both ways, and conversions without behaviour. What comes of an
//! operation is written as core has it.

use serde::{Deserialize, Serialize};
use waybill_access::mock_client::{
    DefinitionFile, MockOperation, MockRequest, MockResult, MockStep, ServiceDefinition, SoapCall, SoapProtocol,
};
use waybill_base::http::RequestHead;
use waybill_base::time::span_of_millis;

use crate::failures::ErrorOut;
use crate::outward::{lines, span, time};

/// Mirrors core's `MockOperation`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum MockOperationIn {
    /// Whether it is up.
    CheckHealth,
    /// Asks until it is up.
    WaitUntilUp {
        /// How long, in milliseconds.
        patience_ms: i64,
    },
    /// Imports a definition.
    Upload {
        /// Its files.
        files: Vec<DefinitionFileIn>,
    },
    /// What is imported.
    ListServices,
    /// Everything that is imported.
    Export,
    /// A page of the request log.
    ListInvocations {
        /// The service's name.
        service: String,
        /// Its version.
        version: String,
        /// Counted from 0.
        page: Option<u32>,
        /// Entries of a page.
        size: Option<u32>,
    },
    /// What it counts.
    ReadMetrics,
    /// Calls an operation of a SOAP service.
    CallSoap {
        /// The call.
        call: SoapCallIn,
    },
    /// Seeds it.
    Seed {
        /// One for each upload.
        definitions: Vec<ServiceDefinitionIn>,
        /// How long it is waited for, in milliseconds.
        patience_ms: i64,
    },
}

/// Mirrors core's `DefinitionFile`, whose bytes cross beside the text.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DefinitionFileIn {
    path: String,
}

/// Mirrors core's `ServiceDefinition`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServiceDefinitionIn {
    files: Vec<DefinitionFileIn>,
}

/// Mirrors core's `SoapCall`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SoapCallIn {
    service: String,
    version: String,
    operation: String,
    namespace: Option<String>,
    payload: String,
    header: Option<String>,
    protocol: SoapProtocolIn,
}

/// Mirrors core's `SoapProtocol`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SoapProtocolIn {
    /// SOAP 1.1.
    #[serde(rename = "1.1")]
    V11,
    /// SOAP 1.2.
    #[serde(rename = "1.2")]
    V12,
}

/// Mirrors core's `MockStep`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum MockStepOut {
    /// Send this.
    Send {
        /// The method.
        method: String,
        /// The absolute URL.
        url: String,
        /// The headers.
        headers: Vec<(String, String)>,
        /// The body; empty where there is none.
        #[serde(with = "serde_bytes")]
        #[cfg_attr(test, ts(type = "Uint8Array"))]
        body: Vec<u8>,
        /// How long the answer may take.
        timeout_ms: i64,
        /// How many bytes of the answer are read.
        body_limit: usize,
    },
    /// Wait.
    Wait {
        /// Until when.
        until: i64,
    },
    /// It is over.
    Done {
        /// What it came to.
        #[cfg_attr(test, ts(type = "unknown"))]
        result: MockResult,
    },
    /// It failed.
    Failed {
        /// With what.
        error: Box<ErrorOut>,
    },
}

impl MockOperationIn {
    /// The operation with the contents of its files, in their order.
    pub(crate) fn with_contents(self, mut contents: impl Iterator<Item = Vec<u8>>) -> MockOperation {
        let mut read = |files: Vec<DefinitionFileIn>| {
            let file =
                |DefinitionFileIn { path }| DefinitionFile { path, content: contents.next().unwrap_or_default() };
            files.into_iter().map(file).collect()
        };
        match self {
            Self::CheckHealth => MockOperation::CheckHealth,
            Self::WaitUntilUp { patience_ms } => MockOperation::WaitUntilUp { patience: span_of_millis(patience_ms) },
            Self::Upload { files } => MockOperation::Upload { files: read(files) },
            Self::ListServices => MockOperation::ListServices,
            Self::Export => MockOperation::Export,
            Self::ListInvocations { service, version, page, size } => {
                MockOperation::ListInvocations { service, version, page, size }
            }
            Self::ReadMetrics => MockOperation::ReadMetrics,
            Self::CallSoap { call } => MockOperation::CallSoap(call.into()),
            Self::Seed { definitions, patience_ms } => {
                let definition = |ServiceDefinitionIn { files }| ServiceDefinition { files: read(files) };
                let definitions = definitions.into_iter().map(definition).collect();
                MockOperation::Seed { definitions, patience: span_of_millis(patience_ms) }
            }
        }
    }
}

impl From<SoapCallIn> for SoapCall {
    fn from(call: SoapCallIn) -> Self {
        let SoapCallIn { service, version, operation, namespace, payload, header, protocol } = call;
        let protocol = match protocol {
            SoapProtocolIn::V11 => SoapProtocol::V11,
            SoapProtocolIn::V12 => SoapProtocol::V12,
        };
        Self { service, version, operation, namespace, payload, header, protocol }
    }
}

impl From<MockStep> for MockStepOut {
    fn from(step: MockStep) -> Self {
        match step {
            MockStep::Send(MockRequest { head, body, timeout, body_limit }) => {
                let RequestHead { method, url, headers } = head;
                let (method, headers, timeout_ms) = (method.as_str().to_owned(), lines(&headers), span(timeout));
                Self::Send { method, url, headers, body, timeout_ms, body_limit }
            }
            MockStep::Wait { until } => Self::Wait { until: time(until) },
            MockStep::Done(result) => match *result {
                Ok(result) => Self::Done { result },
                Err(error) => Self::Failed { error: Box::new(error.into()) },
            },
        }
    }
}
