//! Parameters: which there are, and whether they have to be sent. What callers of a webhook receive is turned round.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Facet, Qualifier, Relation};
use crate::release::Bump;

/// Fewer values are allowed.
const NARROWED: &[Relation] = &[Relation::Narrowed];
/// More values are allowed.
const WIDENED: &[Relation] = &[Relation::Widened];

pub(super) const RULES: [Rule; 11] = [
    Rule {
        id: "required-parameter-added",
        when: When::new(Facet::Parameter, EventMatcher::Added).sent().having(Qualifier::Required),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the required parameter {subject} was added",
        why: "requests that do not send it are refused",
        help: "make it optional with a default, or announce a major version",
    },
    Rule {
        id: "optional-parameter-added",
        when: When::new(Facet::Parameter, EventMatcher::Added).sent().having(Qualifier::Optional),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the optional parameter {subject} was added",
        why: "",
        help: "send it when you need it; nothing has to change",
    },
    Rule {
        id: "parameter-removed",
        when: When::new(Facet::Parameter, EventMatcher::Removed).sent(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the parameter {subject} was removed",
        why: "callers that send it get an answer that ignores it, or a refusal",
        help: "keep accepting it until the next major version",
    },
    Rule {
        id: "parameter-location-changed",
        when: When::new(Facet::ParameterLocation, EventMatcher::Anything),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} moved from {before} to {after}",
        why: "whoever looks for it where it was does not find it",
        help: "add it at the new location, and keep the old one until the next major version",
    },
    Rule {
        id: "parameter-became-required",
        when: When::new(Facet::ParameterRequired, EventMatcher::Relates(NARROWED)).sent(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the parameter {subject} became required",
        why: "requests that do not send it are refused",
        help: "keep it optional with a default, or announce a major version",
    },
    Rule {
        id: "parameter-became-optional",
        when: When::new(Facet::ParameterRequired, EventMatcher::Relates(WIDENED)).sent(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the parameter {subject} became optional",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "received-parameter-added",
        when: When::new(Facet::Parameter, EventMatcher::Added).received(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the parameter {subject} now comes with the call",
        why: "",
        help: "read it when you need it; nothing has to change",
    },
    Rule {
        id: "optional-received-parameter-removed",
        when: When::new(Facet::Parameter, EventMatcher::Removed).received().having(Qualifier::Optional),
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the parameter {subject}, which did not have to come with the call, no longer does",
        why: "receivers that read it find nothing, which they had to expect",
        help: "announce it to those who read it",
    },
    Rule {
        id: "received-parameter-removed",
        when: When::new(Facet::Parameter, EventMatcher::Removed).received(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the parameter {subject} no longer comes with the call",
        why: "receivers that read it find nothing",
        help: "keep sending it until the next major version",
    },
    Rule {
        id: "received-parameter-became-required",
        when: When::new(Facet::ParameterRequired, EventMatcher::Relates(NARROWED)).received(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the parameter {subject} now comes with every call",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "received-parameter-became-optional",
        when: When::new(Facet::ParameterRequired, EventMatcher::Relates(WIDENED)).received(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the parameter {subject} may be missing from the call",
        why: "receivers that count on it find nothing",
        help: "keep sending it with every call until the next major version",
    },
];
