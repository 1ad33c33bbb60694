//! From the records of the mock client to core's, and back.

use std::fmt;

use waybill_access::mock_client as core;
use waybill_base::time::{millis_of_span, span_of_millis};

use crate::http::{NameValue, named};
use crate::mock::{
    DefinitionFile, FailedFile, Invocation, InvocationPage, ListedOperation, ListedService, LoggedMessage,
    MetricSample, MockHealth, MockOperation, MockRequest, MockResult, SeededDefinition, ServiceDefinition, SoapCall,
    SoapProtocol, SoapReply, UploadedService,
};
use crate::step::number;

/// All of a list, converted.
fn all<T, U: From<T>>(list: Vec<T>) -> Vec<U> {
    list.into_iter().map(Into::into).collect()
}

impl From<MockOperation> for core::MockOperation {
    fn from(operation: MockOperation) -> Self {
        match operation {
            MockOperation::CheckHealth => Self::CheckHealth,
            MockOperation::WaitUntilUp { patience_ms } => Self::WaitUntilUp { patience: span_of_millis(patience_ms) },
            MockOperation::Upload { files } => Self::Upload { files: all(files) },
            MockOperation::ListServices => Self::ListServices,
            MockOperation::Export => Self::Export,
            MockOperation::ListInvocations { service, version, page, size } => {
                Self::ListInvocations { service, version, page, size }
            }
            MockOperation::ReadMetrics => Self::ReadMetrics,
            MockOperation::CallSoap { call } => Self::CallSoap(call.into()),
            MockOperation::Seed { definitions, patience_ms } => {
                Self::Seed { definitions: all(definitions), patience: span_of_millis(patience_ms) }
            }
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
        Self { files: all(files) }
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

impl From<core::MockResult> for MockResult {
    fn from(result: core::MockResult) -> Self {
        match result {
            core::MockResult::Health(health) => Self::Health { health: health.into() },
            core::MockResult::Up => Self::Up,
            core::MockResult::Uploaded(services) => Self::Uploaded { services: all(services) },
            core::MockResult::Services(services) => Self::Services { services: all(services) },
            core::MockResult::Export(bytes) => Self::Export { bytes },
            core::MockResult::Invocations(page) => Self::Invocations { page: page.into() },
            core::MockResult::Metrics(samples) => Self::Metrics { samples: all(samples) },
            core::MockResult::Soap(core::SoapReply { status, is_fault, envelope }) => {
                Self::Soap { reply: SoapReply { status, is_fault, envelope } }
            }
            core::MockResult::Seeded(core::SeedReport { definitions }) => {
                Self::Seeded { definitions: all(definitions) }
            }
        }
    }
}

impl From<core::MockHealth> for MockHealth {
    fn from(health: core::MockHealth) -> Self {
        let core::MockHealth { is_up, failed } = health;
        Self { is_up, failed: all(failed) }
    }
}

impl From<core::FailedFile> for FailedFile {
    fn from(failed: core::FailedFile) -> Self {
        let core::FailedFile { file, reason } = failed;
        Self { file, reason }
    }
}

impl From<core::UploadedService> for UploadedService {
    fn from(service: core::UploadedService) -> Self {
        let core::UploadedService { name, version, notes, unserved } = service;
        Self { name, version, notes, unserved }
    }
}

impl From<core::ListedService> for ListedService {
    fn from(service: core::ListedService) -> Self {
        let core::ListedService { name, version, kind, source_artifact, operations, notes, unserved } = service;
        Self { name, version, kind, source_artifact, operations: all(operations), notes, unserved }
    }
}

impl From<core::ListedOperation> for ListedOperation {
    fn from(operation: core::ListedOperation) -> Self {
        let core::ListedOperation { name, method, action, resource_paths, unserved } = operation;
        Self { name, method, action, resource_paths, unserved }
    }
}

impl From<core::InvocationPage> for InvocationPage {
    fn from(page: core::InvocationPage) -> Self {
        let core::InvocationPage { entries, total } = page;
        Self { entries: all(entries), total: total.map(number) }
    }
}

impl From<core::Invocation> for Invocation {
    fn from(entry: core::Invocation) -> Self {
        let core::Invocation { timestamp, operation, request, response, duration_ms, valid, reason, json } = entry;
        let (request, response) = (request.map(Into::into), response.map(Into::into));
        Self { timestamp, operation, request, response, duration_ms, valid, reason, json }
    }
}

impl From<core::LoggedMessage> for LoggedMessage {
    fn from(message: core::LoggedMessage) -> Self {
        let core::LoggedMessage { method, path, status, headers, body } = message;
        let line = |(name, values): (String, Vec<String>)| {
            values.into_iter().map(move |value| NameValue { name: name.clone(), value })
        };
        Self { method, path, status, headers: headers.into_iter().flat_map(line).collect(), body }
    }
}

impl From<core::MetricSample> for MetricSample {
    fn from(sample: core::MetricSample) -> Self {
        let core::MetricSample { name, labels, value, timestamp } = sample;
        Self { name, labels: named(labels), value, timestamp }
    }
}

impl From<core::SeededDefinition> for SeededDefinition {
    fn from(definition: core::SeededDefinition) -> Self {
        let core::SeededDefinition { file, services, failure } = definition;
        Self { file, services: all(services), failure }
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

impl fmt::Debug for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { timestamp, operation, request, response, duration_ms, valid, reason, json: _ } = self;
        let mut text = f.debug_struct("Invocation");
        text.field("timestamp", timestamp).field("operation", operation).field("request", request);
        text.field("response", response).field("duration_ms", duration_ms).field("valid", valid);
        text.field("reason", reason).finish_non_exhaustive()
    }
}

impl fmt::Debug for LoggedMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, path: _, status, headers, body: _ } = self;
        let mut text = f.debug_struct("LoggedMessage");
        text.field("method", method).field("status", status).field("headers", headers).finish_non_exhaustive()
    }
}

crate::display_as_debug!(DefinitionFile, MockRequest, Invocation, LoggedMessage);
