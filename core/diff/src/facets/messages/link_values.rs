//! The values that a link passes on. Path parameters are identified by their position, because their names are local to
//! the path (OpenAPI 3.1.1 sections 4.8.20.1 and 4.8.20.3).

use waybill_base::internal::order;
use waybill_openapi::internal::{Digest, NodeId, ResolvedDescription, erased_path};

/// The expression prefix for a path parameter of the request.
const OWN: &str = "$request.path.";

/// A link parameter: its name, the position of the path parameter it passes on, and else the digest of its value.
pub(in crate::facets) type LinkValue = (String, Option<usize>, Digest);

/// Returns the `parameters` of a link to `target`, or `None` if the meaning of the names is unknown.
pub(in crate::facets) fn normalise_values(
    description: &ResolvedDescription<'_>,
    parameters: NodeId,
    target: Option<NodeId>,
) -> Option<Vec<LinkValue>> {
    let arena = description.arena();
    let own = arena.ancestors(parameters).find_map(|id| path(description, id))?;
    let theirs = path(description, target?)?;
    let entry = |id: NodeId| {
        let name = arena.key_text(id);
        let place = place(theirs, name.strip_prefix("path.").unwrap_or(name));
        let name = place.map_or_else(|| name.to_owned(), |at| format!("path {at}"));
        let expression = arena.string(id);
        let handed = expression.as_deref().and_then(|text| place_of(own, text));
        (name, handed, if handed.is_some() { Digest::default() } else { arena.digest(id) })
    };
    Some(order::sorted_unique(arena.children(parameters).map(entry)))
}

fn place_of(path: &str, expression: &str) -> Option<usize> {
    place(path, expression.strip_prefix(OWN)?)
}

/// Returns the position of the path parameter with this name.
fn place(path: &str, name: &str) -> Option<usize> {
    erased_path(path).1.iter().position(|known| *known == name)
}

/// Returns the path of an operation.
fn path<'d>(description: &'d ResolvedDescription<'_>, operation: NodeId) -> Option<&'d str> {
    let operation_entry =
        description.operation_entries().iter().find(|operation_entry| operation_entry.operation == operation)?;
    Some(&operation_entry.path)
}
