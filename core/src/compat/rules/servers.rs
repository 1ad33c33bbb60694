//! Where operations are served.

use crate::compat::Level;
use crate::compat::rule::{NARROWED, Rule, RuleCondition, WIDENED};
use crate::diff::Facet;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "server-added",
        when: RuleCondition::added(Facet::Server),
        level: Level::Additive,
        message: "the server `{name}` was added to {subject}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "server-removed",
        when: RuleCondition::removed(Facet::Server),
        level: Level::Risky,
        message: "the server `{name}` was removed from {subject}",
        why: "callers that use it may find nobody there",
        help: "keep it running until callers have moved",
    },
    Rule {
        id: "server-widened",
        when: RuleCondition::changed(Facet::ServerUrl, WIDENED),
        level: Level::Additive,
        message: "the server {before}{of} is now {after}, which is the same address unless a variable is set",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "server-narrowed",
        when: RuleCondition::changed(Facet::ServerUrl, NARROWED),
        level: Level::Risky,
        message: "the server {before}{of} is now {after}, which was its address unless a variable was set",
        why: "callers that set a variable may find nobody there",
        help: "keep the variable until callers have moved",
    },
    Rule {
        id: "server-changed",
        when: RuleCondition::any_change(Facet::ServerUrl),
        level: Level::Risky,
        message: "the server {before}{of} is now {after}",
        why: "callers that use the old address may find nobody there",
        help: "keep the old address running until callers have moved",
    },
    Rule {
        id: "preferred-server-changed",
        when: RuleCondition::any_change(Facet::PreferredServer),
        level: Level::Risky,
        message: "the first server of {subject} is now `{name}`",
        why: "clients that take the first one call another server",
        help: "keep the order, or tell callers which server to use",
    },
    Rule {
        id: "server-variable-narrowed",
        when: RuleCondition::changed(Facet::ServerVariable, NARROWED),
        level: Level::Risky,
        message: "the variable `{name}` of {subject} could be {before} and can now only be {after}",
        why: "callers that use a value that is no longer there may find nobody",
        help: "keep the value until callers have moved",
    },
    Rule {
        id: "server-variable-widened",
        when: RuleCondition::changed(Facet::ServerVariable, WIDENED),
        level: Level::Additive,
        message: "the variable `{name}` of {subject} could be {before} and can now be {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "server-variable-changed",
        when: RuleCondition::any_change(Facet::ServerVariable),
        level: Level::Risky,
        message: "the variable `{name}` of {subject} could be {before} and can now be {after}",
        why: "callers that use a value that is no longer there may find nobody",
        help: "keep the values until callers have moved",
    },
    Rule {
        id: "server-variable-default-changed",
        when: RuleCondition::any_change(Facet::ServerVariableDefault),
        level: Level::Risky,
        message: "the variable `{name}` of {subject} is {after} unless set, and was {before}",
        why: "clients that set no value call another server",
        help: "keep the default, or tell callers",
    },
];
