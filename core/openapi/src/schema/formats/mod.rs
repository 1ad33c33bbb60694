//! `format` as an assertion (JSON Schema 2020-12 validation section 7.3; the OpenAPI Initiative's format registry). Each format
//! has a pattern, except dates and times. Unknown formats are not checked.

mod grammar;
mod times;

use super::pattern::{Refusal, read};
use super::patterns::Patterns;
use crate::tree::Decimal;
use grammar::FORMATS;

/// Maximum lengths of a host name (RFC 1035 section 2.3.4) and of an address's local part (RFC 5321 section 4.5.3.1.1).
const MAX_HOST_LENGTH: usize = 253;
const MAX_LOCAL_LENGTH: usize = 64;

/// Returns true if a number has the format.
pub(super) fn has_number(format: &str, number: &Decimal) -> bool {
    let Some((least, most)) = integers(format) else { return true };
    number.is_integer() && *number >= Decimal::from(least) && *number <= Decimal::from(most)
}

/// Returns the minimum and maximum of an integer format.
pub(super) fn integers(format: &str) -> Option<(i128, i128)> {
    let (bits, is_signed) = match format {
        "int8" => (8, true),
        "int16" => (16, true),
        "int32" => (32, true),
        "int64" => (64, true),
        "uint8" => (8, false),
        "uint16" => (16, false),
        "uint32" => (32, false),
        "uint64" => (64, false),
        _ => return None,
    };
    let count = 1_i128 << bits;
    Some(if is_signed { (-count / 2, count / 2 - 1) } else { (0, count - 1) })
}

/// Returns true if a string has the format, and consumes steps. Returns `None` if no steps remain.
pub(super) fn has_text(format: &str, text: &str, patterns: &mut Patterns, steps: &mut usize) -> Option<bool> {
    let holds = match format {
        "date" => times::is_date(text),
        "time" => times::is_time(text),
        "date-time" => times::is_date_time(text),
        "regex" => !matches!(read(text), Err(Refusal::Invalid)),
        "hostname" if text.len() > MAX_HOST_LENGTH => false,
        "email" if text.rfind('@').is_none_or(|at| at > MAX_LOCAL_LENGTH) => false,
        _ => match FORMATS.iter().find(|(name, ..)| *name == format) {
            Some((name, _, pattern)) if !pattern.is_empty() => {
                let written_out = || grammar::written_out(name, pattern);
                return patterns.check_format(name, &written_out, text, steps).unwrap_or(Some(true));
            }
            _ => true,
        },
    };
    Some(holds)
}

/// Describes the strings that a format accepts.
pub(super) fn described(format: &str) -> &'static str {
    let listed = FORMATS.iter().find(|(name, ..)| *name == format).map(|(_, words, _)| *words);
    listed.unwrap_or(if integers(format).is_some() {
        "an integer that fits the format"
    } else {
        "a string of the format"
    })
}

#[cfg(test)]
pub(super) fn is_of(format: &str, text: &str) -> bool {
    has_text(format, text, &mut Patterns::default(), &mut 1_000_000).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_of_a_format_can_be_followed() {
        for (format, _, pattern) in FORMATS {
            assert!(read(&grammar::written_out(format, pattern)).is_ok(), "{format}");
        }
    }

    #[test]
    fn texts_are_of_the_formats_they_are_of() {
        for (format, yes, no) in [
            ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08aa98-11ea-b4aa-73b441d16380-"),
            ("json-pointer", "/a~0b/~1", "/a~2"),
            ("relative-json-pointer", "1/a", "01/a"),
            ("byte", "YWI=", "YWI"),
            ("regex", "^a+$", "("),
            ("date", "2024-02-29", "2023-02-29"),
            ("time", "23:59:60Z", "22:59:60Z"),
            ("date-time", "2024-07-01t08:30:00.5+02:00", "2024-07-01 08:30:00Z"),
            ("duration", "P1Y2M3DT4H5M6S", "P1YT"),
            ("email", "joe.bloggs@example.com", "joe..bloggs@example.com"),
            ("hostname", "www.example-1.com", "-a.example"),
            ("ipv4", "127.0.0.1", "127.0.0.01"),
            ("ipv6", "::ffff:192.168.0.1", "1::2::3"),
            ("ipv6", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7"),
            ("ipv6", "::", ":1"),
            ("uri", "https://user@example.com:80/a?b#c", "//example.com"),
            ("uri", "http://[2001:db8::1]/", "http://[1::2::3]/"),
            ("uri-reference", "../a:b", "\\\\a"),
            ("iri", "https://ƒøø.example/", "a b"),
            ("uri-template", "http://example.com/{term:1}/{+path}", "http://example.com/{term"),
            ("a format of one's own", "anything", ""),
        ] {
            assert!(is_of(format, yes), "{format} {yes}");
            assert!(no.is_empty() || !is_of(format, no), "{format} {no}");
        }
        assert!(!is_of("email", &format!("{}@example.com", "a".repeat(65))));
        assert!(!is_of("hostname", &"a.".repeat(127)));
    }

    #[test]
    fn integers_of_a_format_fit_it() {
        let number = |text| Decimal::parse(text).unwrap();
        assert!(has_number("int32", &number("2147483647")) && !has_number("int32", &number("2147483648")));
        assert!(
            has_number("int64", &number("-9223372036854775808"))
                && has_number("uint64", &number("18446744073709551615"))
        );
        assert!(!has_number("int64", &number("0.5")) && has_number("double", &number("0.5")));
    }
}
