//! Counts with a noun, for messages.

/// Formats a count, such as `1 file` and `2 files`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
