//! Sets of strings that scalars are serialized to. A number has its shortest decimal form, a boolean is `true` or
//! `false`, and a string is itself.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::Decimal;

use crate::prover::known_formats::KnownFormat;
use crate::prover::refutation::{enumerate_matches, imply, matches};

/// Maximum number of integers that are expanded into strings. The strings are then searched one by one.
const MAX_TEXTS: usize = 1000;

/// Maximum length of strings whose length is derived from a pattern. The automaton has two states per character, and
/// visits all of them for each.
const MAX_COUNTED_LENGTH: u64 = 100;

/// A set of strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Texts {
    pub(super) pieces: Vec<Piece>,
    /// True if all strings of the pieces are in the set. Otherwise the set is a subset.
    pub(super) exact: bool,
}

/// Some strings of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Listed(Vec<String>),
    Integers(Integers),
    Numbers(Numbers),
    Strings(Strings),
}

/// Integers between two inclusive bounds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Integers {
    pub(super) least: Option<i128>,
    pub(super) greatest: Option<i128>,
}

/// Numbers between two bounds, each with true if it is exclusive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) least: Option<(Decimal, bool)>,
    pub(super) greatest: Option<(Decimal, bool)>,
}

/// Strings with limited length that match patterns and have formats.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Strings {
    pub(super) least: u64,
    pub(super) most: Option<u64>,
    pub(super) patterns: Vec<String>,
    pub(super) formats: Vec<String>,
}

impl Texts {
    pub(super) const NONE: Texts = Texts { pieces: Vec::new(), exact: true };

    /// Returns the set of all strings.
    pub(super) fn any() -> Texts {
        Texts { pieces: vec![Piece::Strings(Strings::default())], exact: true }
    }

    /// Returns true if this set is certainly a subset of the other one.
    pub(super) fn within(&self, outer: &Texts) -> bool {
        outer.exact && self.pieces.iter().all(|piece| piece.within(outer))
    }

    /// Returns the strings, if they are few.
    pub(super) fn listed(&self) -> Option<Vec<String>> {
        let pieces = self.pieces.iter().map(Piece::listed).collect::<Option<Vec<_>>>()?;
        Some(waybill_base::internal::order::sorted_unique(pieces.into_iter().flatten()))
    }

    /// Returns the length of the shortest string.
    pub(super) fn shortest(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.lengths().0).min().unwrap_or(0)
    }

    /// Returns true if no string contains a character.
    pub(super) fn is_free_of(&self, char: char) -> bool {
        self.pieces.iter().all(|piece| match piece {
            Piece::Listed(texts) => texts.iter().all(|text| !text.contains(char)),
            Piece::Integers(_) => !char.is_ascii_digit() && char != '-',
            Piece::Numbers(_) => !char.is_ascii_digit() && char != '-' && char != '.',
            Piece::Strings(_) => false,
        })
    }
}

impl Piece {
    pub(super) fn within(&self, outer: &Texts) -> bool {
        let one_by_one = |texts: &[String]| {
            texts.iter().all(|text| outer.pieces.iter().any(|piece| piece.holds(text) == Some(true)))
        };
        match self {
            Piece::Listed(texts) => one_by_one(texts),
            _ => {
                outer.pieces.iter().any(|piece| self.within_piece(piece))
                    || self.listed().is_some_and(|texts| one_by_one(&texts))
            }
        }
    }

    /// Returns true if a string is in this set, or `None` if that is unknown.
    pub(super) fn holds(&self, text: &str) -> Option<bool> {
        match self {
            Piece::Listed(texts) => Some(texts.iter().any(|known| known == text)),
            Piece::Integers(integers) => Some(integer(text).is_some_and(|number| integers.holds(number))),
            Piece::Numbers(numbers) => Some(number(text).is_some_and(|number| numbers.holds(&number))),
            Piece::Strings(strings) => strings.holds(text),
        }
    }

    fn within_piece(&self, outer: &Piece) -> bool {
        match (self, outer) {
            (Piece::Integers(inner), Piece::Integers(outer)) => {
                at_least(inner.least.as_ref(), outer.least.as_ref())
                    && at_most(inner.greatest.as_ref(), outer.greatest.as_ref())
            }
            (Piece::Integers(inner), Piece::Numbers(outer)) => Numbers::from(inner).within(outer),
            (Piece::Numbers(inner), Piece::Numbers(outer)) => inner.within(outer),
            (_, Piece::Strings(outer)) => {
                self.is_of_length(outer.least, outer.most)
                    && outer.formats.iter().all(|name| self.is_of_format(name))
                    && outer.patterns.iter().all(|pattern| self.matches(pattern))
            }
            (
                Piece::Strings(_),
                Piece::Integers(Integers { least: None | Some(0 | 1), greatest: None })
                | Piece::Numbers(Numbers { least: None, greatest: None }),
            ) => self.matches(&outer.pattern()),
            _ => false,
        }
    }

    /// Returns true if all strings have a format. Integer formats are also used for strings.
    fn is_of_format(&self, name: &str) -> bool {
        // Depth: 1, because the format is a set of integers, which has no formats.
        if let Piece::Strings(strings) = self {
            return strings.formats.iter().any(|known| known == name || is_format_within(known, name));
        }
        let format = integers_of(name).map(Piece::Integers);
        format.is_some_and(|format| self.within_piece(&format))
    }

    /// Returns true if no string is shorter or longer.
    fn is_of_length(&self, least: u64, most: Option<u64>) -> bool {
        let (shortest, longest) = self.lengths();
        let by_pattern = |length: u64, pattern: String| {
            let has_pattern = matches!(self, Piece::Strings(strings) if !strings.patterns.is_empty());
            has_pattern && length <= MAX_COUNTED_LENGTH && self.matches(&pattern)
        };
        let is_long = shortest >= least || by_pattern(least, format!(r"^[\s\S]{{{least},}}$"));
        let fits = |most| longest.is_some_and(|longest| longest <= most);
        is_long && most.is_none_or(|most| fits(most) || by_pattern(most, format!(r"^[\s\S]{{0,{most}}}$")))
    }

    /// Returns true if all strings match a pattern.
    fn matches(&self, pattern: &str) -> bool {
        let known = match self {
            Piece::Strings(strings) => strings.patterns.clone(),
            _ => vec![self.pattern()],
        };
        let size = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
        let (least, most) = self.lengths();
        known.iter().any(|known| known == pattern)
            || imply(&known, (size(least), most.map_or(usize::MAX, size)), pattern)
    }

    /// Returns the pattern of numbers, without their bounds.
    fn pattern(&self) -> String {
        let whole = "[1-9][0-9]*";
        match self {
            Piece::Integers(Integers { least: Some(1..), .. }) => format!("^{whole}$"),
            Piece::Integers(Integers { least: Some(0), .. }) => format!("^(0|{whole})$"),
            Piece::Integers(_) => format!("^(0|-?{whole})$"),
            Piece::Numbers(_) => format!(r"^(0|-?{whole}|-?(0|{whole})\.[0-9]*[1-9])$"),
            Piece::Listed(_) | Piece::Strings(_) => String::new(),
        }
    }

    /// Returns the lengths of the shortest and the longest string.
    fn lengths(&self) -> (u64, Option<u64>) {
        match self {
            Piece::Listed(texts) => {
                let lengths = || texts.iter().map(|text| length(text));
                (lengths().min().unwrap_or(0), Some(lengths().max().unwrap_or(0)))
            }
            Piece::Integers(Integers { least, greatest }) => {
                let digits = |number: &Option<i128>| number.map(|number| length(&number.to_string()));
                let shortest = match (least, greatest) {
                    (Some(least), _) if *least > 0 => digits(&Some(*least)),
                    (_, Some(greatest)) if *greatest < 0 => digits(&Some(*greatest)),
                    _ => Some(1),
                };
                let longest = digits(least).zip(digits(greatest)).map(|(one, other)| one.max(other));
                (shortest.unwrap_or(1), longest)
            }
            Piece::Numbers(_) => (1, None),
            Piece::Strings(strings) => (strings.least, strings.most),
        }
    }

    fn listed(&self) -> Option<Vec<String>> {
        match self {
            Piece::Listed(texts) => Some(texts.clone()),
            Piece::Integers(Integers { least: Some(least), greatest: Some(greatest) }) => {
                let count = usize::try_from(greatest.checked_sub(*least)?.max(-1).checked_add(1)?).ok()?;
                (count <= MAX_TEXTS).then(|| (*least..=*greatest).map(|number| number.to_string()).list())
            }
            Piece::Strings(strings) => strings.listed(),
            Piece::Integers(_) | Piece::Numbers(_) => None,
        }
    }
}

impl Integers {
    fn holds(&self, number: i128) -> bool {
        self.least.is_none_or(|least| number >= least) && self.greatest.is_none_or(|greatest| number <= greatest)
    }
}

impl From<&Integers> for Numbers {
    fn from(integers: &Integers) -> Numbers {
        let end = |number: Option<i128>| number.map(|number| (Decimal::from(number), false));
        Numbers { least: end(integers.least), greatest: end(integers.greatest) }
    }
}

impl Numbers {
    fn holds(&self, number: &Decimal) -> bool {
        let above = |(end, open): &(Decimal, bool)| number > end || (!open && number == end);
        let below = |(end, open): &(Decimal, bool)| number < end || (!open && number == end);
        self.least.as_ref().is_none_or(above) && self.greatest.as_ref().is_none_or(below)
    }

    fn within(&self, outer: &Numbers) -> bool {
        let above = |end: &(Decimal, bool)| {
            self.least.as_ref().is_some_and(|(least, open)| *least > end.0 || (*least == end.0 && (*open || !end.1)))
        };
        let below = |end: &(Decimal, bool)| {
            self.greatest.as_ref().is_some_and(|(most, open)| *most < end.0 || (*most == end.0 && (*open || !end.1)))
        };
        outer.least.as_ref().is_none_or(above) && outer.greatest.as_ref().is_none_or(below)
    }
}

impl Strings {
    pub(super) fn holds(&self, text: &str) -> Option<bool> {
        let length = length(text);
        if length < self.least || self.most.is_some_and(|most| length > most) {
            return Some(false);
        }
        let mut known = self.formats.is_empty();
        for pattern in &self.patterns {
            match matches(pattern, text) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => known = false,
            }
        }
        known.then_some(true)
    }

    /// Returns the strings, if a pattern allows only a few.
    fn listed(&self) -> Option<Vec<String>> {
        let few = self.patterns.iter().map(|pattern| enumerate_matches(pattern)).find(|texts| !texts.is_empty())?;
        let rest = Strings { formats: Vec::new(), ..self.clone() };
        Some(few.into_iter().filter(|text| rest.holds(text) != Some(false)).list())
    }

    /// Converts these strings into a piece: a list if they are few and all known to match.
    pub(super) fn into_piece(self) -> Piece {
        let all = self.listed().filter(|texts| texts.iter().all(|text| self.holds(text) == Some(true)));
        all.map_or(Piece::Strings(self), Piece::Listed)
    }
}

fn at_least<T: Ord>(inner: Option<&T>, outer: Option<&T>) -> bool {
    outer.is_none_or(|outer| inner.is_some_and(|inner| inner >= outer))
}

fn at_most<T: Ord>(inner: Option<&T>, outer: Option<&T>) -> bool {
    outer.is_none_or(|outer| inner.is_some_and(|inner| inner <= outer))
}

pub(super) fn length(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

fn is_format_within(one: &str, other: &str) -> bool {
    let both = KnownFormat::named(one).zip(KnownFormat::named(other));
    both.is_some_and(|(one, other)| one.is_within(other))
}

/// Returns the integers of a format, if it contains exactly those between two bounds.
pub(super) fn integers_of(format: &str) -> Option<Integers> {
    let (least, greatest) = KnownFormat::named(format)?.range()?;
    Some(Integers { least: Some(least.floor()?.0), greatest: Some(greatest.floor()?.0) })
}

/// Returns the integer that is serialized as this string.
fn integer(text: &str) -> Option<i128> {
    text.parse::<i128>().ok().filter(|number| number.to_string() == text)
}

/// Returns the number that is serialized as this string.
fn number(text: &str) -> Option<Decimal> {
    Decimal::parse(text).filter(|number| number.text().is_some_and(|written| written == text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(least: u64, most: Option<u64>, pattern: &str) -> Piece {
        let patterns = Some(pattern.to_owned()).filter(|pattern| !pattern.is_empty()).into_iter().collect();
        Piece::Strings(Strings { least, most, patterns, formats: Vec::new() })
    }

    fn integers(least: impl Into<Option<i128>>, greatest: impl Into<Option<i128>>) -> Piece {
        Piece::Integers(Integers { least: least.into(), greatest: greatest.into() })
    }

    fn listed(texts: &[&str]) -> Piece {
        Piece::Listed(texts.iter().map(|&text| text.to_owned()).collect())
    }

    fn numbers(least: &str, open: bool) -> Piece {
        Piece::Numbers(Numbers { least: Some((Decimal::parse(least).unwrap(), open)), greatest: None })
    }

    #[test]
    fn sets_of_texts_hold_one_another() {
        for (inner, outer, there, back) in [
            (integers(None, None), strings(0, None, ""), true, false),
            (integers(None, None), strings(1, None, ""), true, false),
            (integers(None, None), strings(2, None, ""), false, false),
            (integers(10, None), strings(2, None, ""), true, false),
            (integers(None, -1), strings(2, None, ""), true, false),
            (integers(-99, 999), strings(0, Some(3), ""), true, false),
            (integers(-999, 999), strings(0, Some(3), ""), false, false),
            (integers(1, 3), listed(&["3", "2", "1"]), true, true),
            (integers(0, 1), listed(&["00", "1"]), false, false),
            (integers(0, i128::MAX), strings(0, Some(3), "^[0-9]$"), false, true),
            (integers(1, 2), integers(0, 2), true, false),
            (integers(1, None), numbers("0", true), true, false),
            (integers(0, None), numbers("0", true), false, false),
            (numbers("1", true), numbers("1", false), true, false),
            (listed(&["1.5"]), numbers("1", false), true, false),
            (listed(&["1.50"]), numbers("1", false), false, false),
            (listed(&["a", "b"]), strings(0, None, "^[ab]$"), true, true),
            (strings(0, None, "^[1-3][0-9]?$"), integers(1, 39), true, false),
            (strings(0, None, "^[1-9][0-9]*$"), integers(1, None), true, true),
            (strings(0, None, "^[0-9]+$"), integers(0, None), false, true),
            (strings(0, None, r"^\d{1,3}(\.\d)?$"), strings(0, Some(5), "^[0-9.]+$"), true, false),
            (strings(0, None, r"(?=x)"), strings(0, None, r"(?=x)"), true, true),
            (listed(&["x"]), strings(0, None, r"(?=x)"), false, false),
            (strings(2, Some(3), ""), strings(1, Some(3), ""), true, false),
        ] {
            let [one, other] = [&inner, &outer].map(|piece| Texts { pieces: vec![piece.clone()], exact: true });
            assert_eq!(one.within(&other), there, "{inner:?} {outer:?}");
            assert_eq!(other.within(&one), back, "{outer:?} {inner:?}");
        }
    }

    #[test]
    fn nothing_is_surely_in_a_set_that_is_not_wholly_known() {
        let some = Texts { pieces: vec![strings(0, None, "")], exact: false };
        assert!(!some.within(&some) && some.within(&Texts::any()));
    }
}
