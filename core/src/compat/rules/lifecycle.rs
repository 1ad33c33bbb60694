//! How long things are there to be used: deprecation, the day they end, and how firmly they are promised.

use crate::compat::Level;
use crate::compat::rule::{INCOMPARABLE_OR_UNKNOWN, NARROWED, Rule, RuleCondition, WIDENED};
use crate::diff::Facet;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "deprecation-added",
        when: RuleCondition::added(Facet::Deprecation),
        level: Level::Additive,
        message: "{subject} is now deprecated",
        why: "it still works, and a later release may leave it out",
        help: "move to what replaces it before it ends",
    },
    Rule {
        id: "deprecation-removed",
        when: RuleCondition::removed(Facet::Deprecation),
        level: Level::Docs,
        message: "{subject} is no longer deprecated",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "sunset-added",
        when: RuleCondition::added(Facet::Sunset),
        level: Level::Additive,
        message: "{subject} now ends on {after}",
        why: "it may be gone from that day on",
        help: "move off it before that day",
    },
    Rule {
        id: "sunset-removed",
        when: RuleCondition::removed(Facet::Sunset),
        level: Level::Risky,
        message: "{subject} no longer says that it ends on {before}",
        why: "it is still deprecated, and callers no longer know how long they have",
        help: "name the day it ends, or take the deprecation back",
    },
    Rule {
        id: "sunset-narrowed",
        when: RuleCondition::changed(Facet::Sunset, NARROWED),
        level: Level::Risky,
        message: "{subject} now ends on {after} and not on {before}",
        why: "callers that planned with the later day have less time than they were told",
        help: "keep the day that was announced, or tell callers directly",
    },
    Rule {
        id: "sunset-widened",
        when: RuleCondition::changed(Facet::Sunset, WIDENED),
        level: Level::Additive,
        message: "{subject} now ends on {after} and not on {before}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "sunset-changed",
        when: RuleCondition::changed(Facet::Sunset, INCOMPARABLE_OR_UNKNOWN),
        level: Level::Risky,
        message: "{subject} says that it ends on {after}, which is no date",
        why: "callers cannot tell how long it will be there",
        help: "write the day as RFC 3339 does, such as 2027-01-31",
    },
    Rule {
        id: "stability-narrowed",
        when: RuleCondition::changed(Facet::Stability, NARROWED),
        level: Level::Risky,
        message: "the stability of {subject} went from {before} to {after}",
        why: "callers that counted on the firmer promise can be broken by a later release without notice",
        help: "keep the promise for what is published, and give what is new its own operation",
    },
    Rule {
        id: "stability-widened",
        when: RuleCondition::changed(Facet::Stability, WIDENED),
        level: Level::Additive,
        message: "the stability of {subject} went from {before} to {after}",
        why: "",
        help: "nothing has to change",
    },
    Rule {
        id: "stability-changed",
        when: RuleCondition::changed(Facet::Stability, INCOMPARABLE_OR_UNKNOWN),
        level: Level::Unproved,
        message: "the stability of {subject} went from {before} to {after}, and one of them is not a known level",
        why: "nobody can say which of the two promises more",
        help: "use draft, experimental, alpha, beta or stable",
    },
];
