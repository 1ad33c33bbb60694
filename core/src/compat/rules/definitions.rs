//! Places that got another definition: the worst of what follows from it decides which of these rules it is.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Direction, Facet, Qualifier};
use crate::release::Bump;

const WHEN: When =
    When { facet: Facet::Definition, event: EventMatcher::Anything, direction: None, quality: Qualifier::Plain };
const SENT: When = When { direction: Some(Direction::Request), ..WHEN };
const RECEIVED: When = When { direction: Some(Direction::Response), ..WHEN };

const MESSAGE: &str = "{subject} {definition}";

pub(super) const RULES: [Rule; 7] = [
    Rule {
        id: "request-definition-narrowed",
        when: SENT,
        level: Level::Breaking,
        bump: Bump::Major,
        message: MESSAGE,
        why: "requests that were valid before are refused",
        help: "keep the definition, or one that allows what it allowed, or announce a major version",
    },
    Rule {
        id: "request-definition-widened",
        when: SENT,
        level: Level::Additive,
        bump: Bump::Minor,
        message: MESSAGE,
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "request-definition-changed",
        when: SENT,
        level: Level::Risky,
        bump: Bump::Minor,
        message: MESSAGE,
        why: "the same request may be understood differently",
        help: "tell callers what the new definition does with what they send",
    },
    Rule {
        id: "response-definition-widened",
        when: RECEIVED,
        level: Level::Breaking,
        bump: Bump::Major,
        message: MESSAGE,
        why: "callers get values they do not expect, or miss what they rely on",
        help: "keep the definition, or one that promises what it promised, or announce a major version",
    },
    Rule {
        id: "response-definition-narrowed",
        when: RECEIVED,
        level: Level::Additive,
        bump: Bump::Minor,
        message: MESSAGE,
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-definition-changed",
        when: RECEIVED,
        level: Level::Risky,
        bump: Bump::Minor,
        message: MESSAGE,
        why: "callers may miss what they used to find, though it was not promised",
        help: "tell callers what the new definition no longer has",
    },
    Rule {
        id: "definition-changed",
        when: WHEN,
        level: Level::Unproved,
        bump: Bump::Minor,
        message: MESSAGE,
        why: "whether the new definition allows more or less is not decided",
        help: "compare the two definitions, and announce what callers have to know",
    },
];
