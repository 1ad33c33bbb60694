//! Types of plain YAML scalars: the core schema of YAML 1.2 (section 10.3.2), in which `no` and `on` are strings.

use saphyr_parser::Tag;

use crate::tree::arena::Kind;

/// The meaning of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tree) enum Meaning {
    /// A value of this kind.
    Value(Kind),
    /// A string with an unknown tag.
    Unknown,
}

/// Returns the meaning of a scalar. Only `plain` scalars (without quotes) and those with a tag can be other than strings.
pub(crate) fn meaning(text: &str, plain: bool, tag: Option<&Tag>) -> Meaning {
    match tag {
        None if plain => Meaning::Value(resolve(text)),
        None => Meaning::Value(Kind::Text),
        Some(tag) => match own(tag) {
            Some("null" | "bool" | "int" | "float") => Meaning::Value(resolve(text)),
            Some(_) => Meaning::Value(Kind::Text),
            None => Meaning::Unknown,
        },
    }
}

/// Returns true if a tag is known, so that the value can be read without it.
pub(crate) fn is_known(tag: &Tag) -> bool {
    own(tag).is_some()
}

/// Returns the suffix of a tag of the core schema, or of a YAML 1.1 tag whose values are written as strings. `!` marks a string
/// (YAML 1.2.2 section 6.9.1).
fn own(tag: &Tag) -> Option<&str> {
    const PREFIX: &str = "tag:yaml.org,2002:";
    const SUFFIXES: [&str; 11] =
        ["!", "str", "null", "bool", "int", "float", "map", "seq", "timestamp", "binary", "merge"];
    // A tag can also be written in full: `!<tag:yaml.org,2002:str>`.
    let suffix = match tag.handle.as_str() {
        PREFIX => tag.suffix.as_str(),
        "" if tag.suffix == "!" => "!",
        "" => tag.suffix.strip_prefix(PREFIX)?,
        _ => return None,
    };
    SUFFIXES.contains(&suffix).then_some(suffix)
}

/// Returns the kind of an unquoted scalar.
fn resolve(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" => Kind::True,
        "false" | "False" | "FALSE" => Kind::False,
        _ if is_number(text) => Kind::Number,
        _ => Kind::Text,
    }
}

fn is_number(text: &str) -> bool {
    let all = |digits: &str, test: fn(&u8) -> bool| !digits.is_empty() && digits.as_bytes().iter().all(test);
    if let Some(octal) = text.strip_prefix("0o") {
        return all(octal, |byte| (b'0'..=b'7').contains(byte));
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return all(hex, u8::is_ascii_hexdigit);
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF") || is_decimal(unsigned)
}

/// Returns true for `[0-9]+(\.[0-9]*)?` or `\.[0-9]+` with an optional exponent.
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let rest = text.get(whole..).unwrap_or_default();
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => (digits(rest), rest.get(digits(rest)..).unwrap_or_default()),
        None => (0, rest),
    };
    if whole + fraction == 0 {
        return false;
    }
    match rest.strip_prefix(['e', 'E']) {
        None => rest.is_empty(),
        Some(exponent) => {
            let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            !exponent.is_empty() && digits(exponent) == exponent.len()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_schema_knows_four_kinds_of_plain_scalars() {
        for (kind, texts) in [
            (Kind::Null, &["", "~", "null", "NULL"][..]),
            (Kind::True, &["true", "True"]),
            (Kind::False, &["false", "FALSE"]),
            (
                Kind::Number,
                &["0", "-1", "+12", "3.5", ".5", "5.", "1e3", "-1.5E-3", "0o17", "0xfF", ".inf", "-.INF", ".nan"],
            ),
            (
                Kind::Text,
                &["no", "yes", "on", "y", "1_000", "3.0.3", "1.2.", "0x", "-", ".", "e3", "1e", "2024-01-01", "nULL"],
            ),
        ] {
            for text in texts {
                assert_eq!(resolve(text), kind, "{text}");
            }
        }
    }
}
