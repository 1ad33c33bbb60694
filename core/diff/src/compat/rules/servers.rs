//! Where operations are served.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{NARROWED, NO_TEXTS, Rule, RuleCondition, WIDENED};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "server-added",
        when: RuleCondition::added(Facet::Server),
        level: Level::Additive,
        message: "the server `{name}` was added to {subject}",
        title: "Servers added",
        ..NO_TEXTS
    },
    Rule {
        id: "server-removed",
        when: RuleCondition::removed(Facet::Server),
        level: Level::Risky,
        message: "the server `{name}` was removed from {subject}",
        why: "callers that use it may get no answer",
        help: "keep it running until callers have moved",
        advice: "call one of the other servers",
        title: "Servers removed",
    },
    Rule {
        id: "server-widened",
        when: RuleCondition::changed(Facet::ServerUrl, WIDENED),
        level: Level::Additive,
        message: "the server {before}{of} is now {after}, the same address unless a variable is set",
        title: "Servers whose address now has variables",
        ..NO_TEXTS
    },
    Rule {
        id: "server-narrowed",
        when: RuleCondition::changed(Facet::ServerUrl, NARROWED),
        level: Level::Risky,
        message: "the server {before}{of} is now {after}, its address unless a variable was set",
        why: "callers that set a variable may get no answer",
        help: "keep the variable until callers have moved",
        advice: "call the address that is listed",
        title: "Servers whose address lost variables",
    },
    Rule {
        id: "server-changed",
        when: RuleCondition::any_change(Facet::ServerUrl),
        level: Level::Risky,
        message: "the server {before}{of} is now {after}",
        why: "callers that use the old address may get no answer",
        help: "keep the old address running until callers have moved",
        advice: "call the new address",
        title: "Servers with a new address",
    },
    Rule {
        id: "preferred-server-changed",
        when: RuleCondition::any_change(Facet::PreferredServer),
        level: Level::Risky,
        message: "the first server of {subject} is now `{name}`",
        why: "clients that take the first one call another server",
        help: "keep the order, or tell callers which server to use",
        advice: "choose the server by its address and not by its place in the list",
        title: "Other servers listed first",
    },
    Rule {
        id: "server-variable-narrowed",
        when: RuleCondition::changed(Facet::ServerVariable, NARROWED),
        level: Level::Risky,
        message: "the variable `{name}` of {subject} could be {before} and can now only be {after}",
        why: "callers that use a value that is no longer there may get no answer",
        help: "keep the value until callers have moved",
        advice: "use a value that is still listed",
        title: "Server variables with fewer values",
    },
    Rule {
        id: "server-variable-widened",
        when: RuleCondition::changed(Facet::ServerVariable, WIDENED),
        level: Level::Additive,
        message: "the variable `{name}` of {subject} could be {before} and can now be {after}",
        title: "Server variables with more values",
        ..NO_TEXTS
    },
    Rule {
        id: "server-variable-changed",
        when: RuleCondition::any_change(Facet::ServerVariable),
        level: Level::Risky,
        message: "the variable `{name}` of {subject} could be {before} and can now be {after}",
        why: "callers that use a value that is no longer there may get no answer",
        help: "keep the values until callers have moved",
        advice: "use a value that is listed now",
        title: "Server variables with other values",
    },
    Rule {
        id: "server-variable-default-changed",
        when: RuleCondition::any_change(Facet::ServerVariableDefault),
        level: Level::Risky,
        message: "the variable `{name}` of {subject} is {after} unless set, and was {before}",
        why: "clients that set no value call another server",
        help: "keep the default, or tell callers",
        advice: "set the variable where you want the server you called before",
        title: "Server variables with another default",
    },
];
