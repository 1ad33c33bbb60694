//! What an answer says where all is well: which value of several, and what it has nothing to say of.

use super::words::{LeafName, has_any, words};

/// Words for what goes wrong, as messages name the elements that tell of it.
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

/// Words for what nobody wants to be told.
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

/// Words that turn the others around.
const NEGATIONS: [&str; 4] = ["no", "non", "not", "without"];

/// What a good answer says where it can choose: 0 for what it would say, 2 for what it would not.
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

/// Whether a name is of something that an answer has only when it is no good.
pub(super) fn names_failure(name: &str) -> bool {
    has_any(&words(name), &TROUBLE)
}

/// Whether a name is of something that tells how it went.
pub(super) fn names_outcome(name: &str) -> bool {
    const REPORTS: [&str; 4] = ["notification", "notifications", "status", "statuses"];
    let words = words(name);
    has_any(&words, &TROUBLE) || has_any(&words, &REPORTS)
}

/// What a leaf says that tells how it went, or of trouble that there is none of; nothing where it is about something else.
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

/// Whether a yes-or-no of such a name is no where all is well. What the request asked for was done: its words are `asked`.
pub(super) fn is_false_on_success(name: &LeafName, asked: &[String]) -> bool {
    // `cancelled` after `cancelPickup`.
    let is_asked = |word: &String| asked.iter().any(|asked| word.get(..4).is_some_and(|stem| asked.starts_with(stem)));
    let unwanted: Vec<String> = name.own.iter().filter(|word| !is_asked(word)).cloned().collect();
    let is_bad = has_any(&unwanted, &TROUBLE) || has_any(&unwanted, &UNWANTED);
    is_bad != name.has(&NEGATIONS)
}
