//! How parameters, headers and parts are written: style, `content`, reserved characters, empty values, encodings.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{ADMITS_NEW, INCOMPARABLE, NARROWED, NO_TEXTS, REJECTS_OLD, Rule, RuleCondition, WIDENED};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "parameter-form-changed",
        when: RuleCondition::changed(Facet::ParameterStyle, INCOMPARABLE),
        level: Level::Breaking,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the old way is misread",
        help: "add a second parameter that is written the new way, and keep the first until the next major version",
        advice: "write it in the new form",
        title: "Parameters written in another form",
    },
    Rule {
        id: "header-form-changed",
        when: RuleCondition::changed(Facet::HeaderStyle, INCOMPARABLE),
        level: Level::Breaking,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the new way is misread by those who know the old one",
        help: "send the new form in a header of its own, and keep the first until the next major version",
        advice: "read it in the new form",
        title: "Headers written in another form",
    },
    Rule {
        id: "part-form-changed",
        when: RuleCondition::changed(Facet::EncodingStyle, INCOMPARABLE),
        level: Level::Breaking,
        message: "{subject} is written as {after} and no longer as {before}",
        why: "what is written the old way is misread",
        help: "take the new form under another name, and keep the first until the next major version",
        advice: "write it in the new form",
        title: "Parts of bodies written in another form",
    },
    Rule {
        id: "request-part-type-narrowed",
        when: RuleCondition::changed(Facet::EncodingContentType, REJECTS_OLD).sent(),
        level: Level::Breaking,
        message: "{subject} could be {before} and now has to be {after}",
        why: "parts of the other media types are refused",
        help: "keep accepting them until the next major version",
        advice: "send the part as a media type that is listed",
        title: "Parts of requests that accept fewer media types",
    },
    Rule {
        id: "request-part-type-widened",
        when: RuleCondition::changed(Facet::EncodingContentType, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} can now be {after}, not only {before}",
        title: "Parts of requests that accept more media types",
        ..NO_TEXTS
    },
    Rule {
        id: "response-part-type-widened",
        when: RuleCondition::changed(Facet::EncodingContentType, ADMITS_NEW).received(),
        level: Level::Breaking,
        message: "{subject} can now come as {after}, not only as {before}",
        why: "callers get a media type they do not read",
        help: "keep to the media types that were named",
        advice: "handle the media types that can now come",
        title: "Parts of responses with more media types",
    },
    Rule {
        id: "response-part-type-narrowed",
        when: RuleCondition::changed(Facet::EncodingContentType, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} now comes as {after} alone, no longer as {before}",
        title: "Parts of responses with fewer media types",
        ..NO_TEXTS
    },
    Rule {
        id: "parameter-syntax-widened",
        when: RuleCondition::changed(Facet::AllowReserved, WIDENED).sent(),
        level: Level::Additive,
        message: "{subject} can now be sent with {name}",
        title: "Parameters that can be written in more ways",
        ..NO_TEXTS
    },
    Rule {
        id: "parameter-syntax-narrowed",
        when: RuleCondition::changed(Facet::AllowReserved, NARROWED).sent(),
        level: Level::Breaking,
        message: "{subject} can no longer be sent with {name}",
        why: "requests that are written so are refused or misread",
        help: "keep accepting them until the next major version",
        advice: "percent-encode reserved characters, and send no empty value",
        title: "Parameters that can be written in fewer ways",
    },
    Rule {
        id: "received-syntax-widened",
        when: RuleCondition::changed(Facet::AllowReserved, WIDENED).received(),
        level: Level::Breaking,
        message: "{subject} can now come with {name}",
        why: "receivers that do not expect it misread the call",
        help: "keep writing it as before until the next major version",
        advice: "accept values that are written this way",
        title: "Parameters that can come in more ways",
    },
    Rule {
        id: "received-syntax-narrowed",
        when: RuleCondition::changed(Facet::AllowReserved, NARROWED).received(),
        level: Level::Additive,
        message: "{subject} no longer comes with {name}",
        title: "Parameters that come in fewer ways",
        ..NO_TEXTS
    },
];
