//! The draw: even over rules, within a rule even over publishers, and otherwise by a seeded shuffle.
//!
//! The same entries and seed give the same draw, so a judged draw can be repeated.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;

/// The entries of one rule by publisher, both in the order in which they are drawn.
type Publishers = Vec<(String, Vec<Entry>)>;

/// The pairs and ids of entries.
pub(super) type Keys = BTreeSet<(String, String)>;

/// Draws this many entries, or all if there are fewer. Entries that were judged are not drawn. Rules take turns, and so do the
/// publishers of a rule. Of several publishers, the one drawn least often so far is next.
pub(super) fn draw(entries: Vec<Entry>, judged: &Keys, wanted: usize, seed: u64) -> Vec<Entry> {
    let mut generator = Generator(seed);
    let mut rules: BTreeMap<String, BTreeMap<String, Vec<Entry>>> = BTreeMap::new();
    for entry in entries.into_iter().filter(|entry| !judged.contains(&entry.key())) {
        let publishers = rules.entry(entry.rule().clone()).or_default();
        publishers.entry(entry.publisher().clone()).or_default().push(entry);
    }
    let mut rules: Vec<Publishers> = rules.into_values().map(|publishers| publishers.into_iter().collect()).collect();
    for publishers in &mut rules {
        for (_, list) in publishers.iter_mut() {
            generator.shuffle(list);
        }
        generator.shuffle(publishers);
    }
    generator.shuffle(&mut rules);
    let mut turns = vec![BTreeMap::new(); rules.len()];
    let mut totals = BTreeMap::new();
    let mut drawn = Vec::new();
    while drawn.len() < wanted && rules.iter().any(|publishers| !publishers.is_empty()) {
        for (publishers, turns) in rules.iter_mut().zip(&mut turns) {
            if drawn.len() < wanted {
                drawn.extend(next(publishers, turns, &mut totals));
            }
        }
    }
    drawn
}

/// The number of draws of each publisher.
type Counts = BTreeMap<String, usize>;

/// Removes and returns the next entry of a rule. A publisher without further entries gets no more turns.
fn next(publishers: &mut Publishers, turns: &mut Counts, totals: &mut Counts) -> Option<Entry> {
    let count = |counts: &Counts, name: &String| counts.get(name).copied().unwrap_or_default();
    let due = publishers.iter().enumerate().min_by_key(|(_, (name, _))| (count(turns, name), count(totals, name)));
    let place = due?.0;
    let (name, list) = publishers.get_mut(place)?;
    *turns.entry(name.clone()).or_default() += 1;
    *totals.entry(name.clone()).or_default() += 1;
    let entry = list.pop();
    if list.is_empty() {
        publishers.remove(place);
    }
    entry
}

/// `SplitMix64` (Steele, Lea and Flood, 2014): small, and the same on every machine.
struct Generator(u64);

impl Generator {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Shuffles by Fisher-Yates, from the end.
    fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            let bound = u64::try_from(end).map_or(u64::MAX, |end| end + 1);
            list.swap(end, usize::try_from(self.next() % bound).unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::entry::tests::made;
    use super::{Entry, Generator, Keys};

    /// Returns a common rule of two publishers, one with ten times as many entries, and a rare rule of a third publisher.
    fn entries() -> Vec<Entry> {
        let common = (0..110).map(|id| made(if id < 100 { "large" } else { "small" }, "property-removed", id));
        common.chain((200..205).map(|id| made("third", "operation-removed", id))).collect()
    }

    fn draw(entries: Vec<Entry>, wanted: usize, seed: u64) -> Vec<Entry> {
        super::draw(entries, &Keys::new(), wanted, seed)
    }

    fn counts(drawn: &[Entry], of: fn(&Entry) -> &String) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for entry in drawn {
            *counts.entry(of(entry).clone()).or_default() += 1;
        }
        counts
    }

    #[test]
    fn rules_take_turns_and_publishers_within_them() {
        let drawn = draw(entries(), 10, 1);
        assert_eq!(counts(&drawn, Entry::rule).into_values().collect::<Vec<_>>(), [5, 5]);
        let drawn = draw(entries(), 23, 1);
        let rules = counts(&drawn, Entry::rule);
        assert_eq!((rules["property-removed"], rules["operation-removed"]), (18, 5), "a rule without more is out");
        let publishers = counts(&drawn, Entry::publisher);
        assert_eq!((publishers["large"], publishers["small"]), (9, 9));
    }

    #[test]
    fn of_publishers_whose_turn_it_is_the_one_drawn_least_is_drawn() {
        let rules = (0..20).map(|rule| format!("rule-{rule}"));
        let entries = rules.flat_map(|rule| [made("a", &rule, 1), made("b", &rule, 2)]).collect();
        assert_eq!(counts(&draw(entries, 20, 7), Entry::publisher).into_values().collect::<Vec<_>>(), [10, 10]);
    }

    #[test]
    fn a_seed_draws_the_same_again_and_another_draws_otherwise() {
        let keys = |seed| draw(entries(), 40, seed).iter().map(Entry::key).collect::<Vec<_>>();
        assert_eq!(keys(1), keys(1));
        assert_ne!(keys(1), keys(2));
    }

    #[test]
    fn judged_entries_are_not_drawn_again() {
        let judged: Keys = draw(entries(), 40, 1).iter().map(Entry::key).collect();
        let second: Keys = super::draw(entries(), &judged, 1000, 1).iter().map(Entry::key).collect();
        assert!(second.is_disjoint(&judged));
        assert_eq!(second.len() + judged.len(), entries().len());
    }

    #[test]
    fn all_are_drawn_once_where_there_are_not_more() {
        let mut keys: Vec<_> = draw(entries(), 1000, 1).iter().map(Entry::key).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), entries().len());
        assert!(draw(Vec::new(), 5, 1).is_empty());
    }

    #[test]
    fn the_generator_gives_the_published_numbers() {
        let mut generator = Generator(1_234_567);
        assert_eq!([generator.next(), generator.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }
}
