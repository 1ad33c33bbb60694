//! Sizes: lengths of texts, numbers of items and properties, and whether items repeat.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, NARROWED, NO_TEXTS, REJECTS_OLD, Rule, RuleCondition, WIDENED};

pub(in crate::compat) const RULES: &[Rule] = &[
    Rule {
        id: "request-length-narrowed",
        when: RuleCondition::changed(Facet::Length, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "texts that callers send today are refused",
        help: "keep the old length until the next major version",
        advice: "send texts within the new length",
        title: "Narrower length limits in requests",
    },
    Rule {
        id: "request-length-widened",
        when: RuleCondition::changed(Facet::Length, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Wider length limits in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-length-widened",
        when: RuleCondition::changed(Facet::Length, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "callers can receive texts longer or shorter than they were told",
        help: "keep the length, or announce a major version",
        advice: "handle texts that are longer or shorter than before",
        title: "Wider length limits in responses",
    },
    Rule {
        id: "response-length-narrowed",
        when: RuleCondition::changed(Facet::Length, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Narrower length limits in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "request-item-count-narrowed",
        when: RuleCondition::changed(Facet::ItemCount, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "lists that callers send today are refused",
        help: "keep the old numbers until the next major version",
        advice: "send as many items as are still accepted",
        title: "Narrower limits of list lengths in requests",
    },
    Rule {
        id: "request-item-count-widened",
        when: RuleCondition::changed(Facet::ItemCount, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Wider limits of list lengths in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-item-count-widened",
        when: RuleCondition::changed(Facet::ItemCount, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "callers can receive longer or shorter lists than they were told",
        help: "keep the numbers, or announce a major version",
        advice: "handle lists that are longer or shorter than before",
        title: "Wider limits of list lengths in responses",
    },
    Rule {
        id: "response-item-count-narrowed",
        when: RuleCondition::changed(Facet::ItemCount, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Narrower limits of list lengths in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "request-property-count-narrowed",
        when: RuleCondition::changed(Facet::PropertyCount, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "objects that callers send today are refused",
        help: "keep the old numbers until the next major version",
        advice: "send as many properties as are still accepted",
        title: "Narrower limits of property counts in requests",
    },
    Rule {
        id: "request-property-count-widened",
        when: RuleCondition::changed(Facet::PropertyCount, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Wider limits of property counts in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-property-count-widened",
        when: RuleCondition::changed(Facet::PropertyCount, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} {change}",
        why: "callers can receive objects with more or fewer properties than they were told",
        help: "keep the numbers, or announce a major version",
        advice: "handle objects with more or fewer properties than before",
        title: "Wider limits of property counts in responses",
    },
    Rule {
        id: "response-property-count-narrowed",
        when: RuleCondition::changed(Facet::PropertyCount, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} {change}",
        title: "Narrower limits of property counts in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "request-unique-items-narrowed",
        when: RuleCondition::changed(Facet::UniqueItems, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} can no longer hold the same element twice",
        why: "lists that hold an element twice were accepted and are refused",
        help: "accept them, and leave the second element out",
        advice: "send each element once",
        title: "Lists in requests that no longer accept duplicates",
    },
    Rule {
        id: "request-unique-items-widened",
        when: RuleCondition::changed(Facet::UniqueItems, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} can now hold the same element twice",
        title: "Lists in requests that now accept duplicates",
        ..NO_TEXTS
    },
    Rule {
        id: "response-unique-items-widened",
        when: RuleCondition::changed(Facet::UniqueItems, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} can now hold the same element twice",
        why: "callers that keep the elements as a set, or as keys, lose or refuse some of them",
        help: "keep leaving repeated elements out, or announce a major version",
        advice: "handle the same element twice",
        title: "Lists in responses that can now hold duplicates",
    },
    Rule {
        id: "response-unique-items-narrowed",
        when: RuleCondition::changed(Facet::UniqueItems, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} no longer holds the same element twice",
        title: "Lists in responses that no longer hold duplicates",
        ..NO_TEXTS
    },
];
