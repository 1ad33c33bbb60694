//! Changes as entries for readers: what happened once, with everybody it reaches.
//!
//! The same words about several endpoints are one entry. Changes of one rule in one place are one line under the rule's title.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use crate::render::reach;
use crate::{Change, JsonText, Level};

/// What happened, in one place or in several.
pub(super) struct Entry<'a> {
    /// Those that say the same, in the report's order; there is at least one.
    pub(super) changes: Vec<&'a Change>,
    /// What happened, without the endpoint's name where it is of one endpoint alone.
    pub(super) text: String,
    /// Whom it reaches, in order.
    pub(super) names: Vec<String>,
}

impl<'a> Entry<'a> {
    /// The first of its changes, whose rule and level are those of all.
    pub(super) fn first(&self) -> Option<&'a Change> {
        self.changes.first().copied()
    }

    /// The first of its changes that has an example.
    pub(super) fn witnessed(&self) -> Option<&'a Change> {
        self.changes.iter().copied().find(|change| change.witness.is_some())
    }
}

/// Joins changes that say the same of different endpoints; the order is that of the first of each.
pub(super) fn join_changes<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Vec<Entry<'a>> {
    join_changes_but(changes, |_| false)
}

/// Joins changes, except those for which `stays_alone` is true.
pub(super) fn join_changes_but<'a>(
    changes: impl IntoIterator<Item = &'a Change>,
    stays_alone: impl Fn(&Change) -> bool,
) -> Vec<Entry<'a>> {
    let keyed = changes.into_iter().enumerate().map(|(at, change)| {
        let names = reach::names(change);
        let text = reach::without_endpoint(&change.message, &names);
        let values = [&change.before, &change.after].map(|value| value.as_ref().map(JsonText::as_str));
        let alone = stays_alone(change).then_some(&change.id);
        ((change.rule, text, values, alone), (at, change, names))
    });
    let mut joined = order::groups(keyed.list()).into_iter().map(|((_, text, ..), same)| {
        let first = same.first().map_or(0, |(at, ..)| *at);
        let changes = same.iter().map(|(_, change, _)| *change).list();
        let names = order::sorted_unique(same.into_iter().flat_map(|(.., names)| names));
        (first, Entry { changes, text, names })
    });
    let mut entries = joined.by_ref().list();
    order::sort_by(&mut entries, |(one, _), (other, _)| one.cmp(other));
    entries.into_iter().map(|(_, entry)| entry).list()
}

/// A message without the name of the component that its subject begins with.
pub(super) fn without_component(message: &str, component: &str) -> String {
    message.replacen(&format!("`{component}."), "`", 1)
}

/// A message about a webhook as a whole without its name, which stands in front of it.
pub(super) fn without_webhook(message: &str, name: &str) -> String {
    let Some(webhook) = name.strip_prefix("webhook ") else { return message.to_owned() };
    message.replacen(&format!("the webhook `{webhook}` "), "the webhook ", 1)
}

/// What a message names in its only code span; `None` where it names more than that, which a list could not say.
pub(super) fn only_span(text: &str) -> Option<&str> {
    let (_, behind) = text.split_once('`')?;
    let (span, rest) = behind.split_once('`')?;
    (!rest.contains('`')).then_some(span)
}

/// What readers have to know about a level; additions and documentation need no explanation.
pub(super) fn mark(level: Level) -> &'static str {
    match level {
        Level::Breaking => " (**breaking**)",
        Level::Risky => " (**risky**)",
        Level::Unproved => " (could not be judged)",
        Level::Unclassified => " (no rule knows it)",
        Level::Additive | Level::Docs => "",
    }
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
