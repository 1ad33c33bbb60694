//! Numbers: their range and the step between them.

use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, EventMatcher, NARROWED, REJECTS_OLD, Rule, WIDENED, When};
use crate::diff::Facet;
use crate::release::Bump;

pub(super) const RULES: [Rule; 8] = [
    Rule {
        id: "request-range-narrowed",
        when: When::new(Facet::Range, EventMatcher::Relates(REJECTS_OLD)).sent(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "`{name}` of {subject} {change}",
        why: "numbers that callers send today are refused",
        help: "keep the wider range until the next major version",
    },
    Rule {
        id: "request-range-widened",
        when: When::new(Facet::Range, EventMatcher::Relates(WIDENED)).sent(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-range-widened",
        when: When::new(Facet::Range, EventMatcher::Relates(ADMITS_NEW)).received(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "`{name}` of {subject} {change}",
        why: "callers can receive numbers they were told would not come",
        help: "keep the range, or announce a major version",
    },
    Rule {
        id: "response-range-narrowed",
        when: When::new(Facet::Range, EventMatcher::Relates(NARROWED)).received(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "request-multiple-of-narrowed",
        when: When::new(Facet::MultipleOf, EventMatcher::Relates(REJECTS_OLD)).sent(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "`{name}` of {subject} {change}",
        why: "numbers that callers send today are refused",
        help: "keep the finer step until the next major version",
    },
    Rule {
        id: "request-multiple-of-widened",
        when: When::new(Facet::MultipleOf, EventMatcher::Relates(WIDENED)).sent(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-multiple-of-widened",
        when: When::new(Facet::MultipleOf, EventMatcher::Relates(ADMITS_NEW)).received(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "`{name}` of {subject} {change}",
        why: "callers can receive numbers between the steps they were told",
        help: "keep the step, or announce a major version",
    },
    Rule {
        id: "response-multiple-of-narrowed",
        when: When::new(Facet::MultipleOf, EventMatcher::Relates(NARROWED)).received(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "`{name}` of {subject} {change}",
        why: "",
        help: "nothing has to change",
    },
];
