//! Splits phases with long lists into short steps. Each step processes one batch of a phase's items.

use std::marker::PhantomData;
use std::ops::Range;

/// The number of items in a phase, and the number of items that one step processes.
pub type ItemsAndBatch = (usize, usize);

/// An enum of phases.
pub trait Phases: Copy + 'static {
    /// All phases, in order.
    const ORDER: &'static [Self];
}

/// The progress through a list of phases.
#[derive(Debug, Clone, Copy)]
pub struct Stages<P> {
    phase: usize,
    at: usize,
    phases: PhantomData<P>,
}

impl<P> Default for Stages<P> {
    fn default() -> Stages<P> {
        Stages { phase: 0, at: 0, phases: PhantomData }
    }
}

impl<P: Phases> Stages<P> {
    /// Returns the phase of the next step and the indexes of its items, or `None` once all phases are complete. An
    /// empty phase takes one step too.
    pub fn next(&mut self, list: impl Fn(P) -> ItemsAndBatch) -> Option<(P, Range<usize>)> {
        let (phase, from) = (self.phase()?, self.at);
        let (length, block) = list(phase);
        let to = length.min(from + block);
        (self.phase, self.at) = if to == length { (self.phase + 1, 0) } else { (self.phase, to) };
        Some((phase, from..to))
    }

    /// Returns the phase of the next step, or `None` once all phases are complete.
    pub fn phase(&self) -> Option<P> {
        P::ORDER.get(self.phase).copied()
    }

    /// Returns the number of steps left.
    pub fn left(&self, list: impl Fn(P) -> ItemsAndBatch) -> usize {
        let lists = P::ORDER.iter().skip(self.phase).map(|&phase| list(phase));
        let left = lists.map(|(length, block)| length.div_ceil(block).max(1));
        let steps_done = self.phase().map_or(0, |phase| self.at / list(phase).1);
        left.sum::<usize>() - steps_done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Phase {
        Long,
        Empty,
        Whole,
        Single,
    }

    impl Phases for Phase {
        const ORDER: &'static [Phase] = &[Phase::Long, Phase::Empty, Phase::Whole, Phase::Single];
    }

    fn list(phase: Phase) -> ItemsAndBatch {
        match phase {
            Phase::Long => (5, 2),
            Phase::Empty => (0, 3),
            Phase::Whole => (3, 3),
            Phase::Single => (4, 1),
        }
    }

    #[test]
    fn stages_visit_each_item_once_in_order_and_count_steps() {
        let (mut stages, mut seen) = (Stages::<Phase>::default(), Vec::new());
        let mut left = stages.left(list);
        assert_eq!(left, 3 + 1 + 1 + 4);
        while let Some((phase, items)) = stages.next(list) {
            assert!(items.len() <= list(phase).1);
            seen.extend(items.map(|item| (phase, item)));
            assert_eq!(stages.left(list), left - 1);
            left -= 1;
        }
        let expected = Phase::ORDER.iter().flat_map(|&phase| (0..list(phase).0).map(move |at| (phase, at)));
        assert_eq!((seen, left), (expected.collect(), 0));
    }
}
