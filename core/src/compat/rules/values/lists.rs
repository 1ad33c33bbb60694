//! Lists of values: closed ones and those that may grow.

use crate::compat::Level;
use crate::compat::rule::{Rule, RuleCondition};
use crate::diff::{Facet, Qualifier};

pub(in crate::compat) const RULES: &[Rule] = &[
    Rule {
        id: "request-enum-added",
        when: RuleCondition::added(Facet::Enum).sent(),
        level: Level::Breaking,
        message: "{subject} now has to be {values}",
        why: "requests with any other value were accepted and are refused",
        help: "accept other values as before until the next major version",
    },
    Rule {
        id: "request-enum-removed",
        when: RuleCondition::removed(Facet::Enum).sent(),
        level: Level::Additive,
        message: "{subject} no longer has to be {values}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-enum-added",
        when: RuleCondition::added(Facet::Enum).received(),
        level: Level::Additive,
        message: "{subject} is now always {values}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "extensible-response-enum-removed",
        when: RuleCondition::removed(Facet::Enum).received().having(Qualifier::Extensible),
        level: Level::Risky,
        message: "{subject} may now be something else than {values}",
        why: "callers that know nothing but the values on the list meet others",
        help: "read a value you do not know as you would read none",
    },
    Rule {
        id: "response-enum-removed",
        when: RuleCondition::removed(Facet::Enum).received(),
        level: Level::Breaking,
        message: "{subject} may now be something else than {values}",
        why: "callers that know nothing but the values on the list meet others",
        help: "keep the list, or announce a major version",
    },
    Rule {
        id: "request-enum-value-added",
        when: RuleCondition::added(Facet::EnumValue).sent(),
        level: Level::Additive,
        message: "{subject} can now be {values}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "request-enum-value-removed",
        when: RuleCondition::removed(Facet::EnumValue).sent(),
        level: Level::Breaking,
        message: "{subject} can no longer be {values}",
        why: "requests with this value are refused",
        help: "keep accepting the value until the next major version",
    },
    Rule {
        id: "extensible-response-enum-value-added",
        when: RuleCondition::added(Facet::EnumValue).received().having(Qualifier::Extensible),
        level: Level::Risky,
        message: "{subject} can now be {values}",
        why: "callers were told to expect values they do not know; those that do not are surprised",
        help: "read a value you do not know as you would read none",
    },
    Rule {
        id: "response-enum-value-added",
        when: RuleCondition::added(Facet::EnumValue).received(),
        level: Level::Breaking,
        message: "{subject} can now be {values}",
        why: "callers that know nothing but the values on the list meet another one",
        help: "keep to the values there are, or announce a major version",
    },
    Rule {
        id: "response-enum-value-removed",
        when: RuleCondition::removed(Facet::EnumValue).received(),
        level: Level::Additive,
        message: "{subject} can no longer be {values}",
        why: "",
        help: "nothing has to change",
    },
];
