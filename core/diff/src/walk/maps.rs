//! The raw comparison of maps whose keys are not compared literally: media types, statuses, header names, webhooks.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, ResolvedDescription, Status};

use super::Walker;
use crate::model::Owner;
use crate::pairing::coverage::Coverage;
use crate::pairing::entry_pairs::{
    is_extension_entry, is_ignored_header, is_ignored_parameter, pair_by_name, pair_callback_expressions, pair_headers,
    pair_media_types, pair_statuses,
};

impl Walker<'_, '_> {
    /// Compares the entries of `content`, paired by media range. Extensions are compared separately.
    pub(crate) fn walk_content(&mut self, old: NodeId, new: NodeId) {
        let coverage = pair_media_types(self.sides, old, new);
        self.walk_coverage(ObjectKind::MediaType, &coverage);
        self.walk_others(old, new, |name| is_extension_entry(name).then_some(ObjectKind::Extension));
    }

    /// Compares the entries of `responses`, paired by status. Extensions and invalid statuses are compared separately.
    pub(crate) fn walk_responses(&mut self, old: NodeId, new: NodeId) {
        let coverage = pair_statuses(self.sides, Some(old), Some(new));
        self.walk_coverage(ObjectKind::Response, &coverage);
        self.walk_others(old, new, |name| {
            let none = matches!(Status::parse(name), Status::Other(_));
            none.then(|| if name.starts_with("x-") { ObjectKind::Extension } else { ObjectKind::Data })
        });
    }

    /// Compares the members of two maps that are not entries: those for whose name `kind` returns a kind.
    fn walk_others(&mut self, old: NodeId, new: NodeId, kind: fn(&str) -> Option<ObjectKind>) {
        let others = |description: &ResolvedDescription<'_>, id| -> Vec<(NodeId, ObjectKind)> {
            let arena = description.arena();
            arena.children(id).filter_map(|child| Some((child, kind(arena.key_text(child))?))).list()
        };
        for (child, kind) in others(self.sides.new, new) {
            match self.sides.namesake_in_old(old, child) {
                Some(partner) => self.walk(partner, child, kind),
                None => self.walk_unmatched(None, Some(child), kind),
            }
        }
        for (child, kind) in others(self.sides.old, old) {
            if self.sides.namesake_in_new(new, child).is_none() {
                self.walk_unmatched(Some(child), None, kind);
            }
        }
    }

    fn walk_coverage(&mut self, kind: ObjectKind, coverage: &Coverage) {
        for (old, new) in coverage.pairs() {
            self.note_shared_entries(old, new);
            if self.are_of_other_content(old, new, kind) {
                continue;
            }
            let (before, after) = (self.sides.old.arena().key_text(old), self.sides.new.arena().key_text(new));
            if kind == ObjectKind::Response && (before == "default") != (after == "default") {
                // A response declared for all other statuses is now declared for one, or the reverse.
                self.walk_covered_status(old, new);
            } else {
                self.walk(old, new, kind);
            }
        }
        for (old, new) in coverage.covered() {
            self.note_shared_entries(old, new);
            if kind != ObjectKind::Response {
                self.walk(old, new, kind);
            } else if !self.are_of_other_content(old, new, kind) {
                self.walk_covered_status(old, new);
            }
        }
        for &(old, new) in &coverage.same {
            if self.sides.old.arena().key_text(old) != self.sides.new.arena().key_text(new) {
                self.add_place(Some(old), Some(new), ObjectKind::Data);
            }
        }
        let went = coverage.still_covered.iter().map(|(old, _)| old).chain(&coverage.removed);
        let went = went.chain(coverage.widened.iter().flat_map(|(old, _)| old));
        for &old in went.chain(coverage.narrowed.iter().map(|(old, _)| old)) {
            self.walk_unmatched(Some(old), None, kind);
        }
        let came = coverage.covered_before.iter().map(|(_, new)| new).chain(&coverage.added);
        let came = came.chain(coverage.narrowed.iter().flat_map(|(_, new)| new));
        for &new in came.chain(coverage.widened.iter().map(|(_, new)| new)) {
            self.walk_unmatched(None, Some(new), kind);
        }
    }

    /// Returns true if two entries have different statuses and one of them cannot have content. The content of the
    /// other entry then belongs to other statuses.
    fn are_of_other_content(&self, old: NodeId, new: NodeId, kind: ObjectKind) -> bool {
        let [before, after] =
            [self.sides.old.arena().key_text(old), self.sides.new.arena().key_text(new)].map(Status::parse);
        kind == ObjectKind::Response && before != after && (before.is_without_content() || after.is_without_content())
    }

    /// Compares a status with the entry that covers it on the other side, as a replaced response.
    fn walk_covered_status(&mut self, old: NodeId, new: NodeId) {
        let Some((from, to)) = self.sides.old.resolve(old).zip(self.sides.new.resolve(new)) else { return };
        if !self.sides.equal(from, to) {
            let target = self.definition_pairs.add(
                from,
                to,
                ObjectKind::Response,
                &[Owner::DefinitionPair(self.definition_pair)],
            );
            self.note_replaced(target, (Some(old), Some(new)));
        }
    }

    /// Compares headers. Their names are case-insensitive (RFC 9110 section 5.1), and `Content-Type` is ignored
    /// (OpenAPI 3.1.1 section 4.8.17.1).
    pub(crate) fn walk_headers(&mut self, old: NodeId, new: NodeId) {
        let alignment = pair_headers(self.sides, Some(old), Some(new));
        for (old, new) in alignment.pairs {
            if is_ignored_header(self.sides.new.arena().key_text(new)) && !self.sides.equal(old, new) {
                self.add_place(Some(old), Some(new), ObjectKind::Docs);
            } else {
                self.walk(old, new, ObjectKind::Header);
            }
            if !self.sides.same_name(old, new) {
                self.add_neutral_place(Some(old), Some(new));
            }
        }
        for old in alignment.removed {
            let ignored = is_ignored_header(self.sides.old.arena().key_text(old));
            self.walk_unmatched(Some(old), None, if ignored { ObjectKind::Docs } else { ObjectKind::Header });
        }
        for new in alignment.added {
            let ignored = is_ignored_header(self.sides.new.arena().key_text(new));
            self.walk_unmatched(None, Some(new), if ignored { ObjectKind::Docs } else { ObjectKind::Header });
        }
    }

    /// Compares the path items of a callback. The expression of one may have changed.
    pub(crate) fn walk_callback(&mut self, old: NodeId, new: NodeId) {
        let mut alignment = pair_callback_expressions((self.sides.old, old), (self.sides.new, new));
        let key = |description: &ResolvedDescription<'_>, id| ObjectKind::Callback.child(description.arena().key(id));
        for (old, new) in std::mem::take(&mut alignment.pairs) {
            if !self.sides.same_name(old, new) {
                self.add_place(Some(old), Some(new), ObjectKind::Data);
            }
            self.walk(old, new, key(self.sides.new, new));
        }
        for old in alignment.removed {
            self.walk_unmatched(Some(old), None, key(self.sides.old, old));
        }
        for new in alignment.added {
            self.walk_unmatched(None, Some(new), key(self.sides.new, new));
        }
    }

    /// Compares the members of the root. `webhooks` and `x-webhooks` are treated as one map.
    pub(crate) fn walk_root(&mut self, old: NodeId, new: NodeId) {
        let words = [KnownKey::Webhooks, KnownKey::XWebhooks];
        self.walk_members(old, new, ObjectKind::Root, &words.map(KnownKey::key));
        let entries = |description: &ResolvedDescription<'_>, id: NodeId| -> Vec<(String, NodeId)> {
            let arena = description.arena();
            let maps = words.into_iter().filter_map(|key| arena.member(id, key));
            maps.flat_map(|map| arena.children(map)).map(|id| (arena.key_text(id).to_owned(), id)).list()
        };
        self.note_renamed_map((old, new), words);
        let alignment = pair_by_name(entries(self.sides.old, old), entries(self.sides.new, new));
        self.walk_alignment(ObjectKind::PathItems, alignment);
    }

    /// Adds a renamed or empty map as a neutral location. Its entries are compared separately.
    fn note_renamed_map(&mut self, (old, new): (NodeId, NodeId), words: [KnownKey; 2]) {
        for key in words {
            let pair = self.sides.member(old, new, key);
            if pair.0.is_some() != pair.1.is_some() {
                self.add_neutral_place(pair.0, pair.1);
            }
        }
    }

    /// Returns true if both are header parameters that the specification ignores.
    pub(crate) fn are_ignored(&self, old: NodeId, new: NodeId) -> bool {
        is_ignored_parameter(self.sides.old, old) && is_ignored_parameter(self.sides.new, new)
    }
}
