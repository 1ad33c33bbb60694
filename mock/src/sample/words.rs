//! The words of a name: `trackingNumber`, `Tracking_Number` and `TRACKING-NUMBER` have the same two.

/// The words in the name of a leaf and in that of the surrounding element.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LeafName {
    /// Words in order, without a number at the end: `street1` is a street.
    pub(super) own: Vec<String>,
    pub(super) parent: Vec<String>,
    /// Own words, and sequences of two or three of them as one word: `postCode` is a postcode too.
    spellings: Vec<String>,
}

impl LeafName {
    /// Creates the name of a leaf at a path. The outermost element is ignored, because it names the message.
    pub(super) fn new(local: &str, path: &str) -> Self {
        let steps: Vec<&str> = path.rsplitn(4, '/').collect();
        let own = words(local);
        let parent = steps.get(1).filter(|_| steps.len() == 4).map(|parent| words(parent)).unwrap_or_default();
        Self::from_lists(own.iter().map(|word| without_number(word).to_owned()).collect(), parent)
    }

    fn from_lists(own: Vec<String>, parent: Vec<String>) -> Self {
        let mut spellings = own.clone();
        for joined in [2, 3] {
            for some in own.windows(joined) {
                spellings.push(some.concat());
            }
        }
        Self { own, parent, spellings }
    }

    /// Returns the name with the words of the surrounding element in front.
    pub(super) fn with_parent(&self) -> Self {
        Self::from_lists(self.parent.iter().chain(&self.own).cloned().collect(), Vec::new())
    }

    /// True if the name contains any of the words.
    pub(super) fn has(&self, any: &[&str]) -> bool {
        has_any(&self.spellings, any)
    }
}

/// True if a list contains any of the words.
pub(super) fn has_any(words: &[String], any: &[&str]) -> bool {
    words.iter().any(|word| any.contains(&word.as_str()))
}

fn without_number(word: &str) -> &str {
    match word.trim_end_matches(|character: char| character.is_ascii_digit()) {
        "" => word,
        rest => rest,
    }
}

/// Returns the words of a name in lower case.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    let characters: Vec<char> = name.chars().take(200).collect();
    for (at, character) in characters.iter().copied().enumerate() {
        let next = characters.get(at + 1).copied().unwrap_or(' ');
        // `XMLFile` is `xml file`, `fileXML` is `file xml`, and digits belong to the word before them.
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
