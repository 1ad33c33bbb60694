//! What clients sent, as messages quote it: of any length, and what they should do has to be said as well.

/// The first characters of a text, and an ellipsis where there are more.
pub(crate) fn shorten(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
