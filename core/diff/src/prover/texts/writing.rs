//! The serialization of a schema's values: strings, and lists of strings that are sent separately or joined by a
//! separator (OpenAPI 3.1.1 section 4.8.12.4).

use waybill_openapi::internal::SerializationStyle;

use super::pieces::{Piece, Strings, Texts};
use crate::model::Relation;

/// The strings of values that are not lists, and the lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Writing {
    pub(super) one: Texts,
    pub(super) list: Option<List>,
}

/// Lists of strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct List {
    pub(super) of: Texts,
    pub(super) least: u64,
    pub(super) most: Option<u64>,
    pub(super) unique: bool,
    /// True if all such lists are allowed, and not only some of them.
    pub(super) exact: bool,
}

impl List {
    /// Returns the list with a maximum length, if its elements are unique and few.
    pub(super) fn bounded(mut self) -> List {
        let few = self.of.listed().and_then(|texts| u64::try_from(texts.len()).ok()).filter(|_| self.unique);
        self.most = match (self.most, few) {
            (Some(most), Some(few)) => Some(most.min(few)),
            (most, few) => most.or(few),
        };
        self
    }

    fn may_be_one(&self) -> bool {
        self.least <= 1 && self.most.is_none_or(|most| most >= 1)
    }

    fn within(&self, outer: &List) -> bool {
        outer.exact
            && self.of.within(&outer.of)
            && self.least >= outer.least
            && outer.most.is_none_or(|limit| self.most.is_some_and(|most| most <= limit))
            && (!outer.unique || self.unique || self.most.is_some_and(|most| most <= 1))
    }

    /// Returns the joined string of a list.
    fn joined(&self) -> Piece {
        let separators = self.least.saturating_sub(1);
        let least = self.least.saturating_mul(self.of.shortest()).saturating_add(separators);
        Piece::Strings(Strings { least, ..Strings::default() })
    }
}

impl Writing {
    pub(super) fn is_empty(&self) -> bool {
        self.one.pieces.is_empty() && self.list.is_none()
    }

    /// Returns the relation of the strings after a change, in one style, to those before, in another style. Returns
    /// `None` if it is unknown.
    pub(super) fn relation(
        &self,
        form: SerializationStyle,
        after: &Writing,
        other: SerializationStyle,
    ) -> Option<Relation> {
        let narrowed = after.within(other, self, form);
        let widened = self.within(form, after, other);
        (narrowed || widened).then(|| Relation::from_inclusions(narrowed, widened))
    }

    fn within(&self, form: SerializationStyle, outer: &Writing, other: SerializationStyle) -> bool {
        let scalars = self.one.pieces.is_empty() || form.writes_the_same_scalars(other);
        let singles = self.one.pieces.iter().all(|piece| {
            piece.within(&outer.one) && outer.one.exact
                || outer.list.as_ref().is_some_and(|list| one_of(piece, list, other))
        });
        scalars && singles && self.list.as_ref().is_none_or(|list| list_within(list, form, outer, other))
    }
}

/// Returns true if the strings are equal to lists with one element.
fn one_of(piece: &Piece, list: &List, form: SerializationStyle) -> bool {
    let alone = Texts { pieces: vec![piece.clone()], exact: true };
    let separable = form.is_repeated() || alone.is_free_of(form.separator().unwrap_or(','));
    list.exact && list.may_be_one() && separable && alone.within(&list.of)
}

fn list_within(list: &List, form: SerializationStyle, outer: &Writing, other: SerializationStyle) -> bool {
    let as_list = outer.list.as_ref().is_some_and(|outer| {
        let alike = form.writes_the_same_lists(other) || list.most.is_some_and(|most| most <= 1);
        alike && list.within(outer)
    });
    let plain = form.writes_the_same_scalars(other) && outer.one.exact;
    let as_one = plain && list.least == 1 && list.most == Some(1) && list.of.within(&outer.one);
    let as_text = plain && form.separator().is_some() && list.joined().within(&outer.one);
    as_list || as_one || as_text
}
