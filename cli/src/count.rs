//! How many there are of something, as people say it.

/// Such as `1 file` and `2 files`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
