//! Which parameters of an operation belong together on both sides (OpenAPI 3.1.1 sections 4.8.9.1 and 4.8.12).

use waybill_openapi::internal::{Digest, KnownKey, NodeId, OperationEntry, Origin, ResolvedDescription, erased_path};

use super::alignment::{Alignment, Ordinals, pair_by_key};

/// Where the parameters of an operation are written, the nearest place first.
pub(crate) const LEVELS: [Origin; 3] = [Origin::Operation, Origin::Beside, Origin::PathItem];

/// What identifies a parameter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ParameterIdentity {
    /// Its location and its name; in a path, which of the path's parameters it is.
    Name(String),
    /// The whole value, which has no location or no name.
    Value(Digest),
}

/// Returns what identifies a parameter of an operation whose path is `template`.
pub(crate) fn parameter_identity(
    description: &ResolvedDescription<'_>,
    element: NodeId,
    template: &str,
) -> ParameterIdentity {
    let arena = description.arena();
    let resolved = description.resolve(element);
    let text = |key| resolved.and_then(|id| arena.string_at(id, key));
    let (Some(location), Some(name)) = (text(KnownKey::In), text(KnownKey::Name)) else {
        return ParameterIdentity::Value(arena.digest(element));
    };
    if location == "path"
        && let Some(ordinal) = erased_path(template).1.iter().position(|known| *known == name)
    {
        return ParameterIdentity::Name(format!("path {ordinal}"));
    }
    let name = match &*location {
        // Header names do not depend on case (RFC 9110 section 5.1).
        "header" => name.to_ascii_lowercase(),
        // There is one query string, whatever it is called (OpenAPI 3.2.0 section 4.12.2).
        "querystring" => String::new(),
        _ => name.into_owned(),
    };
    ParameterIdentity::Name(format!("{location} {name}"))
}

/// Whether an operation takes a parameter of its path: not where one of its own stands in for it (OpenAPI 3.1.1 section
/// 4.8.9.1).
pub(crate) fn has_effective_parameter(
    description: &ResolvedDescription<'_>,
    operation_entry: &OperationEntry,
    element: NodeId,
) -> bool {
    let arena = description.arena();
    let identity = |id| parameter_identity(description, id, &operation_entry.path);
    let own = arena
        .member(operation_entry.operation, KnownKey::Parameters)
        .filter(|&list| arena.parent(element) != Some(list));
    own.is_none_or(|own| arena.children(own).all(|other| identity(other) != identity(element)))
}

/// One side's parameters: the elements, and the template of the path they belong to.
pub(crate) struct Parameters<'d> {
    pub(crate) description: &'d ResolvedDescription<'d>,
    pub(crate) elements: Vec<NodeId>,
    pub(crate) template: &'d str,
}

/// Parameters that are paired.
pub(crate) fn pair_parameters(old: Parameters<'_>, new: Parameters<'_>) -> Alignment {
    let identity = |description, template| move |id| parameter_identity(description, id, template);
    let (left, right) = (identity(old.description, old.template), identity(new.description, new.template));
    let all_old = old.elements.iter().map(|&id| left(id));
    let identities = Ordinals::new(all_old.chain(new.elements.iter().map(|&id| right(id))));
    let key = |identity| identities.digest(&identity).unwrap_or_default();
    pair_by_key(old.elements, new.elements, &|id| key(left(id)), &|id| key(right(id)))
}

/// The parameters an operation takes, as elements of the lists they stand in: its own, those beside the reference to its
/// path item, and the path item's, each standing in for those after it.
pub(crate) fn effective_parameters(description: &ResolvedDescription<'_>, entry: &OperationEntry) -> Vec<NodeId> {
    let arena = description.arena();
    let list = |level| {
        let list = arena.member(entry.level(level)?, KnownKey::Parameters).filter(|&list| arena.is_array(list))?;
        Some(arena.children(list).collect::<Vec<_>>())
    };
    let identity = |id| parameter_identity(description, id, &entry.path);
    let mut taken = Vec::new();
    for mut inherited in LEVELS.into_iter().filter_map(list) {
        let known: Vec<_> = taken.iter().map(|&id| identity(id)).collect();
        inherited.retain(|&id| !known.contains(&identity(id)));
        inherited.append(&mut taken);
        taken = inherited;
    }
    taken
}

/// The parameters of an operation, as they are paired.
pub(crate) fn read_parameters<'d>(
    description: &'d ResolvedDescription<'_>,
    entry: &'d OperationEntry,
) -> Parameters<'d> {
    Parameters { description, elements: effective_parameters(description, entry), template: &entry.path }
}
