//! Places whose definition was replaced: the worst of what follows from it decides which of these rules applies.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{NO_TEXTS, Rule, RuleCondition};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "request-definition-narrowed",
        when: RuleCondition::any_change(Facet::Definition).sent(),
        level: Level::Breaking,
        message: "{subject} {definition}",
        why: "requests that were valid before are refused",
        help: "keep the definition, or one that allows what it allowed, or announce a major version",
        advice: "check that what you send is still accepted",
        title: "Requests with another schema, which accepts less",
    },
    Rule {
        id: "request-definition-widened",
        when: RuleCondition::any_change(Facet::Definition).sent(),
        level: Level::Additive,
        message: "{subject} {definition}",
        title: "Requests with another schema, which accepts more",
        ..NO_TEXTS
    },
    Rule {
        id: "request-definition-changed",
        when: RuleCondition::any_change(Facet::Definition).sent(),
        level: Level::Risky,
        message: "{subject} {definition}",
        why: "the same request may be understood differently",
        help: "tell callers what the new definition does with what they send",
        advice: "check that what you send still means what you intend",
        title: "Requests with another schema, which may be read differently",
    },
    Rule {
        id: "response-definition-widened",
        when: RuleCondition::any_change(Facet::Definition).received(),
        level: Level::Breaking,
        message: "{subject} {definition}",
        why: "callers get values they do not expect, or miss what they rely on",
        help: "keep the definition, or one that promises what it promised, or announce a major version",
        advice: "handle values that differ from those you got before",
        title: "Responses with another schema, which promises less",
    },
    Rule {
        id: "response-definition-narrowed",
        when: RuleCondition::any_change(Facet::Definition).received(),
        level: Level::Additive,
        message: "{subject} {definition}",
        title: "Responses with another schema, which promises more",
        ..NO_TEXTS
    },
    Rule {
        id: "response-definition-changed",
        when: RuleCondition::any_change(Facet::Definition).received(),
        level: Level::Risky,
        message: "{subject} {definition}",
        why: "callers may miss what they used to find, though it was not promised",
        help: "tell callers what the new definition no longer has",
        advice: "check that you can do without what it no longer has",
        title: "Responses with another schema, which may lack something",
    },
    Rule {
        id: "definition-changed",
        when: RuleCondition::any_change(Facet::Definition),
        level: Level::Unproved,
        message: "{subject} {definition}",
        why: "whether the new definition allows more or less is not decided",
        help: "compare the two definitions, and announce what callers have to know",
        advice: "compare the two schemas, and check what you send and read",
        title: "Replaced schemas that could not be compared",
    },
];
