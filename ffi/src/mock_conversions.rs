//! Conversions of the mock client's results from core's types to records.

use std::fmt;

use waybill_access::mock_client as core;

use crate::mock::{Invocation, InvocationPage, LoggedMessage, MetricSample, MockResult};
use crate::wire::http::{NameValue, named};
use crate::wire::step::number;

/// Converts a list.
fn all<T, U: From<T>>(list: Vec<T>) -> Vec<U> {
    list.into_iter().map(Into::into).collect()
}

impl From<core::MockResult> for MockResult {
    fn from(result: core::MockResult) -> Self {
        match result {
            core::MockResult::Health(health) => Self::Health { health },
            core::MockResult::Up => Self::Up,
            core::MockResult::Uploaded(services) => Self::Uploaded { services },
            core::MockResult::Services(services) => Self::Services { services },
            core::MockResult::Export(bytes) => Self::Export { bytes },
            core::MockResult::Invocations(page) => Self::Invocations { page: page.into() },
            core::MockResult::Metrics(samples) => Self::Metrics { samples: all(samples) },
            core::MockResult::Soap(reply) => Self::Soap { reply },
            core::MockResult::Seeded(core::SeedReport { definitions }) => Self::Seeded { definitions },
        }
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

crate::wire::display_as_debug!(Invocation, LoggedMessage);
