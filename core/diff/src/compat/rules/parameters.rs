//! Parameters: which there are, and whether they have to be sent. What callers of a webhook receive is turned round.

use crate::compat::Level;
use crate::compat::rule::{NARROWED, NO_TEXTS, Rule, RuleCondition, WIDENED};
use crate::{Facet, Qualifier};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "required-parameter-added",
        when: RuleCondition::added(Facet::Parameter).sent().having(Qualifier::Required),
        level: Level::Breaking,
        message: "the required parameter {subject} was added",
        why: "requests that do not send it are refused",
        help: "make it optional with a default, or announce a major version",
        advice: "send it with every request",
        title: "Required parameters added",
    },
    Rule {
        id: "optional-parameter-added",
        when: RuleCondition::added(Facet::Parameter).sent().having(Qualifier::Optional),
        level: Level::Additive,
        message: "the optional parameter {subject} was added",
        advice: "send it when you need it",
        title: "Optional parameters added",
        ..NO_TEXTS
    },
    Rule {
        id: "parameter-removed",
        when: RuleCondition::removed(Facet::Parameter).sent(),
        level: Level::Breaking,
        message: "the parameter {subject} was removed",
        why: "callers that send it get an answer that ignores it, or a refusal",
        help: "keep accepting it until the next major version",
        advice: "stop sending it",
        title: "Parameters removed",
    },
    Rule {
        id: "parameter-location-changed",
        when: RuleCondition::any_change(Facet::ParameterLocation),
        level: Level::Breaking,
        message: "{subject} moved from {before} to {after}",
        why: "whoever looks for it where it was does not find it",
        help: "add it at the new location, and keep the old one until the next major version",
        advice: "move it to the new location",
        title: "Parameters that moved",
    },
    Rule {
        id: "parameter-became-required",
        when: RuleCondition::changed(Facet::ParameterRequired, NARROWED).sent(),
        level: Level::Breaking,
        message: "the parameter {subject} is now required",
        why: "requests that do not send it are refused",
        help: "keep it optional with a default, or announce a major version",
        advice: "send it with every request",
        title: "Parameters now required",
    },
    Rule {
        id: "parameter-became-optional",
        when: RuleCondition::changed(Facet::ParameterRequired, WIDENED).sent(),
        level: Level::Additive,
        message: "the parameter {subject} is now optional",
        advice: "leave it out where you do not need it",
        title: "Parameters now optional",
        ..NO_TEXTS
    },
    Rule {
        id: "received-parameter-added",
        when: RuleCondition::added(Facet::Parameter).received(),
        level: Level::Additive,
        message: "the parameter {subject} now comes with the call",
        advice: "read it when you need it",
        title: "Parameters added to webhooks and callbacks",
        ..NO_TEXTS
    },
    Rule {
        id: "optional-received-parameter-removed",
        when: RuleCondition::removed(Facet::Parameter).received().having(Qualifier::Optional),
        level: Level::Risky,
        message: "the optional parameter {subject} no longer comes with the call",
        why: "receivers that read it where it came find nothing",
        help: "announce it to those who read it",
        advice: "stop reading it",
        title: "Optional parameters removed from webhooks and callbacks",
    },
    Rule {
        id: "received-parameter-removed",
        when: RuleCondition::removed(Facet::Parameter).received(),
        level: Level::Breaking,
        message: "the parameter {subject} no longer comes with the call",
        why: "receivers that read it find nothing",
        help: "keep sending it until the next major version",
        advice: "stop reading it",
        title: "Parameters removed from webhooks and callbacks",
    },
    Rule {
        id: "received-parameter-became-required",
        when: RuleCondition::changed(Facet::ParameterRequired, NARROWED).received(),
        level: Level::Additive,
        message: "the parameter {subject} now comes with every call",
        title: "Parameters that now come with every webhook or callback",
        ..NO_TEXTS
    },
    Rule {
        id: "received-parameter-became-optional",
        when: RuleCondition::changed(Facet::ParameterRequired, WIDENED).received(),
        level: Level::Breaking,
        message: "the parameter {subject} can now be missing from the call",
        why: "receivers that count on it find nothing",
        help: "keep sending it with every call until the next major version",
        advice: "check that it is there before you use it",
        title: "Parameters of webhooks and callbacks that can be missing",
    },
];
