//! What a rule is: plain data. When it applies, what it says, how much it asks.

use super::Level;
use crate::diff::{Direction, Event, Facet, Fact, Quality, Relation};
use crate::release::Bump;

/// What a rule asks of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Happening {
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
    pub(crate) happening: Happening,
    /// The way the values travel; `None` where it does not matter.
    pub(crate) direction: Option<Direction>,
    pub(crate) quality: Quality,
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

impl When {
    /// Whether the rule applies to a fact whose values travel this way (`None`: no way, or it does not matter).
    pub(crate) fn applies(&self, fact: &Fact, direction: Option<Direction>) -> bool {
        let happened = match (self.happening, fact.event) {
            (Happening::Anything, _) | (Happening::Added, Event::Added) | (Happening::Removed, Event::Removed) => true,
            (Happening::Relates(relations), Event::Changed(relation)) => relations.contains(&relation),
            (Happening::Added, Event::Removed | Event::Changed(_))
            | (Happening::Removed, Event::Added | Event::Changed(_))
            | (Happening::Relates(_), Event::Added | Event::Removed) => false,
        };
        self.facet == fact.facet && happened && self.direction == direction && fact.has(self.quality)
    }
}

/// Whether a fact is judged by the way its values travel.
pub(crate) const fn is_directed(facet: Facet) -> bool {
    match facet {
        Facet::Security | Facet::MediaType | Facet::Type | Facet::Property | Facet::PropertyRequired => true,
        Facet::Operation
        | Facet::Parameter
        | Facet::ParameterRequired
        | Facet::RequestBody
        | Facet::RequestBodyRequired
        | Facet::Status
        | Facet::Deprecation
        | Facet::Sunset
        | Facet::Stability
        | Facet::SecurityAlternative
        | Facet::SecurityScheme
        | Facet::SecurityHint
        | Facet::Flow
        | Facet::Scope
        | Facet::Server
        | Facet::ServerUrl
        | Facet::PreferredServer
        | Facet::ServerVariable
        | Facet::ServerVariableDefault
        | Facet::UnusedDefault
        | Facet::OperationId
        | Facet::Tag
        | Facet::SpecificationVersion
        | Facet::Dialect
        | Facet::Extension
        | Facet::UnusedComponent
        | Facet::Docs
        | Facet::Unexplained => false,
    }
}
