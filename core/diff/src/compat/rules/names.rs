//! What tools call and sort things by, the language a description is written in, and its extensions.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{NO_TEXTS, Rule, RuleCondition};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "operation-id-added",
        when: RuleCondition::added(Facet::OperationId),
        level: Level::Docs,
        message: "{subject} now has the `operationId` {after}",
        title: "Operation ids added",
        ..NO_TEXTS
    },
    Rule {
        id: "operation-id-removed",
        when: RuleCondition::removed(Facet::OperationId),
        level: Level::Risky,
        message: "the `operationId` {before} of {subject} was removed",
        why: "generated clients call the operation by it, and call it something else from now on",
        help: "keep the `operationId` of what is published",
        advice: "rename the calls in your code when you generate the client again",
        title: "Operation ids removed",
    },
    Rule {
        id: "operation-id-changed",
        when: RuleCondition::any_change(Facet::OperationId),
        level: Level::Risky,
        message: "the `operationId` of {subject} is now {after}, it was {before}",
        why: "generated clients call the operation by it: code written against the old name no longer compiles",
        help: "keep the `operationId` of what is published",
        advice: "rename the calls in your code when you generate the client again",
        title: "Operation ids changed",
    },
    Rule {
        id: "tag-added",
        when: RuleCondition::added(Facet::Tag),
        level: Level::Docs,
        message: "the tag `{name}` was added to {subject}",
        title: "Tags added",
        ..NO_TEXTS
    },
    Rule {
        id: "tag-removed",
        when: RuleCondition::removed(Facet::Tag),
        level: Level::Docs,
        message: "the tag `{name}` was removed from {subject}",
        title: "Tags removed",
        ..NO_TEXTS
    },
    Rule {
        id: "specification-version-changed",
        when: RuleCondition::any_change(Facet::SpecificationVersion),
        level: Level::Docs,
        message: "{subject} now follows version {after} of the specification, it followed {before}",
        help: "check that your tools read this version",
        advice: "check that your tools read this version",
        title: "Versions of the specification changed",
        ..NO_TEXTS
    },
    Rule {
        id: "schema-dialect-changed",
        when: RuleCondition::any_change(Facet::Dialect),
        level: Level::Unproved,
        message: "`jsonSchemaDialect` of {subject} is now {after}, it was {before}",
        why: "the same keywords may mean something else in every schema",
        help: "name the dialect the schemas were written for",
        advice: "check what your validators and generators make of the schemas",
        title: "Schema dialects changed",
    },
    Rule {
        id: "unused-default-changed",
        when: RuleCondition::any_change(Facet::UnusedDefault),
        level: Level::Docs,
        message: "{subject} {event}, and no operation uses it",
        title: "Defaults that no endpoint uses",
        ..NO_TEXTS
    },
    Rule {
        id: "extension-changed",
        when: RuleCondition::any_change(Facet::Extension),
        level: Level::Docs,
        message: "{subject} {event}",
        advice: "check it if your tools read it",
        title: "Extensions changed",
        ..NO_TEXTS
    },
];
