//! Lists of values: closed ones and those that may grow.

use crate::compat::Level;
use crate::compat::rule::{NO_TEXTS, Rule, RuleCondition};
use crate::{Facet, Qualifier};

pub(in crate::compat) const RULES: &[Rule] = &[
    Rule {
        id: "request-enum-added",
        when: RuleCondition::added(Facet::Enum).sent(),
        level: Level::Breaking,
        message: "{subject} now has to be {values}",
        why: "requests with any other value were accepted and are refused",
        help: "accept other values as before until the next major version",
        advice: "send one of the listed values",
        title: "Values in requests now limited to a list",
    },
    Rule {
        id: "request-enum-removed",
        when: RuleCondition::removed(Facet::Enum).sent(),
        level: Level::Additive,
        message: "{subject} no longer has to be {values}",
        title: "Values in requests no longer limited to a list",
        ..NO_TEXTS
    },
    Rule {
        id: "response-enum-added",
        when: RuleCondition::added(Facet::Enum).received(),
        level: Level::Additive,
        message: "{subject} is now always {values}",
        title: "Values in responses now limited to a list",
        ..NO_TEXTS
    },
    Rule {
        id: "extensible-response-enum-removed",
        when: RuleCondition::removed(Facet::Enum).received().having(Qualifier::Extensible),
        level: Level::Risky,
        message: "{subject} can now be something other than {values}",
        why: "callers that handle only the listed values get others",
        help: "keep the list, or tell callers what else can come",
        advice: "read a value that you do not know as if there were none",
        title: "Open lists of values in responses removed",
    },
    Rule {
        id: "response-enum-removed",
        when: RuleCondition::removed(Facet::Enum).received(),
        level: Level::Breaking,
        message: "{subject} can now be something other than {values}",
        why: "callers that handle only the listed values get others",
        help: "keep the list, or announce a major version",
        advice: "handle values that you do not know",
        title: "Values in responses no longer limited to a list",
    },
    Rule {
        id: "request-enum-value-added",
        when: RuleCondition::added(Facet::EnumValue).sent(),
        level: Level::Additive,
        message: "{subject} can now also be {values}",
        title: "New values accepted in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "request-enum-value-removed",
        when: RuleCondition::removed(Facet::EnumValue).sent(),
        level: Level::Breaking,
        message: "{subject} can no longer be {values}",
        why: "requests with this value are refused",
        help: "keep accepting the value until the next major version",
        advice: "send one of the values that are left",
        title: "Values no longer accepted in requests",
    },
    Rule {
        id: "extensible-response-enum-value-added",
        when: RuleCondition::added(Facet::EnumValue).received().having(Qualifier::Extensible),
        level: Level::Risky,
        message: "{subject} can now also be {values}",
        why: "callers were told to expect values they do not know, but some may not handle them",
        help: "tell callers what the new value means",
        advice: "read a value that you do not know as if there were none",
        title: "New values in open lists of responses",
    },
    Rule {
        id: "response-enum-value-added",
        when: RuleCondition::added(Facet::EnumValue).received(),
        level: Level::Breaking,
        message: "{subject} can now also be {values}",
        why: "callers that handle only the listed values get another one",
        help: "keep to the values there are, or announce a major version",
        advice: "handle values that you do not know",
        title: "New values in responses",
    },
    Rule {
        id: "response-enum-value-removed",
        when: RuleCondition::removed(Facet::EnumValue).received(),
        level: Level::Additive,
        message: "{subject} can no longer be {values}",
        title: "Values that no longer come in responses",
        ..NO_TEXTS
    },
];
