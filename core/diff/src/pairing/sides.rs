//! The two descriptions side by side. Looks up names of one in the other, and compares members and sets.

use std::cell::RefCell;
use std::rc::Rc;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::conjuncts::is_note;
use waybill_openapi::internal::{Digest, KeyId, KnownKey, NodeId, ObjectKind, OperationEntry, ResolvedDescription};

use super::look::SchemaShape;
use crate::model::{Affected, Side};

/// Two descriptions under comparison.
#[derive(Debug)]
pub struct Sides<'d> {
    /// The old description.
    pub old: &'d ResolvedDescription<'d>,
    /// The new description.
    pub new: &'d ResolvedDescription<'d>,
    /// For each name of the new description, the same name in the old one.
    to_old: Vec<Option<KeyId>>,
    /// For each name of the old description, the same name in the new one.
    to_new: Vec<Option<KeyId>>,
    old_looks: Looks,
    new_looks: Looks,
}

/// The cached features of one description's schemas.
type Looks = RefCell<Table<NodeId, Rc<SchemaShape>>>;

impl<'d> Sides<'d> {
    pub(crate) fn new(old: &'d ResolvedDescription<'d>, new: &'d ResolvedDescription<'d>) -> Sides<'d> {
        let (left, right) = (old.arena().keys(), new.arena().keys());
        let to_old = right.ids().map(|key| left.find_name_of(right, key)).collect();
        let to_new = left.ids().map(|key| right.find_name_of(left, key)).collect();
        Sides { old, new, to_old, to_new, old_looks: Looks::default(), new_looks: Looks::default() }
    }

    /// Returns the description of one side.
    pub(crate) fn description(&self, side: Side) -> &'d ResolvedDescription<'d> {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }

    /// Returns the affected operation if it is on one side only.
    pub fn unmatched_operation(&self, affected: Affected) -> Option<&'d OperationEntry> {
        match affected {
            Affected::Old(at) => self.old.operation_entries().get(at),
            Affected::New(at) => self.new.operation_entries().get(at),
            Affected::DefinitionPair(_) | Affected::Pair(_) | Affected::Nobody => None,
        }
    }

    /// Returns true if the new description sorts before the old one. Makes results independent of the order of the two.
    pub(crate) fn is_new_first(&self) -> bool {
        self.new.arena().digest(NodeId::ROOT) < self.old.arena().digest(NodeId::ROOT)
    }

    /// Returns true if schemas of either side have more than `most` nodes, except notes and `deprecated`.
    pub(crate) fn are_larger(&self, most: usize, all_old: &[NodeId], all_new: &[NodeId]) -> bool {
        is_larger(self.old, all_old, most) || is_larger(self.new, all_new, most)
    }

    /// Returns true if the two values are equal, regardless of the order of members.
    pub(crate) fn equal(&self, old: NodeId, new: NodeId) -> bool {
        self.old.arena().digest(old) == self.new.arena().digest(new)
    }

    /// Returns the member of `new` with the name of `child` in the old description.
    pub(crate) fn namesake_in_new(&self, new: NodeId, child: NodeId) -> Option<NodeId> {
        self.namesake_in_new_near(new, child, new)
    }

    /// Returns the member of `old` with the name of `child` in the new description.
    pub(crate) fn namesake_in_old(&self, old: NodeId, child: NodeId) -> Option<NodeId> {
        self.namesake_in_old_near(old, child, old)
    }

    /// Returns the member of `new` with the name of `child` in the old description. The search starts at `near`.
    pub(crate) fn namesake_in_new_near(&self, new: NodeId, child: NodeId, near: NodeId) -> Option<NodeId> {
        let key = self.to_new.get(self.old.arena().key(child).index()).copied().flatten()?;
        self.new.arena().get_near(new, key, near)
    }

    /// Returns the member of `old` with the name of `child` in the new description. The search starts at `near`.
    pub(crate) fn namesake_in_old_near(&self, old: NodeId, child: NodeId, near: NodeId) -> Option<NodeId> {
        let key = self.to_old.get(self.new.arena().key(child).index()).copied().flatten()?;
        self.old.arena().get_near(old, key, near)
    }

    /// Returns true if two members have the same name.
    pub(crate) fn same_name(&self, old: NodeId, new: NodeId) -> bool {
        self.to_new.get(self.old.arena().key(old).index()).copied().flatten() == Some(self.new.arena().key(new))
    }

    /// Returns a member by its key, on each side.
    pub(crate) fn member(&self, old: NodeId, new: NodeId, key: KnownKey) -> (Option<NodeId>, Option<NodeId>) {
        (self.old.arena().member(old, key), self.new.arena().member(new, key))
    }

    /// Returns true if one of two operations responds only with 501, and the other one does not.
    pub(crate) fn is_implemented_on_one(&self, old: NodeId, new: NodeId) -> bool {
        self.old.is_implemented(old) != self.new.is_implemented(new)
    }

    /// Returns the features of two schemas.
    pub(crate) fn looks(&self, old: NodeId, new: NodeId) -> (Rc<SchemaShape>, Rc<SchemaShape>) {
        (look(&self.old_looks, self.old, old), look(&self.new_looks, self.new, new))
    }

    /// Returns true if two values contain the same elements in any order. A single value is treated as a set with one
    /// element.
    pub(crate) fn same_set(&self, old: NodeId, new: NodeId) -> bool {
        let (mut left, mut right) = (elements(self.old, old), elements(self.new, new));
        order::sort(&mut left);
        order::sort(&mut right);
        left == right
    }
}

/// Returns true if schemas have more than `most` nodes, except notes and `deprecated`.
fn is_larger(description: &ResolvedDescription<'_>, schemas: &[NodeId], most: usize) -> bool {
    let arena = description.arena();
    let with_notes: usize = schemas.iter().map(|&id| arena.after(id).index() - id.index()).sum();
    if with_notes <= most {
        return false;
    }
    // A map of schemas by name has no notes.
    let mut waiting: Vec<(NodeId, bool)> = schemas.iter().map(|&id| (id, false)).list();
    let mut count = 0;
    while let Some((id, is_map)) = waiting.pop() {
        count += 1;
        if count > most {
            return true;
        }
        let is_counted = |member| !is_note(description, member) && arena.key(member) != KnownKey::Deprecated.key();
        let members = arena.children(id).filter(|&member| is_map || is_counted(member));
        waiting.extend(members.take(most).map(|member| {
            let kind = ObjectKind::Schema.child(arena.key(member));
            (
                member,
                !is_map
                    && matches!(
                        kind,
                        ObjectKind::Properties | ObjectKind::SchemaMap | ObjectKind::NonAssertingSchemaMap
                    ),
            )
        }));
    }
    false
}

fn look(known: &Looks, description: &ResolvedDescription<'_>, schema: NodeId) -> Rc<SchemaShape> {
    let found = known.try_borrow().ok().and_then(|known| known.get(&schema).map(Rc::clone));
    found.unwrap_or_else(|| {
        let look = Rc::new(SchemaShape::read(description, schema));
        if let Ok(mut known) = known.try_borrow_mut() {
            known.insert(schema, Rc::clone(&look));
        }
        look
    })
}

/// Returns the digests of an array's elements, or of the value itself.
fn elements(description: &ResolvedDescription<'_>, id: NodeId) -> Vec<Digest> {
    let arena = description.arena();
    if arena.is_array(id) { arena.children(id).map(|child| arena.digest(child)).list() } else { vec![arena.digest(id)] }
}
