//! Pairs the operations of two descriptions by method and path, ignoring parameter names.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::{NodeId, ObjectKind, OperationEntry, OperationKind, ResolvedDescription};
use waybill_openapi::schema::Direction;

use super::exclusions::{ExcludedOperations, Exclusions};
use super::moves::{MoveReason, pair_moved};
use super::path_pairing::{Partners, pair_paths};
use super::renames::{AppliedRenames, Renames};
use super::sides::Sides;
use super::split_prefixes::{SplitPrefix, split_prefixes};
use crate::model::{DefinitionPairId, MessageSide, Owner};

/// The operation pairs.
#[derive(Debug, Default)]
pub struct OperationPairing {
    /// Indexes of the old and the new operation of each pair.
    pub pairs: Vec<(usize, usize)>,
    /// Old operations without a partner.
    pub removed: Vec<usize>,
    /// New operations without a partner.
    pub(crate) added: Vec<usize>,
    /// Old and new operations of which clients can call only one: the other responds only with 501, or is excluded.
    /// There is nothing to compare.
    pub one_sided: Vec<(usize, usize)>,
    /// The paired entries of `paths`. Operations of one path can be paired with those of several.
    pub(crate) path_items: Vec<(NodeId, NodeId)>,
    /// The excluded operations of the old and the new description.
    pub excluded: [ExcludedOperations; 2],
    /// The renames of the publisher that apply.
    pub renames: AppliedRenames,
    /// For each pair of different addresses, the reason why the operations are paired.
    moves: Table<usize, MoveReason>,
    /// The changed prefixes under which some operations stay.
    split_prefixes: Table<(String, String), SplitPrefix>,
    /// For each old operation, the index of its pair.
    of_old: Vec<Option<usize>>,
    /// For each new operation, the index of its pair.
    of_new: Vec<Option<usize>>,
    by_operation: Table<(NodeId, NodeId), Vec<usize>>,
    by_item: Table<(NodeId, NodeId), Vec<usize>>,
}

/// Pairs webhooks with the same name and method.
fn pair_webhooks(old: &[OperationEntry], new: &[OperationEntry], partners: &mut Partners) {
    let webhooks = |entries: &'_ [OperationEntry]| {
        let entries = entries.iter().enumerate();
        let webhooks = entries.filter(|(_, entry)| matches!(entry.kind, OperationKind::Webhook(_)));
        webhooks.map(|(at, entry)| (entry.identity.clone(), at)).list()
    };
    let waiting = order::groups(webhooks(old));
    for (identity, at) in webhooks(new) {
        let found =
            order::find(&waiting, &identity).and_then(|all| all.iter().find(|&&from| partners.is_old_free(from)));
        if let Some(&from) = found {
            partners.add(from, at);
        }
    }
}

/// Pairs the callbacks of paired operations: those with the same name, method and expression. If one with this name and
/// method is left on each side, it is sent to another URL.
fn pair_callbacks(old: &[OperationEntry], new: &[OperationEntry], partners: &mut Partners) {
    let callbacks = |entries: &[OperationEntry]| {
        let entries = entries.iter().enumerate();
        order::groups(entries.filter_map(|(at, entry)| Some((entry.asked_for_by?, at))))
    };
    let (left, right) = (callbacks(old), callbacks(new));
    // Callbacks of callbacks follow those that contain them.
    for (holder, to) in right {
        let partner = partners.of_new.get(holder).copied().flatten();
        let Some(from) = partner.and_then(|partner| order::find(&left, &partner)) else { continue };
        let name = |entries: &'_ [OperationEntry], at: usize| {
            entries.get(at).map(|entry| (entry.kind.name().to_owned(), entry.method.clone()))
        };
        let mut waiting = order::groups(from.iter().filter_map(|&at| Some((name(old, at)?, at))));
        let mut added = order::groups(to.into_iter().filter_map(|at| Some((name(new, at)?, at))));
        for (name, to) in &mut added {
            let Some(from) = order::find_mut(&mut waiting, name) else { continue };
            to.retain(|&at| {
                let expression = new.get(at).map(|entry| entry.path.as_str());
                let same = from.iter().position(|&at| old.get(at).map(|entry| entry.path.as_str()) == expression);
                if let Some(same) = same {
                    partners.add(from.remove(same), at);
                }
                same.is_none()
            });
            if let ([from], [to]) = (from.as_slice(), to.as_slice()) {
                partners.add(*from, *to);
            }
        }
    }
}

fn is_implemented(description: &ResolvedDescription<'_>, at: usize) -> bool {
    description.operation_entries().get(at).is_some_and(|entry| description.is_implemented(entry.operation))
}

impl OperationPairing {
    pub(crate) fn new(sides: &Sides<'_>, exclusions: &Exclusions, renames: &Renames) -> OperationPairing {
        let (old, new) = (sides.old.operation_entries(), sides.new.operation_entries());
        let excluded = [sides.old, sides.new].map(|description| ExcludedOperations::find(description, exclusions));
        let mut pairing = OperationPairing { excluded, ..OperationPairing::default() };
        let mut partners = Partners::new(old, new);
        pairing.path_items = pair_paths(sides, &mut partners);
        let is_offered =
            (&|at: usize| pairing.is_old_offered(sides, at), &|at: usize| pairing.is_new_offered(sides, at));
        let is_gone = |at| partners.is_old_free(at) && is_offered.0(at);
        let renames = AppliedRenames::find(renames, sides, is_gone, is_offered.1);
        let moved = pair_moved(sides, &mut partners, &renames.operations, (is_offered.0, is_offered.1));
        let reasons = order::groups(moved);
        pair_webhooks(old, new, &mut partners);
        pair_callbacks(old, new, &mut partners);
        for (at, partner) in partners.of_new.iter().copied().enumerate() {
            match partner {
                Some(partner) if pairing.is_old_offered(sides, partner) != pairing.is_new_offered(sides, at) => {
                    pairing.one_sided.push((partner, at));
                }
                Some(partner) => {
                    if let Some(&[reason]) = order::find(&reasons, &at).map(Vec::as_slice) {
                        pairing.moves.insert(pairing.pairs.len(), reason);
                    }
                    pairing.pairs.push((partner, at));
                }
                None => pairing.added.push(at),
            }
        }
        pairing.renames = renames;
        pairing.removed = (0..old.len()).filter(|&at| partners.is_old_free(at)).list();
        pairing.split_prefixes = split_prefixes(sides, &pairing.pairs, &pairing.moves);
        pairing.index(old, new);
        pairing
    }

    fn index(&mut self, old: &[OperationEntry], new: &[OperationEntry]) {
        (self.of_old, self.of_new) = (vec![None; old.len()], vec![None; new.len()]);
        for (at, &(left, right)) in self.pairs.iter().enumerate() {
            for slot in self.of_old.get_mut(left).into_iter().chain(self.of_new.get_mut(right)) {
                *slot = Some(at);
            }
            let (Some(left), Some(right)) = (old.get(left), new.get(right)) else { continue };
            let of_operation = self.by_operation.get_or_insert((left.operation, right.operation), Vec::new());
            let of_item = self.by_item.get_or_insert((left.item, right.item), Vec::new());
            of_operation.into_iter().chain(of_item).for_each(|pairs| pairs.push(at));
        }
    }

    /// Returns the pairs that consist of these two operations.
    pub(crate) fn pairs_of_operation(&self, old: NodeId, new: NodeId) -> &[usize] {
        self.by_operation.get(&(old, new)).map_or(&[], Vec::as_slice)
    }

    /// Returns the pairs whose path items are these two objects.
    pub(crate) fn pairs_of_item(&self, old: NodeId, new: NodeId) -> &[usize] {
        self.by_item.get(&(old, new)).map_or(&[], Vec::as_slice)
    }

    /// Returns the pairs of operations in a path item, or of an operation. Without such pairs, returns the surrounding
    /// definition pair.
    pub(crate) fn owners_of(
        &self,
        old: NodeId,
        new: NodeId,
        kind: ObjectKind,
        around: Option<DefinitionPairId>,
    ) -> Vec<Owner> {
        let pairs =
            if kind == ObjectKind::PathItem { self.pairs_of_item(old, new) } else { self.pairs_of_operation(old, new) };
        if pairs.is_empty() {
            return vec![around.map_or(Owner::Component { old, new }, Owner::DefinitionPair)];
        }
        pairs.iter().map(|&pair| Owner::Operation { pair, side: MessageSide::Whole }).collect()
    }

    /// Returns true if clients can call an old operation: it is not excluded and may respond with other statuses than
    /// 501.
    fn is_old_offered(&self, sides: &Sides<'_>, old: usize) -> bool {
        let [of_old, _] = &self.excluded;
        of_old.rule_of(old).is_none() && is_implemented(sides.old, old)
    }

    /// Returns true if clients can call a new operation.
    pub(crate) fn is_new_offered(&self, sides: &Sides<'_>, new: usize) -> bool {
        let [_, of_new] = &self.excluded;
        of_new.rule_of(new).is_none() && is_implemented(sides.new, new)
    }

    /// Returns the reason why the operations of a pair are paired although their addresses differ.
    pub fn move_reason(&self, pair: usize) -> Option<MoveReason> {
        self.moves.get(&pair).copied()
    }

    /// Returns a changed prefix if some operations under it stay.
    pub(crate) fn split_prefix(&self, before: &str, after: &str) -> Option<&SplitPrefix> {
        self.split_prefixes.get(&(before.to_owned(), after.to_owned()))
    }

    /// Returns the new operation to which the publisher renamed an old one that is gone. It can also replace others.
    pub fn renamed_to(&self, old: usize) -> Option<usize> {
        order::find(&self.renames.operations, &old).copied()
    }

    /// Returns the old operations of pairs with different addresses.
    pub fn moved(&self) -> impl Iterator<Item = usize> + '_ {
        self.moves.entries().iter().filter_map(|(pair, _)| Some(self.pairs.get(*pair)?.0))
    }

    /// Returns true if the operations of a pair are excluded.
    pub(crate) fn is_excluded(&self, pair: usize) -> bool {
        let [of_old, of_new] = &self.excluded;
        self.pairs.get(pair).is_some_and(|&(old, new)| of_old.rule_of(old).or(of_new.rule_of(new)).is_some())
    }

    /// Returns true if clients can call one of these two paired operations on one side only.
    pub(crate) fn is_one_sided(&self, sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
        let operation =
            |description: &ResolvedDescription<'_>, at: usize| Some(description.operation_entries().get(at)?.operation);
        let is_it = |&(from, to): &(usize, usize)| {
            operation(sides.old, from) == Some(old) && operation(sides.new, to) == Some(new)
        };
        self.one_sided.iter().any(is_it)
    }

    /// Returns the pair of an old operation.
    pub fn pair_of_old(&self, old_operation: usize) -> Option<usize> {
        self.of_old.get(old_operation).copied().flatten()
    }

    /// Returns the pair of a new operation.
    pub(crate) fn pair_of_new(&self, new_operation: usize) -> Option<usize> {
        self.of_new.get(new_operation).copied().flatten()
    }

    /// Returns the two operations of a pair.
    pub fn get<'d>(&self, sides: &Sides<'d>, pair: usize) -> Option<(&'d OperationEntry, &'d OperationEntry)> {
        let &(old, new) = self.pairs.get(pair)?;
        Some((sides.old.operation_entries().get(old)?, sides.new.operation_entries().get(new)?))
    }

    /// Returns the direction of an operation's request body and parameters. It is reversed for webhooks and callbacks.
    pub(crate) fn request_direction(&self, sides: &Sides<'_>, pair: usize) -> Direction {
        let is_reversed = self.get(sides, pair).is_some_and(|(_, new)| new.is_reversed());
        if is_reversed { Direction::Response } else { Direction::Request }
    }

    /// Returns the path templates of an operation on both sides.
    pub(crate) fn templates<'d>(&self, sides: &Sides<'d>, owner: &Owner) -> Option<(&'d str, &'d str)> {
        let Owner::Operation { pair, .. } = owner else { return None };
        let (old, new) = self.get(sides, *pair)?;
        Some((&old.path, &new.path))
    }
}
