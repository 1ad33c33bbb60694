//! How much a description holds, which tests hold to what another reader counts. Behind the feature `test-oracles`.

use super::description::Description;
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use crate::tree::{Arena, NodeId};

/// How much a description holds, for comparison with other readers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Operations of `paths`.
    pub operations: usize,
    /// Parameter objects, wherever they are written out (not references to them).
    pub parameters: usize,
    /// Schema objects, wherever they are written out (not references to them).
    pub schemas: usize,
}

impl Description<'_> {
    /// Counts what it holds.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = Stats { operations: self.operation_count(), ..Stats::default() };
        stats.count(self.resolved.arena(), NodeId::ROOT, ObjectKind::Root);
        stats
    }
}

impl Stats {
    fn count(&mut self, arena: &Arena<'_>, id: NodeId, kind: ObjectKind) {
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
            // `x-webhooks` is read, but is no part of what the specification defines.
            if kind == ObjectKind::Root && key == KnownKey::XWebhooks.key() {
                continue;
            }
            // What has no effect where it stands is described all the same.
            let written = arena.keys().find(arena.key_text(child));
            let key = written.filter(|_| key.is_ignored() && !kind.is_schema()).unwrap_or(key);
            self.count(arena, child, kind.child(key));
        }
    }
}
