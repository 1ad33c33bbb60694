//! Values that are never sent, components nobody uses, words, and places no rule knows.

use crate::compat::Level;
use crate::compat::rule::{Happening, Rule, When};
use crate::diff::{Facet, Quality};
use crate::release::Bump;

pub(super) const RULES: [Rule; 8] = [
    Rule {
        id: "unsent-value-changed",
        when: When { facet: Facet::Unsent, happening: Happening::Anything, direction: None, quality: Quality::Plain },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} {event}, and such values are never sent there",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "empty-path-added",
        when: When { facet: Facet::EmptyPath, happening: Happening::Added, direction: None, quality: Quality::Plain },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} was added without an operation",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "empty-path-removed",
        when: When { facet: Facet::EmptyPath, happening: Happening::Removed, direction: None, quality: Quality::Plain },
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
            happening: Happening::Added,
            direction: None,
            quality: Quality::Plain,
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
            happening: Happening::Removed,
            direction: None,
            quality: Quality::Plain,
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
            happening: Happening::Anything,
            direction: None,
            quality: Quality::Plain,
        },
        level: Level::Docs,
        bump: Bump::Patch,
        message: "{subject} changed, and that changes nothing for any operation of both releases",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "docs-changed",
        when: When { facet: Facet::Docs, happening: Happening::Anything, direction: None, quality: Quality::Plain },
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
            happening: Happening::Anything,
            direction: None,
            quality: Quality::Plain,
        },
        level: Level::Unclassified,
        bump: Bump::Minor,
        message: "{subject} {event}",
        why: "no rule of this version knows this place",
        help: "look at the two values and decide what they mean to callers",
    },
];
