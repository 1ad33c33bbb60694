//! What clients sent, as messages quote it: of any length, and the message has to have room for what they should do.

/// The first characters of a text, and an ellipsis where there are more.
pub(crate) fn shorten(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
