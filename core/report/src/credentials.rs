//! Describes security requirements in a sentence: "`key` or `login` with `read`", "no credentials".

use waybill_base::internal::order::Listed as _;
use waybill_diff::internal::DisplayValue;
use waybill_openapi::internal::{NodeId, ResolvedDescription};

const TOGETHER: &str = " together with ";

/// Describes a list of alternatives, or one alternative. A missing list means no credentials.
pub(super) fn describe_security(description: &ResolvedDescription<'_>, shown: DisplayValue) -> String {
    let (DisplayValue::Node(id), arena) = (shown, description.arena()) else { return none() };
    if arena.is_object(id) {
        return alternative(description, id);
    }
    let alternatives: Vec<String> = arena.children(id).map(|id| alternative(description, id)).list();
    // A comma shows where an alternative of several schemes ends.
    let or = if alternatives.iter().any(|one| one.contains(TOGETHER)) { ", or " } else { " or " };
    if alternatives.is_empty() { none() } else { alternatives.join(or) }
}

fn none() -> String {
    "no credentials".to_owned()
}

fn alternative(description: &ResolvedDescription<'_>, id: NodeId) -> String {
    let arena = description.arena();
    let scheme = |scheme: NodeId| {
        let scopes: Vec<String> =
            arena.children(scheme).filter_map(|scope| Some(format!("`{}`", arena.string(scope)?))).list();
        let name = arena.key_text(scheme);
        if scopes.is_empty() { format!("`{name}`") } else { format!("`{name}` ({})", scopes.join(", ")) }
    };
    let schemes: Vec<String> = arena.children(id).map(scheme).list();
    if schemes.is_empty() { none() } else { schemes.join(TOGETHER) }
}
