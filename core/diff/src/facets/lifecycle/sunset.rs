//! The sunset date (`x-sunset`): a date or date-time of RFC 3339 section 5.6, with the meaning of the `Sunset` header
//! (RFC 8594). An earlier date narrows the time that clients have, and a later one widens it.

use std::cmp::Ordering;

use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Claim, Event, Facet, Fact, NodePair, Relation};

pub(in crate::facets) fn compare_sunsets(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let (before, after) = context.sides.member(old, new, KnownKey::XSunset);
    if !context.places.is_open(before, after) {
        return;
    }
    let moment = |description: &ResolvedDescription<'_>, id: Option<NodeId>| moment(&description.arena().string(id?)?);
    // An invalid date does not tell how much time is left.
    let event = match (moment(context.sides.old, before), moment(context.sides.new, after)) {
        (None, Some(_)) if before.is_none() => Event::Added,
        (Some(_), None) if after.is_none() => Event::Removed,
        (None, _) | (_, None) => Event::Changed(Relation::Unknown),
        (Some(was), Some(is)) => match is.cmp(&was) {
            Ordering::Less => Event::Changed(Relation::Narrowed),
            Ordering::Greater => Event::Changed(Relation::Widened),
            Ordering::Equal => {
                context.places.claim(before, after, Claim::Neutral);
                return;
            }
        },
    };
    context.claim(before, after);
    context.facts.push(Fact::for_changed_member(Facet::Sunset, event, pair, (before, after)));
}

/// Returns true if a value is a sunset date.
pub(super) fn is_date(description: &ResolvedDescription<'_>, id: Option<NodeId>) -> bool {
    id.and_then(|id| moment(&description.arena().string(id)?)).is_some()
}

/// Returns a date or date-time in seconds, or `None` for anything else. A date without time means its start in UTC.
pub fn moment(text: &str) -> Option<i64> {
    let (day, time) = match text.split_once(['T', 't', ' ']) {
        Some((day, time)) => (day, Some(time)),
        None => (text, None),
    };
    let mut parts = day.splitn(3, '-');
    let (year, month, date) = (number(parts.next()?, 4)?, number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + i64::from(leap),
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&date) {
        return None;
    }
    // Count days in a year that begins in March, so that the leap day is the last one.
    let (shifted_year, shifted_month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = shifted_year * 365 + shifted_year.div_euclid(4) - shifted_year.div_euclid(100)
        + shifted_year.div_euclid(400)
        + (153 * shifted_month + 2) / 5
        + date;
    Some(days * 86_400 + time.map_or(Some(0), seconds)?)
}

/// Returns the seconds since midnight UTC of a `partial-time time-offset` (RFC 3339 section 5.6), without fractions.
fn seconds(time: &str) -> Option<i64> {
    let zone = time.find(['Z', 'z', '+', '-'])?;
    let (clock, offset) = time.split_at(zone);
    let clock = clock.split('.').next()?;
    let mut parts = clock.splitn(3, ':');
    let (hour, minute, second) = (number(parts.next()?, 2)?, number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let offset = match offset {
        "Z" | "z" => 0,
        _ => {
            let (hours, minutes) = offset.get(1..)?.split_once(':')?;
            let seconds = number(hours, 2)? * 3600 + number(minutes, 2)? * 60;
            if offset.starts_with('-') { -seconds } else { seconds }
        }
    };
    (hour < 24 && minute < 60 && second < 61).then_some(hour * 3600 + minute * 60 + second - offset)
}

/// Parses a number with exactly `digits` digits.
fn number(text: &str, digits: usize) -> Option<i64> {
    let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::{in_operation, in_parameter, in_property};

    #[test]
    fn an_earlier_day_narrows_the_time_that_is_left() {
        let changed = |relation| vec![Event::Changed(relation)];
        let examples = [
            (json!(null), json!("2027-01-31"), vec![Event::Added]),
            (json!("2027-01-31"), json!(null), vec![Event::Removed]),
            (json!("2027-01-31"), json!("2026-12-31"), changed(Relation::Narrowed)),
            (json!("2027-01-31"), json!("2027-02-01"), changed(Relation::Widened)),
            (json!("2027-01-31"), json!("2027-01-31T00:00:00Z"), vec![]),
            (json!("2027-01-31T02:00:00+02:00"), json!("2027-01-31"), vec![]),
            (json!("2027-01-31"), json!("soon"), changed(Relation::Unknown)),
            (json!("2027-01-31"), json!(20_270_131), changed(Relation::Unknown)),
            (json!(null), json!("2027-02-29"), changed(Relation::Unknown)),
            (json!("soon"), json!("2027-01-31"), changed(Relation::Unknown)),
            (json!("soon"), json!(null), changed(Relation::Unknown)),
        ];
        for (before, after, expected) in examples {
            let with = |value: &Value| match value {
                Value::Null => json!({"deprecated": true}),
                value => json!({"deprecated": true, "x-sunset": value}),
            };
            for place in [in_operation, in_parameter, in_property] {
                let found = examples::events(Facet::Sunset, &place(&with(&before)), &place(&with(&after)));
                assert_eq!(found, expected, "{before} {after}");
            }
        }
    }

    #[test]
    fn days_and_moments_have_one_order() {
        let ordered = ["2026-12-31", "2027-01-01", "2027-02-28", "2027-03-01", "2028-02-29", "2028-03-01T00:00:00Z"];
        let moments: Vec<i64> = ordered.iter().map(|text| moment(text).expect(text)).collect();
        assert!(moments.is_sorted_by(|a, b| a < b), "{moments:?}");
        assert_eq!(moment("2027-03-01").zip(moment("2027-02-28")).map(|(a, b)| a - b), Some(86_400));
        assert_eq!(moment("2027-01-31T10:00:00.25-01:30"), moment("2027-01-31T11:30:00Z"));
        for wrong in
            ["", "2027-1-31", "2027-13-01", "2027-04-31", "2027-01-31T10:00:00", "31-01-2027", "2027-01-31T99:00:00Z"]
        {
            assert_eq!(moment(wrong), None, "{wrong}");
        }
    }
}
