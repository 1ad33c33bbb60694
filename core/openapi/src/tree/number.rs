//! Numbers as text: stored as written, and compared by value (`1`, `1.0` and `10e-1` are equal; RFC 8259 section 6).

use super::decimal::Decimal;

/// The parts of a decimal number: true if negative, the digits before and after the point, and the exponent.
type Parts<'t> = (bool, &'t str, &'t str, &'t str);

/// Splits a decimal number. Returns `None` for YAML numbers in another notation (`.inf`, `0x1f`).
fn split_decimal(text: &str) -> Option<Parts<'_>> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    // Fast path: most numbers are integers.
    if !text.is_empty() && digits(text) {
        return Some((false, text, "", ""));
    }
    let (negative, rest) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..)?),
        Some(b'+') => (false, text.get(1..)?),
        _ => (false, text),
    };
    let (mantissa, exponent) = match rest.bytes().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (rest.get(..at)?, rest.get(at + 1..)?),
        None => (rest, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_decimal = digits(whole) && digits(fraction) && whole.len() + fraction.len() > 0;
    is_decimal.then_some((negative, whole, fraction, exponent))
}

/// Converts an octal or hexadecimal YAML integer (YAML 1.2.2 section 10.3.2) of up to 128 bits to decimal.
fn convert_to_decimal(text: &str) -> Option<String> {
    let value = match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => u128::from_str_radix(text.strip_prefix("0o")?, 8),
    };
    value.ok().map(|value| value.to_string())
}

/// Writes the digits of a number to `out`, without leading and trailing zeros. Zero has no digits. Returns true if it is
/// negative, and the exponent of the power of ten. Returns `None` if it is not a number or its exponent exceeds 64 bits.
pub(super) fn write_significant_digits(text: &str, out: &mut String) -> Option<(bool, i128)> {
    out.clear();
    let converted = convert_to_decimal(text);
    let (negative, whole, fraction, exponent) = split_decimal(converted.as_deref().unwrap_or(text))?;
    let exponent = if exponent.is_empty() { 0 } else { exponent.parse::<i64>().ok()? };
    out.push_str(whole.trim_start_matches('0'));
    if out.is_empty() {
        out.push_str(fraction.trim_start_matches('0'));
    } else {
        out.push_str(fraction);
    }
    let length = out.len();
    out.truncate(out.trim_end_matches('0').len());
    let shift = |length: usize| i128::try_from(length).unwrap_or(0);
    Some((negative, i128::from(exponent) + shift(length - out.len()) - shift(fraction.len())))
}

/// Writes the normal form of a number to `out`: sign, digits without leading and trailing zeros, and exponent. Other texts, such
/// as infinities and NaN, are written in lower case.
pub(super) fn normalise(text: &str, out: &mut String) {
    match write_significant_digits(text, out) {
        Some(_) if out.is_empty() => out.push('0'),
        Some((negative, exponent)) => {
            if negative {
                out.insert(0, '-');
            }
            out.push('e');
            match exponent {
                // Fast path: most exponents are 0, and formatting others takes as long as all the rest.
                0 => out.push('0'),
                _ => out.push_str(&exponent.to_string()),
            }
        }
        None => {
            out.clear();
            out.push_str(text.strip_prefix('+').unwrap_or(text));
            out.make_ascii_lowercase();
        }
    }
}

/// Writes a number as JSON. It becomes a string if JSON cannot represent it (`.inf`), or if most parsers reject its size (RFC
/// 8259 section 6).
pub(crate) fn write_json(text: &str, out: &mut String) {
    if let Some(digits) = convert_to_decimal(text) {
        out.push_str(&digits);
        return;
    }
    let readable = split_decimal(text).filter(|(.., exponent)| !is_too_large(text, exponent));
    let Some((negative, whole, fraction, exponent)) = readable else {
        super::text::quote(text, out);
        return;
    };
    if negative {
        out.push('-');
    }
    let digits = whole.trim_start_matches('0');
    out.push_str(if digits.is_empty() { "0" } else { digits });
    if !fraction.is_empty() {
        out.extend([".", fraction]);
    }
    if !exponent.is_empty() {
        // Keeps `e` or `E` as written.
        let from = text.len() - exponent.len() - 1;
        out.push_str(text.get(from..).unwrap_or_default());
    }
}

/// Returns true if a number exceeds the range of IEEE 754 binary64. The limit is 2^1024 minus half of the last place of the
/// greatest finite number, because parsers round from there up to infinity.
fn is_too_large(text: &str, exponent: &str) -> bool {
    const FIRST_INFINITE: &str = "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872\
                         0709633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153\
                         1764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042\
                         880177904174497792";
    match Decimal::parse(text).map(Decimal::absolute) {
        Some(number) => Decimal::parse(FIRST_INFINITE).is_some_and(|least| number >= least),
        // The exponent does not fit into 64 bits.
        None => !exponent.starts_with('-') && !text.trim_start_matches(['+', '-', '.', '0']).starts_with(['e', 'E']),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str) -> String {
        let mut out = String::new();
        normalise(text, &mut out);
        out
    }

    #[test]
    fn one_value_has_one_normal_form() {
        for same in [["1", "1.0", "10e-1"], ["100", "1e2", "1.00E+2"], ["-0.5", "-5e-1", "-0.50"], ["0", "-0", "0.0e9"]]
        {
            let forms = same.map(normal);
            assert!(forms.iter().all(|form| *form == forms[0]), "{forms:?}");
        }
    }

    #[test]
    fn near_values_stay_apart() {
        assert_ne!(normal("9007199254740993"), normal("9007199254740992"));
        assert_ne!(normal("1"), normal("-1"));
        assert_ne!(normal("1"), normal("10"));
        assert_ne!(normal("1e9223372036854775807"), normal("10e9223372036854775807"));
    }

    #[test]
    fn special_numbers_are_kept_as_written() {
        assert_eq!([".inf", "+.Inf", "-.INF", ".NaN"].map(normal), [".inf", ".inf", "-.inf", ".nan"]);
        assert_eq!(normal("1e99999999999999999999"), "1e99999999999999999999");
    }

    #[test]
    fn octal_and_hexadecimal_integers_equal_decimal_ones() {
        assert_eq!(["0x1F", "0o37", "31", "0x001f"].map(normal), ["31e0"; 4]);
        assert_eq!(normal("0xffffffffffffffffffffffffffffffff"), normal("340282366920938463463374607431768211455"));
        assert_ne!(normal("0xffffffffffffffffffffffffffffffff1"), normal("0xffffffffffffffffffffffffffffffff2"));
    }

    #[test]
    fn numbers_of_yaml_are_written_as_numbers_of_json() {
        for (yaml, json) in [
            ("1.50", "1.50"),
            ("+1", "1"),
            (".5", "0.5"),
            ("5.", "5"),
            ("010", "10"),
            ("-0.0", "-0.0"),
            ("1E+5", "1E+5"),
            ("0x1F", "31"),
            ("0o17", "15"),
            (".inf", "\".inf\""),
            ("1e400", "\"1e400\""),
            ("-1.7976931348623159e308", "\"-1.7976931348623159e308\""),
            ("1.7976931348623158e+308", "1.7976931348623158e+308"),
            ("1e99999999999999999999", "\"1e99999999999999999999\""),
            ("1e-99999999999999999999", "1e-99999999999999999999"),
            ("0e99999999999999999999", "0e99999999999999999999"),
            ("1e-400", "1e-400"),
            ("00", "0"),
            ("-.5e3", "-0.5e3"),
        ] {
            let mut out = String::new();
            write_json(yaml, &mut out);
            assert_eq!(out, json);
        }
    }
}
