//! How parameters, headers and parts are written: style, `content`, reserved characters, empty values, encodings.

use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, INCOMPARABLE, NARROWED, REJECTS_OLD, Rule, RuleCondition, WIDENED};
use crate::diff::Facet;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "parameter-form-changed",
        when: RuleCondition::changed(Facet::ParameterStyle, INCOMPARABLE),
        level: Level::Breaking,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the old way is misread",
        help: "add a second parameter that is written the new way, and keep the first until the next major version",
    },
    Rule {
        id: "header-form-changed",
        when: RuleCondition::changed(Facet::HeaderStyle, INCOMPARABLE),
        level: Level::Breaking,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the new way is misread by those who know the old one",
        help: "send the new form in a header of its own, and keep the first until the next major version",
    },
    Rule {
        id: "part-form-changed",
        when: RuleCondition::changed(Facet::EncodingStyle, INCOMPARABLE),
        level: Level::Breaking,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the old way is misread",
        help: "take the new form under another name, and keep the first until the next major version",
    },
    Rule {
        id: "request-part-type-narrowed",
        when: RuleCondition::changed(Facet::EncodingContentType, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} could be {before} and now has to be {after}",
        why: "parts of the other media types are refused",
        help: "keep accepting them until the next major version",
    },
    Rule {
        id: "request-part-type-widened",
        when: RuleCondition::changed(Facet::EncodingContentType, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} can be {after} and not only {before}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "response-part-type-widened",
        when: RuleCondition::changed(Facet::EncodingContentType, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} can come as {after} and not only as {before}",
        why: "callers get a media type they do not read",
        help: "keep to the media types that were named",
    },
    Rule {
        id: "response-part-type-narrowed",
        when: RuleCondition::changed(Facet::EncodingContentType, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} no longer comes as {before}, only as {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "parameter-syntax-widened",
        when: RuleCondition::changed(Facet::AllowReserved, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} can now be sent with {name}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "parameter-syntax-narrowed",
        when: RuleCondition::changed(Facet::AllowReserved, NARROWED).sent(),
        level: Level::Breaking,
        message: "{subject} can no longer be sent with {name}",
        why: "requests that are written so are refused or misread",
        help: "keep accepting them until the next major version",
    },
    Rule {
        id: "received-syntax-widened",
        when: RuleCondition::changed(Facet::AllowReserved, WIDENED).received(),
        level: Level::Breaking,
        message: "{subject} can now come with {name}",
        why: "receivers that do not expect it misread the call",
        help: "keep writing it as before until the next major version",
    },
    Rule {
        id: "received-syntax-narrowed",
        when: RuleCondition::changed(Facet::AllowReserved, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} no longer comes with {name}",
        why: "",
        help: "nothing has to change",
    },
];
