//! Numbers in a wording, in digits and spelled out, each in one form, so that `40`, `40.0` and `forty` are one number.

use super::prose::Word;

/// A number, in its one form, and the words it takes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrittenNumber {
    pub(super) text: String,
    pub(super) length: usize,
}

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [(&str, u64); 8] = [
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// Words that say how many without being numbers.
const MULTIPLES: [(&str, &str); 22] = [
    ("dozen", "12"),
    ("dozens", "12"),
    ("half", "0.5"),
    ("halve", "0.5"),
    ("halved", "0.5"),
    ("double", "2"),
    ("doubled", "2"),
    ("doubles", "2"),
    ("twice", "2"),
    ("twofold", "2"),
    ("couple", "2"),
    ("triple", "3"),
    ("tripled", "3"),
    ("thrice", "3"),
    ("third", "3"),
    ("thirds", "3"),
    ("quarter", "4"),
    ("quarters", "4"),
    ("fourth", "4"),
    ("fifth", "5"),
    ("tenth", "10"),
    ("second", "2"),
];

/// Words after which `one` is a number and not a pronoun.
const BEFORE_ONE: [&str; 9] = ["most", "least", "exactly", "than", "of", "to", "is", "maximum", "minimum"];

/// The number that the first of these words begin, if they begin one; `previous` is the word before them.
pub(super) fn read_number(words: &[Word], previous: Option<&Word>) -> Option<WrittenNumber> {
    let first = words.first()?;
    if let Some(text) = number_form(&first.text) {
        return Some(WrittenNumber { text, length: 1 });
    }
    if first.is_code {
        return None;
    }
    if let Some((_, text)) = MULTIPLES.iter().find(|(word, _)| *word == first.text) {
        return Some(WrittenNumber { text: (*text).to_owned(), length: 1 });
    }
    let spelled = read_spelled(words)?;
    let is_pronoun = spelled.length == 1
        && first.text == "one"
        && !previous.is_some_and(|word| BEFORE_ONE.contains(&word.text.as_str()));
    (!is_pronoun).then_some(spelled)
}

fn read_spelled(words: &[Word]) -> Option<WrittenNumber> {
    let (mut total, mut group, mut length) = (0_u64, 0_u64, 0);
    for word in words.iter().take_while(|word| !word.is_code) {
        let text = word.text.as_str();
        if let Some(unit) = SMALL.iter().position(|small| *small == text).and_then(|at| u64::try_from(at).ok()) {
            group = group.saturating_add(unit);
        } else if let Some((_, tens)) = TENS.iter().find(|(name, _)| *name == text) {
            group = group.saturating_add(*tens);
        } else if text == "hundred" || text == "hundreds" {
            group = group.max(1).saturating_mul(100);
        } else if let Some(scale) = scale(text) {
            total = total.saturating_add(group.max(1).saturating_mul(scale));
            group = 0;
        } else {
            break;
        }
        length += 1;
    }
    (length > 0).then(|| WrittenNumber { text: total.saturating_add(group).to_string(), length })
}

fn scale(text: &str) -> Option<u64> {
    match text {
        "thousand" | "thousands" => Some(1_000),
        "million" | "millions" => Some(1_000_000),
        "billion" | "billions" => Some(1_000_000_000),
        _ => None,
    }
}

/// The one form of a number in digits: without signs, zeros and separators that say nothing. None where it is no number.
pub(super) fn number_form(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = ungrouped(whole)?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(&whole) || !is_digits(fraction) || digits.ends_with('.') {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}

/// The digits without the commas between groups of three.
fn ungrouped(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let fits = rest.is_empty() || (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3);
    fits.then(|| [first, &rest.concat()].concat())
}

/// The numbers in a text of a fact, each in its one form: those that are no part of a name.
pub(super) fn numbers_in(text: &str) -> Vec<String> {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.' | '-');
    let runs = text.split(|char: char| !is_part(char));
    runs.filter_map(|run| number_form(run.trim_end_matches('.'))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::prose::Prose;
    use super::*;

    #[test]
    fn digits_have_one_form() {
        for (text, form) in [("040", "40"), ("40.0", "40"), ("1,000", "1000"), ("-0.50", "-0.5"), ("0", "0")] {
            assert_eq!(number_form(text).as_deref(), Some(form), "{text}");
        }
        for text in ["", "-", "1e3", "1.", "1,00", "v1", "2.0.0", "١"] {
            assert_eq!(number_form(text), None, "{text}");
        }
        assert_eq!(numbers_in("from 35 to 12.5, not v1 or 2026-09-30."), ["35", "12.5"]);
    }

    #[test]
    fn numbers_in_words_are_numbers() {
        let read = |text: &str| read_number(&Prose::read(text).words, None).map(|number| (number.text, number.length));
        let number = |text: &str, length| Some((text.to_owned(), length));
        assert_eq!(read("thirty-five characters"), number("35", 2));
        assert_eq!(read("two thousand three hundred and"), number("2300", 4));
        assert_eq!((read("twice"), read("one of"), read("a")), (number("2", 1), None, None));
    }
}
