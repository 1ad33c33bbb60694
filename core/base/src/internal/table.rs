//! A hash map in little code. The maps of hashbrown are compiled for every type, at 2 to 3 KB each.
//!
//! Here one table maps hashes to indices of entries. Only the comparison of keys is compiled for each type. Entries are in
//! insertion order.

use std::borrow::Borrow;
use std::hash::{BuildHasher as _, Hash};

use hashbrown::HashTable;

/// A map that keeps its entries in insertion order.
#[derive(Debug, Clone)]
pub struct Table<K, V> {
    entries: Vec<(K, V)>,
    places: Places,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Table<K, V> {
        Table { entries: Vec::new(), places: Places::default() }
    }
}

impl<K: Hash + Eq, V> Table<K, V> {
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key)?;
        self.entries.get(at).map(|(_, value)| value)
    }

    pub fn has<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_some()
    }

    /// Sets the value of a key, and returns the previous value.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let at = self.place(&key);
        if let Some((_, known)) = self.entries.get_mut(at) {
            return Some(std::mem::replace(known, value));
        }
        self.entries.push((key, value));
        None
    }

    /// Returns the value of a key, and inserts `missing` if it had none. Never returns `None`: the type avoids indexing.
    pub fn get_or_insert(&mut self, key: K, missing: V) -> Option<&mut V> {
        let at = self.place(&key);
        if at == self.entries.len() {
            self.entries.push((key, missing));
        }
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.places.0.clear();
    }

    /// Returns all entries in insertion order.
    pub fn entries(&self) -> &[(K, V)] {
        &self.entries
    }

    /// Returns the index of a key's entry.
    fn find<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        if self.entries.is_empty() {
            return None;
        }
        let at = self.places.find(hash(key))?;
        if self.entries.get(at)?.0.borrow() == key { Some(at) } else { self.search(key) }
    }

    /// Returns the index of a key's entry, or the index at which it must be added.
    fn place(&mut self, key: &K) -> usize {
        let next = self.entries.len();
        let at = self.places.find_or_add(hash(key), next);
        let is_here = self.entries.get(at).is_none_or(|(known, _)| known == key);
        if is_here { at } else { self.search(key).unwrap_or(next) }
    }

    /// Searches all entries for a key. Needed if keys have the same hash, because the hash finds only the first of them.
    #[cold]
    fn search<Q: Eq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.entries.iter().position(|(known, _)| known.borrow() == key)
    }
}

/// A set that keeps its keys in insertion order.
pub type Set<K> = Table<K, ()>;

impl<K: Hash + Eq> Set<K> {
    /// Adds a key, and returns true if it is new.
    pub fn add(&mut self, key: K) -> bool {
        self.insert(key, ()).is_none()
    }
}

/// Hashes with the indices of their entries.
#[derive(Debug, Clone, Default)]
struct Places(HashTable<(u64, usize)>);

impl Places {
    fn find(&self, hash: u64) -> Option<usize> {
        self.0.find(hash, |(known, _)| *known == hash).map(|(_, at)| *at)
    }

    /// Returns the index of the entry with a hash. A missing entry is added with the index `next`.
    fn find_or_add(&mut self, hash: u64, next: usize) -> usize {
        let entry = self.0.entry(hash, |(known, _)| *known == hash, |(hash, _)| *hash);
        entry.or_insert((hash, next)).get().1
    }
}

fn hash<Q: Hash + ?Sized>(key: &Q) -> u64 {
    foldhash::fast::FixedState::default().hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::{Set, Table};

    #[test]
    fn a_key_has_the_value_it_got_last() {
        let mut table = Table::default();
        for number in 0..1000_u32 {
            assert_eq!(table.insert(number % 300, number), number.checked_sub(300));
        }
        assert_eq!((table.len(), table.get(&99), table.get(&300)), (300, Some(&999), None));
        assert_eq!(table.entries()[..2], [(0, 900), (1, 901)]);
        table.clear();
        assert!(table.is_empty() && !table.has(&0));
    }

    #[test]
    fn get_or_insert_inserts_a_missing_entry() {
        let mut table: Table<String, Vec<u8>> = Table::default();
        for (key, value) in [("a", 1), ("b", 2), ("a", 3)] {
            table.get_or_insert(key.to_owned(), Vec::new()).unwrap().push(value);
        }
        assert_eq!(table.entries(), [("a".to_owned(), vec![1, 3]), ("b".to_owned(), vec![2])]);
    }

    #[test]
    fn keys_with_the_same_hash_are_distinguished() {
        #[derive(Debug, PartialEq, Eq)]
        struct Alike(u8);
        impl std::hash::Hash for Alike {
            fn hash<H: std::hash::Hasher>(&self, _state: &mut H) {}
        }
        let mut table = Table::default();
        for number in [1, 2, 3, 2, 1] {
            *table.get_or_insert(Alike(number), 0).unwrap() += number;
        }
        assert_eq!(table.entries(), [(Alike(1), 2), (Alike(2), 4), (Alike(3), 3)]);
        assert_eq!((table.insert(Alike(3), 5), table.get(&Alike(3)), table.get(&Alike(4))), (Some(3), Some(&5), None));
    }

    #[test]
    fn set_reports_if_a_key_is_new() {
        let mut set = Set::default();
        assert!(set.add("a") && !set.add("a") && set.has("a") && !set.has("b"));
    }
}
