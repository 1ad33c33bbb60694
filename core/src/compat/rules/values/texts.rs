//! Texts: patterns, formats and what is in them.

use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, NARROWED, REJECTS_OLD, Rule, RuleCondition, UNKNOWN, WIDENED};
use crate::diff::Facet;

pub(in crate::compat) const RULES: &[Rule] = &[
    Rule {
        id: "request-pattern-narrowed",
        when: RuleCondition::changed(Facet::Pattern, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "texts that do not match it were accepted and are refused",
        help: "accept the texts as before until the next major version",
    },
    Rule {
        id: "request-pattern-widened",
        when: RuleCondition::changed(Facet::Pattern, WIDENED).sent(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-pattern-widened",
        when: RuleCondition::changed(Facet::Pattern, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "callers can receive texts that they were told would not come",
        help: "keep the pattern, or announce a major version",
    },
    Rule {
        id: "response-pattern-narrowed",
        when: RuleCondition::changed(Facet::Pattern, NARROWED).received(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "pattern-changed",
        when: RuleCondition::changed(Facet::Pattern, UNKNOWN),
        level: Level::Unproved,
        message: "`{name}` of {subject} {change}",
        why: "whether every text the one allows is allowed by the other was not worked out",
        help: "compare the two; what only one of them allows breaks senders or readers",
    },
    Rule {
        id: "request-format-narrowed",
        when: RuleCondition::changed(Facet::Format, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "values that callers send today do not have the format and may be refused",
        help: "accept values as before until the next major version",
    },
    Rule {
        id: "request-format-widened",
        when: RuleCondition::changed(Facet::Format, WIDENED).sent(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-format-widened",
        when: RuleCondition::changed(Facet::Format, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "callers that go by the format, or keep the value in a type of it, can receive one that does not have it",
        help: "keep the format, or announce a major version",
    },
    Rule {
        id: "response-format-narrowed",
        when: RuleCondition::changed(Facet::Format, NARROWED).received(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "format-changed",
        when: RuleCondition::changed(Facet::Format, UNKNOWN),
        level: Level::Unproved,
        message: "`{name}` of {subject} {change}",
        why: "what a format asks of a value is between those who use it",
        help: "compare what the two ask; where one asks more, senders or readers may break",
    },
    Rule {
        id: "string-content-changed",
        when: RuleCondition::changed(Facet::StringContent, UNKNOWN),
        level: Level::Risky,
        message: "`{name}` of {subject} {change}",
        why: "whoever encodes or decodes the text goes by it, and nobody has to check it",
        help: "say what is in the text as before, or give what is new a property of its own",
    },
];
