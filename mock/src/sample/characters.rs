//! Sets of characters, as the classes of a pattern name them: enough of each to make a text.

/// A set of characters as ranges.
#[derive(Debug, Default)]
pub(super) struct Set {
    ranges: Vec<(char, char)>,
}

impl Set {
    pub(super) fn from_ranges(ranges: &[(char, char)]) -> Self {
        Self { ranges: ranges.to_vec() }
    }

    /// What is taken for "any character".
    pub(super) fn plain() -> Self {
        Self::from_ranges(&[('A', 'Z'), ('a', 'z'), ('0', '9'), (' ', '~')])
    }

    pub(super) fn insert(&mut self, first: char, last: char) {
        if first <= last {
            self.ranges.push((first, last));
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.ranges.extend(&other.ranges);
    }

    pub(super) fn single(&self) -> Option<char> {
        match self.ranges.as_slice() {
            [(first, last)] if first == last => Some(*first),
            _ => None,
        }
    }

    fn contains(&self, character: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&character))
    }

    /// The printable characters of ASCII that are not in it, and one beyond them.
    pub(super) fn complement(&self) -> Self {
        Self::from_characters((' '..='~').chain(['\u{e9}']).filter(|character| !self.contains(*character)))
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        let all = self.ranges.iter().flat_map(|(first, last)| (*first..=*last).take(4_096));
        Self::from_characters(all.filter(|character| !other.contains(*character)))
    }

    fn from_characters(characters: impl Iterator<Item = char>) -> Self {
        let mut set = Self::default();
        for character in characters {
            match set.ranges.last_mut() {
                Some((_, last)) if u32::from(*last) + 1 == u32::from(character) => *last = character,
                _ => set.ranges.push((character, character)),
            }
        }
        set
    }

    /// Its ranges, plain ones first: what is only letters or digits looks like a value, a control code does not.
    pub(super) fn ranges(&self) -> Vec<(char, char)> {
        let mut ranges: Vec<(char, char)> = Vec::new();
        for (first, last) in [('0', '9'), ('A', 'Z'), ('a', 'z')] {
            for (own_first, own_last) in &self.ranges {
                let (from, to) = (first.max(*own_first), last.min(*own_last));
                if from <= to {
                    ranges.push((from, to));
                }
            }
        }
        // A class of letters alone starts with letters: digits come first only where they are said first.
        if let Some((first, _)) = self.ranges.first().filter(|(first, _)| first.is_ascii_alphabetic()) {
            ranges.sort_by_key(|(from, _)| {
                from.is_ascii_lowercase() != first.is_ascii_lowercase() || from.is_ascii_digit()
            });
        }
        ranges.extend(
            self.ranges.iter().copied().filter(|(first, last)| first == last || !first.is_ascii_alphanumeric()),
        );
        ranges
    }
}
