//! The id of a change. It depends on the rule, the cause and both values, but not on wording or list order.

use waybill_diff::internal::{DisplayValue, Event, Fact};
use waybill_openapi::internal::{
    Digest, KeyId, KnownKey, NodeId, ObjectKind, OperationEntry, ResolvedDescription, erased_path,
};

/// Returns the full fingerprint of a finding. The id is a shortened form.
pub(super) fn fingerprint(
    rule: &str,
    fact: &Fact,
    old: &ResolvedDescription<'_>,
    new: &ResolvedDescription<'_>,
) -> Digest {
    let cause = match (fact.event, fact.old, fact.new) {
        (Event::Added, _, Some(id)) | (_, None, Some(id)) => path(new, id),
        (_, Some(id), _) => path(old, id),
        (_, None, None) => Digest::default(),
    };
    let text = |text: &str| Digest::hash(0, text.as_bytes());
    let shown = |description: &ResolvedDescription<'_>, shown| match shown {
        DisplayValue::Nothing => Digest::default(),
        DisplayValue::Default(key) => text(key),
        DisplayValue::Style(form) => text(&form.written(&fact.name)),
        DisplayValue::Key(id) => description.arena().keys().digest(description.arena().key(id)),
        DisplayValue::Below(id) | DisplayValue::Above(id) => {
            Digest::hash(2, b"exclusive").with_next(description.arena().digest(id))
        }
        DisplayValue::Node(id) => description.arena().digest(id),
        DisplayValue::Types(types) => Digest::hash(1, types.names().join(" ").as_bytes()),
    };
    text(rule)
        .with_next(cause)
        .with_next(text(&fact.name))
        .with_next(shown(old, fact.before))
        .with_next(shown(new, fact.after))
}

/// Returns a digest of a value's path, which does not depend on list order. Parameters are identified by location and
/// name, other list elements by their content.
fn path(description: &ResolvedDescription<'_>, id: NodeId) -> Digest {
    if let Some(list) = description.shared_list(id) {
        // The list applies to the whole description, so the operation that led to it does not matter.
        return Digest::hash(5, list.as_bytes());
    }
    let arena = description.arena();
    let (from, mut kind, steps) = description.steps_to(id);
    let mut digest = description.definition_digest(from);
    for step in steps.into_iter().rev() {
        let key = arena.key(step);
        let parent = kind;
        kind = parent.child(key);
        digest = digest.with_next(if parent == ObjectKind::Paths {
            Digest::hash(0, erased_path(arena.key_text(step)).0.as_bytes())
        } else if key != KeyId::NONE {
            arena.keys().digest(key)
        } else if kind == ObjectKind::Parameter {
            parameter(description, step)
        } else {
            arena.member(step, KnownKey::Ref).map_or_else(|| arena.digest(step), |reference| arena.digest(reference))
        });
    }
    digest
}

fn parameter(description: &ResolvedDescription<'_>, element: NodeId) -> Digest {
    let resolved = description.resolve(element).unwrap_or(element);
    let text = |key| description.arena().string_at(resolved, key).unwrap_or_default().into_owned();
    Digest::hash(2, format!("{} {}", text(KnownKey::In), text(KnownKey::Name)).as_bytes())
}

/// Returns the fingerprint of an operation that only one side has. It depends on the operation's identity, not on its
/// location.
pub(super) fn digest_operation(rule: &str, entry: &OperationEntry) -> Digest {
    Digest::hash(0, rule.as_bytes()).with_next(Digest::hash(3, entry.identity.as_bytes()))
}
