//! `format` as a demand (JSON Schema 2020-12 validation section 7.3; the OpenAPI Initiative's format registry). Formats
//! that are not listed here demand nothing.

mod addresses;
mod times;
mod uris;

use super::pattern::{Refusal, read};
use crate::openapi::Decimal;

/// Whether a number is of the format.
pub(super) fn has_number(format: &str, number: &Decimal) -> bool {
    let Some((least, most)) = integers(format) else { return true };
    number.is_integer() && (Decimal::from(least)..=Decimal::from(most)).contains(number)
}

/// The least and the greatest integer of a format for integers.
pub(super) fn integers(format: &str) -> Option<(i128, i128)> {
    Some(match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" => (i64::MIN.into(), i64::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" => (0, u64::MAX.into()),
        _ => return None,
    })
}

/// Whether a text is of the format.
pub(super) fn has_text(format: &str, text: &str) -> bool {
    match format {
        "date" => times::is_date(text),
        "time" => times::is_time(text),
        "date-time" => times::is_date_time(text),
        "duration" => times::is_duration(text),
        "email" => addresses::is_email(text, false),
        "idn-email" => addresses::is_email(text, true),
        "hostname" => addresses::is_hostname(text),
        "ipv4" => addresses::is_ipv4(text),
        "ipv6" => addresses::is_ipv6(text),
        "uuid" => is_uuid(text),
        "uri" => uris::is_uri(text, false),
        "uri-reference" => uris::is_reference(text, false),
        "iri" => uris::is_uri(text, true),
        "iri-reference" => uris::is_reference(text, true),
        "uri-template" => uris::is_template(text),
        "json-pointer" => is_pointer(text),
        "relative-json-pointer" => is_relative_pointer(text),
        "regex" => !matches!(read(text), Err(Refusal::Invalid)),
        "byte" => is_base64(text),
        _ => true,
    }
}

/// What a format asks for, in words.
pub(super) fn described(format: &str) -> &'static str {
    match format {
        "date" => "a date such as 2024-07-01",
        "time" => "a time with its offset, such as 08:30:00Z",
        "date-time" => "a date and time with its offset, such as 2024-07-01T08:30:00Z",
        "duration" => "a duration such as P1DT12H",
        "email" | "idn-email" => "an e-mail address",
        "hostname" => "a host name",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "uuid" => "a UUID",
        "uri" => "a URI with its scheme",
        "iri" => "an IRI with its scheme",
        "uri-reference" | "iri-reference" => "a URI or a reference relative to one",
        "uri-template" => "a URI template",
        "json-pointer" => "a JSON pointer",
        "relative-json-pointer" => "a relative JSON pointer",
        "regex" => "a regular expression",
        "byte" => "text in base64",
        "int8" | "int16" | "int32" | "int64" | "uint8" | "uint16" | "uint32" | "uint64" => {
            "an integer that fits the format"
        }
        _ => "text of the format",
    }
}

fn is_uuid(text: &str) -> bool {
    let is_hyphen = |at| matches!(at, 8 | 13 | 18 | 23);
    let mut bytes = text.bytes().enumerate();
    text.len() == 36 && bytes.all(|(at, byte)| if is_hyphen(at) { byte == b'-' } else { byte.is_ascii_hexdigit() })
}

/// RFC 6901 section 3.
fn is_pointer(text: &str) -> bool {
    let is_escaped = |rest: &str| rest.starts_with('0') || rest.starts_with('1');
    (text.is_empty() || text.starts_with('/')) && text.split('~').skip(1).all(is_escaped)
}

fn is_relative_pointer(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits).unwrap_or((text, ""));
    let is_number = number == "0" || !number.is_empty() && !number.starts_with('0');
    is_number && (rest == "#" || is_pointer(rest))
}

/// RFC 4648 section 4.
fn is_base64(text: &str) -> bool {
    let inner = text.trim_end_matches('=');
    let is_plain = inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'));
    is_plain && text.len() - inner.len() <= 2 && text.len().is_multiple_of(4)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("uri", "https://example.com/a?b#c", "//example.com"),
            ("uri-reference", "../a", "\\\\a"),
            ("iri", "https://ƒøø.example/", "a b"),
            ("uri-template", "http://example.com/{term:1}/{+path}", "http://example.com/{term"),
            ("a format of one's own", "anything", ""),
        ] {
            assert!(has_text(format, yes), "{format} {yes}");
            assert!(no.is_empty() || !has_text(format, no), "{format} {no}");
        }
    }

    #[test]
    fn integers_of_a_format_fit_it() {
        let number = |text| Decimal::parse(text).unwrap();
        assert!(has_number("int32", &number("2147483647")) && !has_number("int32", &number("2147483648")));
        assert!(!has_number("int64", &number("0.5")) && has_number("double", &number("0.5")));
    }
}
