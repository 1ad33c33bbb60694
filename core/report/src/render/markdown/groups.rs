//! Groups changes inside endpoints by heading: an endpoint, a shared component, or the whole description.

use waybill_base::internal::order;

use super::escape::code;
use crate::render::reach;
use crate::{AffectedOperation, Change};

/// The changes under one heading.
pub(super) struct Group<'a> {
    /// Text of the heading, as Markdown.
    pub(super) title: String,
    /// Affected endpoints, webhooks and callbacks.
    pub(super) names: Vec<String>,
    /// The changes, most urgent first, then in the report's order.
    pub(super) changes: Vec<&'a Change>,
}

/// The subject of a heading. Headings are sorted in the order of the variants.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Heading<'a> {
    /// One endpoint.
    Endpoint(&'a AffectedOperation),
    /// A component (kind and name) and the endpoints that use it.
    Component(String, String, Vec<String>),
    /// Several endpoints, webhooks or callbacks without a common component.
    Several(Vec<String>),
    /// The description itself, and the endpoints that its settings apply to.
    Whole(Vec<String>),
}

/// Groups the changes. The order depends only on names.
pub(super) fn group_changes<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Vec<Group<'a>> {
    let groups = order::groups(changes.into_iter().map(|change| (heading(change), change)));
    let finished = groups.into_iter().map(|(heading, mut changes)| {
        order::sort_by(&mut changes, |one, other| other.level.cmp(&one.level));
        let (title, names) = match heading {
            Heading::Endpoint(operation) => {
                let name = reach::operation(operation);
                (code(&name), vec![name])
            }
            Heading::Component(kind, name, names) => (format!("{kind} {}", code(&name)), names),
            Heading::Several(names) if names.len() == 1 => (names.iter().map(|name| code(name)).collect(), names),
            Heading::Several(names) => (format!("{} endpoints", names.len()), names),
            Heading::Whole(names) => ("The whole description".to_owned(), names),
        };
        Group { title, names, changes }
    });
    finished.collect()
}

/// Returns the heading of a change.
pub(super) fn heading(change: &Change) -> Heading<'_> {
    let names = reach::names(change);
    if let Some((kind, name)) = component(change) {
        return Heading::Component(kind, name, names);
    }
    match (&*change.operations, names.len()) {
        ([only], 1) => Heading::Endpoint(only),
        (_, 0) => Heading::Whole(names),
        (_, _) if is_of_the_whole(change) => Heading::Whole(names),
        (_, _) => Heading::Several(names),
    }
}

/// Returns true if the change is in a setting of the description that applies to every endpoint without its own.
fn is_of_the_whole(change: &Change) -> bool {
    let place = change.new.as_ref().or(change.old.as_ref());
    let first = place.and_then(|place| place.pointer.split('/').nth(1));
    // Includes the keywords of Swagger 2.0.
    let words = ["servers", "security", "host", "basePath", "schemes", "consumes", "produces"];
    first.is_some_and(|first| words.contains(&first))
}

/// Returns the component that contains the change: `/components/schemas/Address/..` is in the schema `Address`.
fn component(change: &Change) -> Option<(String, String)> {
    let pointer = &change.new.as_ref().or(change.old.as_ref())?.pointer;
    let mut parts = pointer.strip_prefix("/components/")?.split('/');
    let kind = match parts.next()? {
        "schemas" => "Schema",
        "responses" => "Response",
        "parameters" => "Parameter",
        "requestBodies" => "Request body",
        "headers" => "Header",
        "securitySchemes" => "Security scheme",
        "examples" => "Example",
        _ => "Component",
    };
    Some((kind.to_owned(), parts.next()?.replace("~1", "/").replace("~0", "~")))
}
