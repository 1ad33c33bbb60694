//! Equality of values. Digests can be forged, so they are only used to find candidates, and the values themselves are compared.
//!
//! [`find_forged_digest`] confirms every pair of equal digests in two arenas once. The outermost pair of equal values is compared
//! as a whole, and nothing inside it is looked up again. Nothing here recurses, so nesting uses no stack.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use super::arena::{Arena, Kind, Node, NodeId};
use super::builder::digest_tag;
use super::digest::Digest;
use super::interner::KeyId;
use super::number;

impl Arena<'_> {
    /// Returns true if two values are equal, regardless of the order of members and the notation of numbers.
    pub(crate) fn has_same_value(&self, id: NodeId, other: &Arena<'_>, partner: NodeId) -> bool {
        let pair = ValuePair { left: self, right: other, names: Names::ByText };
        let may_be_same = self.is_renumbered || other.is_renumbered || self.digest(id) == other.digest(partner);
        may_be_same && pair.is_equal(id, partner)
    }

    /// Returns the nodes of a value, itself first. Returns none if the arena has overridden members, which are nodes too.
    fn plain_nodes(&self, id: NodeId) -> &[Node] {
        let nodes = self.nodes.get(id.index()..self.after(id).index());
        nodes.filter(|_| self.overridden.is_empty()).unwrap_or_default()
    }
}

/// The way in which names of the right arena are looked up in the left one.
#[derive(Clone, Copy)]
enum Names<'n> {
    /// Both arenas are the same.
    Same,
    /// A table of the left name for each right name.
    Listed(&'n [Option<KeyId>]),
    ByText,
}

/// Two arenas whose values are compared.
struct ValuePair<'p, 'a, 'b> {
    left: &'p Arena<'a>,
    right: &'p Arena<'b>,
    names: Names<'p>,
}

impl ValuePair<'_, '_, '_> {
    fn is_equal(&self, one: NodeId, other: NodeId) -> bool {
        self.is_equal_in_order(one, other) || self.is_equal_in_any_order(one, other)
    }

    /// Compares two values node by node. Also returns false if members have a different order.
    fn is_equal_in_order(&self, one: NodeId, other: NodeId) -> bool {
        let (left, right) = (self.left.plain_nodes(one), self.right.plain_nodes(other));
        let mut pairs = left.iter().zip(right).zip(0..);
        left.len() == right.len()
            && !left.is_empty()
            && pairs.all(|((from, to), at)| {
                let is_container = matches!(from.kind, Kind::Array | Kind::Object);
                let is_same = if is_container {
                    from.kind == to.kind && from.extra.wrapping_sub(one.0) == to.extra.wrapping_sub(other.0)
                } else {
                    self.is_equal_scalar(NodeId(one.0 + at), NodeId(other.0 + at))
                };
                is_same && (at == 0 || self.is_same_key(from.key, to.key))
            })
    }

    fn is_equal_in_any_order(&self, one: NodeId, other: NodeId) -> bool {
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            let is_same = match (self.left.kind(one), self.right.kind(other)) {
                (Kind::Object, Kind::Object) => self.pair_members(one, other, &mut open),
                (Kind::Array, Kind::Array) => self.pair_elements(one, other, &mut open),
                _ => self.is_equal_scalar(one, other),
            };
            if !is_same {
                return false;
            }
        }
        true
    }

    /// Adds the pairs of members to `open`, and returns true if the names are the same.
    fn pair_members(&self, one: NodeId, other: NodeId, open: &mut Vec<(NodeId, NodeId)>) -> bool {
        let before = open.len();
        let mut near = NodeId(one.0 + 1);
        for member in self.right.children(other) {
            let name = self.left_name(self.right.key(member));
            let Some(partner) = name.and_then(|name| self.left.get_near(one, name, near)) else { return false };
            near = self.left.after(partner);
            open.push((partner, member));
        }
        self.left.children(one).count() == open.len() - before
    }

    fn pair_elements(&self, one: NodeId, other: NodeId, open: &mut Vec<(NodeId, NodeId)>) -> bool {
        let mut elements = self.left.children(one);
        for element in self.right.children(other) {
            let Some(partner) = elements.next() else { return false };
            open.push((partner, element));
        }
        elements.next().is_none()
    }

    fn is_equal_scalar(&self, one: NodeId, other: NodeId) -> bool {
        match (self.left.kind(one), self.right.kind(other)) {
            (Kind::Text | Kind::Escaped | Kind::Pooled, Kind::Text | Kind::Escaped | Kind::Pooled) => {
                self.left.compared_string(one) == self.right.compared_string(other)
            }
            (Kind::Number, Kind::Number) => {
                let (one, other) = (self.left.source_text(one), self.right.source_text(other));
                one == other || normalise(one) == normalise(other)
            }
            (kind, other) => kind == other,
        }
    }

    fn is_same_key(&self, one: KeyId, other: KeyId) -> bool {
        if other == KeyId::NONE { one == KeyId::NONE } else { self.left_name(other) == Some(one) }
    }

    fn left_name(&self, key: KeyId) -> Option<KeyId> {
        match self.names {
            Names::Same => Some(key),
            Names::Listed(names) => names.get(key.index()).copied().flatten(),
            Names::ByText => self.left.keys.find_name_of(&self.right.keys, key),
        }
    }
}

fn normalise(number: &str) -> String {
    let mut normal = String::new();
    number::normalise(number, &mut normal);
    normal
}

/// A value of one of two arenas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EitherNode {
    /// A value of the old description.
    Left(NodeId),
    /// A value of the new description.
    Right(NodeId),
}

/// Finds a value with a forged digest, or an arena with a name that has one.
pub(crate) fn find_forged_digest(left: &Arena<'_>, right: &Arena<'_>) -> Option<EitherNode> {
    if left.keys.has_forged_names(&left.keys) {
        return Some(EitherNode::Left(NodeId::ROOT));
    }
    if right.keys.has_forged_names(&right.keys) || left.keys.has_forged_names(&right.keys) {
        return Some(EitherNode::Right(NodeId::ROOT));
    }
    let to_left: Vec<_> = right.keys.ids().map(|key| left.keys.find_name_of(&right.keys, key)).collect();
    let mut known = KnownValues { left, right, to_left, places: HashTable::new() };
    known.add_all(left, EitherNode::Left).or_else(|| known.add_all(right, EitherNode::Right))
}

/// Replaces the digests of values and names in two arenas with numbers. Only equal ones have the same number.
pub(crate) fn renumber_digests(left: &mut Arena<'_>, right: &mut Arena<'_>) {
    let (mut values, mut names) = (Table::default(), Table::default());
    left.number_values(&mut values);
    right.number_values(&mut values);
    left.keys.renumber_digests(&mut names);
    right.keys.renumber_digests(&mut names);
}

impl Arena<'_> {
    fn number_values(&mut self, known: &mut Table<NumberedValue, usize>) {
        let mut numbers = vec![0; self.len()];
        // Children have higher ids than their parents, so they are numbered first.
        for id in (0..self.len()).rev().map(NodeId::from_index) {
            let value = numbered_value(self, id, &numbers);
            let next = known.len() + 1;
            let number = known.get_or_insert(value, next).map_or(next, |number| *number);
            if let Some(place) = numbers.get_mut(id.index()) {
                *place = number;
            }
        }
        self.digests = numbers.into_iter().map(Digest::from_ordinal).collect();
        self.is_renumbered = true;
    }
}

/// The first value with each digest in two arenas.
struct KnownValues<'k, 'a, 'b> {
    left: &'k Arena<'a>,
    right: &'k Arena<'b>,
    /// The left name for each right name.
    to_left: Vec<Option<KeyId>>,
    places: HashTable<EitherNode>,
}

impl KnownValues<'_, '_, '_> {
    /// Adds the values of one arena. Returns the first that differs from the known value with its digest.
    fn add_all(&mut self, arena: &Arena<'_>, value: fn(NodeId) -> EitherNode) -> Option<EitherNode> {
        let mut next = NodeId::ROOT;
        while next.index() < arena.len() {
            let known = if arena.is_overridden(next) { None } else { self.find_or_add(value(next)) };
            if known.is_some_and(|known| !self.is_equal(known, value(next))) {
                return Some(value(next));
            }
            let is_done = known.is_some() || arena.is_overridden(next);
            next = if is_done { arena.after(next) } else { NodeId(next.0 + 1) };
        }
        None
    }

    /// Returns the known value with a digest, or adds this one. Half of the digest is enough: chance collisions do not occur, and
    /// deliberate ones do not slow the search down.
    fn find_or_add(&mut self, value: EitherNode) -> Option<EitherNode> {
        let KnownValues { left, right, places, .. } = self;
        let half = |value: &EitherNode| match *value {
            EitherNode::Left(id) => left.digest(id).low_64_bits(),
            EitherNode::Right(id) => right.digest(id).low_64_bits(),
        };
        let sought = half(&value);
        match places.entry(sought, |known| half(known) == sought, half) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(place) => {
                place.insert(value);
                None
            }
        }
    }

    fn is_equal(&self, known: EitherNode, value: EitherNode) -> bool {
        let KnownValues { left, right, to_left, .. } = self;
        match (known, value) {
            (EitherNode::Left(one), EitherNode::Left(other)) => {
                ValuePair { left, right: left, names: Names::Same }.is_equal(one, other)
            }
            (EitherNode::Right(one), EitherNode::Right(other)) => {
                ValuePair { left: right, right, names: Names::Same }.is_equal(one, other)
            }
            (EitherNode::Left(one), EitherNode::Right(other)) | (EitherNode::Right(other), EitherNode::Left(one)) => {
                ValuePair { left, right, names: Names::Listed(to_left) }.is_equal(one, other)
            }
        }
    }
}

/// A value whose elements or members are represented by numbers.
#[derive(Debug, PartialEq, Eq, Hash)]
enum NumberedValue {
    /// The kind's tag, and the content of a string or a number.
    Scalar(u8, String),
    Elements(Vec<usize>),
    /// Name, true if the name is ignored, and value.
    Members(Vec<(String, bool, usize)>),
}

fn numbered_value(arena: &Arena<'_>, id: NodeId, numbers: &[usize]) -> NumberedValue {
    let number = |child: NodeId| numbers.get(child.index()).copied().unwrap_or_default();
    match arena.kind(id) {
        Kind::Array => NumberedValue::Elements(arena.children(id).map(number).list()),
        Kind::Object => {
            let member = |child| (arena.key_text(child).to_owned(), arena.key(child).is_ignored(), number(child));
            NumberedValue::Members(order::sorted_unique(arena.children(id).map(member)))
        }
        Kind::Number => NumberedValue::Scalar(digest_tag(Kind::Number), normalise(arena.source_text(id))),
        kind => NumberedValue::Scalar(digest_tag(kind), arena.compared_string(id).unwrap_or_default().into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::digest::forge_string;
    use super::super::{Vocabulary, read_json};
    use super::*;

    fn read(text: &str) -> Arena<'_> {
        let mut arena = read_json(text, 0, 100, Vocabulary { names: &["type"], prefix: "x-" }).unwrap().arena;
        arena.set_source(text.into());
        arena
    }

    #[test]
    fn equal_values_in_another_spelling_are_not_forged() {
        let one = r#"{"a": 1.0, "b": ["\u0041", true, {}], "a": 2, "c": {"x": 1, "y": [null]}}"#;
        let other = r#"{"c": {"y": [null], "x": 1e0}, "b": ["A", true, {}], "a": 20e-1, "d": {"b": "A"}}"#;
        let (one, other) = (read(one), read(other));
        assert_eq!(find_forged_digest(&one, &other), None);
        assert_eq!(find_forged_digest(&other, &one), None);
        assert_same_equality(&one, &other);
    }

    /// Asserts that digests, values and numbers agree on equality.
    fn assert_same_equality(one: &Arena<'_>, other: &Arena<'_>) {
        let pairs = one.ids().flat_map(|id| other.ids().map(move |partner| (id, partner)));
        let pairs: Vec<_> = pairs.filter(|&(id, _)| !one.is_overridden(id)).collect();
        let is_same = |&(id, partner): &(NodeId, NodeId)| one.has_same_value(id, other, partner);
        let by_value: Vec<bool> = pairs.iter().map(is_same).collect();
        let (mut left, mut right) = (read(one.source()), read(other.source()));
        renumber_digests(&mut left, &mut right);
        let is_same = |&(id, partner): &(NodeId, NodeId)| left.digest(id) == right.digest(partner);
        assert_eq!(by_value, pairs.iter().map(is_same).collect::<Vec<_>>());
    }

    #[test]
    fn forged_string_is_found_in_either_arena() {
        let forged = serde_json::to_string(&forge_string(5, Digest::hash(5, b"string"), "x-")).unwrap();
        let texts = [
            r#"{"type": "string"}"#.to_owned(),
            format!(r#"{{"type": {forged}}}"#),
            format!(r#"{{"type": {forged}, "a": ["string"]}}"#),
        ];
        let [plain, changed, both] = texts.each_ref().map(|text| read(text));
        assert_eq!(plain.digest(NodeId::ROOT), changed.digest(NodeId::ROOT));
        for (left, right, found) in [
            (&plain, &changed, EitherNode::Right(NodeId::ROOT)),
            (&changed, &plain, EitherNode::Right(NodeId::ROOT)),
            (&both, &plain, EitherNode::Left(NodeId(3))),
            (&plain, &both, EitherNode::Right(NodeId(1))),
        ] {
            assert_eq!(find_forged_digest(left, right), Some(found));
            assert_same_equality(left, right);
        }
    }

    #[test]
    fn forged_name_is_found_and_renumbered() {
        let name = serde_json::to_string(&forge_string(0, Digest::hash(0, b"type"), "x-")).unwrap();
        let texts = [r#"{"type": 1}"#.to_owned(), format!("{{{name}: 1}}")];
        let [mut plain, mut changed] = texts.each_ref().map(|text| read(text));
        assert_eq!(find_forged_digest(&plain, &changed), Some(EitherNode::Right(NodeId::ROOT)));
        assert_same_equality(&plain, &changed);
        renumber_digests(&mut plain, &mut changed);
        assert_eq!(find_forged_digest(&plain, &changed), None);
        let digest = |arena: &Arena<'_>| arena.keys.digest(arena.key(NodeId(1)));
        assert_ne!(digest(&plain), digest(&changed));
    }
}
