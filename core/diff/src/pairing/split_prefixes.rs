//! Prefixes that several operations changed although others under the same prefix stay.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{OperationEntry, OperationKind};

use super::addresses::{BasePaths, differing_prefixes};
use super::moves::MoveReason;
use super::sides::Sides;

/// A prefix under which some operations stay.
#[derive(Debug)]
pub(crate) struct SplitPrefix {
    /// The segments after the prefix that all moved addresses have in common.
    pub(crate) shared: String,
    /// True if operations stay under these segments too.
    pub(crate) is_partial: bool,
}

/// Returns the old and new prefixes under which some operations stay.
pub(super) fn split_prefixes(
    sides: &Sides<'_>,
    pairs: &[(usize, usize)],
    moves: &Table<usize, MoveReason>,
) -> Table<(String, String), SplitPrefix> {
    let is_shared = |(_, reason): &(usize, MoveReason)| *reason == MoveReason::SharedPrefix;
    if !moves.entries().iter().any(is_shared) {
        return Table::default();
    }
    let (mut left, mut right) = (BasePaths::new(sides.old), BasePaths::new(sides.new));
    let (old, new) = (sides.old.operation_entries(), sides.new.operation_entries());
    let (mut grouped, mut staying) = (Vec::new(), Vec::new());
    for (at, &(from, to)) in pairs.iter().enumerate() {
        let is_path = |entry: &&OperationEntry| entry.kind == OperationKind::Path;
        let Some((from, to)) = old.get(from).filter(is_path).zip(new.get(to)) else { continue };
        match moves.get(&at) {
            None => staying.push(left.address(from)),
            Some(MoveReason::SharedPrefix) => {
                let address = left.address(from);
                let prefixes = differing_prefixes(&address, &right.address(to));
                let suffix = address.get(prefixes.0.len()..).unwrap_or_default().to_owned();
                grouped.push((prefixes, suffix));
            }
            Some(_) => {}
        }
    }
    let staying = order::sorted_unique(staying);
    let stays_under = |prefix: &str| {
        let from = staying.partition_point(|address| address.as_str() < prefix);
        let under = staying.iter().skip(from).take_while(|address| address.starts_with(prefix));
        let mut rests = under.filter_map(|address| address.get(prefix.len()..));
        rests.any(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut split = Table::default();
    for (prefixes, suffixes) in order::groups(grouped) {
        if stays_under(&prefixes.0) {
            let shared = shared_segments(&suffixes);
            let is_partial = stays_under(&format!("{}{shared}", prefixes.0));
            split.insert(prefixes, SplitPrefix { shared, is_partial });
        }
    }
    split
}

/// Returns the segments that all paths start with.
fn shared_segments(paths: &[String]) -> String {
    let mut shared = paths.first().map(|path| path.split('/').skip(1).list()).unwrap_or_default();
    for path in paths {
        let same = shared.iter().zip(path.split('/').skip(1)).take_while(|(one, other)| *one == other).count();
        shared.truncate(same);
    }
    let mut text = String::new();
    for segment in shared {
        text.push('/');
        text.push_str(segment);
    }
    text
}
