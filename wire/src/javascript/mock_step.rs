//! Steps of the mock client. Results are serialized by core's types.

use serde::Serialize;
use waybill_access::mock_client as core;

use crate::failure::Failure;
use crate::mock::{DefinitionFile, MockOperation, MockRequest};

/// The next step of an operation.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum MockStep {
    /// Send a request.
    Send {
        /// The request.
        #[serde(flatten)]
        request: MockRequest,
    },
    /// Wait.
    Wait {
        /// The end of the wait, in milliseconds since the Unix epoch.
        #[serde(serialize_with = "crate::json::safe")]
        until: i64,
    },
    /// The operation ended.
    Done {
        /// Its result.
        #[cfg_attr(test, ts(type = "unknown"))]
        result: core::MockResult,
    },
    /// The operation failed.
    Failed {
        /// The failure.
        error: Box<Failure>,
    },
}

/// Adds the contents of an operation's files, in their order. They are passed separately from the JSON.
pub fn fill_files(operation: &mut MockOperation, contents: impl Iterator<Item = Vec<u8>>) {
    let files: Vec<&mut DefinitionFile> = match operation {
        MockOperation::Upload { files } => files.iter_mut().collect(),
        MockOperation::Seed { definitions, patience_ms: _ } => {
            definitions.iter_mut().flat_map(|definition| &mut definition.files).collect()
        }
        MockOperation::CheckHealth
        | MockOperation::WaitUntilUp { patience_ms: _ }
        | MockOperation::ListServices
        | MockOperation::Export
        | MockOperation::ListInvocations { service: _, version: _, page: _, size: _ }
        | MockOperation::ReadMetrics
        | MockOperation::CallSoap { call: _ } => return,
    };
    for (file, content) in files.into_iter().zip(contents) {
        file.content = content;
    }
}

impl From<core::MockStep> for MockStep {
    fn from(step: core::MockStep) -> Self {
        match step {
            core::MockStep::Send(request) => Self::Send { request: request.into() },
            core::MockStep::Wait { until } => Self::Wait { until: until.as_millis() },
            core::MockStep::Done(result) => match *result {
                Ok(result) => Self::Done { result },
                Err(error) => Self::Failed { error: Box::new(error.into()) },
            },
        }
    }
}
