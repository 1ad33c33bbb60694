//! Who may call an operation, and what the credentials are.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Direction, Facet, Qualifier, Relation};
use crate::release::Bump;

/// Fewer credentials are accepted.
const NARROWED: &[Relation] = &[Relation::Narrowed];
/// More credentials are accepted.
const WIDENED: &[Relation] = &[Relation::Widened];
/// Other credentials are accepted.
const OTHERS: &[Relation] = &[Relation::Incomparable, Relation::Unknown];

pub(super) const RULES: [Rule; 16] = [
    Rule {
        id: "security-narrowed",
        when: When {
            facet: Facet::Security,
            event: EventMatcher::Relates(NARROWED),
            direction: Some(Direction::Request),
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} needed {before} and now needs {after}",
        why: "callers whose credentials were enough are refused",
        help: "keep accepting the credentials callers have until the next major version",
    },
    Rule {
        id: "security-widened",
        when: When {
            facet: Facet::Security,
            event: EventMatcher::Relates(WIDENED),
            direction: Some(Direction::Request),
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} needed {before} and now needs {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "security-changed",
        when: When {
            facet: Facet::Security,
            event: EventMatcher::Relates(OTHERS),
            direction: Some(Direction::Request),
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} needed {before} and now needs {after}",
        why: "callers whose credentials were enough are refused, and other credentials are accepted",
        help: "accept the old credentials beside the new ones until the next major version",
    },
    Rule {
        id: "webhook-security-narrowed",
        when: When {
            facet: Facet::Security,
            event: EventMatcher::Relates(NARROWED),
            direction: Some(Direction::Response),
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} came with {before} and now comes with {after}",
        why: "",
        help: "nothing has to change; receivers can check what comes with it",
    },
    Rule {
        id: "webhook-security-widened",
        when: When {
            facet: Facet::Security,
            event: EventMatcher::Relates(WIDENED),
            direction: Some(Direction::Response),
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} came with {before} and can now come with {after}",
        why: "receivers that check the credentials it came with refuse it",
        help: "go on sending the credentials receivers check",
    },
    Rule {
        id: "webhook-security-changed",
        when: When {
            facet: Facet::Security,
            event: EventMatcher::Relates(OTHERS),
            direction: Some(Direction::Response),
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} came with {before} and now comes with {after}",
        why: "receivers that check the credentials it came with refuse it",
        help: "go on sending the credentials receivers check",
    },
    Rule {
        id: "security-alternative-added",
        when: When {
            facet: Facet::SecurityAlternative,
            event: EventMatcher::Added,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} now also names {after}, which was let in without being named",
        why: "",
        help: "send it where the answer depends on who asks",
    },
    Rule {
        id: "security-alternative-removed",
        when: When {
            facet: Facet::SecurityAlternative,
            event: EventMatcher::Removed,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "{subject} no longer names {before}, which is still let in",
        why: "callers that said who they are may get the answer of those who do not",
        help: "keep naming it where the answer depends on who asks",
    },
    Rule {
        id: "security-scheme-changed",
        when: When {
            facet: Facet::SecurityScheme,
            event: EventMatcher::Anything,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} went from {before} to {after}",
        why: "the credentials callers send, or the place they get them from, are no longer the right ones",
        help: "add a scheme for the new credentials, and accept both until the next major version",
    },
    Rule {
        id: "security-flow-added",
        when: When { facet: Facet::Flow, event: EventMatcher::Added, direction: None, quality: Qualifier::Plain },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the flow `{name}` of {subject} was added",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "security-flow-removed",
        when: When { facet: Facet::Flow, event: EventMatcher::Removed, direction: None, quality: Qualifier::Plain },
        level: Level::Breaking,
        bump: Bump::Major,
        message: "the flow `{name}` of {subject} was removed",
        why: "callers that sign in this way get no token any more",
        help: "keep the flow until the next major version",
    },
    Rule {
        id: "security-scope-added",
        when: When { facet: Facet::Scope, event: EventMatcher::Added, direction: None, quality: Qualifier::Plain },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "the scope `{name}` of {subject} was added",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "security-scope-removed",
        when: When { facet: Facet::Scope, event: EventMatcher::Removed, direction: None, quality: Qualifier::Plain },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "the scope `{name}` of {subject} was removed",
        why: "callers that ask for it when they sign in may be refused",
        help: "keep granting it, even where no operation needs it",
    },
    Rule {
        id: "security-url-added",
        when: When {
            facet: Facet::SecurityHint,
            event: EventMatcher::Added,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} was added: {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "security-url-removed",
        when: When {
            facet: Facet::SecurityHint,
            event: EventMatcher::Removed,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "{subject} was removed: {before}",
        why: "callers that use it have to get on without it",
        help: "keep it until the next major version",
    },
    Rule {
        id: "security-url-changed",
        when: When {
            facet: Facet::SecurityHint,
            event: EventMatcher::Anything,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Risky,
        bump: Bump::Minor,
        message: "{subject} went from {before} to {after}",
        why: "callers that wrote it down use the old one",
        help: "keep the old one working, or tell callers",
    },
];
