//! Changes inside endpoints, grouped under one heading each: an endpoint, a component that several use, or the whole.

use waybill_base::internal::order;

use super::escape::code;
use crate::render::reach;
use crate::{AffectedOperation, Change};

/// Changes that share a heading.
pub(super) struct Group<'a> {
    /// The heading's text, as Markdown.
    pub(super) title: String,
    /// Whom they reach.
    pub(super) names: Vec<String>,
    /// Most urgent first, then in the report's order.
    pub(super) changes: Vec<&'a Change>,
}

/// What a heading stands for, in the order of the headings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Heading<'a> {
    /// One endpoint.
    Endpoint(&'a AffectedOperation),
    /// A component (its kind and name) and the endpoints that use it.
    Component(String, String, Vec<String>),
    /// Several endpoints, webhooks or callbacks without a component of their own.
    Several(Vec<String>),
    /// The description itself, and the endpoints that go by what it says.
    Whole(Vec<String>),
}

/// Groups the changes; the order depends on names alone.
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
            Heading::Whole(names) => ("The description as a whole".to_owned(), names),
        };
        Group { title, names, changes }
    });
    finished.collect()
}

/// The heading that a change stands under.
pub(super) fn heading(change: &Change) -> Heading<'_> {
    let names = reach::names(change);
    if let Some((kind, name)) = component(change) {
        return Heading::Component(kind, name, names);
    }
    match (change.operations.as_slice(), names.len()) {
        ([only], 1) => Heading::Endpoint(only),
        (_, 0) => Heading::Whole(names),
        (_, _) if is_of_the_whole(change) => Heading::Whole(names),
        (_, _) => Heading::Several(names),
    }
}

/// Whether the change stands in what the description says for every endpoint that says nothing itself.
fn is_of_the_whole(change: &Change) -> bool {
    let place = change.new.as_ref().or(change.old.as_ref());
    let first = place.and_then(|place| place.pointer.split('/').nth(1));
    // Those of Swagger 2.0 too.
    let words = ["servers", "security", "host", "basePath", "schemes", "consumes", "produces"];
    first.is_some_and(|first| words.contains(&first))
}

/// The component the change stands in: `/components/schemas/Address/..` is the schema `Address`.
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
