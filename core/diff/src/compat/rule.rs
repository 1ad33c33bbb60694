//! A compatibility rule: its condition, level and texts.

use super::Level;
use crate::{Direction, Event, Facet, Fact, Qualifier, Relation};

/// The condition that a rule sets for an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EventMatcher {
    Added,
    Removed,
    /// The old and new values have one of these relations.
    Relates(&'static [Relation]),
    /// Any event.
    Anything,
}

/// The condition of a rule. The first rule whose condition applies to a fact in a direction is used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleCondition {
    pub(crate) facet: Facet,
    pub(crate) event: EventMatcher,
    /// Direction of the values, or `None` if the rule applies in both directions.
    pub(crate) direction: Option<Direction>,
    pub(crate) qualifier: Qualifier,
}

/// A compatibility rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Rule id, formed from the changed item and the event. The page `core/rules/<id>.md` has the level and texts.
    pub id: &'static str,
    pub(crate) when: RuleCondition,
    /// Level of the change.
    pub level: Level,
    /// The row of the platform's table of version bumps to which the rule belongs. Empty for other rules. No setting
    /// lowers the bump of such a rule.
    pub table_row: &'static str,
    /// Message template. The placeholders `{subject}`, `{name}`, `{before}` and `{after}` are filled from the fact.
    pub message: &'static str,
    /// Reason why the change matters to clients. Empty if the message is enough.
    pub why: &'static str,
    /// Next step for the publisher of the description. Empty if nothing has to change.
    pub help: &'static str,
    /// Next step for client developers, as a sentence that starts with a verb. Empty if nothing has to change.
    pub advice: &'static str,
    /// Heading for several changes of this rule, in plain text.
    pub title: &'static str,
}

impl Rule {
    /// Returns true if the rule is about replaced definitions. Their level is the worst of the changes that result.
    pub fn is_about_replacements(&self) -> bool {
        self.when.facet == Facet::Definition
    }

    /// Returns true if the rule is about added or removed properties.
    pub fn is_about_properties(&self) -> bool {
        self.when.facet == Facet::Property
    }
}

/// Returns a text of a page. Returns an empty string in builds without the feature `rule-texts`, which load texts from
/// a separate file.
pub(super) const fn text(text: &'static str) -> &'static str {
    if cfg!(feature = "rule-texts") { text } else { "" }
}

/// Fewer values are allowed, or fewer guarantees are given.
pub(crate) const NARROWED: &[Relation] = &[Relation::Narrowed];
/// More values are allowed, or more guarantees are given.
pub(crate) const WIDENED: &[Relation] = &[Relation::Widened];
/// Some values are newly allowed.
pub(crate) const ADMITS_NEW: &[Relation] = &[Relation::Widened, Relation::Incomparable];
/// Some values are no longer allowed.
pub(crate) const REJECTS_OLD: &[Relation] = &[Relation::Narrowed, Relation::Incomparable];
/// Some values are newly allowed, and some are no longer allowed.
pub(crate) const INCOMPARABLE: &[Relation] = &[Relation::Incomparable];
/// The two sets of values could not be compared.
pub(crate) const UNKNOWN: &[Relation] = &[Relation::Unknown];
/// The values differ, and neither set is known to contain the other.
pub(crate) const INCOMPARABLE_OR_UNKNOWN: &[Relation] = &[Relation::Incomparable, Relation::Unknown];

impl RuleCondition {
    /// Creates a condition for any direction and any qualifier.
    const fn new(facet: Facet, event: EventMatcher) -> RuleCondition {
        RuleCondition { facet, event, direction: None, qualifier: Qualifier::Plain }
    }

    /// Creates a condition for an added item.
    pub(crate) const fn added(facet: Facet) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Added)
    }

    /// Creates a condition for a removed item.
    pub(crate) const fn removed(facet: Facet) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Removed)
    }

    /// Creates a condition for an item on both sides whose values have one of these relations.
    pub(crate) const fn changed(facet: Facet, relations: &'static [Relation]) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Relates(relations))
    }

    /// Creates a condition for any event.
    pub(crate) const fn any_change(facet: Facet) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Anything)
    }

    /// Creates a condition that never applies. The code selects the rule directly.
    pub(crate) const fn never(facet: Facet) -> RuleCondition {
        RuleCondition::new(facet, EventMatcher::Relates(&[]))
    }

    /// Restricts the condition to values that clients send.
    pub(crate) const fn sent(self) -> RuleCondition {
        RuleCondition { direction: Some(Direction::Request), ..self }
    }

    /// Restricts the condition to values that clients receive.
    pub(crate) const fn received(self) -> RuleCondition {
        RuleCondition { direction: Some(Direction::Response), ..self }
    }

    /// Restricts the condition to facts with this qualifier.
    pub(crate) const fn having(self, qualifier: Qualifier) -> RuleCondition {
        RuleCondition { qualifier, ..self }
    }

    /// Returns true if the rule applies to a fact whose values have this direction. `None` means no direction, or any.
    pub(crate) fn applies(&self, fact: &Fact, direction: Option<Direction>) -> bool {
        // Fast path: most rules are about other facets.
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
    fn rules_that_matter_to_callers_have_advice() {
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
