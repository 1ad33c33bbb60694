//! Pairs entries of two maps whose names represent sets: media ranges, statuses. Finds equal entries and entries that
//! cover others.
//!
//! The most specific name applies to a value (OpenAPI 3.1.1 sections 4.8.14 and 4.8.16). So an added or removed entry
//! is compared with the nearest entry that covers it on the other side.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{Named, NodeId};

/// The pairs of entries of two maps.
#[derive(Debug)]
pub(crate) struct Coverage<I = NodeId> {
    /// Entries that represent the same set.
    pub(crate) same: Vec<(I, I)>,
    /// Removed entries, each with the new entry that existed before and still covers it.
    pub(crate) still_covered: Vec<(I, I)>,
    /// Added entries, each with the old entry that already covered it.
    pub(crate) covered_before: Vec<(I, I)>,
    /// Old entries that were replaced by one that covers them all.
    pub(crate) widened: Vec<(Vec<I>, I)>,
    /// An old entry that was replaced by entries that it covers.
    pub(crate) narrowed: Vec<(I, Vec<I>)>,
    pub(crate) removed: Vec<I>,
    pub(crate) added: Vec<I>,
}

impl<I: Copy + PartialEq> Coverage<I> {
    pub(crate) fn new<N: Named>(old: &[(N, I)], new: &[(N, I)]) -> Coverage<I> {
        let mut coverage = Coverage {
            same: Vec::new(),
            still_covered: Vec::new(),
            covered_before: Vec::new(),
            widened: Vec::new(),
            narrowed: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
        };
        let mut new_left: Vec<&(N, I)> = new.iter().collect();
        let mut old_left: Vec<&(N, I)> = Vec::new();
        for entry in old {
            match new_left.iter().position(|other| other.0 == entry.0) {
                Some(at) => coverage.same.push((entry.1, new_left.remove(at).1)),
                None => old_left.push(entry),
            }
        }
        // An added entry that was not covered may replace several removed ones, and the reverse.
        let came = |id| new_left.iter().any(|(_, other)| *other == id) && covering(old, new, id).is_none();
        let went = |id| old_left.iter().any(|(_, other)| *other == id) && covering(new, old, id).is_none();
        for (name, id) in &old_left {
            match nearest(new, name) {
                Some(cover) if came(cover) => match coverage.widened.iter_mut().find(|(_, known)| *known == cover) {
                    Some((covered, _)) => covered.push(*id),
                    None => coverage.widened.push((vec![*id], cover)),
                },
                Some(cover) => coverage.still_covered.push((*id, cover)),
                None => coverage.removed.push(*id),
            }
        }
        for (name, id) in &new_left {
            match nearest(old, name) {
                Some(cover) if went(cover) => match coverage.narrowed.iter_mut().find(|(known, _)| *known == cover) {
                    Some((_, covered)) => covered.push(*id),
                    None => coverage.narrowed.push((cover, vec![*id])),
                },
                Some(cover) => coverage.covered_before.push((cover, *id)),
                None if coverage.widened.iter().any(|(_, known)| known == id) => {}
                None => coverage.added.push(*id),
            }
        }
        coverage.removed.retain(|id| coverage.narrowed.iter().all(|(known, _)| known != id));
        coverage
    }

    /// Returns pairs of entries that represent the same set, or of which one replaced the other.
    pub(crate) fn pairs(&self) -> Vec<(I, I)> {
        let widened = self.widened.iter().flat_map(|(covered, cover)| covered.iter().map(|id| (*id, *cover)));
        let narrowed = self.narrowed.iter().flat_map(|(cover, covered)| covered.iter().map(|id| (*cover, *id)));
        self.same.iter().copied().chain(widened).chain(narrowed).list()
    }

    /// Returns the entries on one side only, each with the entry of the other side that covers it.
    pub(crate) fn covered(&self) -> Vec<(I, I)> {
        self.still_covered.iter().chain(&self.covered_before).copied().list()
    }
}

/// Returns the narrowest entry of `others` that covers the entry `id` of `own`.
fn covering<N: Named, I: Copy + PartialEq>(others: &[(N, I)], own: &[(N, I)], id: I) -> Option<I> {
    own.iter().find(|(_, known)| *known == id).and_then(|(name, _)| nearest(others, name))
}

/// Returns the narrowest entry that covers a name.
fn nearest<N: Named, I: Copy>(entries: &[(N, I)], name: &N) -> Option<I> {
    let mut found: Option<&(N, I)> = None;
    for entry in entries.iter().filter(|entry| entry.0.covers(name)) {
        if found.is_none_or(|known| known.0.covers(&entry.0)) {
            found = Some(entry);
        }
    }
    found.map(|(_, id)| *id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_openapi::internal::Status;

    /// Returns the relation of the statuses of two lists as text.
    fn relation_text(old: &[&'static str], new: &[&'static str]) -> String {
        let ids = |names: &[&'static str]| -> Vec<(Status, &'static str)> {
            names.iter().map(|name| (Status::parse(name), *name)).collect()
        };
        let coverage = Coverage::new(&ids(old), &ids(new));
        let mut words = Vec::new();
        words.extend(coverage.removed.iter().map(|id| format!("-{id}")));
        words.extend(coverage.added.iter().map(|id| format!("+{id}")));
        words.extend(coverage.still_covered.iter().map(|(id, by)| format!("{id} still in {by}")));
        words.extend(coverage.covered_before.iter().map(|(by, id)| format!("{id} was in {by}")));
        words.extend(coverage.widened.iter().map(|(ids, by)| format!("{} to {}", ids.join("+"), by)));
        words.extend(coverage.narrowed.iter().map(|(by, ids)| format!("{} to {}", by, ids.join("+"))));
        words.join(", ")
    }

    #[test]
    fn an_entry_is_new_unless_another_covered_it_before() {
        for (old, new, expected) in [
            (&["200"][..], &["200"][..], ""),
            (&["200"], &["201"], "-200, +201"),
            (&["200", "default"], &["200", "404", "default"], "404 was in default"),
            (&["200", "404", "default"], &["200", "default"], "404 still in default"),
            (&["200"], &["2XX"], "200 to 2XX"),
            (&["200", "201"], &["2XX"], "200+201 to 2XX"),
            (&["2XX"], &["200", "201"], "2XX to 200+201"),
            (&["2XX", "default"], &["200", "default"], "2XX still in default, 200 was in 2XX"),
            (&["200"], &["200", "2XX"], "+2XX"),
            (&["200", "default"], &["2XX", "default"], "200 still in 2XX, 2XX was in default"),
            (&["404"], &["4XX", "default"], "+default, 404 to 4XX"),
        ] {
            assert_eq!(relation_text(old, new), expected, "{old:?} {new:?}");
        }
    }
}
