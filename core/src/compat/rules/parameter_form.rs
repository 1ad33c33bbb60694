//! How parameters, headers and parts are written: style, `content`, reserved characters, empty values, encodings.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Facet, Relation};
use crate::release::Bump;

/// Fewer values are allowed.
const NARROWED: &[Relation] = &[Relation::Narrowed];
/// More values are allowed.
const WIDENED: &[Relation] = &[Relation::Widened];
/// Other values are allowed.
const CHANGED: &[Relation] = &[Relation::Incomparable];
/// Some values are no longer allowed.
const NARROWED_OR_CHANGED: &[Relation] = &[Relation::Narrowed, Relation::Incomparable];
/// Some values were not allowed before.
const WIDENED_OR_CHANGED: &[Relation] = &[Relation::Widened, Relation::Incomparable];

pub(super) const RULES: [Rule; 11] = [
    Rule {
        id: "parameter-form-changed",
        when: When::new(Facet::ParameterForm, EventMatcher::Relates(CHANGED)),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the old way is misread",
        help: "add a second parameter that is written the new way, and keep the first until the next major version",
    },
    Rule {
        id: "header-form-changed",
        when: When::new(Facet::HeaderForm, EventMatcher::Relates(CHANGED)),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the new way is misread by those who know the old one",
        help: "send the new form in a header of its own, and keep the first until the next major version",
    },
    Rule {
        id: "part-form-changed",
        when: When::new(Facet::PartForm, EventMatcher::Relates(CHANGED)),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the old way is misread",
        help: "take the new form under another name, and keep the first until the next major version",
    },
    Rule {
        id: "request-part-type-narrowed",
        when: When::new(Facet::PartType, EventMatcher::Relates(NARROWED_OR_CHANGED)).sent(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} could be {before} and now has to be {after}",
        why: "parts of the other media types are refused",
        help: "keep accepting them until the next major version",
    },
    Rule {
        id: "request-part-type-widened",
        when: When::new(Facet::PartType, EventMatcher::Relates(WIDENED)).sent(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} can be {after} and not only {before}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-part-type-widened",
        when: When::new(Facet::PartType, EventMatcher::Relates(WIDENED_OR_CHANGED)).received(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} can come as {after} and not only as {before}",
        why: "callers get a media type they do not read",
        help: "keep to the media types that were named",
    },
    Rule {
        id: "response-part-type-narrowed",
        when: When::new(Facet::PartType, EventMatcher::Relates(NARROWED)).received(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} no longer comes as {before}, only as {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "parameter-syntax-widened",
        when: When::new(Facet::Syntax, EventMatcher::Relates(WIDENED)).sent(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} can now be sent with {name}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "parameter-syntax-narrowed",
        when: When::new(Facet::Syntax, EventMatcher::Relates(NARROWED)).sent(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} can no longer be sent with {name}",
        why: "requests that are written so are refused or misread",
        help: "keep accepting them until the next major version",
    },
    Rule {
        id: "received-syntax-widened",
        when: When::new(Facet::Syntax, EventMatcher::Relates(WIDENED)).received(),
        level: Level::Breaking,
        bump: Bump::Major,
        message: "{subject} can now come with {name}",
        why: "receivers that do not expect it misread the call",
        help: "keep writing it as before until the next major version",
    },
    Rule {
        id: "received-syntax-narrowed",
        when: When::new(Facet::Syntax, EventMatcher::Relates(NARROWED)).received(),
        level: Level::Additive,
        bump: Bump::Minor,
        message: "{subject} no longer comes with {name}",
        why: "",
        help: "nothing has to change",
    },
];
