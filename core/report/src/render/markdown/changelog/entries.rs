//! Changes as entries for readers: each change once, with everything that it affects.
//!
//! Changes of several endpoints with the same message share an entry. Changes of one rule at one location share a line.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use crate::render::levels::by_default;
use crate::render::reach;
use crate::{Change, JsonText, Level};

/// A change at one location, or the same change at several.
pub(super) struct Entry<'a> {
    /// The changes with this message, in the report's order. Never empty.
    pub(super) changes: Vec<&'a Change>,
    /// The message, without the endpoint's name if it is about a single endpoint.
    pub(super) text: String,
    /// Affected endpoints, webhooks and callbacks, in order.
    pub(super) names: Vec<String>,
}

impl<'a> Entry<'a> {
    /// Returns the first change. Its rule and level apply to all changes of the entry.
    pub(super) fn first(&self) -> Option<&'a Change> {
        self.changes.first().copied()
    }

    /// Returns the first change with an example.
    pub(super) fn witnessed(&self) -> Option<&'a Change> {
        self.changes.iter().copied().find(|change| change.witness.is_some())
    }
}

/// Joins changes of different endpoints that have the same message. Entries have the order of their first changes.
pub(super) fn join_changes<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Vec<Entry<'a>> {
    join_changes_but(changes, |_| false)
}

/// Joins changes like [`join_changes`], except those for which `stays_alone` returns true.
pub(super) fn join_changes_but<'a>(
    changes: impl IntoIterator<Item = &'a Change>,
    stays_alone: impl Fn(&Change) -> bool,
) -> Vec<Entry<'a>> {
    let keyed = changes.into_iter().enumerate().map(|(at, change)| {
        let names = reach::names(change);
        let text = reach::without_endpoint(&change.message, &names);
        let values = [&change.before, &change.after].map(|value| value.as_ref().map(JsonText::as_str));
        let alone = stays_alone(change).then_some(&change.id);
        ((change.rule, change.level, text, values, alone), (at, change, names))
    });
    let mut joined = order::groups(keyed.list()).into_iter().map(|((_, _, text, ..), same)| {
        let first = same.first().map_or(0, |(at, ..)| *at);
        let changes = same.iter().map(|(_, change, _)| *change).list();
        let names = order::sorted_unique(same.into_iter().flat_map(|(.., names)| names));
        (first, Entry { changes, text, names })
    });
    let mut entries = joined.by_ref().list();
    order::sort_by(&mut entries, |(one, _), (other, _)| one.cmp(other));
    entries.into_iter().map(|(_, entry)| entry).list()
}

/// Returns a message without the component's name at the start of its subject.
pub(super) fn without_component(message: &str, component: &str) -> String {
    message.replacen(&format!("`{component}."), "`", 1)
}

/// Returns a message about a whole webhook without its name, which precedes the message.
pub(super) fn without_webhook(message: &str, name: &str) -> String {
    let Some(webhook) = name.strip_prefix("webhook ") else { return message.to_owned() };
    message.replacen(&format!("the webhook `{webhook}` "), "the webhook ", 1)
}

/// Returns the content of a message's only code span, or `None` if there are more.
pub(super) fn only_span(text: &str) -> Option<&str> {
    let (_, behind) = text.split_once('`')?;
    let (span, rest) = behind.split_once('`')?;
    (!rest.contains('`')).then_some(span)
}

/// Returns the note about a change's level. Additions and documentation need none, unless their level is not Waybill's.
pub(super) fn mark(change: &Change) -> String {
    let level = match change.level {
        Level::Breaking => " (**breaking**)",
        Level::Risky => " (**risky**)",
        Level::Unproved => " (undecided)",
        Level::Unclassified => " (unclassified)",
        Level::Additive | Level::Docs => "",
    };
    level.to_owned() + &by_default(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_webhook_is_not_named_twice() {
        let message = "the webhook `parcel` was added";
        assert_eq!(without_webhook(message, "webhook parcel"), "the webhook was added");
        assert_eq!(without_webhook(message, "webhook parcels"), message);
        assert_eq!(without_webhook(message, "GET /parcel"), message);
    }
}
