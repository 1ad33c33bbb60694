//! Numbers as text: kept as written, compared by value (`1`, `1.0` and `10e-1` are one number; RFC 8259 section 6).

/// Writes the normal form of a decimal number to `out`: sign, digits without outer zeros, exponent.
///
/// A text that is no plain decimal number (`.inf`, `0x1f`) is its own normal form.
pub(crate) fn normalise(text: &str, out: &mut String) {
    out.clear();
    let (negative, rest) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    let (mantissa, exponent) = match rest.find(['e', 'E']) {
        Some(at) => (rest.get(..at).unwrap_or_default(), rest.get(at + 1..).unwrap_or_default()),
        None => (rest, "0"),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let plain = mantissa.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let exponent = exponent.trim_start_matches('+').parse::<i64>();
    let (true, Ok(exponent)) = (plain, exponent) else {
        out.push_str(text);
        return;
    };
    out.extend([whole, fraction]);
    let digits = out.trim_end_matches('0').len();
    let trailing = out.len() - digits;
    out.truncate(digits);
    let leading = out.len() - out.trim_start_matches('0').len();
    out.drain(..leading);
    if out.is_empty() {
        out.push('0');
        return;
    }
    let shift = i64::try_from(trailing).unwrap_or(0) - i64::try_from(fraction.len()).unwrap_or(0);
    if negative {
        out.insert(0, '-');
    }
    out.push('e');
    out.push_str(&exponent.saturating_add(shift).to_string());
}

/// Writes a number as JSON; a text that JSON has no number for (`.inf`, `0x1f`, `+1`) becomes a string.
pub(crate) fn write_json(text: &str, out: &mut String) {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, rest) = digits.split_at(digits.bytes().take_while(u8::is_ascii_digit).count());
    let fraction = rest.strip_prefix('.').map(|rest| rest.split(['e', 'E']).next().unwrap_or_default());
    let is_json = !whole.is_empty()
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        && (rest.is_empty() || rest.starts_with(['.', 'e', 'E']));
    if is_json { out.push_str(text) } else { super::text::quote(text, out) }
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
    }

    #[test]
    fn what_is_no_decimal_number_is_kept() {
        assert_eq!(normal(".inf"), ".inf");
        assert_eq!(normal("1e99999999999999999999"), "1e99999999999999999999");
    }
}
