//! Shortened quotes of client input, so that messages keep room for advice.

/// Returns the first characters of a string, followed by an ellipsis if there are more.
pub(crate) fn shorten(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
