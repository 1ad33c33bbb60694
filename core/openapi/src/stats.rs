//! Statistics of a description, which tests compare with those of other parsers. Requires the feature `test-oracles`.

use super::description::Description;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use crate::tree::{Arena, NodeId};

/// Statistics of a description, for comparison with other parsers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Number of operations in `paths`.
    pub operations: usize,
    /// Number of Parameter Objects. References to them are not counted.
    pub parameters: usize,
    /// Number of Schema Objects. References to them are not counted.
    pub schemas: usize,
}

impl Description<'_> {
    /// Counts the objects of the description.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = Stats { operations: self.operation_count(), ..Stats::default() };
        stats.count(self.resolved.arena(), NodeId::ROOT, ObjectKind::Root);
        stats
    }
}

impl Stats {
    fn count(&mut self, arena: &Arena<'_>, id: NodeId, kind: ObjectKind) {
        // Depth: the nesting of the description, which `Limits::depth` limits.
        if kind.is_referable() && arena.member(id, KnownKey::Ref).is_some() {
            return;
        }
        self.parameters += usize::from(kind == ObjectKind::Parameter);
        self.schemas += usize::from(kind.is_schema() && arena.is_object(id));
        if matches!(kind, ObjectKind::Data | ObjectKind::Docs | ObjectKind::Set | ObjectKind::Required) {
            return;
        }
        for child in arena.children(id) {
            let key = arena.key(child);
            // `x-webhooks` is supported, but the specification does not define it.
            if kind == ObjectKind::Root && key == KnownKey::XWebhooks.key() {
                continue;
            }
            // Fields without effect are counted too.
            let written = arena.keys().find(arena.key_text(child));
            let key = written.filter(|_| key.is_ignored() && !kind.is_schema()).unwrap_or(key);
            self.count(arena, child, kind.child(key));
        }
    }
}
