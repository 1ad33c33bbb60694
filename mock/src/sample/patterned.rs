//! Values of types with patterns.

use xsd_schema::XmlTypeCode;

use super::dates::{self, Date};
use super::leaf::{LENGTH, Leaf, bounds};
use super::logistics;
use super::pattern::{Pattern, Shape};
use super::random::Random;
use crate::xsd::types::SimpleType;

/// Maximum number of alternatives of a pattern that are tried.
const ALTERNATIVES: usize = 8;
/// Maximum number of patterns of one type that are used for dates.
const PATTERNS: usize = 4;
/// Maximum length of a date or time.
const DATE: usize = 64;
/// Maximum number of strings that are generated for one date.
const TRIES: usize = 800;

/// Returns a value that matches the patterns, if one is found.
pub(super) fn value(
    found: &SimpleType<'_>,
    leaf: &Leaf<'_>,
    random: &mut Random,
    admits: impl Fn(&str) -> bool,
) -> Option<String> {
    let value = dated(found, leaf, &admits).or_else(|| date(found, leaf, random, &admits));
    value.or_else(|| text(found, random, admits))
}

/// Returns a date or time that is close to today's in everything that the patterns do not determine.
fn date(found: &SimpleType<'_>, leaf: &Leaf<'_>, random: &mut Random, admits: impl Fn(&str) -> bool) -> Option<String> {
    let (today, hour) = (leaf.date(), logistics::hour(leaf.name));
    dates::value(found.builtin, today, hour)?;
    let read = |text: &str| Some((Pattern::new(text)?, if text.contains('|') { ALTERNATIVES } else { 1 }));
    let patterns: Vec<(Pattern, usize)> = found.patterns().flatten().take(PATTERNS).filter_map(read).collect();
    let mut shortest = Vec::new();
    for (pattern, alternatives) in &patterns {
        for alternative in 0..*alternatives {
            let made = pattern.generate(&Shape { extra: 0, alternative, model: "" }, random);
            let length = made.map(|made| made.chars().count()).filter(|length| *length <= DATE);
            shortest.extend(length.map(|length| (pattern, alternative, length)));
        }
    }
    // Days in other months and years, because not every month has this day and not every year has February 29.
    let days = (0..12).map(|month| month * 30).chain((1..4).map(|year| year * 365));
    let near = days.filter_map(|days| dates::value(found.builtin, Date::from_day(today.number() + days), hour));
    let durations: &[&str] = match found.builtin {
        XmlTypeCode::Duration => &["PT12H", "P2Y3M", "PT2H30M", "P1Y2M3DT10H30M15S"],
        _ => &[],
    };
    let models = near.chain(durations.iter().map(|&duration| duration.to_owned())).chain(bounds(found));
    let models: Vec<String> = models.flat_map(|model| dates::spellings(found.builtin, model)).collect();
    let shapes = models.iter().flat_map(|model| shortest.iter().map(move |shortest| (model, shortest)));
    for (model, (pattern, alternative, length)) in shapes.take(TRIES) {
        let extra = model.chars().count().saturating_sub(*length);
        let made = pattern.generate(&Shape { extra, alternative: *alternative, model }, random);
        if let Some(value) = made.filter(|value| admits(value)) {
            return Some(value);
        }
    }
    None
}

/// Returns a date or time for a string type, if the patterns require its separators and not only digits.
fn dated(found: &SimpleType<'_>, leaf: &Leaf<'_>, admits: impl Fn(&str) -> bool) -> Option<String> {
    found.patterns().next().filter(|_| leaf.nice)?;
    let mut written = leaf.date().written(logistics::hour(leaf.name)).into_iter();
    written.find(|value| {
        let digits = value.replace(|sign: char| !sign.is_ascii_digit(), "0");
        admits(value) && !admits(&digits)
    })
}

/// Generates strings that match the patterns until one is accepted.
fn text(found: &SimpleType<'_>, random: &mut Random, admits: impl Fn(&str) -> bool) -> Option<String> {
    let (least, most) = found.lengths();
    let least = usize::try_from(least.min(LENGTH)).unwrap_or_default();
    let most = usize::try_from(most.min(256)).unwrap_or_default();
    for pattern in found.patterns().flatten() {
        let Some(pattern) = Pattern::new(pattern) else { continue };
        for alternative in 0..ALTERNATIVES {
            let Some(shortest) = pattern.generate(&Shape { extra: 0, alternative, model: "" }, random) else {
                continue;
            };
            let length = shortest.chars().count();
            let exact = [least.saturating_sub(length), most.saturating_sub(length)];
            for extra in exact.into_iter().chain([0, 1, 2, 3, 4, 6, 8, 12, 16, 24]) {
                let made = pattern.generate(&Shape { extra, alternative, model: "" }, random);
                if let Some(value) = made.filter(|value| admits(value)) {
                    return Some(value);
                }
            }
        }
    }
    None
}
