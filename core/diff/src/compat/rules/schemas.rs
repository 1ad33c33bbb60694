//! Values: their types and properties.

use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, NARROWED, NO_TEXTS, REJECTS_OLD, Rule, RuleCondition, WIDENED};
use crate::{Facet, Qualifier};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "response-type-changed",
        when: RuleCondition::changed(Facet::Type, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} was {before} and can now be {after}",
        why: "callers that read the type it had get one they do not expect",
        help: "keep the type and add a new property for the new one, or announce a major version",
        advice: "handle the type that can now come",
        title: "New types in responses",
    },
    Rule {
        id: "response-type-narrowed",
        when: RuleCondition::changed(Facet::Type, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} was {before} and is now always {after}",
        title: "Fewer types in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "request-type-narrowed",
        when: RuleCondition::changed(Facet::Type, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} could be {before} and now has to be {after}",
        why: "requests with a type that is no longer allowed are refused",
        help: "accept the old type as well, or announce a major version",
        advice: "send a type that is still accepted",
        title: "Fewer types accepted in requests",
    },
    Rule {
        id: "request-type-widened",
        when: RuleCondition::changed(Facet::Type, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} had to be {before} and can now be {after}",
        title: "More types accepted in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "required-request-property-added",
        when: RuleCondition::added(Facet::Property).sent().having(Qualifier::Required),
        level: Level::Breaking,
        message: "the required property {subject} was added",
        why: "requests that do not send it are refused",
        help: "make it optional with a default, or announce a major version",
        advice: "send it with every request",
        title: "Required properties added to requests",
    },
    Rule {
        id: "optional-request-property-added",
        when: RuleCondition::added(Facet::Property).sent().having(Qualifier::Optional),
        level: Level::Additive,
        message: "the optional property {subject} was added",
        advice: "send it when you need it",
        title: "Optional properties added to requests",
        ..NO_TEXTS
    },
    Rule {
        id: "closed-request-property-removed",
        when: RuleCondition::removed(Facet::Property).sent().having(Qualifier::Closed),
        level: Level::Breaking,
        message: "the property {subject} was removed, and unlisted ones are refused",
        why: "requests that still send it are refused",
        help: "keep accepting the property until the next major version",
        advice: "stop sending it",
        title: "Properties no longer accepted in requests",
    },
    Rule {
        id: "request-property-removed",
        when: RuleCondition::removed(Facet::Property).sent(),
        level: Level::Risky,
        message: "the property {subject} was removed",
        why: "requests that still send it are accepted, and what they say there is ignored",
        help: "keep reading it until callers have stopped sending it",
        advice: "stop sending it",
        title: "Properties removed from requests",
    },
    Rule {
        id: "request-property-became-required",
        when: RuleCondition::changed(Facet::PropertyRequired, NARROWED).sent(),
        level: Level::Breaking,
        message: "the property {subject} is now required",
        why: "requests that do not send it are refused",
        help: "keep it optional with a default, or announce a major version",
        advice: "send it with every request",
        title: "Properties in requests now required",
    },
    Rule {
        id: "request-property-became-optional",
        when: RuleCondition::changed(Facet::PropertyRequired, WIDENED).sent(),
        level: Level::Additive,
        message: "the property {subject} is now optional",
        advice: "leave it out where you do not need it",
        title: "Properties in requests now optional",
        ..NO_TEXTS
    },
    Rule {
        id: "response-property-added",
        when: RuleCondition::added(Facet::Property).received(),
        level: Level::Additive,
        message: "the property {subject} was added",
        advice: "read it when you need it",
        title: "Properties added to responses",
        ..NO_TEXTS
    },
    Rule {
        id: "required-response-property-removed",
        when: RuleCondition::removed(Facet::Property).received().having(Qualifier::Required),
        level: Level::Breaking,
        message: "the property {subject}, which was always there, was removed",
        why: "callers that read it find nothing",
        help: "keep sending it until the next major version",
        advice: "stop reading it",
        title: "Properties removed from responses",
    },
    Rule {
        id: "optional-response-property-removed",
        when: RuleCondition::removed(Facet::Property).received().having(Qualifier::Optional),
        level: Level::Risky,
        message: "the optional property {subject} was removed",
        why: "callers that use it where it is there lose it",
        help: "keep sending it until the next major version",
        advice: "stop reading it",
        title: "Optional properties removed from responses",
    },
    Rule {
        id: "response-property-became-optional",
        when: RuleCondition::changed(Facet::PropertyRequired, WIDENED).received(),
        level: Level::Breaking,
        message: "the property {subject} can now be missing",
        why: "callers that rely on it find nothing in some answers",
        help: "keep sending it always, or announce a major version",
        advice: "check that it is there before you use it",
        title: "Properties in responses that can now be missing",
    },
    Rule {
        id: "response-property-became-required",
        when: RuleCondition::changed(Facet::PropertyRequired, NARROWED).received(),
        level: Level::Additive,
        message: "the property {subject} is now always there",
        title: "Properties in responses that are now always there",
        ..NO_TEXTS
    },
];
