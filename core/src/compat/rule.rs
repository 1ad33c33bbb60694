//! What a rule is: plain data. When it applies, what it says, how much it asks.

use super::Level;
use crate::diff::{Direction, Event, Facet, Fact, Qualifier, Relation};

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
pub(crate) struct Rule {
    /// Thing and event; the page of the rule is `core/rules/<id>.md`.
    pub(crate) id: &'static str,
    pub(crate) when: RuleCondition,
    pub(crate) level: Level,
    /// What changed; `{subject}`, `{name}`, `{before}` and `{after}` stand for the fact's own.
    pub(crate) message: &'static str,
    /// Why it matters to callers.
    pub(crate) why: &'static str,
    /// What to do about it.
    pub(crate) help: &'static str,
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
    use crate::compat::rules::all;
    use crate::diff::FacetDirection;

    #[test]
    fn facets_whose_rules_ask_for_a_direction_are_given_one() {
        for rule in all().filter(|rule| rule.when.direction.is_some()) {
            let facet = rule.when.facet;
            assert!(facet.direction() != FacetDirection::Neither, "{}: {facet:?} has no direction", rule.id);
        }
    }
}
