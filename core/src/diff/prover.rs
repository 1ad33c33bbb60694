//! What is proved and remembered about the schemas of both sides.

use super::inclusion::SubschemaProver;
use super::types::{TypeSet, Types};
use super::unevaluated::Closings;
use super::uses::Uses;
use crate::openapi::{Description, NodeId};

/// Proofs about the schemas of two descriptions, and what they rest on.
#[derive(Debug)]
pub(crate) struct Prover<'d> {
    pub(super) old: &'d Description<'d>,
    pub(super) new: &'d Description<'d>,
    pub(super) old_types: Types<'d>,
    pub(super) new_types: Types<'d>,
    /// Which schemas are within which.
    pub(super) subschemas: SubschemaProver<'d>,
    /// The schemas of both sides that allow no other properties, once something asks for them.
    pub(super) closings: Option<(Closings, Closings)>,
    /// Where components are referred to, once somebody asks.
    pub(super) uses: Option<Uses>,
}

impl<'d> Prover<'d> {
    pub(crate) fn new(old: &'d Description<'d>, new: &'d Description<'d>) -> Prover<'d> {
        Prover {
            old,
            new,
            old_types: Types::new(old),
            new_types: Types::new(new),
            subschemas: SubschemaProver::new(old, new),
            closings: None,
            uses: None,
        }
    }

    /// The types that two schemas allow.
    pub(super) fn allowed_types(&mut self, old: NodeId, new: NodeId) -> (TypeSet, TypeSet) {
        (self.old_types.allowed(Some(old)), self.new_types.allowed(Some(new)))
    }
}
