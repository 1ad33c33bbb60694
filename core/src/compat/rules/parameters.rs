//! Parameters: which there are, and whether they have to be sent. What callers of a webhook receive is turned round.

use crate::compat::Level;
use crate::compat::rule::{NARROWED, Rule, RuleCondition, WIDENED};
use crate::diff::{Facet, Qualifier};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "required-parameter-added",
        when: RuleCondition::added(Facet::Parameter).sent().having(Qualifier::Required),
        level: Level::Breaking,
        message: "the required parameter {subject} was added",
        why: "requests that do not send it are refused",
        help: "make it optional with a default, or announce a major version",
    },
    Rule {
        id: "optional-parameter-added",
        when: RuleCondition::added(Facet::Parameter).sent().having(Qualifier::Optional),
        level: Level::Additive,
        message: "the optional parameter {subject} was added",
        why: "",
        help: "send it when you need it; nothing has to change",
    },
    Rule {
        id: "parameter-removed",
        when: RuleCondition::removed(Facet::Parameter).sent(),
        level: Level::Breaking,
        message: "the parameter {subject} was removed",
        why: "callers that send it get an answer that ignores it, or a refusal",
        help: "keep accepting it until the next major version",
    },
    Rule {
        id: "parameter-location-changed",
        when: RuleCondition::any_change(Facet::ParameterLocation),
        level: Level::Breaking,
        message: "{subject} moved from {before} to {after}",
        why: "whoever looks for it where it was does not find it",
        help: "add it at the new location, and keep the old one until the next major version",
    },
    Rule {
        id: "parameter-became-required",
        when: RuleCondition::changed(Facet::ParameterRequired, NARROWED).sent(),
        level: Level::Breaking,
        message: "the parameter {subject} became required",
        why: "requests that do not send it are refused",
        help: "keep it optional with a default, or announce a major version",
    },
    Rule {
        id: "parameter-became-optional",
        when: RuleCondition::changed(Facet::ParameterRequired, WIDENED).sent(),
        level: Level::Additive,
        message: "the parameter {subject} became optional",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "received-parameter-added",
        when: RuleCondition::added(Facet::Parameter).received(),
        level: Level::Additive,
        message: "the parameter {subject} now comes with the call",
        why: "",
        help: "read it when you need it; nothing has to change",
    },
    Rule {
        id: "optional-received-parameter-removed",
        when: RuleCondition::removed(Facet::Parameter).received().having(Qualifier::Optional),
        level: Level::Risky,
        message: "the parameter {subject}, which did not have to come with the call, no longer does",
        why: "receivers that read it find nothing, which they had to expect",
        help: "announce it to those who read it",
    },
    Rule {
        id: "received-parameter-removed",
        when: RuleCondition::removed(Facet::Parameter).received(),
        level: Level::Breaking,
        message: "the parameter {subject} no longer comes with the call",
        why: "receivers that read it find nothing",
        help: "keep sending it until the next major version",
    },
    Rule {
        id: "received-parameter-became-required",
        when: RuleCondition::changed(Facet::ParameterRequired, NARROWED).received(),
        level: Level::Additive,
        message: "the parameter {subject} now comes with every call",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "received-parameter-became-optional",
        when: RuleCondition::changed(Facet::ParameterRequired, WIDENED).received(),
        level: Level::Breaking,
        message: "the parameter {subject} may be missing from the call",
        why: "receivers that count on it find nothing",
        help: "keep sending it with every call until the next major version",
    },
];
