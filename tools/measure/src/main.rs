//! Measures the comparison of two files, and for reference parsing both into `serde_json::Value`.
//!
//! `waybill-measure read|compare|value OLD NEW [TIMES]` prints one line of JSON. Each mode runs in its own process, so that its
//! peak memory is measured alone. `bytes` and times are totals of both files.
//!
//! - `generate OPERATIONS OLD NEW` writes a pair of descriptions to measure.
//! - `touch SCHEMA OLD NEW` writes a copy with one more optional property in a component.
//! - `advance OLD NEW` prints the longest calls of a comparison that advances a few steps at a time.
//! - `waiters CALLS` measures the time of this many calls that wait for one token.
//! - `calls CALLS` measures how much memory the engine keeps after this many consecutive calls.
//! - `requests REQUESTS` measures the same for the mock service.

mod advance;
mod calls;
mod requests;
mod waiters;

use std::process::ExitCode;
use std::time::Instant;

use waybill_core::openapi::{Limits, Loader};
use waybill_core::{CompareOptions, ReportFormat, compare};
use waybill_measure::generated::shared_schema;

/// Number of repetitions. The smallest time counts, because other load adds time.
const REPETITIONS: usize = 9;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["generate", operations, old, new] => generate(operations, old, new),
        ["touch", schema, old, new] => touch(schema, old, new),
        ["advance", old, new] => advance::longest(old, new),
        ["waiters", calls] => waiters::served(calls),
        ["calls", calls] => calls::made(calls),
        ["requests", requests] => requests::answered(requests),
        [mode, old, new] => measure(mode, old, new, REPETITIONS),
        [mode, old, new, times] => match times.parse() {
            Ok(times) => measure(mode, old, new, times),
            Err(_) => Err(format!("{times} is no number of times")),
        },
        _ => {
            Err("usage: waybill-measure read|compare|value|advance|touch SCHEMA|generate OPERATIONS OLD NEW, or waiters|calls|requests COUNT".to_owned())
        }
    };
    match done {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// Writes a generated description, and a changed copy of it.
fn generate(operations: &str, old: &str, new: &str) -> Result<String, String> {
    let operations = operations.parse().map_err(|_| format!("{operations} is no number of operations"))?;
    for (path, changed) in [(old, false), (new, true)] {
        write(path, &shared_schema(operations, changed))?;
    }
    Ok(format!("{operations} operations"))
}

/// Writes a copy of a description with one more optional property in a component.
fn touch(schema: &str, old: &str, new: &str) -> Result<String, String> {
    let text = std::fs::read(old).map_err(|error| format!("{old}: {error}"))?;
    let mut value: serde_json::Value = serde_json::from_slice(&text).map_err(|error| format!("{old}: {error}"))?;
    let place = format!("/components/schemas/{schema}/properties");
    let properties = value.pointer_mut(&place).and_then(serde_json::Value::as_object_mut);
    let properties = properties.ok_or_else(|| format!("{old} has nothing at {place}"))?;
    properties.insert("waybill_note".to_owned(), serde_json::json!({"type": "string"}));
    write(new, &value.to_string())?;
    Ok(place)
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

fn measure(mode: &str, old: &str, new: &str, times: usize) -> Result<String, String> {
    let read = |path: &str| std::fs::read(path).map_err(|error| format!("{path}: {error}"));
    let (old_bytes, new_bytes) = (read(old)?, read(new)?);
    let base = resident("VmRSS:");
    let mut best = f64::INFINITY;
    let mut found = 0;
    for _ in 0..times {
        let begun = Instant::now();
        found = match mode {
            "value" => value(&old_bytes)? + value(&new_bytes)?,
            "read" => operations(old, &old_bytes)? + operations(new, &new_bytes)?,
            "compare" => changes(&old_bytes, &new_bytes, old, new)?,
            other => return Err(format!("{other} is no mode: read, compare or value")),
        };
        best = best.min(begun.elapsed().as_secs_f64() * 1000.0);
    }
    let (bytes, peak) = (old_bytes.len() + new_bytes.len(), resident("VmHWM:"));
    Ok(format!(
        r#"{{"mode":"{mode}","milliseconds":{best:.1},"bytes":{bytes},"base_kib":{base},"peak_kib":{peak},"found":{found}}}"#
    ))
}

fn value(bytes: &[u8]) -> Result<usize, String> {
    let value: serde_json::Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    Ok(value.as_object().map_or(0, serde_json::Map::len))
}

fn operations(name: &str, bytes: &[u8]) -> Result<usize, String> {
    let reading = Loader::new(name, bytes, &Limits::default()).map_err(|error| error.to_string())?;
    Ok(reading.finish().operation_count())
}

fn changes(old: &[u8], new: &[u8], old_name: &str, new_name: &str) -> Result<usize, String> {
    let options = CompareOptions {
        previous_name: old_name.to_owned(),
        current_name: new_name.to_owned(),
        ..CompareOptions::default()
    };
    let report = compare(old, new, &options).map_err(|error| error.to_string())?;
    // Writing the report is part of the work.
    let text = report.render(ReportFormat::Json);
    Ok(if text.is_empty() { 0 } else { report.changes.len() })
}

/// Reads a value of `/proc/self/status` in KiB; 0 if there is no such file.
fn resident(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(field));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
