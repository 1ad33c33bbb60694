//! Lists of values: closed ones and those that may grow.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Facet, Qualifier};
use crate::release::Bump;

pub(super) const RULES: [Rule; 10] = [
    Rule {
        id: "request-enum-added",
        when: When::new(Facet::Enum, EventMatcher::Added).sent(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} now has to be {values}",
        why: "requests with any other value were accepted and are refused",
        help: "accept other values as before until the next major version",
    },
    Rule {
        id: "request-enum-removed",
        when: When::new(Facet::Enum, EventMatcher::Removed).sent(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} no longer has to be {values}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-enum-added",
        when: When::new(Facet::Enum, EventMatcher::Added).received(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} is now always {values}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "extensible-response-enum-removed",
        when: When::new(Facet::Enum, EventMatcher::Removed).received().having(Qualifier::Extensible),
        level: Level::Risky,
        bump: Bump::Minor,
        message: "{subject} may now be something else than {values}",
        why: "callers that know nothing but the values on the list meet others",
        help: "read a value you do not know as you would read none",
    },
    Rule {
        id: "response-enum-removed",
        when: When::new(Facet::Enum, EventMatcher::Removed).received(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} may now be something else than {values}",
        why: "callers that know nothing but the values on the list meet others",
        help: "keep the list, or announce a major version",
    },
    Rule {
        id: "request-enum-value-added",
        when: When::new(Facet::EnumValue, EventMatcher::Added).sent(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} can now be {values}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "request-enum-value-removed",
        when: When::new(Facet::EnumValue, EventMatcher::Removed).sent(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} can no longer be {values}",
        why: "requests with this value are refused",
        help: "keep accepting the value until the next major version",
    },
    Rule {
        id: "extensible-response-enum-value-added",
        when: When::new(Facet::EnumValue, EventMatcher::Added).received().having(Qualifier::Extensible),
        level: Level::Risky,
        bump: Bump::Minor,
        message: "{subject} can now be {values}",
        why: "callers were told to expect values they do not know; those that do not are surprised",
        help: "read a value you do not know as you would read none",
    },
    Rule {
        id: "response-enum-value-added",
        when: When::new(Facet::EnumValue, EventMatcher::Added).received(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} can now be {values}",
        why: "callers that know nothing but the values on the list meet another one",
        help: "keep to the values there are, or announce a major version",
    },
    Rule {
        id: "response-enum-value-removed",
        when: When::new(Facet::EnumValue, EventMatcher::Removed).received(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} can no longer be {values}",
        why: "",
        help: "nothing has to change",
    },
];
