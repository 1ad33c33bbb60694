//! The words that a name is made of: `trackingNumber`, `Tracking_Number` and `TRACKING-NUMBER` are the same two.

/// The words of a name, in lower case.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    let characters: Vec<char> = name.chars().take(200).collect();
    for (at, character) in characters.iter().copied().enumerate() {
        let next = characters.get(at + 1).copied().unwrap_or(' ');
        // `XMLFile` is `xml file`, `fileXML` is `file xml`, and digits go with the word before them.
        let starts =
            character.is_uppercase() && (previous.is_lowercase() || previous.is_ascii_digit() || next.is_lowercase());
        if character.is_alphanumeric() {
            match words.last_mut() {
                Some(word) if previous.is_alphanumeric() && !starts => word.extend(character.to_lowercase()),
                _ => words.push(character.to_lowercase().collect()),
            }
        }
        previous = character;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words() {
        for (name, expected) in [
            ("trackingNumber", "tracking number"),
            ("Tracking_Number", "tracking number"),
            ("XMLFile", "xml file"),
            ("fileXML", "file xml"),
            ("AWB", "awb"),
            ("street1", "street1"),
            ("Order-ID", "order id"),
        ] {
            assert_eq!(words(name).join(" "), expected, "{name}");
        }
    }
}
