//! The locations of leaves in a message, as instances of the surrounding elements. They relate leaves of a response to
//! leaves of its request.

use hashbrown::HashMap;

use super::random::hash;

/// Maximum number of surrounding elements that are examined.
const AROUND: usize = 4;

/// Numbers by their hash keys. Large requests have tens of thousands, and their order is never used.
pub(super) type NumberMap = HashMap<u64, u64, foldhash::fast::FixedState>;

/// The open elements of a message, and the number of earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    open: Vec<Step>,
    /// Counts by name, and by name and surrounding element.
    counts: NumberMap,
    /// Counted keys, in order.
    counted: Vec<u64>,
}

/// An open element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    name: u64,
    /// Hash that is unique in the message.
    identity: u64,
    /// Index among the elements of the same name next to it.
    beside: u64,
    /// Index among the elements of the same name in the message.
    number: u64,
}

/// A leaf and its surrounding elements, the innermost last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    name: u64,
    /// Index among the leaves of the same name next to it.
    pub(super) beside: u64,
    around: &'a [Step],
}

/// The location of a leaf relative to one of its surrounding elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    /// Hash of the names on the path.
    pub(super) names: u64,
    /// Hash of the names and indices on the path.
    pub(super) place: u64,
    around: &'a [Step],
}

impl Places {
    /// Opens an element.
    pub(super) fn enter(&mut self, name: &str) {
        let name = hash(name);
        let key = mix(self.innermost(), name);
        let (beside, number) = (self.count(key), self.count(name));
        self.open.push(Step { name, identity: mix(key, beside), beside, number });
    }

    /// Closes the last opened element. It is counted if it stays in the message.
    pub(super) fn leave(&mut self, stays: bool) {
        let Some(step) = self.open.pop().filter(|_| stays) else { return };
        for key in [mix(self.innermost(), step.name), step.name] {
            *self.counts.entry(key).or_default() += 1;
            self.counted.push(key);
        }
    }

    /// Returns the number of counted keys, for [`Places::rewind`].
    pub(super) fn mark(&self) -> usize {
        self.counted.len()
    }

    /// Undoes the counts after `mark`.
    pub(super) fn rewind(&mut self, mark: usize) {
        while self.counted.len() > mark {
            let Some(key) = self.counted.pop() else { break };
            *self.counts.entry(key).or_insert(1) -= 1;
        }
    }

    /// Returns the last opened leaf, or an attribute of the last opened element.
    pub(super) fn spot(&self, attribute: Option<&str>) -> Option<Spot<'_>> {
        if let Some(attribute) = attribute {
            return Some(Spot { name: hash(attribute), beside: 0, around: &self.open });
        }
        let (leaf, around) = self.open.split_last()?;
        Some(Spot { name: leaf.name, beside: leaf.beside, around })
    }

    /// True if each element of a view is the only one of its name in this message.
    pub(super) fn are_single(&self, view: &View<'_>) -> bool {
        view.around.iter().all(|step| self.count(step.name) == 1)
    }

    fn innermost(&self) -> u64 {
        self.open.last().map_or(0, |step| step.identity)
    }

    fn count(&self, key: u64) -> u64 {
        self.counts.get(&key).copied().unwrap_or_default()
    }
}

impl<'a> Spot<'a> {
    /// Returns the location of the leaf relative to each surrounding element, the innermost first.
    pub(super) fn views(self) -> impl DoubleEndedIterator<Item = View<'a>> {
        let Self { name, beside, around } = self;
        (1..=around.len().min(AROUND)).filter_map(move |count| {
            let around = around.get(around.len() - count..)?;
            let (outermost, inner) = around.split_first()?;
            // Indices are relative to the outermost element that both messages contain.
            let mut view = View { names: outermost.name, place: mix(outermost.name, outermost.number), around };
            for (name, number) in inner.iter().map(|step| (step.name, step.beside)).chain([(name, beside)]) {
                view.names = mix(view.names, name);
                view.place = mix(mix(view.place, name), number);
            }
            Some(view)
        })
    }

    /// Returns a hash of the leaf's name and index and of the surrounding element's index. The surrounding element's
    /// name is ignored.
    pub(super) fn numbered(self) -> u64 {
        mix(mix(self.name, self.number_around()), self.beside)
    }

    /// Returns the index of the surrounding element among those of its name.
    pub(super) fn number_around(self) -> u64 {
        self.around.last().map_or(0, |step| step.number)
    }
}

/// Combines two numbers into one.
pub(super) fn mix(one: u64, other: u64) -> u64 {
    (one.rotate_left(5) ^ other).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
