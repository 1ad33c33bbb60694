//! Days and times around the day of a request, as the types of XML Schema write them (Part 2, 3.2.7 to 3.2.14).

use xsd_schema::XmlTypeCode;

/// A date of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// The date of a day, counted from 1970-01-01 (after Howard Hinnant's `civil_from_days`).
    pub(super) fn from_day(day: i64) -> Self {
        // Ten thousand years around the epoch: beyond them the formats have other digits.
        let shifted = day.clamp(-700_000, 2_900_000) + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self { year, month, day: day_of_year - (153 * shifted_month + 2) / 5 + 1 }
    }

    /// The date as text that people and most services write.
    pub(super) fn text(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A value of one of the types of dates and times; `None` for other types.
pub(super) fn value(code: XmlTypeCode, date: Date) -> Option<String> {
    let Date { year, month, day } = date;
    Some(match code {
        XmlTypeCode::Date => date.text(),
        XmlTypeCode::DateTime => format!("{}T10:30:00Z", date.text()),
        XmlTypeCode::Time => "10:30:00".to_owned(),
        XmlTypeCode::GYear => format!("{year:04}"),
        XmlTypeCode::GYearMonth => format!("{year:04}-{month:02}"),
        XmlTypeCode::GMonthDay => format!("--{month:02}-{day:02}"),
        XmlTypeCode::GMonth => format!("--{month:02}"),
        XmlTypeCode::GDay => format!("---{day:02}"),
        XmlTypeCode::Duration => "P2D".to_owned(),
        _ => return None,
    })
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
