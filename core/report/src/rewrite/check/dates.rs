//! Days in a wording: `2026-09-30`, `30 September 2026`, `September 30, 2026`, and months such as `September 2026`.

use waybill_base::date::Date;

use super::prose::Word;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A day or a month, as `2026-09-30` or `2026-09`, and the words it takes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrittenDate {
    pub(super) text: String,
    pub(super) length: usize,
}

/// The date that the first of these words begin, if they begin one.
pub(super) fn read_date(words: &[Word]) -> Option<WrittenDate> {
    let first = words.first()?;
    if first.text.parse::<Date>().is_ok() {
        return Some(WrittenDate { text: first.text.clone(), length: 1 });
    }
    let text = |at: usize| words.get(at).filter(|word| !word.is_code).map(|word| word.text.as_str());
    let (one, two, three) = (text(0)?, text(1), text(2));
    if let (Some(day), Some(month)) = (day(one), two.and_then(month)) {
        return Some(match three.and_then(year) {
            Some(year) => WrittenDate { text: format!("{year}-{month:02}-{day:02}"), length: 3 },
            None => WrittenDate { text: format!("{month:02}-{day:02}"), length: 2 },
        });
    }
    let month = month(one)?;
    match (two.and_then(day), two.and_then(year), three.and_then(year)) {
        (Some(day), _, Some(year)) => Some(WrittenDate { text: format!("{year}-{month:02}-{day:02}"), length: 3 }),
        (Some(day), _, None) => Some(WrittenDate { text: format!("{month:02}-{day:02}"), length: 2 }),
        (None, Some(year), _) => Some(WrittenDate { text: format!("{year}-{month:02}"), length: 2 }),
        // The month alone is another word most of the time.
        (None, None, _) if one == "may" || one == "march" => None,
        (None, None, _) => Some(WrittenDate { text: format!("-{month:02}-"), length: 1 }),
    }
}

/// Whether a day or month of a wording is that day, or the month of it.
pub(super) fn is_within(written: &str, day: &str) -> bool {
    day.contains(written)
}

fn month(text: &str) -> Option<usize> {
    MONTHS.iter().position(|name| *name == text).map(|at| at + 1)
}

fn day(text: &str) -> Option<u8> {
    let digits = text.strip_suffix("th").or_else(|| text.strip_suffix("st")).unwrap_or(text);
    let digits = digits.strip_suffix("nd").or_else(|| digits.strip_suffix("rd")).unwrap_or(digits);
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

fn year(text: &str) -> Option<u16> {
    text.parse().ok().filter(|year| (1900..=2999).contains(year))
}

#[cfg(test)]
mod tests {
    use super::super::prose::Prose;
    use super::*;

    #[test]
    fn a_day_is_read_in_three_spellings() {
        let read = |text: &str| read_date(&Prose::read(text).words).map(|date| (date.text, date.length));
        let day = |length| Some(("2026-09-30".to_owned(), length));
        assert_eq!(read("2026-09-30."), day(1));
        assert_eq!(
            (read("30 September 2026"), read("September 30, 2026"), read("30th September 2026")),
            (day(3), day(3), day(3))
        );
        assert_eq!(read("December 2026 or so"), Some(("2026-12".to_owned(), 2)));
        assert_eq!((read("may be"), read("30 parcels"), read("2026")), (None, None, None));
        assert!(is_within("2026-12", "2026-12-31") && !is_within("2026-11", "2026-12-31"));
    }
}
