//! Interned member names. Each name is stored once per arena and has a small id. Names of the vocabulary have fixed ids.

use std::cmp::Ordering;

use waybill_base::internal::table::Table;

use super::digest::Digest;
use super::places::Places;

/// The id of a member name in one arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(u32);

impl KeyId {
    /// No name, as for elements of arrays and the root.
    pub const NONE: KeyId = KeyId(u32::MAX);

    /// Flag of names with the vocabulary's prefix that are not in the vocabulary. It makes them recognisable by their ids.
    const PREFIXED: u32 = 1 << 31;

    /// Flag of ignored names. They keep their text, but [`KeyTable::find`] does not find them.
    const IGNORED: u32 = 1 << 30;

    /// Creates the id of the name at an index of the vocabulary.
    pub(crate) const fn from_vocabulary_index(place: u32) -> KeyId {
        KeyId(place)
    }

    /// Returns the index of the name in the vocabulary. For all other names it is out of range.
    pub(crate) const fn vocabulary_index(self) -> usize {
        self.0 as usize
    }

    /// Returns its position in the table.
    pub fn index(self) -> usize {
        (self.0 & !(KeyId::PREFIXED | KeyId::IGNORED)) as usize
    }

    /// Returns true if the name was ignored by [`Arena::ignore`](super::Arena::ignore).
    pub fn is_ignored(self) -> bool {
        self != KeyId::NONE && self.0 & KeyId::IGNORED != 0
    }

    /// Returns true if the name begins with the vocabulary's prefix and is not in the vocabulary.
    pub(crate) fn is_prefixed(self) -> bool {
        self != KeyId::NONE && self.0 & KeyId::PREFIXED != 0
    }
}

/// The names that are looked up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary {
    /// Names whose ids are their indices, in every arena.
    pub(crate) names: &'static [&'static str],
    /// Prefix of other names to be recognised. Empty for none.
    pub(crate) prefix: &'static str,
}

/// A set of names of a vocabulary.
#[derive(Debug, Clone, Copy)]
pub struct KeySet([u64; 4]);

impl KeySet {
    pub(crate) const EMPTY: KeySet = KeySet([0; 4]);

    /// Adds a name.
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

    /// Adds the names of another set.
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

/// Tag of the digests of ignored names.
const IGNORED_NAME: u8 = 8;

#[derive(Debug)]
pub(super) struct Entry {
    start: u32,
    end: u32,
    /// Digest for look-ups.
    hash: Digest,
    /// Digest for comparisons.
    digest: Digest,
    ignored: bool,
}

/// A name to look up.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Name<'n> {
    hash: Digest,
    text: &'n str,
    is_ignored: bool,
}

impl Name<'_> {
    /// Returns what names are sorted by.
    fn order(&self) -> (&str, bool) {
        (self.text, self.is_ignored)
    }
}

impl Entry {
    /// Returns its name, and true if the name is ignored. `text` contains all names of the table.
    fn order<'t>(&self, text: &'t str) -> (&'t str, bool) {
        (text.get(self.start as usize..self.end as usize).unwrap_or_default(), self.ignored)
    }
}

/// The names of one arena.
#[derive(Debug)]
pub struct KeyTable {
    vocabulary: Vocabulary,
    text: String,
    entries: Vec<Entry>,
    places: Places,
}

impl KeyTable {
    pub(super) fn new(vocabulary: Vocabulary) -> KeyTable {
        let room = vocabulary.names.len();
        let mut keys =
            KeyTable { vocabulary, text: String::new(), entries: Vec::with_capacity(room), places: Places::default() };
        for name in vocabulary.names {
            keys.intern(name);
        }
        keys
    }

    /// Returns the id of a name that is not ignored.
    fn key_id_for(&self, position: u32, text: &str) -> KeyId {
        let Vocabulary { names, prefix } = self.vocabulary;
        let is_prefixed = position as usize >= names.len() && !prefix.is_empty() && text.starts_with(prefix);
        KeyId(if is_prefixed { position | KeyId::PREFIXED } else { position })
    }

    /// Returns the id of `text`, and adds it if it is new.
    pub(super) fn intern(&mut self, text: &str) -> KeyId {
        let name = Name { hash: Digest::hash(0, text.as_bytes()), text, is_ignored: false };
        let id = self.find_or_add(name);
        if id == to_u32(self.entries.len()) {
            let start = to_u32(self.text.len());
            self.text.push_str(text);
            let (end, hash) = (to_u32(self.text.len()), name.hash);
            self.entries.push(Entry { start, end, hash, digest: hash, ignored: false });
        }
        self.key_id_for(id, text)
    }

    /// Returns the id of the ignored name with the same text as `key`, and adds it if it is new.
    pub(crate) fn intern_ignored(&mut self, key: KeyId) -> KeyId {
        let Some(&Entry { start, end, .. }) = self.entries.get(key.index()) else { return key };
        let text = self.text(key).to_owned();
        let hash = Digest::hash(IGNORED_NAME, text.as_bytes());
        let id = self.find_or_add(Name { hash, text: &text, is_ignored: true });
        if id == to_u32(self.entries.len()) {
            self.entries.push(Entry { start, end, hash, digest: hash, ignored: true });
        }
        KeyId(id | KeyId::IGNORED)
    }

    /// Returns the position of a name. A new name has the next position, at which its entry must be added.
    fn find_or_add(&mut self, name: Name<'_>) -> u32 {
        let KeyTable { entries, text, places, .. } = self;
        let (entries, text) = (&*entries, &*text);
        let known = |at: usize| entries.get(at).map(|entry| entry.order(text));
        let order = |at: usize| known(at).cmp(&Some(name.order()));
        let order_of_both = |one, other| known(one).cmp(&known(other));
        to_u32(places.find_or_add(name.hash.low_64_bits(), entries.len(), &order, &order_of_both))
    }

    /// Returns the id of the ignored name `text`, if the arena has it.
    pub(super) fn find_ignored(&self, text: &str) -> Option<KeyId> {
        self.find_name(Name { hash: Digest::hash(IGNORED_NAME, text.as_bytes()), text, is_ignored: true })
    }

    /// Returns the id of `text`, if the arena has it.
    pub fn find(&self, text: &str) -> Option<KeyId> {
        self.find_name(Name { hash: Digest::hash(0, text.as_bytes()), text, is_ignored: false })
    }

    /// Returns the id in this table of the name `key` of another one.
    pub fn find_name_of(&self, other: &KeyTable, key: KeyId) -> Option<KeyId> {
        self.find_name(other.name(key)?)
    }

    /// Returns true if two different names of the tables have the same digest.
    pub(super) fn has_forged_names(&self, other: &KeyTable) -> bool {
        other.entries.iter().any(|name| {
            let is_alike = |entry: &Entry| entry.digest == name.digest && entry.hash == name.hash;
            let is_same = |entry: &Entry| entry.ignored == name.ignored && self.text_of(entry) == other.text_of(name);
            // Names are only found in another way if many have nearly the same digest.
            let Some(mut alike) = self.places.with_hash(name.hash.low_64_bits()) else { return true };
            alike.any(|id| self.entries.get(id).is_some_and(|entry| is_alike(entry) && !is_same(entry)))
        })
    }

    /// Replaces the digests of the names with numbers.
    pub(crate) fn renumber_digests(&mut self, numbers: &mut Table<(String, bool), usize>) {
        let KeyTable { text, entries, .. } = self;
        for entry in entries {
            let name = text.get(entry.start as usize..entry.end as usize).unwrap_or_default();
            let next = numbers.len() + 1;
            let number = numbers.get_or_insert((name.to_owned(), entry.ignored), next).map_or(next, |number| *number);
            entry.digest = Digest::from_ordinal(number);
        }
    }

    fn name(&self, key: KeyId) -> Option<Name<'_>> {
        let entry = self.entries.get(key.index())?;
        Some(Name { hash: entry.hash, text: self.text(key), is_ignored: entry.ignored })
    }

    fn find_name(&self, name: Name<'_>) -> Option<KeyId> {
        self.find_entry(name).map(|id| self.key_id_at(id))
    }

    /// Finds the entry of a name. Compares texts too, because digests can be forged.
    fn find_entry(&self, name: Name<'_>) -> Option<u32> {
        let order = |at: usize| match self.entries.get(at) {
            Some(entry) => entry.order(&self.text).cmp(&name.order()),
            None => Ordering::Less,
        };
        self.places.find(name.hash.low_64_bits(), &order).map(to_u32)
    }

    fn text_of(&self, entry: &Entry) -> &str {
        entry.order(&self.text).0
    }

    fn key_id_at(&self, position: u32) -> KeyId {
        match self.entries.get(position as usize) {
            Some(Entry { ignored: true, .. }) => KeyId(position | KeyId::IGNORED),
            _ => self.key_id_for(position, self.text(KeyId(position))),
        }
    }

    /// Returns the text of a name. Empty for [`KeyId::NONE`].
    pub fn text(&self, key: KeyId) -> &str {
        self.entries.get(key.index()).map_or("", |entry| self.text_of(entry))
    }

    /// Returns the digest of a name.
    pub fn digest(&self, key: KeyId) -> Digest {
        self.entries.get(key.index()).map_or_else(Digest::default, |entry| entry.digest)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the ids of all names, in order.
    pub fn ids(&self) -> impl Iterator<Item = KeyId> {
        (0..to_u32(self.entries.len())).map(|at| self.key_id_at(at))
    }
}

/// Converts a position to 32 bits. Texts are smaller than 4 GiB, so it always fits.
pub(crate) fn to_u32(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::digest::forge_string;
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
    fn key_set_contains_exactly_its_keys() {
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
    fn prefixed_names_are_recognized() {
        let mut keys = KeyTable::new(VOCABULARY);
        let [known, team, header, plain] = ["x-known", "x-team", "X-Request-Id", "team"].map(|text| keys.intern(text));
        assert!(team.is_prefixed() && !known.is_prefixed());
        assert!(!header.is_prefixed() && !plain.is_prefixed() && !KeyId::NONE.is_prefixed());
        assert_eq!(keys.text(team), "x-team");
        assert_eq!(keys.find("x-team"), Some(team));
        assert!(keys.ids().any(|key| key == team));
    }

    #[test]
    fn forged_name_is_another_name() {
        let forged = forge_string(0, Digest::hash(0, b"shipments"), "x-");
        let (mut keys, mut others) = (KeyTable::new(VOCABULARY), KeyTable::new(VOCABULARY));
        let (first, second) = (keys.intern("shipments"), keys.intern(&forged));
        assert_ne!(first, second);
        assert_eq!((keys.find("shipments"), keys.find(&forged)), (Some(first), Some(second)));
        assert_eq!((keys.text(first), keys.text(second)), ("shipments", forged.as_str()));
        assert!(keys.has_forged_names(&keys) && !others.has_forged_names(&others));
        let other = others.intern(&forged);
        assert_eq!(keys.find_name_of(&others, other), Some(second));
        assert!(keys.has_forged_names(&others) && !others.has_forged_names(&others));
    }

    #[test]
    fn many_forged_names_are_found() {
        let digest = Digest::hash(0, b"shipments");
        let names: Vec<String> = (0..40).map(|number| forge_string(0, digest, &format!("x-{number}-"))).collect();
        let (mut keys, mut others) = (KeyTable::new(VOCABULARY), KeyTable::new(VOCABULARY));
        let ids: Vec<KeyId> = names.iter().map(|name| keys.intern(name)).collect();
        let count = keys.len();
        assert!(names.iter().zip(&ids).all(|(name, id)| keys.text(*id) == name && keys.find(name) == Some(*id)));
        assert!(names.iter().zip(&ids).all(|(name, id)| keys.intern(name) == *id) && keys.len() == count);
        assert_eq!((keys.find("type"), keys.find("x-0-")), (Some(KeyId::from_vocabulary_index(0)), None));
        let [first, second] = [ids[0], ids[39]].map(|id| keys.intern_ignored(id));
        assert!(first != second && first.is_ignored() && keys.find_ignored(&names[39]) == Some(second));
        let other = others.intern(&names[20]);
        assert_eq!(
            (keys.find_name_of(&others, other), others.find_name_of(&keys, ids[20])),
            (Some(ids[20]), Some(other))
        );
        assert!(keys.has_forged_names(&others) && others.has_forged_names(&keys));
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
