//! Numbers: their range and the step between them.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, NARROWED, NO_TEXTS, REJECTS_OLD, Rule, RuleCondition, WIDENED};

pub(in crate::compat) const RULES: &[Rule] = &[
    Rule {
        id: "request-range-narrowed",
        when: RuleCondition::changed(Facet::Range, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "numbers that callers send today are refused",
        help: "keep the wider range until the next major version",
        advice: "send numbers within the new limits",
        title: "Narrower number ranges in requests",
    },
    Rule {
        id: "request-range-widened",
        when: RuleCondition::changed(Facet::Range, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Wider number ranges in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-range-widened",
        when: RuleCondition::changed(Facet::Range, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "callers can receive numbers they were told would not come",
        help: "keep the range, or announce a major version",
        advice: "handle numbers beyond the old limits",
        title: "Wider number ranges in responses",
    },
    Rule {
        id: "response-range-narrowed",
        when: RuleCondition::changed(Facet::Range, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Narrower number ranges in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "request-multiple-of-narrowed",
        when: RuleCondition::changed(Facet::MultipleOf, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "numbers that callers send today are refused",
        help: "keep the finer step until the next major version",
        advice: "send multiples of the new step",
        title: "Coarser number steps in requests",
    },
    Rule {
        id: "request-multiple-of-widened",
        when: RuleCondition::changed(Facet::MultipleOf, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Finer number steps in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-multiple-of-widened",
        when: RuleCondition::changed(Facet::MultipleOf, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "callers can receive numbers between the steps they were told",
        help: "keep the step, or announce a major version",
        advice: "handle numbers between the old steps",
        title: "Finer number steps in responses",
    },
    Rule {
        id: "response-multiple-of-narrowed",
        when: RuleCondition::changed(Facet::MultipleOf, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Coarser number steps in responses",
        ..NO_TEXTS
    },
];
