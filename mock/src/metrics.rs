//! Counters and histograms in the Prometheus text format, version 0.0.4.
//!
//! Labels are imported names or constants of this code. Request data never becomes a label.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the histogram's buckets: as written, and in microseconds.
const BUCKETS: [(&str, u64); 15] = [
    ("0.0001", 100),
    ("0.00025", 250),
    ("0.0005", 500),
    ("0.001", 1_000),
    ("0.0025", 2_500),
    ("0.005", 5_000),
    ("0.01", 10_000),
    ("0.025", 25_000),
    ("0.05", 50_000),
    ("0.1", 100_000),
    ("0.25", 250_000),
    ("0.5", 500_000),
    ("1.0", 1_000_000),
    ("5.0", 5_000_000),
    ("10.0", 10_000_000),
];

/// Figures of the server process, which only the host knows.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ProcessFigures {
    /// Start time in seconds since the Unix epoch.
    pub start_time_seconds: Option<f64>,
    /// CPU time of all threads.
    pub cpu_time: Option<Duration>,
    /// Memory in use, in bytes.
    pub resident_memory_bytes: Option<u64>,
    /// Number of open files and sockets.
    pub open_fds: Option<u64>,
}

/// Metric labels of an endpoint: the method, the path template and the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Endpoint {
    pub(crate) method: &'static str,
    pub(crate) uri: &'static str,
    pub(crate) status: u16,
}

/// Metric labels of a request to an imported service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Served {
    pub(crate) service: String,
    pub(crate) version: String,
    /// Empty if the request has no operation.
    pub(crate) operation: String,
    pub(crate) outcome: &'static str,
}

/// All metrics since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    counted: Mutex<Counted>,
}

#[derive(Debug, Default)]
struct Counted {
    durations: BTreeMap<Endpoint, Histogram>,
    served: BTreeMap<Served, u64>,
    lenient: BTreeMap<&'static str, u64>,
    process: ProcessFigures,
}

#[derive(Debug, Clone, Copy, Default)]
struct Histogram {
    /// Requests in each bucket alone. They are accumulated when written.
    buckets: [u64; BUCKETS.len()],
    count: u64,
    micros: u64,
}

impl Metrics {
    pub(crate) fn observe(&self, endpoint: Endpoint, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.lock().durations.entry(endpoint).or_default().observe(micros);
    }

    pub(crate) fn count(&self, served: Served, lenient: &[&'static str]) {
        let mut counted = self.lock();
        *counted.served.entry(served).or_default() += 1;
        for reason in lenient {
            *counted.lenient.entry(reason).or_default() += 1;
        }
    }

    pub(crate) fn set_process(&self, process: ProcessFigures) {
        self.lock().process = process;
    }

    /// Returns all metrics in the text format.
    pub(crate) fn write(&self) -> String {
        let counted = self.lock();
        let mut out = String::with_capacity(16 * 1024);
        counted.write_durations(&mut out);
        counted.write_served(&mut out);
        counted.write_lenient(&mut out);
        counted.write_process(&mut out);
        out
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Histogram {
    fn observe(&mut self, micros: u64) {
        let bucket = BUCKETS.iter().position(|(_, bound)| micros <= *bound);
        if let Some(count) = bucket.and_then(|at| self.buckets.get_mut(at)) {
            *count += 1;
        }
        self.count += 1;
        self.micros = self.micros.saturating_add(micros);
    }
}

/// Metrics without samples are omitted, because some readers reject them.
impl Counted {
    fn write_durations(&self, out: &mut String) {
        let name = "http_server_requests_seconds";
        if self.durations.is_empty() {
            return;
        }
        write_head(out, name, "histogram", "Duration of requests, from their last byte to the reply's.");
        for (endpoint, histogram) in &self.durations {
            let labels = endpoint.labels();
            let mut below = 0;
            for ((bound, _), count) in BUCKETS.iter().zip(histogram.buckets) {
                below += count;
                let _ = writeln!(out, "{name}_bucket{{{labels},le=\"{bound}\"}} {below}");
            }
            let Histogram { count, micros, .. } = histogram;
            let _ = writeln!(out, "{name}_bucket{{{labels},le=\"+Inf\"}} {count}");
            let _ = writeln!(out, "{name}_sum{{{labels}}} {}.{:06}", micros / 1_000_000, micros % 1_000_000);
            let _ = writeln!(out, "{name}_count{{{labels}}} {count}");
        }
    }

    fn write_served(&self, out: &mut String) {
        let name = "waybill_mock_requests_total";
        if self.served.is_empty() {
            return;
        }
        write_head(out, name, "counter", "Requests to imported services.");
        for (served, count) in &self.served {
            let Served { service, version, operation, outcome } = served;
            let (service, version, operation) = (escape(service), escape(version), escape(operation));
            let _ = writeln!(
                out,
                "{name}{{service=\"{service}\",version=\"{version}\",operation=\"{operation}\",outcome=\"{outcome}\"}} {count}"
            );
        }
    }

    fn write_lenient(&self, out: &mut String) {
        let name = "waybill_mock_lenient_total";
        if self.lenient.is_empty() {
            return;
        }
        write_head(out, name, "counter", "Requests accepted although the platform's rules reject them.");
        for (reason, count) in &self.lenient {
            let _ = writeln!(out, "{name}{{reason=\"{reason}\"}} {count}");
        }
    }

    fn write_process(&self, out: &mut String) {
        let ProcessFigures { start_time_seconds, cpu_time, resident_memory_bytes, open_fds } = self.process;
        let figures = [
            (
                "process_start_time_seconds",
                "gauge",
                "Start time of the process, since the Unix epoch.",
                start_time_seconds.map(|seconds| seconds.to_string()),
            ),
            (
                "process_cpu_seconds_total",
                "counter",
                "CPU time of the process.",
                cpu_time.map(|time| time.as_secs_f64().to_string()),
            ),
            (
                "process_resident_memory_bytes",
                "gauge",
                "Memory in use.",
                resident_memory_bytes.map(|bytes| bytes.to_string()),
            ),
            ("process_open_fds", "gauge", "Open files and sockets.", open_fds.map(|count| count.to_string())),
        ];
        for (name, kind, help, value) in figures {
            if let Some(value) = value {
                write_head(out, name, kind, help);
                let _ = writeln!(out, "{name} {value}");
            }
        }
    }
}

impl Endpoint {
    fn labels(&self) -> String {
        let Endpoint { method, uri, status } = self;
        let outcome = match status {
            100..=199 => "INFORMATIONAL",
            200..=299 => "SUCCESS",
            300..=399 => "REDIRECTION",
            400..=499 => "CLIENT_ERROR",
            _ => "SERVER_ERROR",
        };
        format!("exception=\"none\",method=\"{method}\",outcome=\"{outcome}\",status=\"{status}\",uri=\"{uri}\"")
    }
}

fn write_head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// Escapes a label's value for the text format.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDPOINT: Endpoint = Endpoint { method: "POST", uri: "/soap/{service}/{version}", status: 200 };

    #[test]
    fn buckets_hold_all_that_took_no_longer() {
        let metrics = Metrics::default();
        for micros in [80, 300, 300, 20_000_000] {
            metrics.observe(ENDPOINT, Duration::from_micros(micros));
        }
        let text = metrics.write();
        let labels = ENDPOINT.labels();
        for line in [
            format!("http_server_requests_seconds_bucket{{{labels},le=\"0.0001\"}} 1"),
            format!("http_server_requests_seconds_bucket{{{labels},le=\"0.0005\"}} 3"),
            format!("http_server_requests_seconds_bucket{{{labels},le=\"10.0\"}} 3"),
            format!("http_server_requests_seconds_bucket{{{labels},le=\"+Inf\"}} 4"),
            format!("http_server_requests_seconds_sum{{{labels}}} 20.000680"),
            format!("http_server_requests_seconds_count{{{labels}}} 4"),
        ] {
            assert!(text.contains(&format!("{line}\n")), "{line}\n{text}");
        }
    }

    #[test]
    fn names_in_labels_are_escaped() {
        let metrics = Metrics::default();
        let served =
            Served { service: "a\"b\\c\nd".into(), version: "1".into(), operation: String::new(), outcome: "served" };
        metrics.count(served, &["soap-action"]);
        let text = metrics.write();
        assert!(
            text.contains("service=\"a\\\"b\\\\c\\nd\",version=\"1\",operation=\"\",outcome=\"served\"} 1\n"),
            "{text}"
        );
        assert!(text.contains("waybill_mock_lenient_total{reason=\"soap-action\"} 1\n"), "{text}");
    }
}
