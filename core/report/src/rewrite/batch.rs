//! Batches of facts that fit into one request. A fact that is too large is shortened, or keeps its standard text.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};
use waybill_base::internal::order::Listed as _;

use super::fact::ChangeFact;
use super::prompt::{PROMPT_VERSION, Prompt};
use crate::{Direction, JsonText};

/// Maximum number of operations of a change in a request. The request also contains their total number.
const MAX_NAMED: usize = 20;

/// Maximum size of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLimits {
    /// Maximum number of bytes of facts. A token has three bytes or more, and the instructions have about 1,500 tokens.
    pub bytes: usize,
    /// Maximum number of changes. The response has about 250 tokens for each.
    pub changes: usize,
}

impl Default for BatchLimits {
    /// 20 changes, and about 16,000 tokens of facts. Every model accepts this size, and responds before the timeout of
    /// most services.
    fn default() -> BatchLimits {
        BatchLimits { bytes: 48_000, changes: 20 }
    }
}

/// The facts of one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewriteBatch {
    facts: Vec<ChangeFact>,
    json: String,
    /// True if it contains a shortened fact, which is always the only one.
    is_shortened: bool,
}

/// A fact in a request. Text from descriptions is always a JSON string or value here.
#[derive(Serialize)]
struct ToldFact<'a> {
    id: &'a str,
    rule: &'a str,
    level: &'static str,
    values_travel_in: Option<&'static str>,
    what_happened: &'a str,
    why_it_matters: &'a str,
    before: Option<Box<RawValue>>,
    after: Option<Box<RawValue>>,
    reaches: Vec<&'a str>,
    reaches_in_all: usize,
}

impl RewriteBatch {
    /// Returns the facts of the request. The response is checked against them.
    #[must_use]
    pub fn facts(&self) -> &[ChangeFact] {
        &self.facts
    }

    /// Returns the prompt for the model.
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        Prompt::about(&self.json, &self.facts.iter().map(|fact| fact.id.as_str()).list())
    }

    /// Returns the hexadecimal cache key of the response. It depends on the facts, the model and the version of the
    /// instructions.
    #[must_use]
    pub fn cache_key(&self, model: &str) -> String {
        let parts = [&PROMPT_VERSION.to_string(), model, &self.json];
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part.len().to_string());
            hash.update([0]);
            hash.update(part);
        }
        let mut name = String::new();
        for byte in hash.finalize() {
            // Writing into a String does not fail.
            let _ = write!(name, "{byte:02x}");
        }
        name
    }
}

/// Splits the facts into batches, in order. The second list contains facts that are too large for any request.
#[must_use]
pub fn split_into_batches(facts: Vec<ChangeFact>, limits: BatchLimits) -> (Vec<RewriteBatch>, Vec<ChangeFact>) {
    let (mut batches, mut too_large): (Vec<RewriteBatch>, Vec<ChangeFact>) = (Vec::new(), Vec::new());
    for fact in facts {
        let whole = told(&fact, MAX_NAMED, true);
        // The array adds two brackets, and a comma between facts.
        if whole.len() + 2 > limits.bytes {
            let short = told(&fact, 1, false);
            if short.len() + 2 > limits.bytes {
                too_large.push(fact);
            } else {
                batches.push(RewriteBatch { facts: vec![fact], json: format!("[{short}]"), is_shortened: true });
            }
            continue;
        }
        let open = batches.last_mut().filter(|batch| {
            let fits = batch.json.len() + 1 + whole.len() <= limits.bytes;
            !batch.is_shortened && batch.facts.len() < limits.changes && fits
        });
        match open {
            Some(batch) => {
                batch.json.pop();
                batch.json.extend([",", &whole, "]"]);
                batch.facts.push(fact);
            }
            None => batches.push(RewriteBatch { facts: vec![fact], json: format!("[{whole}]"), is_shortened: false }),
        }
    }
    (batches, too_large)
}

fn told(fact: &ChangeFact, named: usize, with_values: bool) -> String {
    let ChangeFact { id, rule, level, direction, message, why, before, after, operations, webhooks, callbacks } = fact;
    let value = |value: &Option<JsonText>| {
        let text = value.as_ref().filter(|_| with_values)?.as_str().to_owned();
        RawValue::from_string(text).ok()
    };
    let reached = operations.iter().chain(webhooks).chain(callbacks).map(String::as_str).list();
    let told = ToldFact {
        id,
        rule,
        level: level.name(),
        values_travel_in: direction.map(Direction::name),
        what_happened: message,
        why_it_matters: why,
        before: value(before),
        after: value(after),
        reaches: reached.iter().copied().take(named).list(),
        reaches_in_all: reached.len(),
    };
    // The members are strings, numbers and valid raw JSON, so serialisation cannot fail.
    serde_json::to_string(&told).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    fn fact(id: &str, value: &str) -> ChangeFact {
        ChangeFact {
            id: id.to_owned(),
            rule: "request-property-became-required".to_owned(),
            level: Level::Breaking,
            direction: Some(Direction::Request),
            message: "`a` became required".to_owned(),
            why: String::new(),
            before: Some(JsonText::new(format!("\"{value}\""))),
            after: None,
            operations: vec!["GET /a".to_owned(); 30],
            webhooks: Vec::new(),
            callbacks: Vec::new(),
        }
    }

    #[test]
    fn facts_are_batched_in_their_order_within_both_limits() {
        let facts: Vec<ChangeFact> = (0..5).map(|at| fact(&at.to_string(), "x")).collect();
        let sizes = |bytes, changes| {
            let (batches, too_large) = split_into_batches(facts.clone(), BatchLimits { bytes, changes });
            assert!(too_large.is_empty() && batches.iter().all(|batch| batch.json.len() <= bytes));
            let ids: Vec<&str> = batches.iter().flat_map(|batch| &batch.facts).map(|fact| fact.id.as_str()).collect();
            assert_eq!(ids, ["0", "1", "2", "3", "4"]);
            batches.iter().map(|batch| batch.facts.len()).collect::<Vec<_>>()
        };
        assert_eq!(sizes(100_000, 100), [5]);
        assert_eq!(sizes(100_000, 2), [2, 2, 1]);
        assert_eq!(sizes(1_000, 100), [2, 2, 1]);
    }

    #[test]
    fn too_large_fact_is_shortened_or_left_out_of_the_batch() {
        let (batches, too_large) = split_into_batches(
            vec![fact("a", "x"), fact("b", &"y".repeat(2_000)), fact("c", "x")],
            BatchLimits { bytes: 1_000, changes: 9 },
        );
        assert!(too_large.is_empty());
        assert_eq!(batches.iter().map(|batch| batch.facts.len()).collect::<Vec<_>>(), [1, 1, 1]);
        assert!(!batches[1].json.contains("yy") && batches[1].json.contains("\"reaches_in_all\":30"));
        assert!(batches[1].facts[0].before.is_some(), "the response is checked against the whole fact");
        let (batches, too_large) = split_into_batches(vec![fact("a", "x")], BatchLimits { bytes: 100, changes: 9 });
        assert_eq!((batches.len(), too_large.len()), (0, 1));
    }

    #[test]
    fn the_key_depends_on_facts_and_model() {
        let key = |value: &str, model: &str| {
            split_into_batches(vec![fact("a", value)], BatchLimits { bytes: 9_000, changes: 9 }).0[0].cache_key(model)
        };
        assert_eq!(key("x", "m"), key("x", "m"));
        assert!(key("x", "m") != key("y", "m") && key("x", "m") != key("x", "n") && key("x", "m").len() == 64);
    }
}
