//! Indices of texts by hash. Hashes can be forged, so a description can contain thousands of names with the same hash.

use std::cmp::Ordering;

use hashbrown::HashTable;
use waybill_base::internal::order;

/// Number of texts that are compared with a new one before all are sorted. Usually at most a few are compared, which hashbrown cannot
/// tell apart.
const SORTED_AFTER: usize = 16;

/// Compares the text at an index with the text that is looked up.
type Order<'o> = dyn Fn(usize) -> Ordering + 'o;

/// Indices of texts that are stored elsewhere.
#[derive(Debug, Clone)]
pub(super) struct Places(Search);

#[derive(Debug, Clone)]
enum Search {
    ByHash(HashTable<(u64, usize)>),
    /// The indices in the order of their texts.
    InOrder(Vec<usize>),
}

impl Default for Places {
    fn default() -> Places {
        Places(Search::ByHash(HashTable::new()))
    }
}

impl Places {
    /// Returns the index of the text that `order` finds equal.
    pub(super) fn find(&self, hash: u64, order: &Order<'_>) -> Option<usize> {
        match &self.0 {
            Search::ByHash(table) => find_by_hash(table, hash, order).ok(),
            Search::InOrder(sorted) => find_in_order(sorted, order).ok(),
        }
    }

    /// Returns the index of the text that `order` finds equal. A missing text is added with the index `next`. `order_of_both`
    /// compares the texts at two indices.
    pub(super) fn find_or_add(
        &mut self,
        hash: u64,
        next: usize,
        order: &Order<'_>,
        order_of_both: &dyn Fn(usize, usize) -> Ordering,
    ) -> usize {
        if let Search::ByHash(table) = &mut self.0 {
            match find_by_hash(table, hash, order) {
                Ok(at) => return at,
                Err(compared) if compared <= SORTED_AFTER => {
                    table.insert_unique(hash, (hash, next), |(hash, _)| *hash);
                    return next;
                }
                Err(_) => self.0 = Search::InOrder(sorted(next, order_of_both)),
            }
        }
        let Search::InOrder(sorted) = &mut self.0 else { return next };
        find_in_order(sorted, order).unwrap_or_else(|place| {
            sorted.insert(place, next);
            next
        })
    }

    /// Returns the indices of all texts with a hash. Returns `None` if texts are no longer found by their hashes.
    pub(super) fn with_hash(&self, hash: u64) -> Option<impl Iterator<Item = usize>> {
        match &self.0 {
            Search::ByHash(table) => {
                Some(table.iter_hash(hash).filter(move |(known, _)| *known == hash).map(|(_, at)| *at))
            }
            Search::InOrder(_) => None,
        }
    }
}

/// Returns the index of a text, or the number of other texts that were compared.
fn find_by_hash(table: &HashTable<(u64, usize)>, hash: u64, order: &Order<'_>) -> Result<usize, usize> {
    let mut compared = 0;
    let is_text = |(known, at): &(u64, usize)| {
        compared += 1;
        *known == hash && order(*at).is_eq()
    };
    let found = table.find(hash, is_text).map(|(_, at)| *at);
    found.ok_or(compared)
}

/// Returns the index of a text, or its place among the sorted ones.
fn find_in_order(sorted: &[usize], order: &Order<'_>) -> Result<usize, usize> {
    let place = sorted.partition_point(|at| order(*at).is_lt());
    sorted.get(place).copied().filter(|at| order(*at).is_eq()).ok_or(place)
}

fn sorted(count: usize, order_of_both: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..count).collect();
    order::sort_by(&mut sorted, |one, other| order_of_both(*one, *other));
    sorted
}
