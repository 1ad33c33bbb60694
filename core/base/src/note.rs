//! Notes for a host's log: internal events, each with a stable code and without secrets.

/// An event to log. Nothing depends on notes being read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Stable identifier, such as `token.exchange-lost`.
    pub code: &'static str,
    /// Description of the event.
    pub message: String,
}
