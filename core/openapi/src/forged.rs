//! Digests that were forged: what two descriptions have of them, and how their values are compared all the same.

use super::description::{Description, ResolvedDescription};
use super::error::ReadProblem;
use super::problem_code::DESCRIPTION_FORGED;
use crate::tree::{EitherNode, find_forged_digest, renumber_digests};

/// Finds a digest that two different values or names of two descriptions have.
pub fn find_forged(old: &Description<'_>, new: &Description<'_>) -> Option<EitherNode> {
    find_forged_digest(old.resolved.arena(), new.resolved.arena())
}

/// Gives the values of two descriptions digests that nobody forged. The two can then be compared with one another alone.
pub fn tell_apart(old: &mut Description<'_>, new: &mut Description<'_>) {
    let (old, new) = (&mut old.resolved, &mut new.resolved);
    renumber_digests(&mut old.documents.arena, &mut new.documents.arena);
    old.references.renew_digests(&old.documents);
    new.references.renew_digests(&new.documents);
}

impl ResolvedDescription<'_> {
    /// The problem of a forged digest, of two descriptions that were compared without telling their values apart.
    pub fn forged_problem(&self, found: EitherNode) -> ReadProblem {
        let (EitherNode::Left(id) | EitherNode::Right(id)) = found;
        let message = "a value or a name here was made to have the digest of another one: changes may be missed; ask who \
                       wrote it, and remove it";
        ReadProblem { code: DESCRIPTION_FORGED, message: message.to_owned(), place: self.place(id, &self.lines()) }
    }
}
