//! How two sets of values relate.

use crate::openapi::TypeSet;

/// How the values accepted after a change relate to those accepted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Same,
    Narrowed,
    Widened,
    Incomparable,
    /// The two sets could not be compared.
    Unknown,
}

impl Relation {
    /// The relation from whether the new set is within the old and the old within the new.
    pub(crate) const fn from_inclusions(new_in_old: bool, old_in_new: bool) -> Relation {
        match (new_in_old, old_in_new) {
            (true, true) => Relation::Same,
            (true, false) => Relation::Narrowed,
            (false, true) => Relation::Widened,
            (false, false) => Relation::Incomparable,
        }
    }

    /// The relation seen from the other side.
    pub(crate) const fn mirrored(self) -> Relation {
        match self {
            Relation::Narrowed => Relation::Widened,
            Relation::Widened => Relation::Narrowed,
            Relation::Same | Relation::Incomparable | Relation::Unknown => self,
        }
    }

    /// How the types after a change relate to those before.
    pub(crate) const fn of_types(before: TypeSet, after: TypeSet) -> Relation {
        Relation::from_inclusions(after.within(before), before.within(after))
    }
}
