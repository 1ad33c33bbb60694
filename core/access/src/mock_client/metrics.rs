//! The metrics of the mock service, in the Prometheus text format, version 0.0.4.

use serde::{Serialize, Serializer};
use waybill_base::error::Error;

use super::answer::{MockAnswer, MockRequest};
use super::failures::{describe_status, name_status, other_server};

/// Path of the metrics.
const PATH: &str = "/actuator/prometheus";

/// One value of a metric.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MetricSample {
    /// Name of the metric. Those of a histogram end in `_bucket`, `_count` or `_sum`.
    pub name: String,
    /// Names and values of the labels, in the service's order.
    pub labels: Vec<(String, String)>,
    /// Value. Infinity and NaN are the strings `Infinity`, `-Infinity` and `NaN` in JSON.
    #[serde(serialize_with = "write_figure")]
    #[cfg_attr(test, ts(type = "number | string"))]
    pub value: f64,
    /// Time of the measurement, in milliseconds since the Unix epoch, if given.
    pub timestamp: Option<i64>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn write_figure<S: Serializer>(figure: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    match figure {
        figure if figure.is_finite() => serializer.serialize_f64(*figure),
        figure if figure.is_nan() => serializer.serialize_str("NaN"),
        figure => serializer.serialize_str(if *figure > 0.0 { "Infinity" } else { "-Infinity" }),
    }
}

pub(super) fn request(url: &str) -> MockRequest {
    MockRequest::get(url, PATH)
}

pub(super) fn read(url: &str, answer: &MockAnswer) -> Result<Vec<MetricSample>, Error> {
    answer.check_complete("metrics")?;
    if !answer.status().is_success() {
        return Err(other_server(url, PATH, &describe_status(answer.status(), "metrics")));
    }
    let text = answer.text();
    let mut samples = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(sample) = read_sample(line) else {
            let given = format!("{} whose line {} is not a metric", name_status(answer.status()), number + 1);
            return Err(other_server(url, PATH, &given));
        };
        samples.push(sample);
    }
    Ok(samples)
}

/// Parses `name{label="value",...} value timestamp`. Labels and timestamp are optional.
fn read_sample(line: &str) -> Option<MetricSample> {
    let (name, rest) = line.split_at(line.find(|c: char| c == '{' || c.is_ascii_whitespace())?);
    let (labels, rest) = match rest.trim_start().strip_prefix('{') {
        Some(inner) => read_labels(inner)?,
        None => (Vec::new(), rest),
    };
    let mut figures = rest.split_ascii_whitespace();
    let value = read_figure(figures.next()?)?;
    let timestamp = figures.next().map(|text| text.parse().ok());
    let is_whole = figures.next().is_none() && timestamp != Some(None);
    (is_name(name) && is_whole).then(|| MetricSample {
        name: name.to_owned(),
        labels,
        value,
        timestamp: timestamp.flatten(),
    })
}

/// Parses labels. Returns them and the text after the closing brace.
fn read_labels(mut text: &str) -> Option<(Vec<(String, String)>, &str)> {
    let mut labels = Vec::new();
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix('}') {
            return Some((labels, rest));
        }
        let (name, rest) = text.split_once('=')?;
        let (value, rest) = read_quoted(rest.trim_start().strip_prefix('"')?)?;
        labels.push((is_name(name.trim()).then(|| name.trim().to_owned())?, value));
        text = rest.trim_start();
        text = match text.strip_prefix(',') {
            Some(rest) => rest,
            None if text.starts_with('}') => text,
            None => return None,
        };
    }
}

/// Parses a label value with the escapes `\\`, `\"` and `\n`. Returns it and the text after the closing quote.
fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((value, text.get(at + 1..)?)),
            '\\' => match characters.next()?.1 {
                'n' => value.push('\n'),
                other => value.push(other),
            },
            other => value.push(other),
        }
    }
    None
}

fn read_figure(text: &str) -> Option<f64> {
    match text {
        "+Inf" | "Inf" => Some(f64::INFINITY),
        "-Inf" => Some(f64::NEG_INFINITY),
        "NaN" => Some(f64::NAN),
        other if other.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => other.parse().ok(),
        _ => None,
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_:.".contains(&byte))
}
