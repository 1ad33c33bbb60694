//! The content of successful responses: preferred values, and names of elements that only report errors.

use super::words::{LeafName, has_any, words};

/// Words for errors in the names of elements that report them.
const TROUBLE: [&str; 25] = [
    "alert",
    "alerts",
    "damage",
    "delay",
    "delays",
    "error",
    "errors",
    "exception",
    "exceptions",
    "failed",
    "failure",
    "failures",
    "fault",
    "faults",
    "notice",
    "notices",
    "problem",
    "problems",
    "rejected",
    "rejection",
    "rejections",
    "violation",
    "violations",
    "warning",
    "warnings",
];

/// Words for undesirable values.
const UNWANTED: [&str; 46] = [
    "abort",
    "aborted",
    "blocked",
    "cancelled",
    "canceled",
    "closed",
    "damaged",
    "dangerous",
    "delayed",
    "deleted",
    "denied",
    "disabled",
    "duplicate",
    "exceed",
    "exceeded",
    "exceeds",
    "expired",
    "hazardous",
    "inactive",
    "incomplete",
    "ineligible",
    "invalid",
    "late",
    "lost",
    "missing",
    "more",
    "overdue",
    "prohibited",
    "refused",
    "residential",
    "restricted",
    "returned",
    "stolen",
    "suspended",
    "test",
    "too",
    "truncated",
    "unable",
    "unavailable",
    "undeliverable",
    "unknown",
    "unsuccessful",
    "void",
    "voided",
    "withheld",
    "wrong",
];

/// Words that negate the others.
const NEGATIONS: [&str; 4] = ["no", "non", "not", "without"];

/// Returns the rank of a value in a successful response: 0 is preferred, 2 is avoided.
pub(super) fn failure_rank(value: &str) -> u8 {
    const GOOD: [&str; 10] =
        ["success", "successful", "succeeded", "ok", "delivered", "accepted", "true", "valid", "normal", "yes"];
    let words = words(value);
    let is_bad = ["n", "none"];
    if has_any(&words, &TROUBLE)
        || has_any(&words, &UNWANTED)
        || has_any(&words, &NEGATIONS)
        || has_any(&words, &is_bad)
    {
        2
    } else {
        u8::from(!has_any(&words, &GOOD))
    }
}

/// True if elements of this name only occur in responses with errors.
pub(super) fn names_failure(name: &str) -> bool {
    has_any(&words(name), &TROUBLE)
}

/// True if elements of this name report an outcome.
pub(super) fn names_outcome(name: &str) -> bool {
    const REPORTS: [&str; 4] = ["notification", "notifications", "status", "statuses"];
    let words = words(name);
    has_any(&words, &TROUBLE) || has_any(&words, &REPORTS)
}

/// Returns the values of a leaf that reports success or the absence of errors, or nothing for other leaves.
pub(super) fn no_trouble(name: &LeafName) -> &'static [&'static str] {
    if name.has(&["responsecode", "resultcode", "returncode"]) {
        &["0", "OK"]
    } else if !has_any(&name.own, &TROUBLE) {
        &[]
    } else if name.has(&["code", "count", "number"]) {
        &["0"]
    } else {
        &["None", "0"]
    }
}

/// True if a boolean of this name is false on success. `asked` are the words of the request, which was fulfilled.
pub(super) fn is_false_on_success(name: &LeafName, asked: &[String]) -> bool {
    // For example, `cancelled` after `cancelPickup`.
    let is_asked = |word: &String| asked.iter().any(|asked| word.get(..4).is_some_and(|stem| asked.starts_with(stem)));
    let unwanted: Vec<String> = name.own.iter().filter(|word| !is_asked(word)).cloned().collect();
    let is_bad = has_any(&unwanted, &TROUBLE) || has_any(&unwanted, &UNWANTED);
    is_bad != name.has(&NEGATIONS)
}
