//! Member names: each text once per arena, known by a small number; the names of a vocabulary by a fixed one.

use hashbrown::HashTable;

use super::digest::Digest;

/// A member name of one arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct KeyId(u32);

impl KeyId {
    /// Where there is no name: elements of arrays, and the root.
    pub(crate) const NONE: KeyId = KeyId(u32::MAX);

    /// Marks names with the vocabulary's prefix that it does not have itself, so that one is known by its number alone.
    const PREFIXED: u32 = 1 << 31;

    /// Marks names that were set apart: written alike, and nobody looks for them.
    const IGNORED: u32 = 1 << 30;

    /// The number of the name at a place of the vocabulary.
    pub(crate) const fn from_vocabulary_index(place: u32) -> KeyId {
        KeyId(place)
    }

    /// The place of the name in the vocabulary; beyond its end for all others.
    pub(crate) const fn vocabulary_index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn index(self) -> usize {
        (self.0 & !(KeyId::PREFIXED | KeyId::IGNORED)) as usize
    }

    /// Whether the name was set apart by [`Arena::ignore`](super::Arena::ignore).
    pub(crate) fn is_ignored(self) -> bool {
        self != KeyId::NONE && self.0 & KeyId::IGNORED != 0
    }

    /// Whether the name begins with the vocabulary's prefix and is not in it.
    pub(crate) fn is_prefixed(self) -> bool {
        self != KeyId::NONE && self.0 & KeyId::PREFIXED != 0
    }
}

/// What the readers of a text ask for by name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary {
    /// Names whose numbers are their places here, in every arena.
    pub(crate) names: &'static [&'static str],
    /// What other names begin with that are to be told from all others; empty for none.
    pub(crate) prefix: &'static str,
}

/// Some names of a vocabulary, to be asked of every name of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeySet([u64; 4]);

impl KeySet {
    pub(crate) const EMPTY: KeySet = KeySet([0; 4]);

    /// These names and one more.
    #[must_use]
    pub(crate) const fn with(self, key: KeyId) -> KeySet {
        let KeySet([first, second, third, fourth]) = self;
        let bit = 1 << (key.0 % 64);
        KeySet(match key.0 / 64 {
            0 => [first | bit, second, third, fourth],
            1 => [first, second | bit, third, fourth],
            2 => [first, second, third | bit, fourth],
            _ => [first, second, third, fourth | bit],
        })
    }

    /// These names and others.
    #[must_use]
    pub(crate) fn union(mut self, others: KeySet) -> KeySet {
        for (names, others) in self.0.iter_mut().zip(others.0) {
            *names |= others;
        }
        self
    }

    pub(crate) fn has(self, key: KeyId) -> bool {
        self.0.get(key.0 as usize / 64).is_some_and(|names| names & (1 << (key.0 % 64)) != 0)
    }
}

/// The tag that tells the digests of ignored names from those of others.
const IGNORED_NAME: u8 = 8;

#[derive(Debug)]
struct Entry {
    start: u32,
    end: u32,
    digest: Digest,
    ignored: bool,
}

/// The names of one arena.
#[derive(Debug)]
pub(crate) struct KeyTable {
    vocabulary: Vocabulary,
    text: String,
    entries: Vec<Entry>,
    table: HashTable<u32>,
}

impl KeyTable {
    pub(super) fn new(vocabulary: Vocabulary) -> KeyTable {
        let room = vocabulary.names.len();
        let mut keys = KeyTable {
            vocabulary,
            text: String::new(),
            entries: Vec::with_capacity(room),
            table: HashTable::with_capacity(room),
        };
        for name in vocabulary.names {
            keys.intern(name);
        }
        keys
    }

    /// The number of a name that is not ignored.
    fn key_id_for(&self, position: u32, text: &str) -> KeyId {
        let Vocabulary { names, prefix } = self.vocabulary;
        let is_prefixed = position as usize >= names.len() && !prefix.is_empty() && text.starts_with(prefix);
        KeyId(if is_prefixed { position | KeyId::PREFIXED } else { position })
    }

    /// The number of `text`, new or known.
    pub(super) fn intern(&mut self, text: &str) -> KeyId {
        let digest = Digest::hash(0, text.as_bytes());
        let KeyTable { text: pool, entries, table, .. } = self;
        let same = |&id: &u32| entries.get(id as usize).is_some_and(|entry| entry.digest == digest);
        if let Some(&id) = table.find(digest.low_64_bits(), same) {
            return self.key_id_for(id, text);
        }
        let start = to_u32(pool.len());
        pool.push_str(text);
        let id = to_u32(entries.len());
        entries.push(Entry { start, end: to_u32(pool.len()), digest, ignored: false });
        let rehash = |&id: &u32| entries.get(id as usize).map_or(0, |entry| entry.digest.low_64_bits());
        table.insert_unique(digest.low_64_bits(), id, rehash);
        self.key_id_for(id, text)
    }

    /// The number of a name that is written like `key` and means nothing.
    pub(crate) fn intern_ignored(&mut self, key: KeyId) -> KeyId {
        let text = self.text(key).as_bytes();
        let digest = Digest::hash(IGNORED_NAME, text);
        if let Some(known) = self.find_digest(digest) {
            return known;
        }
        let Some(&Entry { start, end, .. }) = self.entries.get(key.index()) else { return key };
        let id = to_u32(self.entries.len());
        self.entries.push(Entry { start, end, digest, ignored: true });
        let entries = &self.entries;
        let rehash = |&id: &u32| entries.get(id as usize).map_or(0, |entry| entry.digest.low_64_bits());
        self.table.insert_unique(digest.low_64_bits(), id, rehash);
        KeyId(id | KeyId::IGNORED)
    }

    /// The number of a name that is written like `text` and means nothing, where the arena has it.
    pub(super) fn find_ignored(&self, text: &str) -> Option<KeyId> {
        self.find_digest(Digest::hash(IGNORED_NAME, text.as_bytes()))
    }

    /// The number of `text`, where the arena has it.
    pub(crate) fn find(&self, text: &str) -> Option<KeyId> {
        self.find_digest(Digest::hash(0, text.as_bytes()))
    }

    /// The number of the name with this digest.
    pub(crate) fn find_digest(&self, digest: Digest) -> Option<KeyId> {
        let same = |&id: &u32| self.entries.get(id as usize).is_some_and(|entry| entry.digest == digest);
        self.table.find(digest.low_64_bits(), same).map(|&id| self.key_id_at(id))
    }

    fn key_id_at(&self, position: u32) -> KeyId {
        match self.entries.get(position as usize) {
            Some(Entry { ignored: true, .. }) => KeyId(position | KeyId::IGNORED),
            _ => self.key_id_for(position, self.text(KeyId(position))),
        }
    }

    /// The text of a name; empty for [`KeyId::NONE`].
    pub(crate) fn text(&self, key: KeyId) -> &str {
        let entry = self.entries.get(key.index());
        entry.and_then(|entry| self.text.get(entry.start as usize..entry.end as usize)).unwrap_or_default()
    }

    /// The digest of a name's text.
    pub(crate) fn digest(&self, key: KeyId) -> Digest {
        self.entries.get(key.index()).map_or_else(Digest::default, |entry| entry.digest)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Every name, by number.
    pub(crate) fn ids(&self) -> impl Iterator<Item = KeyId> {
        (0..to_u32(self.entries.len())).map(|at| self.key_id_at(at))
    }
}

/// Texts are limited to less than 4 GiB, so every position in one fits.
pub(crate) fn to_u32(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOCABULARY: Vocabulary = Vocabulary { names: &["type", "x-known", "items"], prefix: "x-" };

    #[test]
    fn the_names_of_the_vocabulary_have_the_same_number_everywhere() {
        let mut keys = KeyTable::new(VOCABULARY);
        for (place, name) in (0..).zip(VOCABULARY.names) {
            assert_eq!(keys.intern(name), KeyId::from_vocabulary_index(place));
        }
        assert_eq!(keys.intern("shipments").vocabulary_index(), VOCABULARY.names.len());
    }

    #[test]
    fn some_names_are_told_from_all_others() {
        let all = [0, 63, 64, 127, 128, 191, 192, 255].map(KeyId::from_vocabulary_index);
        for chosen in all {
            let set = KeySet::EMPTY.with(chosen).union(KeySet::EMPTY.with(KeyId::from_vocabulary_index(5)));
            for key in all {
                assert_eq!(set.has(key), key == chosen, "{key:?}");
            }
            assert!(
                set.has(KeyId::from_vocabulary_index(5))
                    && !set.has(KeyId::from_vocabulary_index(256))
                    && !set.has(KeyId::NONE)
            );
        }
    }

    #[test]
    fn a_name_with_the_prefix_is_told_from_all_others() {
        let mut keys = KeyTable::new(VOCABULARY);
        let [known, team, header, plain] = ["x-known", "x-team", "X-Request-Id", "team"].map(|text| keys.intern(text));
        assert!(team.is_prefixed() && !known.is_prefixed());
        assert!(!header.is_prefixed() && !plain.is_prefixed() && !KeyId::NONE.is_prefixed());
        assert_eq!(keys.text(team), "x-team");
        assert_eq!(keys.find("x-team"), Some(team));
        assert!(keys.ids().any(|key| key == team));
    }

    #[test]
    fn a_name_is_kept_once() {
        let mut keys = KeyTable::new(VOCABULARY);
        let first = keys.intern("shipments");
        assert_eq!(keys.intern("shipments"), first);
        assert_ne!(keys.intern("shipment"), first);
        assert_eq!(keys.text(first), "shipments");
        assert_eq!(keys.find("parcels"), None);
    }
}
