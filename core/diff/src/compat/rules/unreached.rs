//! What reaches no message: values that are never sent, components nobody uses, documentation; and places no rule knows.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{NO_TEXTS, Rule, RuleCondition};

/// What happens to values that are never sent where they stand.
pub(super) const UNSENT: Rule = Rule {
    id: "unsent-value-changed",
    when: RuleCondition::any_change(Facet::Unsent),
    level: Level::Docs,
    message: "{subject} {event}; it is never sent there",
    why: "",
    help: "",
    advice: "",
    title: "Changes in values that are never sent",
};

/// What no other rule knows.
pub(super) const FALLBACK: Rule = Rule {
    id: "unclassified-changed",
    when: RuleCondition::any_change(Facet::Unexplained),
    level: Level::Unclassified,
    message: "{subject} {event}",
    why: "no rule of this version knows this place",
    help: "look at the two values and decide what they mean to callers",
    advice: "compare the two values, and check what you send and read",
    title: "Changes that no rule knows",
};

pub(super) const RULES: &[Rule] = &[
    UNSENT,
    Rule {
        id: "empty-path-added",
        when: RuleCondition::added(Facet::EmptyPath),
        level: Level::Docs,
        message: "{subject} was added and has no operation",
        title: "Paths without endpoints added",
        ..NO_TEXTS
    },
    Rule {
        id: "empty-path-removed",
        when: RuleCondition::removed(Facet::EmptyPath),
        level: Level::Docs,
        message: "{subject} was removed and had no operation",
        title: "Paths without endpoints removed",
        ..NO_TEXTS
    },
    Rule {
        id: "unused-component-added",
        when: RuleCondition::added(Facet::UnusedComponent),
        level: Level::Docs,
        message: "{subject} was added and no operation uses it",
        title: "Unused components added",
        ..NO_TEXTS
    },
    Rule {
        id: "unused-component-removed",
        when: RuleCondition::removed(Facet::UnusedComponent),
        level: Level::Docs,
        message: "{subject} was removed and no operation used it",
        title: "Unused components removed",
        ..NO_TEXTS
    },
    Rule {
        id: "unused-component-changed",
        when: RuleCondition::any_change(Facet::UnusedComponent),
        level: Level::Docs,
        message: "{subject} changed, and no operation is affected",
        title: "Unused components changed",
        ..NO_TEXTS
    },
    Rule {
        id: "docs-changed",
        when: RuleCondition::any_change(Facet::Docs),
        level: Level::Docs,
        message: "{subject} {event}",
        title: "Documentation changed",
        ..NO_TEXTS
    },
    FALLBACK,
];
