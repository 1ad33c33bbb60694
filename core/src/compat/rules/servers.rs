//! Where operations are served.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Facet, Qualifier, Relation};
use crate::release::Bump;

/// Fewer values are allowed.
const NARROWED: &[Relation] = &[Relation::Narrowed];
/// More values are allowed.
const WIDENED: &[Relation] = &[Relation::Widened];

pub(super) const RULES: [Rule; 10] = [
    Rule {
        id: "server-added",
        when: When { facet: Facet::Server, event: EventMatcher::Added, direction: None, quality: Qualifier::Plain },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the server `{name}` was added to {subject}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "server-removed",
        when: When { facet: Facet::Server, event: EventMatcher::Removed, direction: None, quality: Qualifier::Plain },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the server `{name}` was removed from {subject}",
        why: "callers that use it may find nobody there",
        help: "keep it running until callers have moved",
    },
    Rule {
        id: "server-widened",
        when: When {
            facet: Facet::ServerUrl,
            event: EventMatcher::Relates(WIDENED),
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the server {before}{of} is now {after}, which is the same address unless a variable is set",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "server-narrowed",
        when: When {
            facet: Facet::ServerUrl,
            event: EventMatcher::Relates(NARROWED),
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the server {before}{of} is now {after}, which was its address unless a variable was set",
        why: "callers that set a variable may find nobody there",
        help: "keep the variable until callers have moved",
    },
    Rule {
        id: "server-changed",
        when: When {
            facet: Facet::ServerUrl,
            event: EventMatcher::Anything,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the server {before}{of} is now {after}",
        why: "callers that use the old address may find nobody there",
        help: "keep the old address running until callers have moved",
    },
    Rule {
        id: "preferred-server-changed",
        when: When {
            facet: Facet::PreferredServer,
            event: EventMatcher::Anything,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the first server of {subject} is now `{name}`",
        why: "clients that take the first one call another server",
        help: "keep the order, or tell callers which server to use",
    },
    Rule {
        id: "server-variable-narrowed",
        when: When {
            facet: Facet::ServerVariable,
            event: EventMatcher::Relates(NARROWED),
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the variable `{name}` of {subject} could be {before} and can now only be {after}",
        why: "callers that use a value that is no longer there may find nobody",
        help: "keep the value until callers have moved",
    },
    Rule {
        id: "server-variable-widened",
        when: When {
            facet: Facet::ServerVariable,
            event: EventMatcher::Relates(WIDENED),
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the variable `{name}` of {subject} could be {before} and can now be {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "server-variable-changed",
        when: When {
            facet: Facet::ServerVariable,
            event: EventMatcher::Anything,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the variable `{name}` of {subject} could be {before} and can now be {after}",
        why: "callers that use a value that is no longer there may find nobody",
        help: "keep the values until callers have moved",
    },
    Rule {
        id: "server-variable-default-changed",
        when: When {
            facet: Facet::ServerVariableDefault,
            event: EventMatcher::Anything,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the variable `{name}` of {subject} is {after} unless set, and was {before}",
        why: "clients that set no value call another server",
        help: "keep the default, or tell callers",
    },
];
