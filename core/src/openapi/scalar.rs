//! What a plain YAML scalar is: the core schema of YAML 1.2 (section 10.3.2), in which `no` and `on` are texts.

use super::arena::Kind;

/// The kind of value an unquoted scalar stands for.
pub(super) fn resolve(text: &str) -> Kind {
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

/// `[0-9]+(\.[0-9]*)?` or `\.[0-9]+`, then perhaps an exponent.
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
