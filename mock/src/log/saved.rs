//! Serialization of the log, to transfer it to a mock service that replaces this one.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Entry, Logged, RequestLog};

/// A serialized entry.
#[derive(Serialize, Deserialize)]
struct Saved<E> {
    entry: E,
    duration: Option<Duration>,
}

impl RequestLog {
    /// Returns all entries as JSON, oldest first.
    pub(crate) fn save(&self) -> Vec<u8> {
        let logged: Vec<Logged> = self.lock().entries.iter().cloned().collect();
        let saved: Vec<Saved<&Entry>> =
            logged.iter().map(|Logged { entry, duration }| Saved { entry: &**entry, duration: *duration }).collect();
        // Serialization fails only for maps with keys other than strings, and no entry has one.
        serde_json::to_vec(&saved).unwrap_or_default()
    }

    /// Adds the entries that [`RequestLog::save`] returned. Returns false if `saved` is anything else.
    pub(crate) fn restore(&self, saved: &[u8]) -> bool {
        let Ok(saved) = serde_json::from_slice::<Vec<Saved<Entry>>>(saved) else { return false };
        for Saved { entry, duration } in saved {
            let (number, _) = self.lock().push(Arc::new(entry), self.limits);
            if let Some(duration) = duration {
                self.finish(number, duration);
            }
        }
        true
    }
}
