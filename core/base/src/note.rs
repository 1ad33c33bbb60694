//! Notes for a host's log: what happened inside, under a stable code, without secrets.

/// Something worth a line in a log. Nothing depends on it being read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Stable identifier, such as `token.exchange-lost`.
    pub code: &'static str,
    /// What happened.
    pub message: String,
}
