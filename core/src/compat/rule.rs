//! What a rule is: plain data. When it applies, what it says, how much it asks.

use super::Level;
use crate::diff::{Direction, Event, Facet, Fact, Qualifier, Relation};
use crate::release::Bump;

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
pub(crate) struct When {
    pub(crate) facet: Facet,
    pub(crate) event: EventMatcher,
    /// The way the values travel; `None` where it does not matter: the rule then applies both ways.
    pub(crate) direction: Option<Direction>,
    pub(crate) quality: Qualifier,
}

/// One rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    /// Thing and event; the page of the rule is `core/rules/<id>.md`.
    pub(crate) id: &'static str,
    pub(crate) when: When,
    pub(crate) level: Level,
    pub(crate) bump: Bump,
    /// What changed; `{subject}`, `{name}`, `{before}` and `{after}` stand for the fact's own.
    pub(crate) message: &'static str,
    /// Why it matters to callers.
    pub(crate) why: &'static str,
    /// What to do about it.
    pub(crate) help: &'static str,
}

/// Fewer values are allowed, or less is promised.
pub(crate) const NARROWED: &[Relation] = &[Relation::Narrowed];
/// More values are allowed.
pub(crate) const WIDENED: &[Relation] = &[Relation::Widened];
/// Some value is allowed that was not before.
pub(crate) const ADMITS_NEW: &[Relation] = &[Relation::Widened, Relation::Incomparable];
/// Some value is not allowed that was before.
pub(crate) const REJECTS_OLD: &[Relation] = &[Relation::Narrowed, Relation::Incomparable];
/// The two sets of values could not be compared.
pub(crate) const UNKNOWN: &[Relation] = &[Relation::Unknown];

impl When {
    /// Whenever this happened to the thing, whichever way its values travel.
    pub(crate) const fn new(facet: Facet, happening: EventMatcher) -> When {
        When { facet, event: happening, direction: None, quality: Qualifier::Plain }
    }

    /// Where callers send it.
    pub(crate) const fn sent(self) -> When {
        When { direction: Some(Direction::Request), ..self }
    }

    /// Where callers receive it.
    pub(crate) const fn received(self) -> When {
        When { direction: Some(Direction::Response), ..self }
    }

    /// Where it has this quality.
    pub(crate) const fn having(self, quality: Qualifier) -> When {
        When { quality, ..self }
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
        happened && way && fact.has(self.quality)
    }
}

/// Whether a fact is judged by the way its values travel.
pub(crate) const fn is_directed(facet: Facet) -> bool {
    let is_other = matches!(
        facet,
        Facet::Security
            | Facet::MediaType
            | Facet::Content
            | Facet::Header
            | Facet::HeaderRequired
            | Facet::HeaderForm
            | Facet::PartForm
            | Facet::PartType
            | Facet::Syntax
            | Facet::Schema
            | Facet::Definition
            | Facet::Property
            | Facet::PropertyRequired
            | Facet::Enum
            | Facet::StringContent
            | Facet::Default
            | Facet::ReadOnly
            | Facet::WriteOnly
            | Facet::OtherProperties
            | Facet::DependentProperties
            | Facet::Elements
            | Facet::Condition
            | Facet::Alternative
            | Facet::Composition
            | Facet::DiscriminatorMapping
    );
    is_other || facet.is_bound()
}

/// The way the values of a facet travel wherever it stands, before webhooks and callbacks turn it round.
pub(crate) const fn own_direction(facet: Facet) -> Option<Direction> {
    match facet {
        Facet::Parameter
        | Facet::ParameterLocation
        | Facet::ParameterRequired
        | Facet::ParameterForm
        | Facet::RequestBody
        | Facet::RequestBodyRequired => Some(Direction::Request),
        Facet::Status => Some(Direction::Response),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_directed, own_direction};
    use crate::compat::rules::all;

    #[test]
    fn facets_whose_rules_ask_for_a_direction_are_given_one() {
        for rule in all().filter(|rule| rule.when.direction.is_some()) {
            let facet = rule.when.facet;
            assert!(is_directed(facet) || own_direction(facet).is_some(), "{}: {facet:?} has no direction", rule.id);
        }
    }
}
