//! The request log: requests and responses without credentials, bounded in number and bytes.

mod page;
mod redact;
mod saved;

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::{HeaderMap, Request, Response, header};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use waybill_base::time::Timestamp;

use crate::catalogue::ServiceId;
use crate::credentials::{REDACTED, is_credential_name};
use crate::request::fields::decode_field;

/// Limits of the log. Beyond them, the oldest entries are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogLimits {
    /// Maximum number of requests.
    pub entries: usize,
    /// Maximum size of all requests and responses together, in bytes.
    pub bytes: usize,
    /// Maximum size of one body, in bytes. Longer bodies are truncated.
    pub body: usize,
}

impl Default for LogLimits {
    fn default() -> LogLimits {
        LogLimits { entries: 10_000, bytes: 32 * 1024 * 1024, body: 256 * 1024 }
    }
}

/// The outcome of a request.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub(crate) operation: Option<String>,
    /// Reason for the rejection. `None` if a mocked response was served.
    pub(crate) refusal: Option<String>,
    /// Violations as JSON, in the form that the log shows.
    pub(crate) violations: Vec<Value>,
    pub(crate) lenient: Vec<Cow<'static, str>>,
}

/// The request log. Entries are numbered, so that [`RequestLog::finish`] finds an entry after older ones were dropped.
#[derive(Debug)]
pub(crate) struct RequestLog {
    limits: LogLimits,
    kept: Mutex<LogState>,
}

#[derive(Debug, Default)]
struct LogState {
    entries: VecDeque<Logged>,
    bytes: usize,
    next: u64,
}

/// An entry and the duration of its request. The entry is shared, so that it can be serialized after the lock is
/// released.
#[derive(Debug, Clone)]
struct Logged {
    entry: Arc<Entry>,
    duration: Option<Duration>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// Milliseconds since 1970-01-01.
    at: i64,
    service: ServiceId,
    request: Message,
    answer: Message,
    status: u16,
    method: String,
    path: String,
    verdict: Verdict,
    /// Size that is counted towards [`LogLimits::bytes`].
    bytes: usize,
}

/// Headers and body, without credentials.
#[derive(Debug, Serialize, Deserialize)]
struct Message {
    headers: Vec<(String, String)>,
    body: String,
}

/// A page of the log, newest first.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) entries: Vec<Value>,
    /// Number of stored entries of the service.
    pub(crate) total: usize,
}

impl RequestLog {
    pub(crate) fn new(limits: LogLimits) -> RequestLog {
        RequestLog { limits, kept: Mutex::default() }
    }

    /// Adds a request to a service and returns the entry's number.
    pub(crate) fn add(
        &self,
        service: &ServiceId,
        request: &Request<Vec<u8>>,
        response: &Response<Vec<u8>>,
        verdict: Verdict,
        at: Timestamp,
    ) -> u64 {
        // Expensive work is done before the lock is taken.
        let most = self.limits.body;
        let mut entry = Entry {
            at: at.as_millis(),
            service: service.clone(),
            request: Message::new(request.headers(), request.body(), most),
            answer: Message::new(response.headers(), response.body(), most),
            status: response.status().as_u16(),
            method: request.method().to_string(),
            path: redact::path(request.uri()),
            verdict,
            bytes: 0,
        };
        entry.bytes = entry.count_bytes();
        let (number, forgotten) = self.lock().push(Arc::new(entry), self.limits);
        drop(forgotten);
        number
    }

    /// Sets the duration of the entry with this number, if it is still stored.
    pub(crate) fn finish(&self, number: u64, duration: Duration) {
        let mut kept = self.lock();
        let newer = kept.next.checked_sub(number).and_then(|newer| usize::try_from(newer).ok());
        let at = newer.and_then(|newer| kept.entries.len().checked_sub(newer));
        if let Some(logged) = at.and_then(|at| kept.entries.get_mut(at)) {
            logged.duration = Some(duration);
        }
    }

    /// Returns the page `page`, counted from 0, of `size` entries of a service.
    pub(crate) fn page(&self, service: &ServiceId, page: usize, size: usize) -> Page {
        let (entries, total) = {
            let kept = self.lock();
            let of_service = || kept.entries.iter().rev().filter(|logged| logged.entry.service == *service);
            let entries: Vec<Logged> = of_service().skip(page.saturating_mul(size)).take(size).cloned().collect();
            (entries, of_service().count())
        };
        // A page can have any size, so it is written after the lock is released: requests do not wait for it.
        Page { entries: entries.iter().map(|logged| logged.entry.describe(logged.duration)).collect(), total }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, LogState> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogState {
    /// Adds an entry. Returns its number and the entries that were dropped to make room.
    fn push(&mut self, entry: Arc<Entry>, limits: LogLimits) -> (u64, Vec<Logged>) {
        let number = self.next;
        self.next += 1;
        self.bytes += entry.bytes;
        self.entries.push_back(Logged { entry, duration: None });
        let mut forgotten = Vec::new();
        while self.entries.len() > limits.entries || self.bytes > limits.bytes {
            let Some(oldest) = self.entries.pop_front() else { break };
            self.bytes -= oldest.entry.bytes;
            forgotten.push(oldest);
        }
        (number, forgotten)
    }
}

impl Entry {
    fn count_bytes(&self) -> usize {
        // Approximate size of the other fields, which is similar for every entry.
        const OTHERS: usize = 512;
        OTHERS + self.path.len() + self.request.bytes() + self.answer.bytes() + self.verdict.bytes()
    }

    fn describe(&self, duration: Option<Duration>) -> Value {
        let Verdict { operation, refusal, violations, lenient } = &self.verdict;
        let duration = duration.map(|duration| duration.as_secs_f64() * 1000.0);
        let shown = page::Entry {
            timestamp: self.at,
            service_name: &self.service.name,
            service_version: &self.service.version,
            operation: operation.as_deref(),
            request: page::Request {
                method: &self.method,
                path: &self.path,
                headers: self.request.headers(),
                body: &self.request.body,
            },
            response: page::Response { status: self.status, headers: self.answer.headers(), body: &self.answer.body },
            duration_ms: duration,
            valid: refusal.is_none(),
            reason: refusal.as_deref(),
            violations,
            lenient,
        };
        // Serialization fails only for maps with keys other than strings.
        serde_json::to_value(shown).unwrap_or_default()
    }
}

impl Verdict {
    fn bytes(&self) -> usize {
        let violations: usize = self.violations.iter().map(|violation| violation.to_string().len()).sum();
        self.refusal.as_ref().map_or(0, String::len) + violations
    }
}

impl Message {
    fn new(headers: &HeaderMap, body: &[u8], most: usize) -> Message {
        let headers = headers.iter().map(|(name, value)| {
            let secret = *name == header::COOKIE || *name == header::SET_COOKIE || is_credential_name(name.as_str());
            let value = if secret { REDACTED.to_owned() } else { decode_field(value).into_owned() };
            (name.to_string(), value)
        });
        Message { headers: headers.collect(), body: beginning(body, most) }
    }

    fn bytes(&self) -> usize {
        self.body.len() + self.headers.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>()
    }

    fn headers(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut headers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, value) in &self.headers {
            headers.entry(name).or_default().push(value);
        }
        headers
    }
}

/// Returns a body as a string without credentials. Only the first `most` bytes are kept, followed by the number of
/// omitted bytes.
fn beginning(body: &[u8], most: usize) -> String {
    let kept = body.get(..most).unwrap_or(body);
    let mut text = redact::body(kept);
    if kept.len() < body.len() {
        let _ = write!(text, "[{} more bytes]", body.len() - kept.len());
    }
    text
}
