//! The log as text, for another mock service that takes the place of this one.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Entry, Logged, RequestLog};

/// An entry as it is read and written.
#[derive(Serialize, Deserialize)]
struct Saved<E> {
    entry: E,
    duration: Option<Duration>,
}

impl RequestLog {
    /// All entries as JSON, oldest first.
    pub(crate) fn save(&self) -> Vec<u8> {
        let logged: Vec<Logged> = self.lock().entries.iter().cloned().collect();
        let saved: Vec<Saved<&Entry>> =
            logged.iter().map(|Logged { entry, duration }| Saved { entry: &**entry, duration: *duration }).collect();
        // Only maps with keys other than text fail to serialise, and no entry holds one.
        serde_json::to_vec(&saved).unwrap_or_default()
    }

    /// Adds what [`RequestLog::save`] gave; false where it is something else.
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
