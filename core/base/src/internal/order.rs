//! Sorting and grouping in little code. The standard library's sorts and `BTreeMap`s are compiled for every type, at 4 to 10 KB
//! each. They were an eighth of the code that a browser loads for a comparison.
//!
//! Here one sorter orders indices. Only the code that moves the items is compiled for each type.

use std::cmp::Ordering;

/// Sorts the items. The sort is stable.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts the items with a comparison function. The sort is stable.
pub fn sort_by<T>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    if items.is_sorted_by(|one, other| order(one, other).is_le()) {
        return;
    }
    let mut places = places(items.len(), &|one, other| {
        items.get(one).zip(items.get(other)).map_or(Ordering::Equal, |(one, other)| order(one, other))
    });
    for start in 0..items.len() {
        // Follows the cycle of indices that leads back to `start`. Earlier positions are final and point to themselves.
        let mut at = start;
        while let Some(from) =
            places.get_mut(at).map(|place| std::mem::replace(place, at)).filter(|&from| from != start)
        {
            items.swap(at, from);
            at = from;
        }
    }
}

/// Returns, for each sorted position, the index of the item that belongs there.
fn places(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&one, &other| order(one, other));
    places
}

/// A `collect` into a `Vec` that compiles to less code.
pub trait Listed: Iterator + Sized {
    /// Collects the items. For filtered, nested or chained iterators, each call compiles to 250 bytes instead of the 500 of
    /// `collect`. Use `collect` for whole slices, whose length is known.
    fn list(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }
}

impl<I: Iterator> Listed for I {}

/// Returns the items sorted and without duplicates.
pub fn sorted_unique<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    unique(items.into_iter().list())
}

/// Implements [`sorted_unique`]. Compiled once for each type, not for each iterator.
fn unique<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    sort(&mut items);
    items.dedup();
    items
}

/// Counts the items of one sorted set that are also in the other.
pub fn count_common<T: Ord>(one: &[T], other: &[T]) -> usize {
    one.iter().filter(|item| other.binary_search(item).is_ok()).count()
}

/// Returns true if all items of one sorted set are in the other.
pub fn is_subset<T: Ord>(inner: &[T], outer: &[T]) -> bool {
    count_common(inner, outer) == inner.len()
}

/// Groups values by key. Keys are sorted; the values of a key keep their order.
pub fn groups<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    grouped(items.into_iter().list())
}

/// Implements [`groups`]. Compiled once for each type, not for each iterator.
fn grouped<K: Ord, V>(mut items: Vec<(K, V)>) -> Vec<(K, Vec<V>)> {
    sort_by(&mut items, |(one, _), (other, _)| one.cmp(other));
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in items {
        match groups.last_mut() {
            Some((known, values)) if *known == key => values.push(value),
            _ => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Returns the value of a key in a list sorted by key.
pub fn find<'g, K: Ord, V>(groups: &'g [(K, V)], key: &K) -> Option<&'g V> {
    let at = groups.binary_search_by(|(known, _)| known.cmp(key)).ok()?;
    groups.get(at).map(|(_, value)| value)
}

/// Returns the mutable value of a key in a list sorted by key.
pub fn find_mut<'g, K: Ord, V>(groups: &'g mut [(K, V)], key: &K) -> Option<&'g mut V> {
    let at = groups.binary_search_by(|(known, _)| known.cmp(key)).ok()?;
    groups.get_mut(at).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sort_is_stable(keys in proptest::collection::vec(0_u8..9, 0..80)) {
            let mut items: Vec<(u8, usize)> = keys.into_iter().enumerate().map(|(at, key)| (key, at)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by(&mut items, |one, other| one.0.cmp(&other.0));
            prop_assert_eq!(&items, &expected);
            sort_by(&mut items, |one, other| other.cmp(one));
            expected.sort_by(|one, other| other.cmp(one));
            prop_assert_eq!(items, expected);
        }
    }

    #[test]
    fn a_set_has_each_item_once_in_order() {
        let set = sorted_unique(["b", "a", "b"]);
        assert_eq!(set, ["a", "b"]);
        assert_eq!(count_common(&set, &["b", "c"]), 1);
        assert!(is_subset(&["b"], &set) && is_subset::<&str>(&[], &set) && !is_subset(&set, &["b"]));
    }

    #[test]
    fn groups_are_sorted_by_key_and_keep_the_order_of_values() {
        let groups = groups([("b", 3), ("a", 2), ("b", 1)]);
        assert_eq!(groups, [("a", vec![2]), ("b", vec![3, 1])]);
        assert_eq!(find(&groups, &"b"), Some(&vec![3, 1]));
        assert_eq!(find(&groups, &"c"), None);
    }
}
