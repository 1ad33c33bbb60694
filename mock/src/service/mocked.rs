//! Accounting of requests to mocked services: metrics, the log and the leniency header.

use std::borrow::Cow;

use http::{HeaderName, Request, Response};
use waybill_base::text::printable;
use waybill_base::time::Timestamp;

use super::mock_service::MockService;
use super::reply::LogEntry;
use crate::catalogue::ServiceId;
use crate::log::Verdict;
use crate::metrics::Served;
use crate::response::{Exchange, add_header};

/// Response header that lists reasons why a request was accepted despite the platform's rules.
const LENIENT: HeaderName = HeaderName::from_static("x-waybill-lenient");

/// Adds a request to the log and the metrics. Returns its response and its log entry.
pub(super) fn record(
    mock: &MockService,
    id: &ServiceId,
    exchange: Exchange,
    request: &Request<Vec<u8>>,
    now: Timestamp,
) -> (Response<Vec<u8>>, LogEntry) {
    mock.metrics.count(served(id, &exchange), &exchange.lenient);
    let summary = summarize(&exchange);
    let Exchange { mut response, operation, refusal, violations, lenient } = exchange;
    if !lenient.is_empty() {
        response = add_header(response, LENIENT, &lenient.join(", "));
    }
    let lenient = lenient.into_iter().map(Cow::Borrowed).collect();
    let verdict = Verdict { operation, refusal, violations, lenient };
    let number = mock.log.add(id, request, &response, verdict, now);
    (response, LogEntry { number, summary })
}

fn summarize(exchange: &Exchange) -> String {
    let operation = exchange.operation.as_deref().unwrap_or("-");
    match &exchange.refusal {
        Some(refusal) => format!("{operation} rejected: {}", printable(refusal)),
        None => operation.to_owned(),
    }
}

fn served(id: &ServiceId, exchange: &Exchange) -> Served {
    Served {
        service: id.name.clone(),
        version: id.version.clone(),
        operation: exchange.operation.clone().unwrap_or_default(),
        outcome: if exchange.refusal.is_some() { "refused" } else { "answered" },
    }
}
