//! What tools call and sort things by, the language a description is written in, and its extensions.

use crate::compat::Level;
use crate::compat::rule::{Rule, RuleCondition};
use crate::diff::Facet;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "operation-id-added",
        when: RuleCondition::added(Facet::OperationId),
        level: Level::Docs,
        message: "{subject} now has the `operationId` {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "operation-id-removed",
        when: RuleCondition::removed(Facet::OperationId),
        level: Level::Risky,
        message: "the `operationId` {before} of {subject} was removed",
        why: "generated clients call the operation by it, and call it something else from now on",
        help: "keep the `operationId` of what is published",
    },
    Rule {
        id: "operation-id-changed",
        when: RuleCondition::any_change(Facet::OperationId),
        level: Level::Risky,
        message: "the `operationId` of {subject} went from {before} to {after}",
        why: "generated clients call the operation by it: code written against the old name no longer compiles",
        help: "keep the `operationId` of what is published",
    },
    Rule {
        id: "tag-added",
        when: RuleCondition::added(Facet::Tag),
        level: Level::Docs,
        message: "the tag `{name}` was added to {subject}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "tag-removed",
        when: RuleCondition::removed(Facet::Tag),
        level: Level::Docs,
        message: "the tag `{name}` was removed from {subject}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "specification-version-changed",
        when: RuleCondition::any_change(Facet::SpecificationVersion),
        level: Level::Docs,
        message: "{subject} now follows version {after} of the specification and not {before}",
        why: "",
        help: "see that your tools read the version",
    },
    Rule {
        id: "schema-dialect-changed",
        when: RuleCondition::any_change(Facet::Dialect),
        level: Level::Unproved,
        message: "`jsonSchemaDialect` of {subject} went from {before} to {after}",
        why: "the same keywords may mean something else in every schema",
        help: "name the dialect the schemas were written for",
    },
    Rule {
        id: "unused-default-changed",
        when: RuleCondition::any_change(Facet::UnusedDefault),
        level: Level::Docs,
        message: "{subject} {event}, and no operation of both releases uses it",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "extension-changed",
        when: RuleCondition::any_change(Facet::Extension),
        level: Level::Docs,
        message: "{subject} {event}",
        why: "",
        help: "nothing has to change, unless you read it",
    },
];
