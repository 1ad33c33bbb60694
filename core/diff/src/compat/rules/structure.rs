//! What schemas are built of: other properties, elements, conditions.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, NARROWED, NO_TEXTS, REJECTS_OLD, Rule, RuleCondition, WIDENED};

/// What changed in a schema that others refuse or decide by: never the rule of a fact by itself.
pub(super) const NEGATED: Rule = Rule {
    id: "negated-schema-changed",
    when: RuleCondition::never(Facet::Unexplained),
    level: Level::Unproved,
    message: "{inner}, inside a `not` or `if` of another schema",
    why: "what widens a schema may narrow another one that must not match it; which values that concerns is not decided",
    help: "look at the schemas with `not` and `if` that refer to it, and decide what they allow now",
    advice: "check what you send and read against the schemas that exclude it or decide by it",
    title: "Changes in exclusions and conditions",
};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "request-other-properties-narrowed",
        when: RuleCondition::changed(Facet::OtherProperties, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} accepts fewer properties besides those it lists: `{name}` {change}",
        why: "requests with properties that are no longer allowed are refused",
        help: "allow other properties as before, or announce a major version",
        advice: "send only properties that are listed or still allowed",
        title: "Fewer unlisted properties accepted in requests",
    },
    Rule {
        id: "request-other-properties-widened",
        when: RuleCondition::changed(Facet::OtherProperties, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} accepts more properties besides those it lists: `{name}` {change}",
        title: "More unlisted properties accepted in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-other-properties-widened",
        when: RuleCondition::changed(Facet::OtherProperties, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} can now hold more properties besides those it lists: `{name}` {change}",
        why: "callers that read strictly, or read other properties as one type, get what they do not expect",
        help: "list what is new as properties, or announce a major version",
        advice: "ignore properties that you do not know",
        title: "More unlisted properties in responses",
    },
    Rule {
        id: "response-other-properties-narrowed",
        when: RuleCondition::changed(Facet::OtherProperties, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} now holds fewer properties besides those it lists: `{name}` {change}",
        title: "Fewer unlisted properties in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "request-dependent-properties-narrowed",
        when: RuleCondition::changed(Facet::DependentProperties, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "properties of {subject} now need others beside them: `{name}` {change}",
        why: "requests that were valid before are refused",
        help: "leave the new demand to a new property, or announce a major version",
        advice: "send the properties that others now need",
        title: "Properties in requests that need more others",
    },
    Rule {
        id: "request-dependent-properties-widened",
        when: RuleCondition::changed(Facet::DependentProperties, WIDENED).sent(),
        level: Level::Additive,
        message: "properties of {subject} need fewer others beside them: `{name}` {change}",
        title: "Properties in requests that need fewer others",
        ..NO_TEXTS
    },
    Rule {
        id: "response-dependent-properties-widened",
        when: RuleCondition::changed(Facet::DependentProperties, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "properties of {subject} can now come without others: `{name}` {change}",
        why: "callers that rely on one property where another is there find nothing in some answers",
        help: "keep to what was promised, or announce a major version",
        advice: "check that the other property is there before you use it",
        title: "Properties in responses that bring fewer others",
    },
    Rule {
        id: "response-dependent-properties-narrowed",
        when: RuleCondition::changed(Facet::DependentProperties, NARROWED).received(),
        level: Level::Additive,
        message: "properties of {subject} now come with others: `{name}` {change}",
        title: "Properties in responses that bring more others",
        ..NO_TEXTS
    },
    Rule {
        id: "request-elements-narrowed",
        when: RuleCondition::changed(Facet::Elements, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} accepts fewer arrays: `{name}` {change}",
        why: "requests with elements that are no longer allowed are refused",
        help: "keep allowing what was allowed, or announce a major version",
        advice: "send only arrays that are still accepted",
        title: "Fewer arrays accepted in requests",
    },
    Rule {
        id: "request-elements-widened",
        when: RuleCondition::changed(Facet::Elements, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} accepts more arrays: `{name}` {change}",
        title: "More arrays accepted in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-elements-widened",
        when: RuleCondition::changed(Facet::Elements, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} can now hold other arrays: `{name}` {change}",
        why: "callers get elements they do not expect",
        help: "keep to what was promised, or announce a major version",
        advice: "handle the arrays that can now come",
        title: "New arrays in responses",
    },
    Rule {
        id: "response-elements-narrowed",
        when: RuleCondition::changed(Facet::Elements, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} can hold fewer arrays: `{name}` {change}",
        title: "Fewer arrays in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "request-condition-narrowed",
        when: RuleCondition::changed(Facet::Condition, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} accepts less than before: `{name}` {change}",
        why: "requests that were valid before are refused",
        help: "keep allowing what was allowed, or announce a major version",
        advice: "send what meets the new condition",
        title: "Stricter conditions in requests",
    },
    Rule {
        id: "request-condition-widened",
        when: RuleCondition::changed(Facet::Condition, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} accepts more than before: `{name}` {change}",
        title: "Looser conditions in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "response-condition-widened",
        when: RuleCondition::changed(Facet::Condition, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} can now have other values: `{name}` {change}",
        why: "callers get values they do not expect",
        help: "keep to what was promised, or announce a major version",
        advice: "handle values that do not meet the old condition",
        title: "Looser conditions in responses",
    },
    Rule {
        id: "response-condition-narrowed",
        when: RuleCondition::changed(Facet::Condition, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} can have fewer values than before: `{name}` {change}",
        title: "Stricter conditions in responses",
        ..NO_TEXTS
    },
    NEGATED,
];
