//! Texts: patterns, formats and what is in them.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, NARROWED, NO_TEXTS, REJECTS_OLD, Rule, RuleCondition, UNKNOWN, WIDENED};

pub(in crate::compat) const RULES: &[Rule] = &[
    Rule {
        id: "request-pattern-narrowed",
        when: RuleCondition::changed(Facet::Pattern, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "texts that do not match it were accepted and are refused",
        help: "accept the texts as before until the next major version",
        advice: "send texts that match the new pattern",
        title: "Stricter patterns in requests",
    },
    Rule {
        id: "request-pattern-widened",
        when: RuleCondition::changed(Facet::Pattern, WIDENED).sent(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        title: "Looser patterns in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-pattern-widened",
        when: RuleCondition::changed(Facet::Pattern, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "callers can receive texts that they were told would not come",
        help: "keep the pattern, or announce a major version",
        advice: "handle texts that do not match the old pattern",
        title: "Looser patterns in responses",
    },
    Rule {
        id: "response-pattern-narrowed",
        when: RuleCondition::changed(Facet::Pattern, NARROWED).received(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        title: "Stricter patterns in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "pattern-changed",
        when: RuleCondition::changed(Facet::Pattern, UNKNOWN),
        level: Level::Unproved,
        message: "`{name}` of {subject} {change}",
        why: "whether one allows every text that the other does is not decided",
        help: "compare the two; what only one of them allows breaks senders or readers",
        advice: "check what you send and read against the new pattern",
        title: "Patterns that could not be compared",
    },
    Rule {
        id: "request-format-narrowed",
        when: RuleCondition::changed(Facet::Format, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "values that callers send today do not have the format and may be refused",
        help: "accept values as before until the next major version",
        advice: "send values in the new format",
        title: "Stricter formats in requests",
    },
    Rule {
        id: "request-format-widened",
        when: RuleCondition::changed(Facet::Format, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Looser formats in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-format-widened",
        when: RuleCondition::changed(Facet::Format, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "callers that go by the format, or keep the value in a type of it, can receive one that does not have it",
        help: "keep the format, or announce a major version",
        advice: "handle values that do not have the old format",
        title: "Looser formats in responses",
    },
    Rule {
        id: "response-format-narrowed",
        when: RuleCondition::changed(Facet::Format, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Stricter formats in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "format-changed",
        when: RuleCondition::changed(Facet::Format, UNKNOWN),
        level: Level::Unproved,
        message: "{subject} {change}",
        why: "what a format asks of a value is agreed between its users",
        help: "compare what the two ask; where one asks more, senders or readers may break",
        advice: "check what you send and read against the new format",
        title: "Formats that could not be compared",
    },
    Rule {
        id: "string-content-changed",
        when: RuleCondition::changed(Facet::StringContent, UNKNOWN),
        level: Level::Risky,
        message: "`{name}` of {subject} {change}",
        why: "callers encode and decode the text by it, and no check catches a mismatch",
        help: "say what is in the text as before, or give what is new a property of its own",
        advice: "check how you encode and decode it",
        title: "Texts with other content or encoding",
    },
];
