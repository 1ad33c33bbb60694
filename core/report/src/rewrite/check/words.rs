//! Splits a text into words, quotations, numbers and dates. Numbers and dates are normalised.

use waybill_base::date::Date;

use crate::render::split_quoted;

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

/// A word, a quotation, a number or a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Text without surrounding punctuation. Numbers and dates are normalised.
    pub(super) text: String,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text in backticks or quotation marks.
    Quoted,
    /// A number in the form of [`number_form`].
    Number,
    /// The written part of `YYYY-MM-DD`.
    Date,
    Plain,
    /// The end of a sentence or clause.
    End,
}

/// Splits a text into words.
pub(super) fn split_words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some((before, quoted, after)) = split_quotation(rest) {
        push_prose(&mut words, before);
        if quoted.is_speech {
            push_prose(&mut words, quoted.text);
        } else {
            words.push(Word { text: quoted.text.to_owned(), kind: Kind::Quoted });
        }
        rest = after;
    }
    push_prose(&mut words, rest);
    words
}

/// A quotation. Several words in double quotes are speech, not a name.
struct Quotation<'t> {
    text: &'t str,
    is_speech: bool,
}

/// Opening and closing quotation marks.
const MARKS: [(char, char); 5] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’')];

/// Returns the text before the first quotation, the quotation, and the text after it. A quotation in backticks ends
/// where renderers end it, or at the end of the text.
fn split_quotation(text: &str) -> Option<(&str, Quotation<'_>, &str)> {
    let (at, mark) =
        text.char_indices().find(|(_, char)| *char == '`' || MARKS.iter().any(|(open, _)| open == char))?;
    let (before, opened) = (text.get(..at)?, text.get(at + mark.len_utf8()..)?);
    if mark == '`' {
        let (quoted, after) = split_quoted(opened).unwrap_or((opened, ""));
        return Some((before, Quotation { text: quoted, is_speech: false }, after));
    }
    let (_, closing) = MARKS.iter().find(|(open, _)| *open == mark)?;
    // Without a closing mark, it is an apostrophe or an inch sign.
    let (quoted, after) = opened.split_once(*closing).unwrap_or(("", opened));
    // Quotation marks may include punctuation.
    let text = quoted.trim_end_matches(['.', ',', ';', '!', '?']);
    Some((before, Quotation { text, is_speech: text.is_empty() || text.contains(' ') }, after))
}

fn push_prose(words: &mut Vec<Word>, prose: &str) {
    let separated = prose.replace(['—', '–', '…', '(', ')'], " ; ").replace('−', "-");
    let ends = |chunk: &str| chunk.ends_with(['.', ';', ':', '!', '?']);
    let bare = separated.split_whitespace().map(|chunk| {
        let text = chunk.trim_matches([
            '.', ',', ';', ':', '!', '?', '\'', '’', '‘', '"', '“', '”', '%', '[', ']', '≤', '≥', '<', '>', '~', '=',
        ]);
        (text, ends(chunk))
    });
    let chunks: Vec<(&str, bool)> = bare.collect();
    let mut rest = chunks.as_slice();
    while let [(first, _), ..] = rest {
        let texts: Vec<&str> = rest.iter().take(3).map(|(text, _)| *text).collect();
        let (word, length) = match read_date(&texts) {
            Some((text, length)) => (Word { text, kind: Kind::Date }, length),
            None => match number_form(first) {
                Some(text) => (Word { text, kind: Kind::Number }, 1),
                None => (Word { text: (*first).to_owned(), kind: Kind::Plain }, 1),
            },
        };
        let (read, others) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        if !first.is_empty() {
            words.push(word);
        }
        if read.last().is_some_and(|(_, is_end)| *is_end) {
            words.push(Word { text: String::new(), kind: Kind::End });
        }
        rest = others;
    }
}

/// Parses the date at the start of these words: `2026-09-30`, `30 September 2026`, `September 30, 2026`, `September
/// 2026`, or one without a year. Returns the written part of `YYYY-MM-DD`, and the number of words.
fn read_date(words: &[&str]) -> Option<(String, usize)> {
    let [first, others @ ..] = words else { return None };
    if first.parse::<Date>().is_ok() {
        return Some(((*first).to_owned(), 1));
    }
    let [second, third] = [others.first(), others.get(1)].map(|word| word.copied().unwrap_or_default());
    let (month, day, year, length) = match (day(first), month(second), month(first)) {
        (Some(day), Some(month), _) => (month, Some(day), year(third), 2),
        (_, _, Some(month)) => match (day(second), year(second)) {
            (Some(day), _) => (month, Some(day), year(third), 2),
            (None, Some(year)) => return Some((format!("{year}-{month:02}"), 2)),
            (None, None) => return None,
        },
        _ => return None,
    };
    let day = day.map(|day| format!("-{day:02}")).unwrap_or_default();
    Some(match year {
        Some(year) => (format!("{year}-{month:02}{day}"), length + 1),
        None => (format!("{month:02}{day}"), length),
    })
}

fn month(text: &str) -> Option<usize> {
    // Without this, "12 may be sent" would contain a date.
    let is_name = text.starts_with(char::is_uppercase);
    let is_month =
        |name: &&str| name.eq_ignore_ascii_case(text) || text.len() == 3 && name.starts_with(&text.to_lowercase());
    MONTHS.iter().position(|name| is_name && is_month(name)).map(|at| at + 1)
}

fn day(text: &str) -> Option<u8> {
    let digits = ["th", "st", "nd", "rd"].iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

fn year(text: &str) -> Option<u16> {
    text.parse().ok().filter(|year| (1900..=2999).contains(year))
}

/// Normalises a number: no plus sign, separators, or superfluous zeros. `None` for other text.
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

/// Returns the digits without the commas between groups of three.
fn ungrouped(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let fits = rest.is_empty() || (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3);
    fits.then(|| [first, &rest.concat()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> String {
        let shown = split_words(text).into_iter().map(|Word { text, kind }| match kind {
            Kind::Quoted => format!("<{text}>"),
            Kind::Number => format!("#{text}"),
            Kind::Date => format!("@{text}"),
            Kind::Plain => text,
            Kind::End => ".".to_owned(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn quotations_numbers_and_dates_are_found() {
        assert_eq!(kinds("Send `a b`, \"c,\" or “d” – 1,000 (35.0)."), "Send <a b> <c> or <d> . #1000 . #35 . .");
        assert_eq!(kinds("from 30 September 2026 to 2026-12-31"), "from @2026-09-30 to @2026-12-31");
        assert_eq!(kinds("September 30, 2026 or December 2026"), "@2026-09-30 or @2026-12");
        assert_eq!(kinds("until 30th September, may 12-character"), "until @09-30 may 12-character");
        assert_eq!(kinds("12 may be sent, -5 and ≤7"), "#12 may be sent #-5 and #7");
        assert_eq!(kinds("one `alone and"), "one <alone and>");
        assert_eq!(kinds("it\u{2019}s «a» and 5\""), "it\u{2019}s <a> and #5");
    }

    #[test]
    fn digits_have_one_form() {
        for (text, form) in [("040", "40"), ("40.0", "40"), ("1,000", "1000"), ("-0.50", "-0.5"), ("0", "0")] {
            assert_eq!(number_form(text).as_deref(), Some(form), "{text}");
        }
        for text in ["", "-", "1e3", "1.", "1,00", "v1", "2.0.0", "١"] {
            assert_eq!(number_form(text), None, "{text}");
        }
    }
}
