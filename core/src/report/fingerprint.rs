//! The id of a change: from its rule, its cause and the two values, never from wording or from the order of a list.

use crate::diff::{Event, Fact, Shown};
use crate::openapi::{Contract, Description, Digest, KeyId, NodeId, Site, Word, erased_path};

/// The fingerprint of a finding, before it is made short.
pub(super) fn fingerprint(rule: &str, fact: &Fact, old: &Description<'_>, new: &Description<'_>) -> Digest {
    let cause = match (fact.event, fact.old, fact.new) {
        (Event::Added, _, Some(id)) | (_, None, Some(id)) => path(new, id),
        (_, Some(id), _) => path(old, id),
        (_, None, None) => Digest::default(),
    };
    let text = |text: &str| Digest::of(0, text.as_bytes());
    let shown = |description: &Description<'_>, shown| match shown {
        Shown::Nothing => Digest::default(),
        Shown::Default(word) => text(word),
        Shown::Form(form) => text(&form.written(&fact.name)),
        Shown::Key(id) => description.arena().keys().digest(description.arena().key(id)),
        Shown::Below(id) | Shown::Above(id) => Digest::of(2, b"exclusive").then(description.arena().digest(id)),
        Shown::Node(id) => description.arena().digest(id),
        Shown::Types(types) => Digest::of(1, types.names().join(" ").as_bytes()),
    };
    text(rule).then(cause).then(text(&fact.name)).then(shown(old, fact.before)).then(shown(new, fact.after))
}

/// A value's place by names alone: parameters by location and name, elements of other lists by what they are.
fn path(description: &Description<'_>, id: NodeId) -> Digest {
    if let Some(list) = description.shared_list(id) {
        // One value of the whole description, whichever operation it was first met in.
        return Digest::of(5, list.as_bytes());
    }
    let arena = description.arena();
    let (from, mut site, steps) = Site::steps(arena, id);
    let mut digest = description.definition_digest(from);
    for step in steps.into_iter().rev() {
        let key = arena.key(step);
        let parent = site;
        site = parent.child(key);
        digest = digest.then(if parent == Site::Paths {
            Digest::of(0, erased_path(arena.key_text(step)).0.as_bytes())
        } else if key != KeyId::NONE {
            arena.keys().digest(key)
        } else if site == Site::Parameter {
            parameter(description, step)
        } else {
            arena.word(step, Word::Ref).map_or_else(|| arena.digest(step), |reference| arena.digest(reference))
        });
    }
    digest
}

fn parameter(description: &Description<'_>, element: NodeId) -> Digest {
    let resolved = description.resolve(element).unwrap_or(element);
    let text = |word| description.arena().string_at(resolved, word).unwrap_or_default().into_owned();
    Digest::of(2, format!("{} {}", text(Word::In), text(Word::Name)).as_bytes())
}

/// The fingerprint of an operation that is on one side only: its identity, wherever it is written.
pub(super) fn of_contract(rule: &str, contract: &Contract) -> Digest {
    Digest::of(0, rule.as_bytes()).then(Digest::of(3, contract.identity.as_bytes()))
}
