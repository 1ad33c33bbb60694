//! Sets of characters.

use waybill_base::internal::order;

/// A set of characters as ranges of code points.
pub type Ranges = Vec<(u32, u32)>;

/// The last code point.
const LAST: u32 = 0x10_ffff;

/// Returns the set of one character.
pub(super) fn one(character: char) -> Ranges {
    vec![(u32::from(character), u32::from(character))]
}

/// Returns true if a set contains a character.
pub fn contains(ranges: &[(u32, u32)], character: char) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(character)))
}

/// Returns the complement of a set.
pub(super) fn others(mut ranges: Ranges) -> Ranges {
    order::sort(&mut ranges);
    let mut from = 0;
    let mut left = Ranges::new();
    for (first, last) in ranges {
        if first > from {
            left.push((from, first - 1));
        }
        from = from.max(last.saturating_add(1));
    }
    if from <= LAST {
        left.push((from, LAST));
    }
    left
}

/// Returns the intersection of two sets, in the order of the first.
pub(super) fn intersection(one: &[(u32, u32)], other: &[(u32, u32)]) -> Ranges {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))));
    pairs.filter(|(first, last)| first <= last).collect()
}
