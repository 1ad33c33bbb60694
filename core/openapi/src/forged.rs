//! Forged digests: deliberate collisions between values of two descriptions, and how to compare such descriptions.

use super::description::{Description, ResolvedDescription};
use super::error::ReadProblem;
use super::problem_code::DESCRIPTION_FORGED;
use crate::tree::{EitherNode, find_forged_digest, renumber_digests};

/// Finds a digest that different values or names of two descriptions share.
pub fn find_forged(old: &Description<'_>, new: &Description<'_>) -> Option<EitherNode> {
    find_forged_digest(old.resolved.arena(), new.resolved.arena())
}

/// Replaces the digests of two descriptions with new ones that cannot be forged. Afterwards the two can only be compared with
/// each other.
pub fn tell_apart(old: &mut Description<'_>, new: &mut Description<'_>) {
    let (old, new) = (&mut old.resolved, &mut new.resolved);
    renumber_digests(&mut old.documents.arena, &mut new.documents.arena);
    old.references.renew_digests(&old.documents);
    new.references.renew_digests(&new.documents);
}

impl ResolvedDescription<'_> {
    /// Returns the problem of a forged digest, for two descriptions that were compared without replacing their digests.
    pub fn forged_problem(&self, found: EitherNode) -> ReadProblem {
        let (EitherNode::Left(id) | EitherNode::Right(id)) = found;
        let message = "a value or a name here was crafted to have the same digest as another: changes may be missed; \
                       remove it, and ask its author why it is there";
        ReadProblem { code: DESCRIPTION_FORGED, message: message.to_owned(), place: self.place(id, &self.lines()) }
    }
}
