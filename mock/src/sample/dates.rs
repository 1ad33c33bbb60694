//! Dates and times near the day of a request, in the formats of XML Schema (Part 2, 3.2.7 to 3.2.14).

use std::collections::BTreeMap;

use xsd_schema::XmlTypeCode;

use super::random::hash;
use super::words::words;

/// A date of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    /// Day number, counted from 1970-01-01.
    number: i64,
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// Returns the date of a day, counted from 1970-01-01 (after Howard Hinnant's `civil_from_days`).
    pub(super) fn from_day(day: i64) -> Self {
        // Years without exactly four digits would change the formats.
        let number = day.clamp(-700_000, 2_900_000);
        let shifted = number + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self { number, year, month, day: day_of_year - (153 * shifted_month + 2) / 5 + 1 }
    }

    /// Returns the date as `YYYY-MM-DD`, which people and most services use.
    pub(super) fn text(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// Reads the date at the start of a value.
    pub(super) fn read(value: &str) -> Option<Self> {
        let mut parts = value.get(..10)?.split('-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        // An estimate of the day number. The right one is close to it.
        let near = (year - 1970) * 365 + (year - 1969).div_euclid(4) + (month - 1) * 30 + day - 1;
        (near - 40..near + 40).map(Self::from_day).find(|date| (date.year, date.month, date.day) == (year, month, day))
    }

    /// Returns the day number, counted from 1970-01-01.
    pub(super) fn number(self) -> i64 {
        self.number
    }

    /// Returns the day of the month.
    pub(super) fn day_of_month(self) -> String {
        self.day.to_string()
    }

    /// Returns the spellings of the weekday that calendars and carriers use, and its number from Monday, which is 1.
    pub(super) fn weekday(self) -> Vec<String> {
        const NAMES: [[&str; 2]; 7] = [
            ["Monday", "Montag"],
            ["Tuesday", "Dienstag"],
            ["Wednesday", "Mittwoch"],
            ["Thursday", "Donnerstag"],
            ["Friday", "Freitag"],
            ["Saturday", "Samstag"],
            ["Sunday", "Sonntag"],
        ];
        // 1970-01-01 was a Thursday.
        let index = usize::try_from((self.number + 3).rem_euclid(7)).unwrap_or_default();
        let [english, german] = NAMES.get(index).copied().unwrap_or_default();
        let mut spellings = Vec::with_capacity(16);
        for name in [english, english.get(..3).unwrap_or_default(), german]
            .into_iter()
            .chain([english, german].map(|name| name.get(..2).unwrap_or_default()))
        {
            spellings.extend([name.to_owned(), name.to_ascii_uppercase(), name.to_ascii_lowercase()]);
        }
        spellings.push((index + 1).to_string());
        spellings
    }

    /// Returns spellings of the date, and of a time on it.
    pub(super) fn written(self, hour: &str) -> Vec<String> {
        let Self { year, month, day, .. } = self;
        let text = self.text();
        vec![
            text.clone(),
            format!("{day:02}.{month:02}.{year:04}"),
            format!("{day:02}/{month:02}/{year:04}"),
            format!("{text}T{hour}:00"),
            format!("{text}T{hour}:00Z"),
            format!("{text} {hour}:00"),
            format!("{text} {hour}"),
            hour.to_owned(),
            format!("{hour}:00"),
        ]
    }
}

/// The dates in a message so far, so that a weekday matches the date next to it.
#[derive(Debug, Default)]
pub(super) struct Dates(BTreeMap<u64, i64>);

impl Dates {
    /// Stores a value that starts with a date.
    pub(super) fn note(&mut self, path: &str, value: &str) {
        if let Some(date) = Date::read(value) {
            let (own, of_parent) = keys(path);
            self.0.insert(own, date.number);
            self.0.insert(of_parent, date.number);
        }
    }

    /// Returns the date of the same name in the same element. If the name consists only of words for dates, returns the
    /// last date there.
    pub(super) fn beside(&self, path: &str) -> Option<Date> {
        let (own, _) = keys(path);
        self.0.get(&own).copied().map(Date::from_day)
    }
}

/// Returns two hashes: of the surrounding element and the name without words for dates, and of the element alone.
fn keys(path: &str) -> (u64, u64) {
    const KINDS: [&str; 9] = ["date", "day", "of", "the", "week", "weekday", "time", "timestamp", "on"];
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut own = words(name);
    own.retain(|word| !KINDS.contains(&word.as_str()));
    (hash(&format!("{parent}/{}", own.concat())), hash(&format!("{parent}/")))
}

/// Returns a value of a date or time type, or `None` for other types.
pub(super) fn value(code: XmlTypeCode, date: Date, hour: &str) -> Option<String> {
    let Date { year, month, day, .. } = date;
    Some(match code {
        XmlTypeCode::Date => date.text(),
        XmlTypeCode::DateTime => format!("{}T{hour}:00Z", date.text()),
        XmlTypeCode::Time => format!("{hour}:00"),
        XmlTypeCode::GYear => format!("{year:04}"),
        XmlTypeCode::GYearMonth => format!("{year:04}-{month:02}"),
        XmlTypeCode::GMonthDay => format!("--{month:02}-{day:02}"),
        XmlTypeCode::GMonth => format!("--{month:02}"),
        XmlTypeCode::GDay => format!("---{day:02}"),
        XmlTypeCode::Duration => "P2D".to_owned(),
        _ => return None,
    })
}

/// Returns spellings of a date or time that patterns may require: with and without a time zone and a fraction.
pub(super) fn spellings(code: XmlTypeCode, value: String) -> Vec<String> {
    let local = value.trim_end_matches('Z').to_owned();
    let ends: &[&str] = match code {
        XmlTypeCode::DateTime | XmlTypeCode::Time => {
            &["", "Z", "+00:00", "+01:00", "+02:00", ".000", ".000Z", ".000+00:00"]
        }
        XmlTypeCode::Date => &["Z", "+00:00", "+01:00", "+02:00"],
        _ => &[],
    };
    let others = ends.iter().map(|end| format!("{local}{end}"));
    std::iter::once(value).chain(others).collect()
}

/// Returns candidates for the next of several different values, for types where another day makes no difference.
pub(super) fn another(code: XmlTypeCode, date: Date, hour: &str, number: usize) -> Vec<String> {
    let Some(number) = i64::try_from(number).ok().filter(|number| (1..100_000).contains(number)) else {
        return Vec::new();
    };
    if code == XmlTypeCode::Duration {
        return vec![format!("P{}D", number + 2)];
    }
    // The value of a later minute, month or year.
    let mut clock = hour.split(':').filter_map(|part| part.parse::<i64>().ok());
    let minutes = clock.next().unwrap_or_default() * 60 + clock.next().unwrap_or_default() + number;
    let hour = format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
    let days = [0, 31 * number, 366 * number].map(|days| Date::from_day(date.number + days));
    days.iter().filter_map(|date| value(code, *date, &hour)).collect()
}

/// Returns a bound, the values a day before and after it, and closer ones.
pub(super) fn around(code: XmlTypeCode, bound: &str) -> Vec<String> {
    let mut near = vec![bound.to_owned()];
    if let Some(date) = Date::read(bound) {
        for step in [-1, 1] {
            near.extend(value(code, Date::from_day(date.number + step), "12:00"));
        }
    }
    // Adds and subtracts one for each part, even if there is no such date.
    let mut rest = bound;
    while let Some(start) = rest.find(|next: char| next.is_ascii_digit()) {
        let before = bound.len() - rest.len() + start;
        let digits = rest.get(start..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
        let (part, after) = rest.get(start..).unwrap_or_default().split_at(digits);
        // Longer numbers are not parts of dates.
        if let Some(number) = part.parse::<i64>().ok().filter(|_| digits < 10) {
            for number in [number + 1, (number - 1).max(0)] {
                near.push(format!("{}{number:0digits$}{after}", bound.get(..before).unwrap_or_default()));
            }
        }
        rest = after;
    }
    // Values that exceed the bound by less than one of its smallest part.
    let halves: &[(&str, &str)] = match code {
        XmlTypeCode::Duration => &[("D", "DT12H"), ("Y", "Y1M"), ("M", "MT12H"), ("M", "M30S"), ("H", "H30M")],
        _ => &[],
    };
    for (end, half) in halves {
        near.extend(bound.strip_suffix(end).map(|start| format!("{start}{half}")));
    }
    near.extend(fractions(code, bound));
    near
}

/// Returns a bound plus fractions of a second, each a tenth of the previous one. Empty for types without seconds.
fn fractions(code: XmlTypeCode, bound: &str) -> Vec<String> {
    let end = match code {
        XmlTypeCode::Duration if bound.ends_with('S') => bound.len() - 1,
        XmlTypeCode::Time | XmlTypeCode::DateTime => {
            // Ends before the time zone.
            let clock = bound.find('T').map_or(0, |date| date + 1);
            let zone = bound.get(clock..).unwrap_or_default().find(['Z', '+', '-']);
            zone.map_or(bound.len(), |zone| clock + zone)
        }
        _ => return Vec::new(),
    };
    let (start, zone) = bound.split_at(end);
    let point = if start.contains('.') { "" } else { "." };
    (0..9).map(|zeros| format!("{start}{point}{}5{zone}", "0".repeat(zeros))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (day, expected) in [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_780, "2026-11-23"), (-1, "1969-12-31")] {
            assert_eq!(Date::from_day(day).text(), expected);
        }
    }
}
