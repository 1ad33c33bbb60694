//! A calendar day in UTC, such as a release date, written `YYYY-MM-DD` (RFC 3339 section 5.6, `full-date`).

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, code};

const DAYS_PER_ERA: i64 = 146_097;
const SECONDS_PER_DAY: i64 = 86_400;

/// A day of the Gregorian calendar, in the years 0 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The reason why a string is not a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParseDateError {
    /// The string is not four, two and two digits separated by hyphens.
    #[error("a date has the form YYYY-MM-DD, such as 2026-04-11")]
    Form,
    /// This day does not exist.
    #[error("this day does not exist")]
    NoSuchDay,
}

impl Date {
    /// Returns the UTC day of the time `seconds` after the Unix epoch, or `None` if its year is not in 0 to 9999.
    #[must_use]
    pub fn from_unix_seconds(seconds: i64) -> Option<Date> {
        // Days are counted from 0000-03-01, so that a leap day is the last day of its year. An era is 400 years.
        let days = seconds.div_euclid(SECONDS_PER_DAY) + 719_468;
        let (era, day_of_era) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let (month, next_year) =
            if month_from_march < 10 { (month_from_march + 3, 0) } else { (month_from_march - 9, 1) };
        let year = u16::try_from(era * 400 + year_of_era + next_year).ok().filter(|year| *year <= 9999)?;
        Some(Date { year, month: u8::try_from(month).ok()?, day: u8::try_from(day).ok()? })
    }

    /// Returns the number of days from 1970-01-01 to this day. Negative for earlier days.
    #[must_use]
    pub fn days_since_epoch(self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let (month_from_march, year) =
            if month > 2 { (month - 3, i64::from(self.year)) } else { (month + 9, i64::from(self.year) - 1) };
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * DAYS_PER_ERA + day_of_era - 719_468
    }
}

impl From<ParseDateError> for Error {
    fn from(error: ParseDateError) -> Error {
        Error::new(code::DATE_INVALID, error.to_string())
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let mut parts = text.split('-');
        let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(ParseDateError::Form);
        };
        let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
        let (Ok(month), Ok(day)) = (u8::try_from(month), u8::try_from(day)) else {
            return Err(ParseDateError::NoSuchDay);
        };
        if day == 0 || day > days_in(year, month) {
            return Err(ParseDateError::NoSuchDay);
        }
        Ok(Date { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

fn digits(part: &str, length: usize) -> Result<u16, ParseDateError> {
    if part.len() != length || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseDateError::Form);
    }
    part.parse().map_err(|_| ParseDateError::Form)
}

/// Returns the number of days in a month, or 0 if there is no such month.
fn days_in(year: u16, month: u8) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn seconds_before_and_after_midnight_are_two_days() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (1_775_951_999, "2026-04-11"),
            (1_775_952_000, "2026-04-12"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(Date::from_unix_seconds(seconds).unwrap().to_string(), day);
        }
    }

    #[test]
    fn years_beyond_four_digits_have_no_date() {
        for seconds in [i64::MIN / 2, -62_167_219_201, 253_402_300_800, i64::MAX] {
            assert_eq!(Date::from_unix_seconds(seconds), None);
        }
        assert_eq!(Date::from_unix_seconds(253_402_300_799).unwrap().to_string(), "9999-12-31");
        assert_eq!(Date::from_unix_seconds(-62_167_219_200).unwrap().to_string(), "0000-01-01");
    }

    #[test]
    fn a_day_the_calendar_does_not_have_is_refused() {
        for text in ["2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-04-00"] {
            assert_eq!(text.parse::<Date>(), Err(ParseDateError::NoSuchDay), "{text}");
        }
        for text in ["", "2026-4-11", "11.04.2026", "2026-04-11T00:00:00Z", "+026-04-11", "2026-04-11-"] {
            assert_eq!(text.parse::<Date>(), Err(ParseDateError::Form), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_day_is_followed_by_a_larger_one_and_reads_back(day in -719_528_i64..2_932_895) {
            let today = Date::from_unix_seconds(day * SECONDS_PER_DAY).unwrap();
            let tomorrow = Date::from_unix_seconds((day + 1) * SECONDS_PER_DAY).unwrap();
            prop_assert!(today < tomorrow);
            prop_assert_eq!(today.to_string().parse::<Date>(), Ok(today));
        }
    }
}
