//! JSON Pointers (RFC 6901): converts nodes to pointers and pointers to nodes, in the same or another arena.
//!
//! The code mostly uses node ids. Pointers are for people and for texts that contain them.

use std::borrow::Cow;

use waybill_base::internal::order::Listed as _;

use super::arena::{Arena, NodeId};
use super::interner::KeyId;

impl Arena<'_> {
    /// Returns the index of a node among its siblings.
    pub fn ordinal(&self, id: NodeId) -> usize {
        self.parent(id).map_or(0, |parent| self.children(parent).take_while(|&sibling| sibling != id).count())
    }

    /// Returns the JSON Pointer of a node in its text (RFC 6901).
    pub fn pointer(&self, id: NodeId) -> String {
        let mut pointer = String::with_capacity(64);
        for step in self.path(id).into_iter().rev() {
            if self.key(step) == KeyId::NONE {
                pointer.push('/');
                pointer.push_str(&self.ordinal(step).to_string());
            } else {
                self.push_step(step, &mut pointer);
            }
        }
        pointer
    }

    /// Appends a member's name to the pointer of its object.
    pub(crate) fn push_step(&self, member: NodeId, pointer: &mut String) {
        pointer.push('/');
        escape(self.key_text(member), pointer);
    }

    /// Returns a node and its ancestors, except the outermost value of its text.
    fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.ancestors(id).list();
        path.pop();
        path
    }

    /// Returns the node at the location below `root` that `id` has in its text of `other`.
    pub(crate) fn at_place_of(&self, root: NodeId, other: &Arena<'_>, id: NodeId) -> Option<NodeId> {
        other.path(id).into_iter().rev().try_fold(root, |at, step| match other.key(step) {
            KeyId::NONE if !self.is_array(at) => None,
            KeyId::NONE => self.children(at).nth(other.ordinal(step)),
            key => self.get(at, self.keys.find_name_of(&other.keys, key)?),
        })
    }

    /// Returns the node at a JSON Pointer relative to `from`. The empty pointer is `from` itself.
    pub(crate) fn find_pointer(&self, from: NodeId, pointer: &str) -> Option<NodeId> {
        let mut at = from;
        if pointer.is_empty() {
            return Some(at);
        }
        for token in pointer.strip_prefix('/')?.split('/') {
            let token = if token.contains('~') {
                Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
            } else {
                Cow::Borrowed(token)
            };
            at = if self.is_array(at) {
                // An index has no sign and no leading zero (RFC 6901 section 4).
                let plain = token == "0" || token.starts_with(|first: char| matches!(first, '1'..='9'));
                self.children(at).nth(token.parse().ok().filter(|_| plain)?)?
            } else {
                let named = |key: Option<KeyId>| self.get(at, key?);
                named(self.keys.find(&token)).or_else(|| named(self.keys.find_ignored(&token)))?
            };
        }
        Some(at)
    }
}

/// Writes a name as a reference token of a JSON Pointer (RFC 6901 section 3).
fn escape(name: &str, out: &mut String) {
    let mut rest = name;
    while let Some(at) = rest.find(['~', '/']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        out.push_str(if behind.starts_with('~') { "~0" } else { "~1" });
        rest = behind.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}
