//! Lists worked through one after the other, a few items in each step: however long they are, no step is.

use std::ops::Range;

/// How many items a list has, and how many of them one step takes.
pub(crate) type List = (usize, usize);

/// How far some lists have been worked through.
#[derive(Debug, Default)]
pub(crate) struct Stages {
    list: usize,
    at: usize,
}

impl Stages {
    /// Which list the next step is at, and the items of it that are its work: none of an empty list, which takes a step
    /// too. `None` once all lists are done.
    pub(crate) fn next(&mut self, lists: &[List]) -> Option<(usize, Range<usize>)> {
        let (list, from) = (self.list, self.at);
        let &(length, block) = lists.get(list)?;
        let to = length.min(from + block);
        (self.list, self.at) = if to == length { (list + 1, 0) } else { (list, to) };
        Some((list, from..to))
    }

    /// The list the next step is at.
    pub(crate) fn list(&self) -> usize {
        self.list
    }

    /// How many steps are left.
    pub(crate) fn left(&self, lists: &[List]) -> usize {
        let left = lists.iter().skip(self.list).map(|&(length, block)| length.div_ceil(block).max(1));
        let behind = lists.get(self.list).map_or(0, |&(_, block)| self.at / block);
        left.sum::<usize>() - behind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_of_every_list_comes_once_in_order_and_each_step_is_counted() {
        let lists = [(5, 2), (0, 3), (3, 3), (4, 1)];
        let (mut stages, mut seen) = (Stages::default(), Vec::new());
        let mut left = stages.left(&lists);
        assert_eq!(left, 3 + 1 + 1 + 4);
        while let Some((list, items)) = stages.next(&lists) {
            assert!(items.len() <= lists[list].1);
            seen.extend(items.map(|item| (list, item)));
            assert_eq!(stages.left(&lists), left - 1);
            left -= 1;
        }
        let expected = lists.iter().enumerate().flat_map(|(list, &(length, _))| (0..length).map(move |at| (list, at)));
        assert_eq!((seen, left), (expected.collect(), 0));
    }
}
