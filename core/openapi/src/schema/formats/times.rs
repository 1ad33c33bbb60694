//! Dates and times (RFC 3339 section 5.6).

/// Parses two leading digits, and returns them with the rest.
fn two(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    Some((digits.parse().ok().filter(|_| is_plain)?, rest))
}

pub(super) fn is_date(text: &str) -> bool {
    let parsed = || {
        let (century, rest) = two(text)?;
        let (year, rest) = two(rest)?;
        let (month, rest) = two(rest.strip_prefix('-')?)?;
        let (day, rest) = two(rest.strip_prefix('-')?)?;
        Some((century * 100 + year, month, day, rest))
    };
    parsed().is_some_and(|(year, month, day, rest)| rest.is_empty() && day >= 1 && day <= days(year, month))
}

fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    }
}

pub(super) fn is_time(text: &str) -> bool {
    clock(text).is_some()
}

fn clock(text: &str) -> Option<()> {
    let (hour, rest) = two(text)?;
    let (minute, rest) = two(rest.strip_prefix(':')?)?;
    let (second, rest) = two(rest.strip_prefix(':')?)?;
    let rest = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => {
            let left = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
            (left.len() < fraction.len()).then_some(left)?
        }
    };
    let offset = offset(rest)?;
    // A leap second is the last second of a day in UTC.
    let day = 24 * 60;
    let in_utc = (hour * 60 + minute + day).checked_add_signed(-offset)? % day;
    let is_second = second < 60 || second == 60 && in_utc == day - 1;
    (hour < 24 && minute < 60 && is_second).then_some(())
}

/// Parses an offset from UTC, in minutes.
fn offset(text: &str) -> Option<i32> {
    if text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let (hours, rest) = two(text.strip_prefix(['+', '-'])?)?;
    let (minutes, rest) = two(rest.strip_prefix(':')?)?;
    let ahead = i32::try_from(hours * 60 + minutes).ok()?;
    let is_offset = rest.is_empty() && hours < 24 && minutes < 60;
    is_offset.then_some(if text.starts_with('-') { -ahead } else { ahead })
}

pub(super) fn is_date_time(text: &str) -> bool {
    let parts = text.split_at_checked(10);
    let time = |rest: &str| rest.strip_prefix(['T', 't']).is_some_and(is_time);
    parts.is_some_and(|(date, rest)| is_date(date) && time(rest))
}
