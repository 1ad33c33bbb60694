//! A compatibility rule: when it applies, its level and its texts.

use super::Level;
use crate::{Direction, Event, Facet, Fact, Qualifier, Relation};

/// What a rule asks of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EventMatcher {
    Added,
    Removed,
    /// The values relate in one of these ways.
    Relates(&'static [Relation]),
    /// Whatever happened.
    Anything,
}

/// When a rule applies. The first row that applies to a fact in a direction is its rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleCondition {
    pub(crate) facet: Facet,
    pub(crate) event: EventMatcher,
    /// The way the values travel; `None` where it does not matter: the rule then applies both ways.
    pub(crate) direction: Option<Direction>,
    pub(crate) qualifier: Qualifier,
}

/// One rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Thing and event; the page of the rule, with its level and texts, is `core/rules/<id>.md`.
    pub id: &'static str,
    pub(crate) when: RuleCondition,
    /// The level of such a change.
    pub level: Level,
    /// What changed; `{subject}`, `{name}`, `{before}` and `{after}` stand for the fact's own.
    pub message: &'static str,
    /// Why it matters to callers; empty where the message says it all.
    pub why: &'static str,
    /// What those who publish the description do about it; empty where nothing has to change.
    pub help: &'static str,
    /// What those who call the API do in their code, as a sentence that starts with a verb; empty where there is nothing to do.
    pub advice: &'static str,
    /// A heading over several changes of the rule, in plain text.
    pub title: &'static str,
}

/// Returns a text of a page, or nothing in a build without the feature `rule-texts`, whose texts are in a file of their own.
pub(super) const fn text(text: &'static str) -> &'static str {
    if cfg!(feature = "rule-texts") { text } else { "" }
}

/// Fewer values are allowed, or less is promised.
pub(crate) const NARROWED: &[Relation] = &[Relation::Narrowed];
/// More values are allowed, or more is promised.
pub(crate) const WIDENED: &[Relation] = &[Relation::Widened];
/// Some value is allowed that was not before.
pub(crate) const ADMITS_NEW: &[Relation] = &[Relation::Widened, Relation::Incomparable];
/// Some value is not allowed that was before.
pub(crate) const REJECTS_OLD: &[Relation] = &[Relation::Narrowed, Relation::Incomparable];
/// Some value is allowed that was not before, and some is not that was.
pub(crate) const INCOMPARABLE: &[Relation] = &[Relation::Incomparable];
/// The two sets of values could not be compared.
pub(crate) const UNKNOWN: &[Relation] = &[Relation::Unknown];
/// The values differ, and neither set is known to hold the other.
pub(crate) const INCOMPARABLE_OR_UNKNOWN: &[Relation] = &[Relation::Incomparable, Relation::Unknown];

impl RuleCondition {
    /// Whichever way its values travel, whatever else is true of it.
    const fn new(facet: Facet, event: EventMatcher) -> RuleCondition {
        RuleCondition { facet, event, direction: None, qualifier: Qualifier::Plain }
    }

    /// The thing was added.
    pub(crate) const fn added(facet: Facet) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Added)
    }

    /// The thing was removed.
    pub(crate) const fn removed(facet: Facet) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Removed)
    }

    /// The thing is on both sides, and the values it allows relate in one of these ways.
    pub(crate) const fn changed(facet: Facet, relations: &'static [Relation]) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Relates(relations))
    }

    /// Whatever happened to the thing.
    pub(crate) const fn any_change(facet: Facet) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Anything)
    }

    /// Never by itself: code asks for the rule by its name.
    pub(crate) const fn never(facet: Facet) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Relates(&[]))
    }

    /// Where callers send it.
    pub(crate) const fn sent(self) -> RuleCondition {
        RuleCondition { direction: Some(Direction::Request), ..self }
    }

    /// Where callers receive it.
    pub(crate) const fn received(self) -> RuleCondition {
        RuleCondition { direction: Some(Direction::Response), ..self }
    }

    /// Where it has this qualifier.
    pub(crate) const fn having(self, qualifier: Qualifier) -> RuleCondition {
        RuleCondition { qualifier, ..self }
    }

    /// Whether the rule applies to a fact whose values travel this way (`None`: no way, or it does not matter).
    pub(crate) fn applies(&self, fact: &Fact, direction: Option<Direction>) -> bool {
        // Nearly all rules are about something else.
        if self.facet != fact.facet {
            return false;
        }
        let happened = match (self.event, fact.event) {
            (EventMatcher::Anything, _)
            | (EventMatcher::Added, Event::Added)
            | (EventMatcher::Removed, Event::Removed) => true,
            (EventMatcher::Relates(relations), Event::Changed(relation)) => relations.contains(&relation),
            (EventMatcher::Added, Event::Removed | Event::Changed(_))
            | (EventMatcher::Removed, Event::Added | Event::Changed(_))
            | (EventMatcher::Relates(_), Event::Added | Event::Removed) => false,
        };
        let way = self.direction.is_none() || self.direction == direction;
        happened && way && fact.has(self.qualifier)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::FacetDirection;
    use crate::compat::Level;
    use crate::compat::rules::all;

    #[test]
    fn facets_whose_rules_ask_for_a_direction_are_given_one() {
        for rule in all().filter(|rule| rule.when.direction.is_some()) {
            let facet = rule.when.facet;
            assert!(facet.direction() != FacetDirection::Neither, "{}: {facet:?} has no direction", rule.id);
        }
    }

    #[test]
    fn callers_are_told_what_to_do_wherever_they_may_have_to() {
        for rule in all() {
            let matters = !matches!(rule.level, Level::Additive | Level::Docs);
            assert!(!matters || !rule.advice.is_empty(), "{}", rule.id);
            assert!(rule.advice.chars().count() <= 110 && !rule.advice.ends_with('.'), "{}", rule.id);
            assert!(!rule.id.is_empty() && !rule.message.is_empty() && !rule.title.is_empty(), "{}", rule.id);
            assert!(rule.level != Level::Breaking || !rule.help.is_empty(), "{}", rule.id);
            let starts_small = rule.advice.chars().next().is_none_or(char::is_lowercase);
            assert!(starts_small, "{}", rule.id);
        }
    }

    #[test]
    fn a_heading_over_changes_of_a_rule_is_short_plain_and_its_own() {
        let mut rules_by_title = BTreeMap::new();
        for rule in all() {
            assert!(rule.title.chars().count() <= 60 && !rule.title.ends_with('.'), "{}", rule.id);
            assert!(rule.title.starts_with(char::is_uppercase), "{}", rule.id);
            assert!(!rule.title.contains(['{', '}', '`', '*', '_', '[', '<', '|']), "{}", rule.id);
            assert_eq!(rules_by_title.insert(rule.title, rule.id), None, "{}: {}", rule.id, rule.title);
        }
    }
}
