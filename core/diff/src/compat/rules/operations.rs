//! Operations of paths, webhooks and callbacks, and the links that lead to them.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{INCOMPARABLE, NO_TEXTS, Rule, RuleCondition};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "operation-added",
        when: RuleCondition::added(Facet::Operation),
        level: Level::Additive,
        message: "{subject} was added{one_sided}",
        advice: "use it when you need it",
        title: "Endpoints added",
        ..NO_TEXTS
    },
    Rule {
        id: "operation-removed",
        when: RuleCondition::removed(Facet::Operation),
        level: Level::Breaking,
        message: "{subject} was removed{deprecated}{one_sided}",
        why: "a call of it fails from now on",
        help: "move callers off it before the release, or keep it, deprecated, until the next major version",
        advice: "move to another endpoint before you upgrade",
        title: "Endpoints removed",
    },
    Rule {
        id: "webhook-added",
        when: RuleCondition::added(Facet::Webhook),
        level: Level::Additive,
        message: "{subject} was added{one_sided}",
        advice: "register for it when you need it",
        title: "Webhooks added",
        ..NO_TEXTS
    },
    Rule {
        id: "webhook-removed",
        when: RuleCondition::removed(Facet::Webhook),
        level: Level::Breaking,
        message: "{subject} was removed{one_sided}",
        why: "those who wait for it are no longer called",
        help: "keep calling it until the next major version, and say what replaces it",
        advice: "stop waiting for it, and ask for what it told you",
        title: "Webhooks removed",
    },
    Rule {
        id: "callback-added",
        when: RuleCondition::added(Facet::Callback),
        level: Level::Additive,
        message: "{subject} was added{one_sided}",
        advice: "expect it when you ask for it",
        title: "Callbacks added",
        ..NO_TEXTS
    },
    Rule {
        id: "callback-removed",
        when: RuleCondition::removed(Facet::Callback),
        level: Level::Breaking,
        message: "{subject} was removed{one_sided}",
        why: "those who wait for it are no longer called",
        help: "keep calling back until the next major version",
        advice: "stop waiting for it, and ask for what it told you",
        title: "Callbacks removed",
    },
    Rule {
        id: "callback-changed",
        when: RuleCondition::changed(Facet::Callback, INCOMPARABLE),
        level: Level::Breaking,
        message: "{subject} goes to {after} and no longer to {before}",
        why: "those who gave an address the old way are no longer called",
        help: "keep calling the old address where one is given",
        advice: "expect the call at the new address",
        title: "Callbacks that go to another address",
    },
    Rule {
        id: "link-added",
        when: RuleCondition::added(Facet::Link),
        level: Level::Additive,
        message: "{subject} was added",
        advice: "follow it when you need it",
        title: "Links added",
        ..NO_TEXTS
    },
    Rule {
        id: "link-removed",
        when: RuleCondition::removed(Facet::Link),
        level: Level::Risky,
        message: "{subject} was removed",
        why: "clients that follow links by name, generated ones among them, no longer find it",
        help: "keep the link as long as both operations are there",
        advice: "call the operation it led to yourself",
        title: "Links removed",
    },
    Rule {
        id: "link-changed",
        when: RuleCondition::changed(Facet::Link, INCOMPARABLE),
        level: Level::Risky,
        message: "{subject} leads elsewhere: its `{name}` changed",
        why: "clients that follow it call another operation, or the same one with other values",
        help: "add a second link and keep the first as it is",
        advice: "check which operation it leads to before you follow it",
        title: "Links that lead elsewhere",
    },
];
