//! Values that are never sent, components nobody uses, words, and places no rule knows.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Facet, Qualifier};
use crate::release::Bump;

pub(super) const RULES: [Rule; 8] = [
    Rule {
        id: "unsent-value-changed",
        when: When { facet: Facet::Unsent, event: EventMatcher::Anything, direction: None, quality: Qualifier::Plain },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} {event}, and such values are never sent there",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "empty-path-added",
        when: When { facet: Facet::EmptyPath, event: EventMatcher::Added, direction: None, quality: Qualifier::Plain },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} was added without an operation",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "empty-path-removed",
        when: When {
            facet: Facet::EmptyPath,
            event: EventMatcher::Removed,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} was removed and had no operation",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "unused-component-added",
        when: When {
            facet: Facet::UnusedComponent,
            event: EventMatcher::Added,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} was added and no operation uses it",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "unused-component-removed",
        when: When {
            facet: Facet::UnusedComponent,
            event: EventMatcher::Removed,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} was removed and no operation used it",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "unused-component-changed",
        when: When {
            facet: Facet::UnusedComponent,
            event: EventMatcher::Anything,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} changed, and that changes nothing for any operation of both releases",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "docs-changed",
        when: When { facet: Facet::Docs, event: EventMatcher::Anything, direction: None, quality: Qualifier::Plain },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} {event}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "unclassified-changed",
        when: When {
            facet: Facet::Unexplained,
            event: EventMatcher::Anything,
            direction: None,
            quality: Qualifier::Plain,
        },
        level: Level::Unclassified,
        bump: Bump::Minor,
        message: "{subject} {event}",
        why: "no rule of this version knows this place",
        help: "look at the two values and decide what they mean to callers",
    },
];
