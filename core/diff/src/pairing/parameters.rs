//! Pairs the parameters of an operation (OpenAPI 3.1.1 sections 4.8.9.1 and 4.8.12).

use waybill_openapi::internal::{Digest, KnownKey, NodeId, OperationEntry, Origin, ResolvedDescription, erased_path};

use super::alignment::{Alignment, Ordinals, pair_by_key};

/// The levels at which parameters of an operation are declared, innermost first.
pub(crate) const LEVELS: [Origin; 3] = [Origin::Operation, Origin::Beside, Origin::PathItem];

/// The identity of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ParameterIdentity {
    /// Its location and name. For a path parameter, its position in the path.
    Name(String),
    /// The whole value, if it has no location or no name.
    Value(Digest),
}

/// Returns the identity of a parameter of an operation whose path is `template`.
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
        // Header names are case-insensitive (RFC 9110 section 5.1).
        "header" => name.to_ascii_lowercase(),
        // There is only one query string, so its name is irrelevant (OpenAPI 3.2.0 section 4.12.2).
        "querystring" => String::new(),
        _ => name.into_owned(),
    };
    ParameterIdentity::Name(format!("{location} {name}"))
}

/// Returns true if an operation uses a parameter of its path. False if its own parameter overrides it (OpenAPI 3.1.1
/// section 4.8.9.1).
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

/// The parameters of one side, and their path template.
pub(crate) struct Parameters<'d> {
    pub(crate) description: &'d ResolvedDescription<'d>,
    pub(crate) elements: Vec<NodeId>,
    pub(crate) template: &'d str,
}

/// Pairs parameters by identity.
pub(crate) fn pair_parameters(old: Parameters<'_>, new: Parameters<'_>) -> Alignment {
    let identity = |description, template| move |id| parameter_identity(description, id, template);
    let (left, right) = (identity(old.description, old.template), identity(new.description, new.template));
    let all_old = old.elements.iter().map(|&id| left(id));
    let identities = Ordinals::new(all_old.chain(new.elements.iter().map(|&id| right(id))));
    let key = |identity| identities.digest(&identity).unwrap_or_default();
    pair_by_key(old.elements, new.elements, &|id| key(left(id)), &|id| key(right(id)))
}

/// Returns the effective parameters of an operation, as elements of their lists. Its own parameters override those
/// beside the reference to its path item, and these override the path item's.
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

/// Returns the effective parameters of an operation, ready to be paired.
pub(crate) fn read_parameters<'d>(
    description: &'d ResolvedDescription<'_>,
    entry: &'d OperationEntry,
) -> Parameters<'d> {
    Parameters { description, elements: effective_parameters(description, entry), template: &entry.path }
}
