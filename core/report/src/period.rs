//! Deprecation periods: the days that a publisher leaves callers between a deprecation and a removal.
//!
//! The dates are those of the description, `x-deprecated-at` and `x-sunset`, and the date of the release from the options.

use waybill_base::date::Date;
use waybill_diff::internal::{DiffResult, Event, Facet, Fact, moment, stability_around};
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

const SECONDS_PER_DAY: i64 = 86_400;

/// The minimum number of days between a deprecation and a removal, by the stability of the operation or parameter. `0`
/// requires nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeprecationPeriods {
    /// Days for items with the stability `draft`.
    pub draft: u32,
    /// Days for items with the stability `experimental`.
    pub experimental: u32,
    /// Days for items with the stability `alpha`.
    pub alpha: u32,
    /// Days for items with the stability `beta`.
    pub beta: u32,
    /// Days for items with the stability `stable`, and for items without one.
    pub stable: u32,
    /// Date of the current release. If `None`, no period is checked.
    pub date: Option<Date>,
}

impl DeprecationPeriods {
    /// Describes the period of a change that is shorter than required: a removal that comes too early, or a sunset date
    /// that is too close.
    pub(super) fn describe_violation(&self, result: &DiffResult<'_, '_>, fact: &Fact) -> Option<String> {
        let today = moment(&self.date?.to_string())?;
        let days_from_now = |moment: i64| (moment - today).div_euclid(SECONDS_PER_DAY);
        match (fact.facet, fact.event) {
            (Facet::Operation | Facet::Parameter, Event::Removed) => {
                let old = result.sides.old;
                let id = fact.old?;
                let item = old.resolve(id).unwrap_or(id);
                let required = self.required(old, item)?;
                let date = |key| moment(&old.arena().string_at(item, key)?).map(days_from_now);
                let (since, sunset) = (date(KnownKey::XDeprecatedAt), date(KnownKey::XSunset));
                let Required { days, stability } = required;
                let rule = format!("`{stability}` requires {days} days of deprecation");
                match (since, sunset) {
                    _ if !old.arena().is_true(item, KnownKey::Deprecated) => {
                        Some(format!("it was not deprecated, and {rule}"))
                    }
                    (_, Some(left @ 1..)) => Some(format!("its sunset is {} later", count_days(left))),
                    (Some(since), _) if -since < i64::from(days) => {
                        Some(format!("it was deprecated {} before, and {rule}", count_days((-since).max(0))))
                    }
                    (None, None) => Some(format!("no date says since when it was deprecated, and {rule}")),
                    (Some(_), _) | (None, Some(_)) => None,
                }
            }
            (Facet::Sunset, Event::Added | Event::Changed(_)) => self.describe_close_sunset(today, result, fact.new?),
            (Facet::Deprecation, Event::Added) => {
                let arena = result.sides.new.arena();
                let sunset = arena.member(arena.parent(fact.new?)?, KnownKey::XSunset)?;
                self.describe_close_sunset(today, result, sunset)
            }
            _ => None,
        }
    }

    /// Describes a sunset date that is too close to `today`.
    fn describe_close_sunset(&self, today: i64, result: &DiffResult<'_, '_>, sunset: NodeId) -> Option<String> {
        let new = result.sides.new;
        let Required { days, stability } = self.required(new, new.arena().parent(sunset)?)?;
        let left = (moment(&new.arena().string(sunset)?)? - today).div_euclid(SECONDS_PER_DAY);
        let rule = format!("`{stability}` requires {days} days until the sunset");
        (left < i64::from(days)).then(|| format!("that is {} from this release, and {rule}", count_days(left.max(0))))
    }

    /// Returns the period of an item, if it has one.
    fn required(&self, description: &ResolvedDescription<'_>, item: NodeId) -> Option<Required> {
        let DeprecationPeriods { draft, experimental, alpha, beta, stable, date: _ } = *self;
        let periods =
            [("draft", draft), ("experimental", experimental), ("alpha", alpha), ("beta", beta), ("stable", stable)];
        let &(stability, days) = periods.get(stability_around(description, item)?)?;
        (days > 0).then_some(Required { days, stability })
    }
}

/// The period that an item needs, and the stability that it follows from.
struct Required {
    days: u32,
    stability: &'static str,
}

fn count_days(days: i64) -> String {
    if days == 1 { "1 day".to_owned() } else { format!("{days} days") }
}
