//! Values: their types and properties.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Direction, Facet, Qualifier, Relation};
use crate::release::Bump;

/// Fewer values are allowed.
const NARROWED: &[Relation] = &[Relation::Narrowed];
/// More values are allowed.
const WIDENED: &[Relation] = &[Relation::Widened];
/// Some value is allowed that was not before.
const NOT_WITHIN: &[Relation] = &[Relation::Widened, Relation::Incomparable];
/// Some value is not allowed that was before.
const NOT_AROUND: &[Relation] = &[Relation::Narrowed, Relation::Incomparable];

pub(super) const RULES: [Rule; 15] = [
    Rule {
        id: "response-type-changed",
        when: When {
            facet: Facet::Type,
            event: EventMatcher::Relates(NOT_WITHIN),
            direction: Some(Direction::Response),
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} was {before} and can now be {after}",
        why: "callers that read the type it had get one they do not expect",
        help: "keep the type and add a new property for the new one, or announce a major version",
    },
    Rule {
        id: "response-type-narrowed",
        when: When {
            facet: Facet::Type,
            event: EventMatcher::Relates(NARROWED),
            direction: Some(Direction::Response),
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} was {before} and is now only {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "request-type-narrowed",
        when: When {
            facet: Facet::Type,
            event: EventMatcher::Relates(NOT_AROUND),
            direction: Some(Direction::Request),
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} could be {before} and now has to be {after}",
        why: "requests with a type that is no longer allowed are refused",
        help: "accept the old type as well, or announce a major version",
    },
    Rule {
        id: "request-type-widened",
        when: When {
            facet: Facet::Type,
            event: EventMatcher::Relates(WIDENED),
            direction: Some(Direction::Request),
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} had to be {before} and can now be {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "required-request-property-added",
        when: When {
            facet: Facet::Property,
            event: EventMatcher::Added,
            direction: Some(Direction::Request),
            quality: Qualifier::Required,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the required property {subject} was added",
        why: "requests that do not send it are refused",
        help: "make it optional with a default, or announce a major version",
    },
    Rule {
        id: "optional-request-property-added",
        when: When {
            facet: Facet::Property,
            event: EventMatcher::Added,
            direction: Some(Direction::Request),
            quality: Qualifier::Optional,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the optional property {subject} was added",
        why: "",
        help: "send it when you need it; nothing has to change",
    },
    Rule {
        id: "closed-request-property-removed",
        when: When {
            facet: Facet::Property,
            event: EventMatcher::Removed,
            direction: Some(Direction::Request),
            quality: Qualifier::Closed,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the property {subject} was removed, and none is allowed that is not listed",
        why: "requests that still send it are refused",
        help: "keep accepting the property until the next major version",
    },
    Rule {
        id: "request-property-removed",
        when: When {
            facet: Facet::Property,
            event: EventMatcher::Removed,
            direction: Some(Direction::Request),
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the property {subject} was removed",
        why: "requests that still send it are accepted, and what they say there is ignored",
        help: "stop sending it; keep reading it until callers have stopped",
    },
    Rule {
        id: "request-property-became-required",
        when: When {
            facet: Facet::PropertyRequired,
            event: EventMatcher::Relates(NARROWED),
            direction: Some(Direction::Request),
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the property {subject} became required",
        why: "requests that do not send it are refused",
        help: "keep it optional with a default, or announce a major version",
    },
    Rule {
        id: "request-property-became-optional",
        when: When {
            facet: Facet::PropertyRequired,
            event: EventMatcher::Relates(WIDENED),
            direction: Some(Direction::Request),
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the property {subject} became optional",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-property-added",
        when: When {
            facet: Facet::Property,
            event: EventMatcher::Added,
            direction: Some(Direction::Response),
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the property {subject} was added",
        why: "",
        help: "read it when you need it; nothing has to change",
    },
    Rule {
        id: "required-response-property-removed",
        when: When {
            facet: Facet::Property,
            event: EventMatcher::Removed,
            direction: Some(Direction::Response),
            quality: Qualifier::Required,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the property {subject}, which was always there, was removed",
        why: "callers that read it find nothing",
        help: "keep sending it until the next major version",
    },
    Rule {
        id: "optional-response-property-removed",
        when: When {
            facet: Facet::Property,
            event: EventMatcher::Removed,
            direction: Some(Direction::Response),
            quality: Qualifier::Optional,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the property {subject}, which was optional, was removed",
        why: "callers that use it where it is there lose it",
        help: "keep sending it until the next major version",
    },
    Rule {
        id: "response-property-became-optional",
        when: When {
            facet: Facet::PropertyRequired,
            event: EventMatcher::Relates(WIDENED),
            direction: Some(Direction::Response),
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the property {subject} became optional",
        why: "callers that rely on it find nothing in some answers",
        help: "keep sending it always, or announce a major version",
    },
    Rule {
        id: "response-property-became-required",
        when: When {
            facet: Facet::PropertyRequired,
            event: EventMatcher::Relates(NARROWED),
            direction: Some(Direction::Response),
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the property {subject} is now always there",
        why: "",
        help: "nothing has to change",
    },
];
