//! Null, defaults, values that travel one way only, and keywords that say nothing of JSON values.

use crate::compat::Level;
use crate::compat::rule::{NARROWED, NO_TEXTS, Rule, RuleCondition, WIDENED};
use crate::{Facet, Qualifier};

pub(in crate::compat) const RULES: &[Rule] = &[
    Rule {
        id: "response-null-added",
        when: RuleCondition::changed(Facet::Type, WIDENED).received().having(Qualifier::Null),
        level: Level::Breaking,
        message: "{subject} can now be null",
        why: "callers that use the value without checking it fail",
        help: "leave the property out instead, or announce a major version",
        advice: "check for null before you use it",
        title: "Values in responses that can now be null",
    },
    Rule {
        id: "response-null-removed",
        when: RuleCondition::changed(Facet::Type, NARROWED).received().having(Qualifier::Null),
        level: Level::Additive,
        message: "{subject} can no longer be null",
        title: "Values in responses that are no longer null",
        ..NO_TEXTS
    },
    Rule {
        id: "request-null-added",
        when: RuleCondition::changed(Facet::Type, WIDENED).sent().having(Qualifier::Null),
        level: Level::Additive,
        message: "{subject} can now be null",
        title: "Values in requests that can now be null",
        ..NO_TEXTS
    },
    Rule {
        id: "request-null-removed",
        when: RuleCondition::changed(Facet::Type, NARROWED).sent().having(Qualifier::Null),
        level: Level::Breaking,
        message: "{subject} can no longer be null",
        why: "requests that send null are refused",
        help: "keep accepting null until the next major version",
        advice: "send a value and not null",
        title: "Values in requests that can no longer be null",
    },
    Rule {
        id: "request-default-changed",
        when: RuleCondition::any_change(Facet::Default).sent(),
        level: Level::Risky,
        message: "{subject} {change}",
        why: "requests that leave the value out mean something else than before",
        help: "keep the default, or tell callers",
        advice: "send the value where it matters",
        title: "Defaults in requests changed",
    },
    Rule {
        id: "response-default-changed",
        when: RuleCondition::any_change(Facet::Default).received(),
        level: Level::Docs,
        message: "{subject} {change}",
        title: "Defaults in responses changed",
        ..NO_TEXTS
    },
    Rule {
        id: "read-only-added",
        when: RuleCondition::added(Facet::ReadOnly).sent(),
        level: Level::Risky,
        message: "{subject} is now read-only: it no longer belongs in requests",
        why: "what callers send there is ignored or refused",
        help: "ignore it where callers still send it",
        advice: "stop sending it",
        title: "Values that no longer belong in requests",
    },
    Rule {
        id: "required-read-only-removed",
        when: RuleCondition::removed(Facet::ReadOnly).sent().having(Qualifier::Required),
        level: Level::Breaking,
        message: "{subject} is no longer read-only, and requests have to send it",
        why: "requests that do not send it are refused",
        help: "make it optional in requests with a default, or announce a major version",
        advice: "send it with every request",
        title: "Values that requests now have to send",
    },
    Rule {
        id: "read-only-removed",
        when: RuleCondition::removed(Facet::ReadOnly).sent(),
        level: Level::Additive,
        message: "{subject} is no longer read-only: requests may send it",
        advice: "send it when you need it",
        title: "Values that requests can now send",
        ..NO_TEXTS
    },
    Rule {
        id: "response-read-only-changed",
        when: RuleCondition::any_change(Facet::ReadOnly).received(),
        level: Level::Docs,
        message: "`{name}` of {subject} changed, with no effect on responses",
        title: "Read-only marks without effect in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "required-write-only-added",
        when: RuleCondition::added(Facet::WriteOnly).received().having(Qualifier::Required),
        level: Level::Breaking,
        message: "{subject}, which was always there, is now write-only and no longer comes in responses",
        why: "callers that read it find nothing",
        help: "keep sending it until the next major version",
        advice: "stop reading it",
        title: "Values now left out of responses",
    },
    Rule {
        id: "write-only-added",
        when: RuleCondition::added(Facet::WriteOnly).received(),
        level: Level::Risky,
        message: "{subject} is now write-only and no longer comes in responses",
        why: "callers that use it where it is there lose it",
        help: "keep sending it until the next major version",
        advice: "stop reading it",
        title: "Optional values now left out of responses",
    },
    Rule {
        id: "write-only-removed",
        when: RuleCondition::removed(Facet::WriteOnly).received(),
        level: Level::Additive,
        message: "{subject} is no longer write-only: it comes in responses",
        advice: "read it when you need it",
        title: "Values that now come in responses",
        ..NO_TEXTS
    },
    Rule {
        id: "request-write-only-changed",
        when: RuleCondition::any_change(Facet::WriteOnly).sent(),
        level: Level::Docs,
        message: "`{name}` of {subject} changed, with no effect on requests",
        title: "Write-only marks without effect in requests",
        ..NO_TEXTS
    },
    Rule {
        id: "xml-changed",
        when: RuleCondition::any_change(Facet::Xml),
        level: Level::Risky,
        message: "`{name}` of {subject} {change}",
        why: "in XML the value is written in another way, under another name or elsewhere; in JSON nothing differs",
        help: "keep how it is written in XML until the next major version",
        advice: "check how you write and read it in XML",
        title: "Values written in another way in XML",
    },
    Rule {
        id: "inert-keyword-changed",
        when: RuleCondition::any_change(Facet::KeywordWithoutEffect),
        level: Level::Docs,
        message: "`{name}` of {subject} {event}, with no effect",
        title: "Keywords without effect changed",
        ..NO_TEXTS
    },
];
