//! Relations between two sets of values.

use waybill_openapi::internal::TypeSet;

/// The relation of the values accepted after a change to those accepted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the relations of sets")]
pub enum Relation {
    Same,
    Narrowed,
    Widened,
    Incomparable,
    /// The two sets could not be compared.
    Unknown,
}

impl Relation {
    /// Returns the relation from two inclusions: the new set in the old one, and the old set in the new one.
    pub(crate) const fn from_inclusions(new_in_old: bool, old_in_new: bool) -> Relation {
        match (new_in_old, old_in_new) {
            (true, true) => Relation::Same,
            (true, false) => Relation::Narrowed,
            (false, true) => Relation::Widened,
            (false, false) => Relation::Incomparable,
        }
    }

    /// Returns the relation with both sides swapped.
    #[must_use]
    pub const fn mirrored(self) -> Relation {
        match self {
            Relation::Narrowed => Relation::Widened,
            Relation::Widened => Relation::Narrowed,
            Relation::Same | Relation::Incomparable | Relation::Unknown => self,
        }
    }

    /// Returns the relation of two conditions that both apply.
    pub(crate) const fn combine(self, other: Relation) -> Relation {
        match (self, other) {
            (Relation::Same, relation) | (relation, Relation::Same) => relation,
            (Relation::Unknown, _) | (_, Relation::Unknown) => Relation::Unknown,
            (Relation::Narrowed, Relation::Narrowed) => Relation::Narrowed,
            (Relation::Widened, Relation::Widened) => Relation::Widened,
            (Relation::Narrowed | Relation::Widened | Relation::Incomparable, Relation::Incomparable)
            | (Relation::Incomparable, Relation::Narrowed | Relation::Widened)
            | (Relation::Narrowed, Relation::Widened)
            | (Relation::Widened, Relation::Narrowed) => Relation::Incomparable,
        }
    }

    /// Returns the relation of the negations of two conditions that have this relation.
    pub(crate) const fn negate(self) -> Relation {
        match self {
            Relation::Narrowed => Relation::Widened,
            Relation::Widened => Relation::Narrowed,
            Relation::Incomparable => Relation::Unknown,
            Relation::Same | Relation::Unknown => self,
        }
    }

    /// Returns the relation of two sets of types.
    pub(crate) const fn of_types(before: TypeSet, after: TypeSet) -> Relation {
        Relation::from_inclusions(after.within(before), before.within(after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_inclusions_make_a_relation() {
        assert_eq!(Relation::from_inclusions(true, true), Relation::Same);
        assert_eq!(Relation::from_inclusions(true, false), Relation::Narrowed);
        assert_eq!(Relation::from_inclusions(false, true), Relation::Widened);
        assert_eq!(Relation::from_inclusions(false, false), Relation::Incomparable);
        for (a, b) in [(true, true), (true, false), (false, true), (false, false)] {
            assert_eq!(Relation::from_inclusions(a, b).mirrored(), Relation::from_inclusions(b, a));
        }
    }
}
