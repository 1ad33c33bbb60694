//! Where leaves stand in a message: in which instance of the elements around them, so that those of an answer and those of
//! its request can be set side by side.

use hashbrown::HashMap;

use super::random::hash;

/// As many elements around a leaf as are looked at.
const AROUND: usize = 4;

/// Numbers by what identifies them. A large request has tens of thousands, and nobody goes through them in order.
pub(super) type NumberMap = HashMap<u64, u64, foldhash::fast::FixedState>;

/// The elements of a message that are open, and how many there were before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    open: Vec<Step>,
    /// By name, and by name and the element around it.
    counts: NumberMap,
    /// What was counted, in its order.
    counted: Vec<u64>,
}

/// An element that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    name: u64,
    /// No other element of the message has it.
    identity: u64,
    /// Its number among those of its name beside it.
    beside: u64,
    /// Its number among those of its name in the message.
    number: u64,
}

/// A leaf and the elements around it, the innermost last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    name: u64,
    /// Its number among those of its name beside it.
    pub(super) beside: u64,
    around: &'a [Step],
}

/// A leaf as it is seen from one of the elements around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    /// Follows from the names on the way.
    pub(super) names: u64,
    /// Follows from the names and the numbers on the way.
    pub(super) place: u64,
    around: &'a [Step],
}

impl Places {
    /// Begins an element.
    pub(super) fn enter(&mut self, name: &str) {
        let name = hash(name);
        let key = mix(self.innermost(), name);
        let (beside, number) = (self.count(key), self.count(name));
        self.open.push(Step { name, identity: mix(key, beside), beside, number });
    }

    /// Ends the element that was begun last; it is counted where it stays in the message.
    pub(super) fn leave(&mut self, stays: bool) {
        let Some(step) = self.open.pop().filter(|_| stays) else { return };
        for key in [mix(self.innermost(), step.name), step.name] {
            *self.counts.entry(key).or_default() += 1;
            self.counted.push(key);
        }
    }

    /// How much was counted, for [`Places::rewind`].
    pub(super) fn mark(&self) -> usize {
        self.counted.len()
    }

    /// Forgets what was counted since.
    pub(super) fn rewind(&mut self, mark: usize) {
        while self.counted.len() > mark {
            let Some(key) = self.counted.pop() else { break };
            *self.counts.entry(key).or_insert(1) -= 1;
        }
    }

    /// The leaf that was begun last, or an attribute of the element that was.
    pub(super) fn spot(&self, attribute: Option<&str>) -> Option<Spot<'_>> {
        if let Some(attribute) = attribute {
            return Some(Spot { name: hash(attribute), beside: 0, around: &self.open });
        }
        let (leaf, around) = self.open.split_last()?;
        Some(Spot { name: leaf.name, beside: leaf.beside, around })
    }

    /// Whether each of the elements in a view is the only one of its name in this message.
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
    /// The leaf from the elements around it, the innermost first.
    pub(super) fn views(self) -> impl DoubleEndedIterator<Item = View<'a>> {
        let Self { name, beside, around } = self;
        (1..=around.len().min(AROUND)).filter_map(move |count| {
            let around = around.get(around.len() - count..)?;
            let (outermost, inner) = around.split_first()?;
            // Numbers count from the outermost that both messages have.
            let mut view = View { names: outermost.name, place: mix(outermost.name, outermost.number), around };
            for (name, number) in inner.iter().map(|step| (step.name, step.beside)).chain([(name, beside)]) {
                view.names = mix(view.names, name);
                view.place = mix(mix(view.place, name), number);
            }
            Some(view)
        })
    }

    /// Follows from the name and the numbers of the leaf and of the element around it, whatever that is called.
    pub(super) fn numbered(self) -> u64 {
        mix(mix(self.name, self.number_around()), self.beside)
    }

    /// The number of the element around it among those of its name.
    pub(super) fn number_around(self) -> u64 {
        self.around.last().map_or(0, |step| step.number)
    }
}

/// Two numbers as one.
pub(super) fn mix(one: u64, other: u64) -> u64 {
    (one.rotate_left(5) ^ other).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
