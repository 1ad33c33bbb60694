//! Numbers: their range and the step between them.

use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, NARROWED, REJECTS_OLD, Rule, RuleCondition, WIDENED};
use crate::diff::Facet;

pub(in crate::compat) const RULES: &[Rule] = &[
    Rule {
        id: "request-range-narrowed",
        when: RuleCondition::changed(Facet::Range, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "numbers that callers send today are refused",
        help: "keep the wider range until the next major version",
    },
    Rule {
        id: "request-range-widened",
        when: RuleCondition::changed(Facet::Range, WIDENED).sent(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-range-widened",
        when: RuleCondition::changed(Facet::Range, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "callers can receive numbers they were told would not come",
        help: "keep the range, or announce a major version",
    },
    Rule {
        id: "response-range-narrowed",
        when: RuleCondition::changed(Facet::Range, NARROWED).received(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "request-multiple-of-narrowed",
        when: RuleCondition::changed(Facet::MultipleOf, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "numbers that callers send today are refused",
        help: "keep the finer step until the next major version",
    },
    Rule {
        id: "request-multiple-of-widened",
        when: RuleCondition::changed(Facet::MultipleOf, WIDENED).sent(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-multiple-of-widened",
        when: RuleCondition::changed(Facet::MultipleOf, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "`{name}` of {subject} {change}",
        why: "callers can receive numbers between the steps they were told",
        help: "keep the step, or announce a major version",
    },
    Rule {
        id: "response-multiple-of-narrowed",
        when: RuleCondition::changed(Facet::MultipleOf, NARROWED).received(),
        level: Level::Additive,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
];
