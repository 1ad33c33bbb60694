//! Measures how long each call blocks a worker when a comparison advances a few steps at a time.

use std::time::Instant;

use waybill_core::CompareOptions;
use waybill_core::openapi::{Limits, Loader};
use waybill_core::report::{Comparison, Progress};

/// Number of steps per call, as in `compare_with_progress`.
const AT_ONCE: usize = 64;
/// Number of comparisons. The smallest time of each call counts, because other load adds time.
const REPETITIONS: usize = 5;
/// Number of longest calls named.
const NAMED: usize = 8;

/// Returns a line of JSON: the time of all calls, and the longest calls with the phase in which they ended, in milliseconds.
pub(crate) fn longest(old: &str, new: &str) -> Result<String, String> {
    let read = |path: &str| std::fs::read(path).map_err(|error| format!("{path}: {error}"));
    let (old_bytes, new_bytes) = (read(old)?, read(new)?);
    let description = |name: &str, bytes| Loader::new(name, bytes, &Limits::default()).map(Loader::finish);
    let old = description(old, old_bytes.as_slice()).map_err(|error| error.to_string())?;
    let new = description(new, new_bytes.as_slice()).map_err(|error| error.to_string())?;
    let mut calls: Vec<(String, f64)> = Vec::new();
    for _ in 0..REPETITIONS {
        let begun = Instant::now();
        let mut comparison = Comparison::new(&old, &new, &CompareOptions::default());
        let mut timed = vec![("New".to_owned(), begun.elapsed())];
        loop {
            let begun = Instant::now();
            let progress = comparison.advance(AT_ONCE).map_err(|error| error.to_string())?;
            let taken = begun.elapsed();
            let Progress::Working { phase, done, total } = progress else {
                timed.push(("Finished".to_owned(), taken));
                break;
            };
            timed.push((format!("{phase:?} {done}/{total}"), taken));
        }
        let timed = timed.into_iter().map(|(phase, taken)| (phase, taken.as_secs_f64() * 1000.0));
        calls = if calls.is_empty() {
            timed.collect()
        } else {
            calls.into_iter().zip(timed).map(|((phase, best), (_, taken))| (phase, best.min(taken))).collect()
        };
    }
    let (count, all) = (calls.len(), calls.iter().map(|(_, taken)| taken).sum::<f64>());
    calls.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let named = calls.iter().take(NAMED).map(|(phase, taken)| format!(r#""{phase}: {taken:.2}""#));
    let named = named.collect::<Vec<_>>().join(",");
    Ok(format!(r#"{{"mode":"advance","milliseconds":{all:.1},"calls":{count},"longest":[{named}]}}"#))
}
